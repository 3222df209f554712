/** Why nothing came of an inquiry, as staff say. */
export const lostReasons = [
  'too-expensive',
  'outside-area',
  'no-answer',
  'chose-another',
  'changed-mind',
  'other',
] as const;
export type LostReason = (typeof lostReasons)[number];

export const lostReasonLabels: Record<LostReason, string> = {
  'too-expensive': 'Too expensive',
  'outside-area': 'Outside the service area',
  'no-answer': 'Does not answer',
  'chose-another': 'Chose another business',
  'changed-mind': 'Does not want it anymore',
  other: 'Another reason',
};
