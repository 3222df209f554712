import { businessDay, isBefore } from '#domain/calendar.ts';
import type { SkipActor } from '#domain/schedule-rules.ts';
import { differing, record, why } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import { type Caller, profileIds } from '../http/access.ts';
import type { DayOfService } from '../visits/begun.ts';
import type { SkipRow } from '../visits/off-store.ts';
import type { World } from '../world.ts';

/** @returns whether a day is over */
export const isOver = (date: Temporal.PlainDate, now: Temporal.Instant) => isBefore(date, businessDay(now));

/** @returns the profile of who takes a visit off, or puts it back */
export const profileOf = (
  { engagement }: Pick<DayOfService, 'engagement'>,
  actor: SkipActor,
  caller: Caller,
  workerProfileId: string | null,
): string | null =>
  actor === 'customer'
    ? engagement.customerProfileId
    : actor === 'worker'
      ? workerProfileId
      : (profileIds(caller, 'PROFILE_TYPE_EMPLOYEE')[0] ?? null);

/** Writes skips, or that they are taken back, into the record of changes. */
export async function recordSkip(
  world: World,
  transaction: Transaction,
  { userId: by }: Caller,
  kind: 'visit-skipped' | 'skip-undone',
  skips: readonly Pick<SkipRow, 'engagementId' | 'date' | 'reason'>[],
  isNoAccess = false,
): Promise<void> {
  const changes = skips.map(({ engagementId: subjectId, date, reason }) => {
    const values = { date: date.toString(), noAccess: isNoAccess || undefined };
    const fields = [...differing(undefined, values), ...(kind === 'visit-skipped' ? why(reason) : [])];
    return { kind, by, subjectId, fields };
  });
  await record(world, transaction, changes);
}
