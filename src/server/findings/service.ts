import { differing, record } from '../changes/record.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import type { World } from '../world.ts';
import { lockFinding, markSeen } from './store.ts';

/**
 * Puts a finding aside as seen, or back on the desk.
 * @throws ApiError NOT_FOUND
 */
export async function seeFinding(world: World, caller: Caller, findingId: string, isSeen: boolean): Promise<void> {
  const [seenByProfileId = ''] = profileIds(caller, 'PROFILE_TYPE_EMPLOYEE');
  const seen = isSeen ? { seenAt: world.clock.now(), seenByProfileId } : null;
  await world.database.transaction(async (transaction) => {
    const finding = await lockFinding(transaction, findingId);
    if (!finding) throw notFound('Finding');
    if ((finding.seenAt !== null) === isSeen) return;
    await markSeen(transaction, findingId, seen);
    const fields = differing({ isSeen: !isSeen }, { isSeen });
    await record(world, transaction, { kind: 'finding-seen', by: caller.userId, subjectId: findingId, fields });
  });
}
