import type { NotificationPreference } from './enums.ts';

/** How it stands with the emails and texts to a person, as one profile says it: a list of profiles does not say it of texts. */
export type Reach = {
  notificationPreference: NotificationPreference;
  /** Set when texts are wanted and none arrives. */
  textsEnded?: string | undefined;
  /** Set when emails do not arrive, or there is no address. */
  emailBroken?: object | undefined;
  /** Set while the address is unconfirmed. It may be another person's, so we send nothing about services there. */
  emailUnconfirmed?: boolean | undefined;
};

/** Whether a person has chosen texts. */
export const wantsTexts = ({ notificationPreference }: Pick<Reach, 'notificationPreference'>): boolean =>
  notificationPreference !== 'NOTIFICATION_PREFERENCE_EMAIL';

/** Whether texts reach a person, as far as is known. */
export const hasTexts = (reach: Reach): boolean => wantsTexts(reach) && reach.textsEnded === undefined;

/** Whether emails reach a person. */
export const hasMails = ({ emailBroken, emailUnconfirmed }: Omit<Reach, 'notificationPreference'>): boolean =>
  !emailBroken && !emailUnconfirmed;

/** Whether neither emails nor texts reach a person. */
export const isUnreached = (reach: Reach): boolean => !hasMails(reach) && !hasTexts(reach);
