import { mayDo, type Right } from '#domain/rights.ts';
import { selectCurrentProfile } from '#web/api/session.ts';
import { useAppSelector } from './store.ts';

/** @returns whether the role of the current profile, an employee's, has this right */
export function useMay(right: Right): boolean {
  const profile = useAppSelector(selectCurrentProfile);
  return mayDo(profile?.staffRole ?? null, right);
}
