import { differing, record, why } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { type SkipRow, setSeen } from '../visit-rows/off-store.ts';
import type { World } from '../world.ts';

/**
 * Decides on a missed visit, for staff who take it off: it stays missed, and is off the desk. Nothing happens when that is
 * decided already.
 * @returns the missed visit
 */
export async function letGo(
  world: World,
  transaction: Transaction,
  caller: Caller,
  missed: SkipRow,
  reason: string | null,
): Promise<SkipRow> {
  const [seenBy] = profileIds(caller, 'PROFILE_TYPE_EMPLOYEE');
  if (missed.seenAt || !seenBy) return missed;
  await setSeen(transaction, missed.id, { seenAt: world.clock.now(), seenBy });
  const seen = { isSeen: true, date: missed.date.toString() };
  const fields = [...differing({ isSeen: false }, seen), ...why(reason)];
  await record(world, transaction, {
    kind: 'missed-visit-seen',
    by: caller.userId,
    subjectId: missed.engagementId,
    fields,
  });
  return missed;
}
