import { api } from '#web/api/api.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';

/**
 * Whose engagements staff look at.
 * @param profileId of a customer or a worker
 * @returns undefined for everybody else, and until it is known
 */
export function useWhoseLine(profileId: string): string | undefined {
  const isStaff = useCurrentProfile().type === 'PROFILE_TYPE_EMPLOYEE';
  const { currentData } = api.useGetProfileQuery({ params: { profileId } }, { skip: !isStaff || !profileId });
  return currentData && `Those of ${currentData.profile.firstName} ${currentData.profile.lastName}.`;
}
