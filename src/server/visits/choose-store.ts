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

/** Forgets which days and workers staff chose for visits to come of services that leave their worker, or end. */
export async function forgetChosen(
  transaction: Transaction,
  engagementIds: readonly string[],
  today: Temporal.PlainDate,
): Promise<void> {
  await transaction
    .update(visits)
    .set({ setDay: null, setWorkerProfileId: null, setAt: null, setReason: null })
    .where(and(inArray(visits.engagementId, [...engagementIds]), isToCome(today)));
}

/** Forgets that workers, who leave, were chosen for visits to come. @returns the services whose visits these are */
export async function forgetChosenWorkers(
  transaction: Transaction,
  workerProfileIds: readonly string[],
  today: Temporal.PlainDate,
): Promise<string[]> {
  const which = and(inArray(visits.setWorkerProfileId, [...workerProfileIds]), isToCome(today));
  return await clearWorkers(transaction, which);
}

/** Forgets that workers, who decline a service, were chosen for visits of it since they have it. */
export async function forgetChosenSince(
  transaction: Transaction,
  engagementId: string,
  tenures: readonly { worker: string; since: Temporal.Instant }[],
  today: Temporal.PlainDate,
): Promise<void> {
  const isSince = tenures.map(({ worker, since }) =>
    and(eq(visits.setWorkerProfileId, worker), gte(visits.setAt, sql`${since.toString()}::timestamptz`)),
  );
  await clearWorkers(transaction, and(eq(visits.engagementId, engagementId), or(...isSince), isToCome(today)));
}

async function clearWorkers(transaction: Transaction, which: SQL | undefined): Promise<string[]> {
  const rows = await transaction
    .update(visits)
    // Why another worker was to come says nothing any more.
    .set({ setWorkerProfileId: null, setReason: null })
    .where(which)
    .returning({ engagementId: visits.engagementId });
  return [...new Set(rows.map(({ engagementId }) => engagementId))];
}
