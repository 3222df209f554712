import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import type { SkipKind } from '#domain/schedule-rules.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { lockEngagements } from '../database/lock-engagements.ts';
import { milesDriven } from '../database/miles-driven.ts';
import { closedDays } from '../database/schema/engagements.ts';
import { isOffByPeople } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';
import type { Change } from './fill-store.ts';

/** That a visit does not take place: who took it off or gave it up, or that it was missed. */
export type SkipRow = {
  id: string;
  engagementId: string;
  date: Temporal.PlainDate;
  kind: SkipKind;
  /** Null for a missed one: nobody did it. */
  skippedBy: 'customer' | 'worker' | 'employee' | null;
  /** The worker whose visit it was: missed, begun and then given up, or taken off by its worker. */
  workerProfileId: string | null;
  reason: string | null;
  createdAt: Temporal.Instant;
  /** Of a missed one, when a member of staff had done with it. */
  seenAt: Temporal.Instant | null;
};

/** What a visit that takes place has none of. */
export const notOff = { offBy: null, reason: null, offId: null, offAt: null, offWorkerProfileId: null };
/** What a visit that was not missed has none of. */
export const notMissed = {
  ...{ missedId: null, missedOn: null, missedAt: null, missedWorkerProfileId: null },
  ...{ dueAt: null, seenAt: null, seenBy: null },
};

/** @property date the day on which visits are off; that on which each is unless given */
type Off = Pick<SkipRow, 'kind' | 'skippedBy' | 'workerProfileId' | 'reason'> & { date?: Temporal.PlainDate };

/**
 * Takes visits off, or gives up those that were begun.
 * @param off of a worker: whose they are. Any other one stays whose it is.
 * @param wasMissed whether they counted as missed, which they do no more
 */
export async function setOff(
  transaction: Transaction,
  visitIds: readonly string[],
  off: Off,
  wasMissed: boolean,
  { at, by }: Change,
): Promise<SkipRow[]> {
  const { date, kind, skippedBy, workerProfileId, reason } = off;
  const rows = await transaction
    .update(visits)
    .set({
      ...(wasMissed && notMissed),
      ...(kind === 'could-not' && { miles: milesDriven }),
      ...{
        state: kind === 'could-not' ? 'could-not' : 'off',
        offBy: skippedBy,
        offId: sql`gen_random_uuid()`,
        offWorkerProfileId: workerProfileId,
        offAt: at,
        reason,
      },
      ...(date && { day: date }),
      ...(workerProfileId && { workerProfileId }),
      ...{ changedAt: at, changedBy: by },
    })
    .where(inArray(visits.id, [...visitIds]))
    .returning({ id: sql<string>`${visits.offId}`, engagementId: visits.engagementId, date: visits.day });
  return rows.map((row) => ({ kind, skippedBy, workerProfileId, reason, ...row, createdAt: at, seenAt: null }));
}

/**
 * Takes back that visits were taken off or given up. One that was begun goes on; any other one is off by the plan, until `fill`. What
 * took it off stays known by its id: people may have read of it.
 */
export async function takeBackOff(
  transaction: Transaction,
  skipIds: readonly string[],
  { at, by }: Change,
): Promise<void> {
  await transaction
    .update(visits)
    .set({
      ...{ reason: null, offWorkerProfileId: null },
      state: sql`case when ${visits.step} is null then 'off' else 'begun' end`,
      offBy: sql`case when ${visits.step} is null then 'plan' end`,
      ...{ changedAt: at, changedBy: by },
    })
    .where(inArray(visits.offId, [...skipIds]));
}

/** @returns the visits of a service that people took off, from a day on */
export async function selectOff(transaction: Transaction, engagementId: string, from: Temporal.PlainDate) {
  const { home, setDay, offId } = visits;
  const isOne = and(eq(visits.engagementId, engagementId), eq(visits.state, 'off'), gte(visits.day, from));
  const rows = await transaction
    .select({ home, setDay, offId })
    .from(visits)
    .where(and(isOne, isOffByPeople(visits)));
  return rows.flatMap(({ offId, ...row }) => (offId ? [{ ...row, offId }] : []));
}

/** When customers are told, because nobody is told at night. */
const morning = '08:00';

/** @returns the first day whose missed visits were not recorded yet; undefined while no visit was ever due */
export async function firstOpenDay(database: Queryable): Promise<Temporal.PlainDate | undefined> {
  const dayOfFirst = sql`(select (min(active_since) at time zone ${businessTimeZone})::date from engagements)`;
  const [row] = await database
    .select({
      day: sql<Temporal.PlainDate | null>`coalesce((select max(day) + 1 from closed_days), ${dayOfFirst})`.mapWith(
        closedDays.day,
      ),
    })
    .from(sql`(select) nothing`);
  return row?.day ?? undefined;
}

/**
 * Records a day's missed visits, once nobody can make them any more: those that were planned and neither made nor taken off, or those that
 * were begun and neither finished nor given up. Of these customers are not told: that is too long ago.
 * @param engagementIds of which services; of all unless given
 * @returns their services, which are locked
 */
export async function insertMissed(
  transaction: Transaction,
  {
    day,
    state,
    engagementIds,
  }: { day: Temporal.PlainDate; state: 'planned' | 'begun'; engagementIds?: readonly string[] },
  now: Temporal.Instant,
): Promise<string[]> {
  const isOne = and(eq(visits.day, day), eq(visits.state, state));
  const isTheirs = engagementIds && inArray(visits.engagementId, [...engagementIds]);
  const rows = await transaction.select({ engagementId: visits.engagementId }).from(visits).where(and(isOne, isTheirs));
  const ids = rows.map(({ engagementId }) => engagementId);
  // Somebody may just be beginning one, or finishing it.
  await lockEngagements(transaction, { ids });
  const nextMorning = firstDayToCome(now).toZonedDateTime({ timeZone: businessTimeZone, plainTime: morning });
  const dueAt = state === 'planned' ? nextMorning.toInstant() : null;
  await transaction
    .update(visits)
    .set({
      ...{ state: 'missed', missedId: sql`gen_random_uuid()`, missedAt: now, dueAt, seenAt: null, seenBy: null },
      ...{ missedOn: sql`${visits.day}`, missedWorkerProfileId: sql`${visits.workerProfileId}` },
      ...{ changedAt: now, changedBy: null },
    })
    .where(and(sql`${visits.engagementId} = any(${sql.param(ids)}::uuid[])`, isOne));
  return ids;
}

type Seen = { seenAt: Temporal.Instant | null; seenBy: string | null };

/** Marks a missed visit as decided about, or as not. */
export async function setSeen(transaction: Transaction, skipId: string, seen: Seen): Promise<void> {
  await transaction.update(visits).set(seen).where(eq(visits.missedId, skipId));
}

/** Lets a visit that was to be made up for stand as missed again, of which nothing is chosen. */
export async function standMissed(transaction: Transaction, visitId: string, { at, by }: Change): Promise<void> {
  await transaction
    .update(visits)
    .set({
      ...{ state: 'missed', offBy: null, day: sql`${visits.missedOn}`, workerProfileId: visits.missedWorkerProfileId },
      ...{ setDay: null, setWorkerProfileId: null, setAt: null, setReason: null },
      ...{ seenAt: null, seenBy: null, changedAt: at, changedBy: by },
    })
    .where(eq(visits.id, visitId));
}
