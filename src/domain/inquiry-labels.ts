/** How often a visitor asks for visits, and how they want to be told, as forms and mails word it. */

export const inquiryFrequencyLabels = {
  'once-a-week': 'Once a week',
  'twice-a-week': 'Twice a week',
} as const;

export const communicationPreferenceLabels = {
  email: 'Email',
  text: 'Text',
  'text-email': 'Text and Email',
} as const;
