import { type Caller, profileIds } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import type { World } from '../world.ts';
import { markSeen } from './store.ts';

/**
 * Puts a finding aside as seen, or back on the desk.
 * @throws ApiError NOT_FOUND
 */
export async function seeFinding(world: World, caller: Caller, findingId: string, isSeen: boolean): Promise<void> {
  const [seenByProfileId = ''] = profileIds(caller, 'PROFILE_TYPE_EMPLOYEE');
  const seen = isSeen ? { seenAt: world.clock.now(), seenByProfileId } : null;
  if (!(await markSeen(world.database, findingId, seen))) throw notFound('Finding');
}
