import { differing, record, why } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { type SkipRow, setSeen } from '../visits/off-store.ts';
import type { World } from '../world.ts';

type Missed = Pick<SkipRow, 'id' | 'engagementId' | 'date' | 'seenAt'>;

/**
 * Decides on a missed visit, for staff: it stays missed, and is off their desk, or on it again. A repeat changes nothing, and nobody else
 * decides.
 */
export async function letGo(
  world: World,
  transaction: Transaction,
  caller: Caller,
  { id, engagementId: subjectId, date, seenAt }: Missed,
  { isSeen, reason = null }: { isSeen: boolean; reason?: string | null },
): Promise<void> {
  const [seenBy] = profileIds(caller, 'PROFILE_TYPE_EMPLOYEE');
  if (!seenBy || (seenAt !== null) === isSeen) return;
  await setSeen(transaction, id, isSeen ? { seenAt: world.clock.now(), seenBy } : { seenAt: null, seenBy: null });
  const fields = [...differing({ isSeen: !isSeen }, { isSeen, date: date.toString() }), ...why(reason)];
  await record(world, transaction, { kind: 'missed-visit-seen', by: caller.userId, subjectId, fields });
}
