import type { Profile } from '#contract/profiles.ts';
import { selectCurrentProfile } from '#web/api/session.ts';
import { useAppSelector } from './store.ts';

/**
 * The profile that the signed-in person acts as; for screens behind the guard.
 * @throws Error 'No current profile'
 */
export function useCurrentProfile(): Profile {
  const profile = useAppSelector(selectCurrentProfile);
  if (!profile) throw new Error('No current profile');
  return profile;
}
