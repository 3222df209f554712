import { fullName } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { selectCurrentProfile } from '#web/api/session.ts';
import { useAppSelector } from '#web/app/store.ts';

type Whose = {
  isOwn: boolean;
  /** When staff look at somebody else's, once it is there. */
  name: string | undefined;
  /** Whether the reader may change them: one's own, and as staff those of customers and workers. */
  mayEdit: boolean;
  /** Whether they are a customer's, to whose yards workers come. */
  hasYard: boolean;
};

/** @returns whose addresses a profile's are */
export function useWhose(profileId: string): Whose {
  const own = useAppSelector(({ session }) => session.profiles.find(({ id }) => id === profileId));
  const isStaff = useAppSelector((state) => selectCurrentProfile(state)?.type === 'PROFILE_TYPE_EMPLOYEE');
  const { currentData } = api.useGetProfileQuery({ params: { profileId } }, { skip: own !== undefined || !profileId });
  const other = currentData?.profile;
  return {
    isOwn: own !== undefined,
    name: other && fullName(other),
    mayEdit: own !== undefined || (isStaff && other !== undefined && other.type !== 'PROFILE_TYPE_EMPLOYEE'),
    hasYard: (own ?? other)?.type === 'PROFILE_TYPE_CUSTOMER',
  };
}
