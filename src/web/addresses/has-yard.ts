import { useAppSelector } from '#web/app/store.ts';

/** @returns whether a worker may come to the addresses of one of the person's own profiles, as to a customer's */
export function useHasYard(profileId: string): boolean {
  return useAppSelector(({ session }) =>
    session.profiles.some(({ id, type }) => id === profileId && type === 'PROFILE_TYPE_CUSTOMER'),
  );
}
