import type { LegalValues } from './legal-fields.tsx';
import type { ProfileValues } from './profile-fields.tsx';

export const nothingAgreed: LegalValues = {
  agreedToPrivacyPolicy: false,
  agreedToTermsOfService: false,
  agreedToDisclaimer: false,
};

export const emptyProfile: ProfileValues = {
  profileType: '',
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  birthday: undefined,
  joinCode: '',
};

/** The sections that every form of a new profile has. */
export const sections = {
  profile: { title: 'Profile', description: 'Tell us who you are and how to reach you.' },
  address: { title: 'Address', description: 'Where you live. You can add more addresses later.' },
  legal: { title: 'Legal', description: 'Please read these documents. We need your word on each.' },
  notification: { title: 'Notification', description: 'How should we keep you posted?' },
};
