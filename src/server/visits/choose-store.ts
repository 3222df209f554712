import { and, eq, gte, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { visits } from '../database/schema/visits.ts';
import type { VisitRow } from './fill-store.ts';

/** A visit for which people chose something, and why: null without a reason. */
export type ChosenRow = VisitRow & { reason: string | null };

/**
 * Notes which days people chose for visits, which workers, and why; of one that was missed also where it looks for its place. Of a visit
 * for which nothing is chosen anymore no reason is kept.
 */
export async function updateChosen(transaction: Transaction, chosen: readonly ChosenRow[]): Promise<void> {
  const rows = chosen.map(({ id, setDay, setWorker, setAt, day, state, offBy, reason }) => ({
    ...{ id, setDay, setWorker, setAt, day, state, offBy, reason },
  }));
  await transaction.execute(sql`
    update ${visits} set set_day = given."setDay", set_worker_profile_id = given."setWorker",
      set_at = case when given."setDay" is not null then to_timestamp(given."setAt") end,
      set_reason = case when given."setDay" is not null then given.reason end, day = given.day, state = given.state,
      off_by = given."offBy"
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as given(id uuid, "setDay" date, "setWorker" uuid, "setAt" double precision, day date, state text, "offBy" text,
        reason text)
    where ${visits.id} = given.id`);
}

const isToCome = (today: Temporal.PlainDate) =>
  and(gte(visits.day, today), inArray(visits.state, ['planned', 'off', 'missed']));

/**
 * Whose visits forget what staff chose: those of services, all of it; of workers, and of those who have one service since a moment, only
 * that they are to make them.
 */
export type Forgetting =
  | { engagementIds: readonly string[] }
  | { workerProfileIds: readonly string[] }
  | { engagementId: string; tenures: readonly { worker: string; since: Temporal.Instant }[] };

/** Forgets what staff chose for visits from a day on. @returns the services whose visits these are */
export async function clearChosen(
  transaction: Transaction,
  which: Forgetting,
  from: Temporal.PlainDate,
): Promise<string[]> {
  // Why another worker was to come says nothing any more.
  const worker = { setWorkerProfileId: null, setReason: null };
  const rows = await transaction
    .update(visits)
    .set('engagementIds' in which ? { ...worker, setDay: null, setAt: null } : worker)
    .where(and(isOf(which), isToCome(from)))
    .returning({ engagementId: visits.engagementId });
  return [...new Set(rows.map(({ engagementId }) => engagementId))];
}

function isOf(which: Forgetting): SQL | undefined {
  if ('engagementIds' in which) return inArray(visits.engagementId, [...which.engagementIds]);
  if ('workerProfileIds' in which) return inArray(visits.setWorkerProfileId, [...which.workerProfileIds]);
  const isSince = which.tenures.map(({ worker, since }) =>
    and(eq(visits.setWorkerProfileId, worker), gte(visits.setAt, sql`${since.toString()}::timestamptz`)),
  );
  return and(eq(visits.engagementId, which.engagementId), or(...isSince));
}
