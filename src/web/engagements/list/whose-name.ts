import { fullName } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';

/**
 * Whose engagements a list shows, for staff.
 * @param profileId of a customer or a worker
 * @returns undefined for everybody else, and until the name is loaded
 */
export function useWhoseName(profileId: string): string | undefined {
  const isStaff = useCurrentProfile().type === 'PROFILE_TYPE_EMPLOYEE';
  const { currentData } = api.useGetProfileQuery({ params: { profileId } }, { skip: !isStaff || !profileId });
  return currentData && fullName(currentData.profile);
}
