import { asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { DaysAway } from '#domain/away-news.ts';
import { businessDay } from '#domain/calendar.ts';
import { undoSeconds } from '#domain/visit-limits.ts';
import type { SkipDeed, VisitPlan } from '#domain/visit-plan.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { waysThroughDaysOff } from '../database/days-off.ts';
import { type PlanLetter, untoldChanges, type WrittenPlan } from '../database/schema/calendar.ts';
import { engagements } from '../database/schema/engagements.ts';
import { skipsOfVisits } from '../database/skips.ts';

/** What tells the business's time. */
type Clocked = { clock: { now(): Temporal.Instant } };
type Row = typeof untoldChanges.$inferSelect;
/** What people know of a service, whose visits have been changed since. */
export type Untold = Omit<Row, 'told'> & { told: VisitPlan };

/** The first of the days off through which `move` went and of which nobody was told yet: there people know its visit to be. */
const untoldDayOff = sql`(
  select way.id, way.day from ${waysThroughDaysOff(sql`move`)} way where way.is_untold order by way.step desc limit 1
)`;

/** @returns SQL for the day on which people know a visit of a service to be that is on a day */
const dayKnown = (engagementId: SQL, day: SQL) => sql`coalesce((
  select untold.day from moves move cross join lateral ${untoldDayOff} untold
  where move.engagement_id = ${engagementId} and move.day = ${day}
), ${day})`;

/**
 * The plan of `engagement`, whose schedule template the query names `template`, as people are to know it: a day off of which
 * nobody was told yet has moved nothing.
 */
const planToKnow = (today: Temporal.PlainDate) => sql`jsonb_build_object(
    'since', ${today.toString()}::text,
    'workerProfileId', engagement.worker_profile_id,
    'weekDays', (
      select coalesce(jsonb_agg(planned.day_of_week), '[]') from schedule_template_days planned
      where planned.schedule_template_id = template.id
    ),
    'startDay', template.start_day, 'interval', template.interval, 'weekOffset', template.week_offset,
    'moves', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'originalDay', move.original_day,
        'day', case when untold.id is null then move.day else untold.day end,
        'workerProfileId', move.worker_profile_id, 'reason', case when untold.id is null then move.reason end,
        'holidayId', move.holiday_id, 'isKept', move.is_kept, 'movedFrom', move.moved_from,
        'leftDay', move.left_day
      ) order by move.original_day), '[]')
      from moves move left join lateral ${untoldDayOff} untold on true
      where move.engagement_id = engagement.id and greatest(move.original_day, move.day) >= ${today.toString()}::date
    ),
    'holds', (
      select coalesce(jsonb_agg(jsonb_build_object('firstDay', hold.first_day, 'lastDay', hold.last_day)), '[]')
      from holds hold
      where hold.engagement_id = engagement.id and hold.last_day >= ${today.toString()}::date
        and hold.first_day <= hold.last_day
    ),
    'holidays', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', holiday.id, 'day', holiday.day, 'name', holiday.name, 'isToldWhileActive', holiday.told_at >= engagement.active_since
      )), '[]')
      from holidays holiday
      where holiday.day >= ${today.toString()}::date and holiday.told_at is not null and holiday.taken_back_at is null
    ),
    'skips', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', skip.id, 'day', ${dayKnown(sql`engagement.id`, sql`skip.date`)}, 'by', skip.skipped_by
      )), '[]')
      from visits cross join ${skipsOfVisits} where visits.engagement_id = engagement.id and skip.date >= ${today.toString()}::date
    ))`;

/** @returns SQL for what people know by `untold`, of whom a worker knows whether the service is theirs */
const knowing = (worker: SQL, isTheirs: boolean) => sql`untold.told || jsonb_build_object(
  'owns', coalesce(untold.told -> 'owns', '{}') || jsonb_build_object(${worker}::text, ${isTheirs}::boolean))`;

/**
 * SQL for what people know by `untold` after a change of the plan, `excluded`: who has put a service on other weekdays as its worker
 * knows that it is theirs, and those weekdays, until others change them.
 */
const afterChange = sql`case
  when excluded.plan_by is not null then ${knowing(sql`excluded.plan_by`, true)} || case
    when untold.told -> 'chosen' ->> 'by' = excluded.plan_by::text then '{}'
    else jsonb_build_object('chosen', jsonb_build_object('by', excluded.plan_by, 'before', excluded.told -> 'weekDays'))
  end
  when excluded.plan_from is not null then untold.told - 'chosen'
  else untold.told
end`;

/** SQL for whether a rhythm was accepted, or taken back, and then taken back, or accepted: the last one counts alone. */
const bothOfRhythm = sql`(untold.plan_letter in ('rhythm', 'rhythm-back') and excluded.plan_letter in ('rhythm', 'rhythm-back'))`;

/** What is known of a change of the plan. */
type PlanChange = {
  /** Its first day. */
  from: Temporal.PlainDate;
  /** The worker who has made it, and knows. */
  by?: string;
  /** Which letter tells of it; of several changes, that of an assignment. */
  letter: PlanLetter;
};

/**
 * Keeps what people know of services, before something of their visits is changed: they are told a minute after the last
 * change. Whoever changes a plan, a move, a hold or a status calls it before.
 * @param plan what is said of the change when it is one of weekdays, worker or rhythm
 */
export async function keepTold(
  { clock }: Clocked,
  transaction: Transaction,
  engagementIds: readonly string[],
  plan?: PlanChange,
): Promise<void> {
  if (engagementIds.length === 0) return;
  const now = clock.now();
  const changedAt = sql`${now.toString()}::timestamptz`;
  await transaction.execute(sql`
    insert into untold_changes as untold (engagement_id, told, plan_from, plan_by, plan_letter, changed_at, due_at)
    select engagement.id, ${planToKnow(businessDay(now))}, ${plan?.from.toString() ?? null}::date, ${plan?.by ?? null}::uuid,
      ${plan?.letter ?? null}, ${changedAt}, ${now.add({ seconds: undoSeconds }).toString()}::timestamptz
    from engagements engagement join schedule_templates template on template.engagement_id = engagement.id
    where engagement.id = any(${sql.param(engagementIds)}::uuid[])
    on conflict (engagement_id) do update set changed_at = excluded.changed_at, due_at = excluded.due_at,
      told = ${afterChange},
      plan_from = case
        when untold.plan_letter = excluded.plan_letter or ${bothOfRhythm} then excluded.plan_from
        -- What differs begins with the first of the two.
        else least(excluded.plan_from, untold.plan_from)
      end,
      plan_by = case
        when excluded.plan_from is null then untold.plan_by
        when untold.plan_from is null or untold.plan_by = excluded.plan_by or ${bothOfRhythm} then excluded.plan_by
      end,
      plan_letter = case
        when excluded.plan_from is null then untold.plan_letter
        when untold.plan_from is null or untold.plan_letter = excluded.plan_letter or ${bothOfRhythm} then excluded.plan_letter
        else 'assignment'
      end`);
}

/**
 * Notes what somebody has taken off or put back, and so knows, once what all know is kept.
 * @param deed of the customer, or of a worker
 */
export async function noteDeed(
  transaction: Transaction,
  engagementId: string,
  { day: on, who, isOff }: SkipDeed,
): Promise<void> {
  const [row] = await transaction
    .select({ told: untoldChanges.told, day: dayKnown(sql`untold_changes.engagement_id`, sql`${on.toString()}::date`) })
    .from(untoldChanges)
    .where(eq(untoldChanges.engagementId, engagementId));
  if (!row) throw new Error('What people know of the service is not kept');
  const written = { day: String(row.day), who, isOff };
  const others = (row.told.deeds ?? []).filter((deed) => deed.day !== written.day || deed.who !== who);
  await transaction
    .update(untoldChanges)
    .set({ told: { ...row.told, deeds: [...others, written] } })
    .where(eq(untoldChanges.engagementId, engagementId));
}

/** Notes that a worker has given a service back, once what people know is kept. */
export async function noteGivenBack(transaction: Transaction, engagementId: string, worker: string): Promise<void> {
  await transaction.execute(sql`
    update untold_changes untold set told = ${knowing(sql`${worker}::uuid`, false)}
    where untold.engagement_id = ${engagementId}`);
}

/** Keeps what people know of services whose change nobody can take back any more: they are told at once. */
export async function keepToldUntilNow(
  { clock }: Clocked,
  transaction: Transaction,
  engagementIds: readonly string[],
): Promise<void> {
  const now = clock.now();
  const at = sql`${now.toString()}::timestamptz`;
  await transaction.execute(sql`
    insert into untold_changes (engagement_id, told, changed_at, due_at)
    select engagement.id, ${planToKnow(businessDay(now))}, ${at}, ${at}
    from engagements engagement join schedule_templates template on template.engagement_id = engagement.id
    where engagement.id = any(${sql.param(engagementIds)}::uuid[])
    on conflict (engagement_id) do nothing`);
}

/** @returns what people know of a service; undefined when that is what is so */
export async function selectUntold(transaction: Queryable, engagementId: string): Promise<Untold | undefined> {
  const [row] = await transaction.select().from(untoldChanges).where(eq(untoldChanges.engagementId, engagementId));
  return row && { ...row, told: toPlan(row.told) };
}

/** @returns what people know of services, by their ids; none of those of which they know what is so */
export async function selectToldPlans(
  transaction: Transaction,
  engagementIds: readonly string[],
): Promise<Map<string, VisitPlan>> {
  const rows = await transaction
    .select({ engagementId: untoldChanges.engagementId, told: untoldChanges.told })
    .from(untoldChanges)
    .where(inArray(untoldChanges.engagementId, [...engagementIds]));
  return new Map(rows.map(({ engagementId, told }) => [engagementId, toPlan(told)]));
}

/** @returns the plan of a service as people are to know it */
export async function selectPlanToKnow(
  transaction: Transaction,
  engagementId: string,
  today: Temporal.PlainDate,
): Promise<VisitPlan | undefined> {
  const { rows } = await transaction.execute<{ plan: WrittenPlan }>(sql`
    select ${planToKnow(today)} as plan
    from engagements engagement join schedule_templates template on template.engagement_id = engagement.id
    where engagement.id = ${engagementId}`);
  return rows[0] && toPlan(rows[0].plan);
}

/** Of services that nobody has any more, or that were claimed, people are told the rest by a letter of its own; of their days away they may still have to be told. */
export async function keepAwayToldOnly(
  { clock }: Clocked,
  transaction: Transaction,
  engagementIds: readonly string[],
): Promise<void> {
  const now = clock.now();
  await transaction.execute(sql`
    update untold_changes untold
    set told = ${planToKnow(businessDay(now))} || jsonb_build_object('away', coalesce(untold.told -> 'away', untold.told -> 'holds')),
      plan_from = null, plan_by = null, plan_letter = null, is_rest_told = false,
      due_at = coalesce(untold.due_at, ${now.toString()}::timestamptz)
    from engagements engagement join schedule_templates template on template.engagement_id = engagement.id
    where engagement.id = untold.engagement_id and engagement.id = any(${sql.param(engagementIds)}::uuid[])`);
}

/** People know all that is so of these services, or need not know it any more. */
export async function deleteUntold(transaction: Transaction, engagementIds: readonly string[]): Promise<void> {
  await transaction.delete(untoldChanges).where(inArray(untoldChanges.engagementId, [...engagementIds]));
}

/**
 * Notes that all were told that a service rests, and of its days away; the rest they are told once it goes on.
 * @param away the days away that stand
 */
export async function markRestTold(
  transaction: Transaction,
  engagementId: string,
  away: readonly DaysAway[],
): Promise<void> {
  const written = away.map(({ firstDay, lastDay }) => ({ firstDay: `${firstDay}`, lastDay: `${lastDay}` }));
  await transaction
    .update(untoldChanges)
    .set({
      isRestTold: true,
      dueAt: null,
      told: sql`${untoldChanges.told} || ${JSON.stringify({ away: written })}::jsonb`,
    })
    .where(eq(untoldChanges.engagementId, engagementId));
}

/** People are told later, once the service has weekdays. */
export async function holdBack(transaction: Transaction, engagementId: string): Promise<void> {
  await transaction.update(untoldChanges).set({ dueAt: null }).where(eq(untoldChanges.engagementId, engagementId));
}

/** People are told at another time. */
export async function putOff(
  transaction: Transaction,
  engagementIds: readonly string[],
  until: Temporal.Instant,
): Promise<void> {
  await transaction
    .update(untoldChanges)
    .set({ dueAt: until })
    .where(inArray(untoldChanges.engagementId, [...engagementIds]));
}

/** @returns the services of whose changes people are to be told by now, with their customers, those that wait longest first */
export async function selectUntoldDue(database: Queryable, now: Temporal.Instant, limit: number) {
  return await database
    .select({ engagementId: untoldChanges.engagementId, customerProfileId: engagements.customerProfileId })
    .from(untoldChanges)
    .innerJoin(engagements, eq(engagements.id, untoldChanges.engagementId))
    .where(lte(untoldChanges.dueAt, now))
    .orderBy(asc(untoldChanges.dueAt))
    .limit(limit);
}

const day = (text: string) => Temporal.PlainDate.from(text);

const toDays = ({ firstDay, lastDay }: WrittenPlan['holds'][number]): DaysAway => ({
  firstDay: day(firstDay),
  lastDay: day(lastDay),
});

const toPlan = ({ since, startDay, moves, holds, away, holidays, skips, deeds, ...plan }: WrittenPlan): VisitPlan => ({
  ...plan,
  ...(since && { since: day(since) }),
  ...(skips && { skips: skips.map((skip) => ({ ...skip, day: day(skip.day) })) }),
  ...(deeds && { deeds: deeds.map((deed) => ({ ...deed, day: day(deed.day) })) }),
  ...(away && { away: away.map(toDays) }),
  startDay: day(startDay),
  moves: moves.map((move) => ({
    ...move,
    originalDay: day(move.originalDay),
    day: move.day === null ? null : day(move.day),
  })),
  holds: holds.map(toDays),
  holidays: holidays.map((holiday) => ({ ...holiday, day: day(holiday.day) })),
});
