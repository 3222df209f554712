import { fullName } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { useAppSelector } from '#web/app/store.ts';

/**
 * Whose addresses they are.
 * @returns whether they are the person's own, and, when staff look at somebody else's, the name once it is there
 */
export function useWhose(profileId: string): { isOwn: boolean; name: string | undefined } {
  const isOwn = useAppSelector(({ session }) => session.profiles.some(({ id }) => id === profileId));
  const { currentData } = api.useGetProfileQuery({ params: { profileId } }, { skip: isOwn || !profileId });
  const profile = currentData?.profile;
  return { isOwn, name: profile && fullName(profile) };
}
