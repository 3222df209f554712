import { and, asc, eq, gte, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { addDays, type IsoDay, weekOf } from '#domain/iso-days.ts';
import type { KnownService, KnownVisit } from '#domain/known-visits.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { daysToTell, undoSeconds } from '#domain/visit-limits.ts';
import { isOpenAccount } from '../database/claimable.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { agreedPlans, selectVersions } from '../database/plan-versions.ts';
import { holds, holidays } from '../database/schema/calendar.ts';
import { isoDay, isoDayOrNull } from '../database/schema/columns.ts';
import { engagements } from '../database/schema/engagements.ts';
import { messages } from '../database/schema/messages.ts';
import { isActive, isAgreed } from '../database/schema/states.ts';
import { plans, visits, visitTold } from '../database/schema/visits.ts';

/** A visit of which people are told. */
export type ToldVisit = KnownVisit & {
  id: string;
  step: string | null;
  reason: string | null;
  setReason: string | null;
  offId: string | null;
  offWorker: string | null;
  /** By whom and on which day people had taken it off last, also if it is on again; then whose profile put it back. */
  wasOff: { by: string; day: IsoDay; back: string | null } | null;
};
export type Known = KnownService<ToldVisit>;

/** A day of which a reader knows by another plan. */
export type Said = { reader: string; day: IsoDay };

const wasOff = sql<ToldVisit['wasOff']>`(
  select json_build_object('by', past.off_by, 'day', past.day, 'back', (
    select next.by from visit_history next where next.visit_id = past.visit_id and next.nth > past.nth order by next.nth limit 1
  )) from visit_history past
  where past.visit_id = ${visits.id} and past.off_by in ('customer', 'worker', 'employee') order by past.nth desc limit 1
)`;

/** @returns what people know of a service's visits, and what is so */
export async function selectKnown(
  { clock }: { clock: { now(): Temporal.Instant } },
  transaction: Transaction,
  engagementId: string,
): Promise<Known> {
  const today = firstDayToCome(clock.now()).toString();
  const first = addDays(weekOf(today), -daysToTell);
  const [service] = await transaction
    .select({
      customer: engagements.customerProfileId,
      isActive: sql<boolean>`${isActive(engagements)}`,
    })
    .from(engagements)
    .where(eq(engagements.id, engagementId));
  if (!service) throw new Error(`There is no service ${engagementId}`);
  const told = await transaction.select().from(visitTold).where(eq(visitTold.engagementId, engagementId));
  const rows = await transaction
    .select({
      id: visits.id,
      madeFor: isoDay(visits.madeFor),
      nth: visits.nth,
      home: isoDay(visits.home),
      day: isoDay(visits.day),
      worker: visits.workerProfileId,
      state: visits.state,
      offBy: visits.offBy,
      setDay: isoDayOrNull(visits.setDay),
      setWorker: visits.setWorkerProfileId,
      setAt: sql<number>`coalesce(extract(epoch from ${visits.setAt}), 0)`.mapWith(Number),
      step: visits.step,
      reason: visits.reason,
      setReason: visits.setReason,
      offId: visits.offId,
      offWorker: visits.offWorkerProfileId,
      missedOn: isoDayOrNull(visits.missedOn),
      missedWorker: visits.missedWorkerProfileId,
      wasOff,
    })
    .from(visits)
    .where(
      and(
        eq(visits.engagementId, engagementId),
        or(
          sql`greatest(${visits.day}, ${visits.home}) >= ${first}::date`,
          sql`${visits.id} in (select told.visit_id from visit_told told where told.engagement_id = ${engagementId})`,
        ),
      ),
    )
    .orderBy(asc(visits.day), asc(visits.id));
  const read = await selectReadOff(
    transaction,
    rows.flatMap(({ offId }) => offId ?? []),
  );
  const away = await transaction.select().from(holds).where(eq(holds.engagementId, engagementId));
  const daysOff = await transaction
    .select()
    .from(holidays)
    .where(
      and(isNull(holidays.workerProfileId), gte(holidays.day, Temporal.PlainDate.from(today).subtract({ years: 1 }))),
    );
  const versions = await selectVersions(transaction, [engagementId]);
  const daysOf = (from: Temporal.PlainDate | null, to: Temporal.PlainDate | null) =>
    from && to && Temporal.PlainDate.compare(from, to) <= 0
      ? [{ kind: 'hold' as const, firstDay: `${from}`, lastDay: `${to}` }]
      : [];
  const offOf = ({ day, movedTo, toldAt }: (typeof daysOff)[number]) => ({
    ...{ day: `${day}`, to: movedTo && `${movedTo}`, isTold: toldAt !== null },
  });
  const found = rows.map(
    ({ missedOn, missedWorker, ...row }): ToldVisit => ({
      ...row,
      missed: missedOn && missedWorker ? { day: missedOn, worker: missedWorker } : null,
      knowsOff: new Map(
        [
          ...(row.wasOff?.by === 'customer' ? [service.customer] : []),
          ...(row.wasOff?.by === 'worker' && row.worker ? [row.worker] : []),
          ...(read.get(row.offId ?? '') ?? []),
        ]
          .filter((reader) => reader !== row.wasOff?.back)
          .map((reader) => [reader, row.wasOff?.day ?? row.day]),
      ),
    }),
  );
  const beliefs = [...Map.groupBy(told, ({ readerProfileId }) => readerProfileId)].map(
    ([reader, days]) => [reader, new Map(days.map((one) => [`${one.day}`, beliefOf(one, found)]))] as const,
  );
  return {
    ...service,
    today,
    visits: found,
    beliefs: new Map(beliefs),
    plans: versions.map(({ toldAt, madeAt, ...version }) => ({
      ...{ ...version, toldAt: toldAt?.epochMilliseconds ?? null, madeAt: madeAt.epochMilliseconds / 1000 },
    })),
    daysOff: daysOff.filter(({ takenBackAt }) => takenBackAt === null).map(offOf),
    takenBack: daysOff.filter(({ takenBackAt, toldAt }) => takenBackAt && toldAt).map(offOf),
    holds: away.flatMap(({ firstDay, lastDay }) => daysOf(firstDay, lastDay)),
    holdsTold: away.flatMap(({ toldFirstDay, toldLastDay }) => daysOf(toldFirstDay, toldLastDay)),
  };
}

const beliefOf = ({ visitId, workerProfileId }: typeof visitTold.$inferSelect, visits: readonly ToldVisit[]) => ({
  worker: workerProfileId,
  visit: visits.find(({ id }) => id === visitId),
});

/** @returns the readers who were written that visits were taken off, by the ids of that */
async function selectReadOff(transaction: Transaction, offIds: string[]): Promise<Map<string, string[]>> {
  if (offIds.length === 0) return new Map();
  const rows = await transaction
    .select({ offId: messages.subjectId, reader: messages.profileId })
    .from(messages)
    .where(and(sql`${messages.subjectId} = any(${sql.param(offIds)}::uuid[])`, eq(messages.kind, 'visit-skipped')));
  const readers = new Map<string, string[]>();
  for (const { offId, reader } of rows)
    if (offId && reader) readers.set(offId, [...(readers.get(offId) ?? []), reader]);
  return readers;
}

/** @returns the worker of whom people were told last that the service is theirs, null when they were told that nobody has it, with the weekdays */
export async function selectPlanTold(transaction: Transaction, engagementId: string) {
  const versions = await selectVersions(transaction, [engagementId]);
  const told = versions.filter(({ toldAt }) => toldAt !== null);
  return told
    .sort((one, other) => Number(one.toldAt?.epochMilliseconds) - Number(other.toldAt?.epochMilliseconds))
    .at(-1);
}

/** @returns how long people are not told that a service is on no weekday while its worker chooses others: a day */
export async function chosenBy(transaction: Transaction, engagementId: string): Promise<Temporal.Instant | undefined> {
  const versions = await selectVersions(transaction, [engagementId]);
  return versions.at(-1)?.madeAt.add({ hours: 24 });
}

/** @returns the services of whose changes people are to be told by now, with their customers, those that wait longest first */
export async function selectToTell(database: Queryable, now: Temporal.Instant, limit: number) {
  return await database
    .select({ engagementId: engagements.id, customerProfileId: engagements.customerProfileId })
    .from(engagements)
    .where(lte(engagements.tellAfter, now))
    .orderBy(asc(engagements.tellAfter))
    .limit(limit);
}

/** @returns when people are told what has become of a service; null when there is nothing to tell */
export async function selectTellAfter(transaction: Queryable, engagementId: string): Promise<Temporal.Instant | null> {
  const [row] = await transaction
    .select({ tellAfter: engagements.tellAfter })
    .from(engagements)
    .where(and(eq(engagements.id, engagementId), isNotNull(engagements.tellAfter)));
  return row?.tellAfter ?? null;
}

/** @returns whether a worker was to make a visit of a day that was taken off since, of which they were not told */
export async function isOffUntold(
  transaction: Transaction,
  engagementId: string,
  day: Temporal.PlainDate,
  worker: string,
): Promise<boolean> {
  const [row] = await transaction
    .select({ id: visits.id })
    .from(visits)
    .innerJoin(visitTold, and(eq(visitTold.visitId, visits.id), eq(visitTold.readerProfileId, worker)))
    .where(
      and(
        ...[eq(visits.engagementId, engagementId), eq(visits.day, day), isNull(visits.step)],
        ...[isNotNull(visits.offId), isNotNull(visits.offBy)],
      ),
    );
  return row !== undefined;
}

/** @returns the first visit to come from a day on, and who makes it, also of a service that is about to go on */
export async function selectNext(transaction: Transaction, engagementId: string, from: Temporal.PlainDate) {
  const [next] = await transaction
    .select({ day: visits.day, workerProfileId: sql<string>`${visits.workerProfileId}` })
    .from(visits)
    .where(
      and(
        eq(visits.engagementId, engagementId),
        gte(visits.day, from),
        or(eq(visits.state, 'planned'), eq(visits.offBy, 'pause')),
      ),
    )
    .orderBy(asc(visits.day))
    .limit(1);
  return next;
}

/** People are told in a minute, unless something else becomes of the services by then. */
export const tellSoon = async (
  { clock }: { clock: { now(): Temporal.Instant } },
  transaction: Transaction,
  engagementIds: readonly string[],
): Promise<void> => await putOff(transaction, engagementIds, clock.now().add({ seconds: undoSeconds }));

/** People are told at another time. */
export async function putOff(
  transaction: Transaction,
  engagementIds: readonly string[],
  tellAfter: Temporal.Instant,
): Promise<void> {
  await transaction
    .update(engagements)
    .set({ tellAfter })
    .where(inArray(engagements.id, [...engagementIds]));
}

/** Whether a reader is told at once how a service stands: they are its customer, or the worker who keeps it as they know. */
export const isKnowing = sql`coalesce(told.reader_profile_id in (service.customer_profile_id, (
  select plan.worker_profile_id from ${agreedPlans('plan')}
  where plan.engagement_id = service.id and plan.told_at is not null order by plan.told_at desc, plan.id desc limit 1
)), false)`;

/** Notes that its customer and its worker know a service to be nobody's, or over, by the letters of that. */
export async function forgetPlan(transaction: Transaction, engagementId: string): Promise<void> {
  await forgetTold(transaction, engagementId, isKnowing);
  await transaction.execute(
    sql`update plans set told_at = null where engagement_id = ${engagementId} and told_at is not null`,
  );
}

/** Notes that some readers know where the visits of a service are. */
const forgetTold = async (transaction: Transaction, engagementId: string, which: SQL) =>
  await transaction.execute(sql`
    delete from visit_told told using engagements service
    where service.id = ${engagementId} and told.engagement_id = service.id and ${which}`);

/**
 * Notes that its customer and its worker know whose a service is and where its visits are, by the letter of a claim, and the worker
 * before that it is not theirs.
 */
export async function markPlanTold(
  transaction: Transaction,
  engagementId: string,
  now: Temporal.Instant,
): Promise<void> {
  await forgetTold(
    transaction,
    engagementId,
    sql`(${isKnowing} or told.reader_profile_id = service.worker_profile_id)`,
  );
  await transaction.execute(sql`
    update plans set told_at = ${now.toString()}::timestamptz
    where engagement_id = ${engagementId} and told_at is null and ended_on is null and ${isAgreed(plans)}`);
  await transaction.execute(sql`
    update engagements set tell_after = null where id = ${engagementId} and not exists (
      select from visit_told told where told.engagement_id = engagements.id
    ) and not exists (
      select from holds where holds.engagement_id = engagements.id
        and (holds.told_first_day, holds.told_last_day) is distinct from (holds.first_day, holds.last_day))`);
}

/** @returns the workers who have begun a visit of an engagement, from a day on, that they can still finish, or have done */
export async function selectUnderWay(
  transaction: Transaction,
  engagementId: string,
  from: Temporal.PlainDate,
  states: readonly ('begun' | 'done')[] = ['begun'],
): Promise<string[]> {
  const isOpen = and(inArray(visits.state, [...states]), isOpenAccount(visits.workerProfileId));
  const rows = await transaction
    .selectDistinct({ workerProfileId: sql<string>`${visits.workerProfileId}` })
    .from(visits)
    .where(and(eq(visits.engagementId, engagementId), gte(visits.day, from), isOpen));
  return rows.map(({ workerProfileId }) => workerProfileId);
}

/** Notes that a reader knows where visits are. */
export async function noteKnown(transaction: Transaction, reader: string, ids: readonly string[]): Promise<void> {
  await transaction.execute(sql`
    delete from visit_told told using visits visit
    where visit.id = any(${sql.param([...ids])}::uuid[]) and told.engagement_id = visit.engagement_id
      and told.reader_profile_id = ${reader}::uuid and (told.visit_id = visit.id or told.day = visit.day)`);
}

/** What a reader believes of a day: whose which visit is, or that there is none. */
export type Fact = {
  engagementId: string;
  reader: string;
  day: IsoDay;
  worker: string | null;
  visit: string | null;
};

/** Notes what readers believe of days, whatever they believed before. */
export async function noteFacts(transaction: Transaction, facts: readonly Fact[]): Promise<void> {
  if (facts.length === 0) return;
  await transaction.execute(sql`
    insert into visit_told (engagement_id, reader_profile_id, day, worker_profile_id, visit_id)
    select "engagementId", reader, day, worker, visit
    from json_to_recordset(${JSON.stringify(facts)}::json) as one("engagementId" uuid, reader uuid, day date, worker uuid, visit uuid)
    on conflict (engagement_id, reader_profile_id, day)
      do update set worker_profile_id = excluded.worker_profile_id, visit_id = excluded.visit_id`);
}
