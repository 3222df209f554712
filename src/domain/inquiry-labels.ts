/** The words of forms and mails for a visitor's choices. */

export const inquiryFrequencyLabels = {
  'once-a-week': 'Once a week',
  'twice-a-week': 'Twice a week',
} as const;

export const communicationPreferenceLabels = {
  email: 'Email',
  text: 'Text',
  'text-email': 'Text and Email',
} as const;
