import { randomUUIDv7 } from 'node:crypto';
import { and, asc, eq, gt, inArray, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { IsoDay } from '#domain/iso-days.ts';
import type { Transaction } from '../database/connection.ts';
import { daysOfTemplate } from '../database/days-of-template.ts';
import { listOf } from '../database/list-of.ts';
import { agreedPlans } from '../database/plan-versions.ts';
import { prepared } from '../database/prepared.ts';
import { isoDay } from '../database/schema/columns.ts';
import { engagements, scheduleTemplates } from '../database/schema/engagements.ts';
import { isAgreed, isOpenWish } from '../database/schema/states.ts';
import { plans, visits } from '../database/schema/visits.ts';

/** What a service says of its plan, as columns beside its schedule template. */
export const planFields = {
  engagementId: engagements.id,
  status: engagements.status,
  worker: engagements.workerProfileId,
  feePercent: engagements.agreedFeePercent,
  frequency: scheduleTemplates.frequency,
  interval: scheduleTemplates.interval,
  weekOffset: scheduleTemplates.weekOffset,
  startDay: isoDay(scheduleTemplates.startDay),
  weekDays: daysOfTemplate,
};

/** The version that was made last, of those that have not ended. */
const lastPlan = listOf(
  {
    workerProfileId: plans.workerProfileId,
    feePercent: plans.feePercent,
    frequency: plans.frequency,
    interval: plans.interval,
    weekOffset: plans.weekOffset,
    startDay: isoDay(plans.startDay),
    weekDays: plans.weekDays,
    firstDay: isoDay(plans.firstDay),
  },
  sql`from (
    select * from ${agreedPlans('one')} where one.engagement_id = ${engagements.id} and one.ended_on is null order by one.id desc limit 1
  ) plans`,
);

const plansToNote = prepared('plans_to_note', (database) =>
  database
    .select({ ...planFields, last: lastPlan })
    .from(engagements)
    .innerJoin(scheduleTemplates, sql`${scheduleTemplates.engagementId} = ${engagements.id}`)
    .where(sql`${engagements.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .orderBy(asc(engagements.id)),
);

/** @returns what services say of their plans, each with the last version that has not ended, if it has one */
export const selectPlansToNote = async (transaction: Transaction, ids: readonly string[]) =>
  await plansToNote(transaction, { ids });

export type NewPlan = Omit<typeof plans.$inferInsert, 'firstDay' | 'startDay' | 'endedOn'> &
  Record<'firstDay' | 'startDay', IsoDay> & { endedOn: IsoDay | null };

/** Postgres takes at most 65,535 values in a statement. */
const rowsAtOnce = 3000;

/** Notes versions: of one service a later one in the list counts before an earlier one. */
export async function insertPlans(transaction: Transaction, made: readonly NewPlan[]): Promise<void> {
  const date = (day: IsoDay) => Temporal.PlainDate.from(day);
  // Of two ids from one millisecond either may be the greater one.
  const ids = made.map(() => randomUUIDv7()).sort();
  for (let from = 0; from < made.length; from += rowsAtOnce) {
    await transaction.insert(plans).values(
      made.slice(from, from + rowsAtOnce).map(({ firstDay, startDay, endedOn, ...plan }, index) => ({
        ...plan,
        id: ids[from + index],
        firstDay: date(firstDay),
        startDay: date(startDay),
        endedOn: endedOn === null ? null : date(endedOn),
      })),
    );
  }
}

/** Takes what is wanted of services from those that wait. @returns what the versions say of it that are agreed instead */
export async function acceptWishes(
  transaction: Transaction,
  engagementIds: readonly string[],
  acceptedAt: Temporal.Instant,
) {
  const { engagementId, wantedBy, wantedAt } = plans;
  const accepted = await transaction
    .delete(plans)
    .where(and(inArray(engagementId, [...engagementIds]), isOpenWish(plans)))
    .returning({ engagementId, wantedBy, wantedAt });
  return accepted.map((wish) => ({ ...wish, acceptedAt }));
}

/**
 * Which versions end: all that count of some services, or of these only some, or those of a schedule that begins on a day; or what is
 * wanted of the services.
 */
type Ending = { ids?: string[]; startDay?: Temporal.PlainDate } | 'wish';

/** Lets versions that have not ended by then count no more from a day on, or from the next where that day's visit is begun: it is theirs. */
export async function endPlans(
  transaction: Transaction,
  engagementIds: readonly string[],
  which: Ending,
  { endedOn, endedHow }: { endedOn: Temporal.PlainDate; endedHow: NonNullable<NewPlan['endedHow']> },
): Promise<void> {
  const { ids, startDay } = which === 'wish' ? {} : which;
  const isBegun = sql`exists (select from ${visits} where ${visits.engagementId} = ${plans.engagementId}
    and ${visits.day} = ${endedOn.toString()}::date and ${visits.state} in ('begun', 'done', 'could-not'))`;
  const end = sql`(${endedOn.toString()}::date + ${isBegun}::integer)`;
  await transaction
    .update(plans)
    .set({ endedOn: end, endedHow })
    .where(
      and(
        sql`${plans.engagementId} = any(${sql.param(engagementIds)}::uuid[])`,
        which === 'wish' ? isOpenWish(plans) : isAgreed(plans),
        or(isNull(plans.endedOn), sql`${plans.endedOn} > ${end}`),
        ids && inArray(plans.id, ids),
        startDay && eq(plans.startDay, startDay),
      ),
    );
}

/** Gives what workers have of other workers' services from a day on to those whose they are. @returns these services */
export async function passPlans(
  transaction: Transaction,
  workerProfileIds: readonly string[],
  day: Temporal.PlainDate,
): Promise<string[]> {
  const theirs = sql`array(
    select ${visits.engagementId} from ${visits} where ${inArray(visits.workerProfileId, [...workerProfileIds])}
      and ${visits.day} >= ${day.toString()}::date and ${visits.state} <> 'off'
  )`;
  const rows = await transaction
    .update(plans)
    .set({ workerProfileId: sql`${engagements.workerProfileId}` })
    .from(engagements)
    .where(
      and(
        sql`${plans.engagementId} = any(${theirs}) and ${isAgreed(plans)}`,
        eq(engagements.id, plans.engagementId),
        inArray(plans.workerProfileId, [...workerProfileIds]),
        notInArray(engagements.workerProfileId, [...workerProfileIds]),
        or(isNull(plans.endedOn), gt(plans.endedOn, day)),
      ),
    )
    .returning({ engagementId: plans.engagementId });
  return [...new Set(rows.map(({ engagementId }) => engagementId))];
}
