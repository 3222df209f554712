import type { ProfileType } from '#domain/enums.ts';

const recordPaths: Partial<Record<ProfileType, string>> = {
  PROFILE_TYPE_CUSTOMER: '/customers',
  PROFILE_TYPE_WORKER: '/workers',
};

/** @returns the page of a person */
export const personPath = ({ type, profileId }: { type: ProfileType; profileId: string }): string =>
  `${recordPaths[type] ?? '/profiles'}/${profileId}`;
