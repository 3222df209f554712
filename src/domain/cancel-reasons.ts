/** Why a service is canceled, as its customer or staff say. */
export const cancelReasons = [
  'moving',
  'no-dog',
  'too-expensive',
  'not-satisfied',
  'does-it-alone',
  'break',
  'other',
] as const;
export type CancelReason = (typeof cancelReasons)[number];

export const cancelReasonLabels: Record<CancelReason, string> = {
  moving: 'Moving away',
  'no-dog': 'No dog anymore',
  'too-expensive': 'Too expensive',
  'not-satisfied': 'Not satisfied',
  'does-it-alone': 'Does it without help now',
  break: 'Only needs a break',
  other: 'Another reason',
};
