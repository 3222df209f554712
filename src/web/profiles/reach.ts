import type { Profile } from '#contract/profiles.ts';

/** Whether texts reach a person, as far as is known. */
export const hasTexts = ({ notificationPreference, textsEnded }: Profile): boolean =>
  notificationPreference !== 'NOTIFICATION_PREFERENCE_EMAIL' && !textsEnded;

/** Whether neither emails nor texts reach a person. It takes one profile as `getProfile` answers it: a list does not say how texts stand. */
export const isUnreached = (profile: Profile): boolean => profile.emailBroken !== undefined && !hasTexts(profile);
