import { api } from '#web/api/api.ts';
import { useAppSelector } from '#web/app/store.ts';
import type { OwnFactor } from './setup-words.ts';

/** @returns whether who reads has to have a second factor, and has one; undefined until that is known */
export function useOwnFactor(): OwnFactor | undefined {
  const userId = useAppSelector(({ session }) => session.user?.id ?? '');
  const { data } = api.useGetSecondFactorsQuery({ params: { userId } }, { refetchOnMountOrArgChange: true });
  return data && { isRequired: data.isRequired, isThere: data.factors.length > 0 };
}
