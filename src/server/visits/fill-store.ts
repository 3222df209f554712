import { and, asc, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import { addDays, type IsoDay } from '#domain/iso-days.ts';
import type { Hold, Place, Visit } from '#domain/reconcile.ts';
import { firstDayOfRows } from '#domain/row-days.ts';
import type { PlanVersion } from '#domain/wanted-days.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { prepared } from '../database/prepared.ts';
import { holds, holidays } from '../database/schema/calendar.ts';
import { isoDay, isoDayOrNull } from '../database/schema/columns.ts';
import { engagements } from '../database/schema/engagements.ts';
import { isAgreed, isDayOff, isPaused } from '../database/schema/states.ts';
import { plans, visits } from '../database/schema/visits.ts';

/** A visit as its row has it. */
export type VisitRow = Visit & { id: string; engagementId: string };
/** One that has no row yet. */
export type NewVisit = Place & Pick<Visit, 'madeFor' | 'nth'> & { id: string; engagementId: string };

const isOne = (column: typeof engagements.id) => sql`${column} = any(${sql.placeholder('ids')}::uuid[])`;
const today = sql`${sql.placeholder('today')}::date`;

const plansOf = prepared('fill_plans', (database) =>
  database
    .select({
      engagementId: plans.engagementId,
      firstDay: isoDay(plans.firstDay),
      endedOn: isoDayOrNull(plans.endedOn),
      worker: plans.workerProfileId,
      weekDays: plans.weekDays,
      interval: plans.interval,
      startDay: isoDay(plans.startDay),
      weekOffset: plans.weekOffset,
    })
    .from(plans)
    // Looked up service by service: of many Postgres would read the whole table.
    .where(
      sql`${plans.id} = any(array(
        select one.id from unnest(${sql.placeholder('ids')}::uuid[]) service (id)
        cross join lateral (select id from plans where plans.engagement_id = service.id offset 0) one
      )) and ${isAgreed(plans)}`,
    )
    .orderBy(asc(plans.id)),
);

/** @returns by services, all versions of their plans */
export const selectPlans = async (database: Queryable, ids: readonly string[]): Promise<Map<string, PlanVersion[]>> =>
  Map.groupBy(await plansOf(database, { ids }), ({ engagementId }) => engagementId);

const filledIn = prepared('filled_in_week', (database) =>
  database
    .select({ id: sql<string>`service.id` })
    .from(sql`unnest(${sql.placeholder('ids')}::uuid[]) service (id)`)
    .where(sql`exists (
      select from visits where visits.engagement_id = service.id
        and visits.made_for between ${sql.placeholder('monday')}::date and ${sql.placeholder('monday')}::date + 6 offset 0
    )`),
);

/** @returns those of some services that have rows in a week, and so all of that week */
export const selectFilled = async (database: Queryable, ids: readonly string[], monday: IsoDay): Promise<Set<string>> =>
  new Set((await filledIn(database, { ids, monday })).map(({ id }) => id));

// Whole weeks, from the earliest on of which a visit is still to come: a visit can be moved far, more than once.
const visitsOf = prepared('fill_visits', (database) =>
  database
    .select({
      id: visits.id,
      engagementId: visits.engagementId,
      madeFor: isoDay(visits.madeFor),
      nth: visits.nth,
      setDay: isoDayOrNull(visits.setDay),
      setWorker: visits.setWorkerProfileId,
      setAt: sql<number>`coalesce(extract(epoch from ${visits.setAt}), 0)`.mapWith(Number),
      home: isoDay(visits.home),
      day: isoDay(visits.day),
      worker: visits.workerProfileId,
      state: visits.state,
      offBy: visits.offBy,
    })
    .from(visits)
    .innerJoin(
      sql`(
        select one.id, date_trunc('week', least(${sql.placeholder('from')}::date, (
          select min(ahead.made_for) from visits ahead where ahead.engagement_id = one.id and ahead.day >= ${today}
        )))::date as first
        from unnest(${sql.placeholder('ids')}::uuid[]) one(id)
      ) service`,
      sql`service.id = ${visits.engagementId} and ${visits.madeFor} >= service.first`,
    ),
);

const holdsOf = prepared('fill_holds', (database) =>
  database
    .select({
      engagementId: engagements.id,
      isPaused: sql<boolean>`${isPaused(engagements)}`,
      firstDay: isoDayOrNull(holds.firstDay),
      lastDay: isoDayOrNull(holds.lastDay),
    })
    .from(engagements)
    .leftJoin(
      holds,
      and(eq(holds.engagementId, engagements.id), gte(holds.lastDay, today), lte(holds.firstDay, holds.lastDay)),
    )
    .where(isOne(engagements.id)),
);

const daysOffFrom = prepared('fill_days_off', (database) =>
  database
    .select({
      day: isoDay(holidays.day),
      to: isoDayOrNull(holidays.movedTo),
      worker: holidays.workerProfileId,
      lastDay: isoDayOrNull(holidays.lastDay),
      // A worker whose account is closed makes no visits.
      by: sql<string | null>`(
        select maker.id from profiles maker join users on users.id = maker.user_id
        where maker.id = ${holidays.byProfileId} and users.deactivated_at is null
      )`,
      // What becomes of the visits of one worker is told as any other change.
      isTold: sql<boolean>`${holidays.toldAt} is not null or ${holidays.workerProfileId} is not null`,
    })
    .from(holidays)
    .where(
      and(isDayOff(holidays), sql`coalesce(${holidays.lastDay}, ${holidays.day}) >= ${sql.placeholder('from')}::date`),
    ),
);

/** For how many days days off are known on which a visit may have been at first. */
const daysOfWays = 366;

/**
 * Reads all that decides about the visits of some services, in a few statements for any number of them.
 * @param day the first one of which a visit is still to come
 */
export async function selectRules(database: Queryable, ids: readonly string[], day: IsoDay) {
  const from = firstDayOfRows(day);
  const versions = await plansOf(database, { ids });
  const rows = await visitsOf(database, { ids, today: day, from });
  const rests = await holdsOf(database, { ids, today: day });
  // Of what was moved far the way begins long before.
  const daysOff = await daysOffFrom(database, { from: addDays(from, -daysOfWays) });
  const plansBy: Map<string, PlanVersion[]> = Map.groupBy(versions, ({ engagementId }) => engagementId);
  const rowsBy = Map.groupBy(rows, ({ engagementId }) => engagementId);
  const restsBy = Map.groupBy(rests, ({ engagementId }) => engagementId);
  return ids.map((engagementId) => ({
    engagementId,
    rows: rowsBy.get(engagementId) ?? [],
    plans: plansBy.get(engagementId) ?? [],
    holds: (restsBy.get(engagementId) ?? []).flatMap((rest) => holdsIn(rest, day)),
    daysOff,
  }));
}

type Rest = { isPaused: boolean; firstDay: IsoDay | null; lastDay: IsoDay | null };

function holdsIn({ isPaused, firstDay, lastDay }: Rest, day: IsoDay): Hold[] {
  const pause: Hold[] = isPaused ? [{ kind: 'pause', firstDay: day, lastDay: null }] : [];
  return firstDay && lastDay ? [{ kind: 'hold', firstDay, lastDay }, ...pause] : pause;
}

/** When visits were changed, and by whose profile; null for the program. */
export type Change = { at: Temporal.Instant; by: string | null };

/**
 * Takes visits off for the moment in which others take their days: `writeVisits` says where they are then.
 * @param change of what may stay off
 */
export async function parkVisits(transaction: Transaction, ids: readonly string[], change?: Change): Promise<void> {
  const noted = sql`, changed_at = ${change?.at.toString()}::timestamptz, changed_by = ${change?.by}::uuid`;
  await transaction.execute(sql`
    update visits set state = 'off', off_by = 'plan'${change ? noted : sql``} where id = any(${sql.param(ids)}::uuid[])`);
}

const asJson = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::json`;

/** @property isChanged whether more than the day on which the plan has it is otherwise */
type Placed = Place & { id: string; isChanged: boolean };

/** Puts visits where they are now, and makes the rows of new ones. No other visit that stays is on one of their days. */
export async function writeVisits(
  transaction: Transaction,
  placed: readonly Placed[],
  made: readonly NewVisit[],
  { at, by }: Change,
): Promise<void> {
  await transaction.execute(sql`
    with placed as (
      update visits set home = given.home, day = given.day, worker_profile_id = given.worker, state = given.state,
        off_by = given."offBy", changed_at = case when given."isChanged" then change.at else visits.changed_at end,
        changed_by = case when given."isChanged" then change.by else visits.changed_by end
      from json_to_recordset(${asJson(placed)}) as given(id uuid, home date, day date, worker uuid, state text, "offBy" text,
        "isChanged" boolean), (select ${at.toString()}::timestamptz as at, ${by}::uuid as by) change
      where visits.id = given.id
    )
    insert into visits (id, engagement_id, made_for, nth, home, day, worker_profile_id, state, off_by, changed_at, changed_by)
    select given.id, given."engagementId", given."madeFor", given.nth, given.home, given.day, given.worker, given.state,
      given."offBy", ${at.toString()}::timestamptz, ${by}::uuid
    from json_to_recordset(${asJson(made)}) as given(id uuid, "engagementId" uuid, "madeFor" date, nth integer, home date,
      day date, worker uuid, state text, "offBy" text)`);
}

/** A visit for which people chose something, and why: null without a reason. */
export type ChosenRow = VisitRow & { reason: string | null };

/**
 * Notes which days people chose for visits, which workers, and why; of one that was missed also where it looks for its place. Of a visit
 * for which nothing is chosen anymore no reason is kept.
 */
export async function updateChosen(
  transaction: Transaction,
  chosen: readonly ChosenRow[],
  { at, by }: Change,
): Promise<void> {
  const rows = chosen.map(({ id, setDay, setWorker, setAt, day, state, offBy, reason }) => ({
    ...{ id, setDay, setWorker, setAt, day, state, offBy, reason },
  }));
  await transaction.execute(sql`
    update ${visits} set set_day = given."setDay", set_worker_profile_id = given."setWorker",
      set_at = case when given."setDay" is not null then to_timestamp(given."setAt") end,
      set_reason = case when given."setDay" is not null then given.reason end, day = given.day, state = given.state,
      off_by = given."offBy",
      seen_at = case when visits.state = 'missed' then coalesce(seen_at, change.at) else seen_at end,
      seen_by = case when visits.state = 'missed' and seen_at is null then change.by else seen_by end
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as given(id uuid, "setDay" date, "setWorker" uuid, "setAt" double precision, day date, state text, "offBy" text,
        reason text), (select ${at.toString()}::timestamptz as at, ${by}::uuid as by) change
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
