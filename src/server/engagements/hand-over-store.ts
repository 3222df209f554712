import { and, desc, eq, gte, inArray, ne, sql } from 'drizzle-orm';
import type { Differing } from '#domain/followed-visits.ts';
import type { Transaction } from '../database/connection.ts';
import { handOvers, type WrittenPlan, type WrittenService } from '../database/schema/calendar.ts';
import { isBegun } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';

type NewHandOver = Omit<typeof handOvers.$inferInsert, 'told'>;

/** @returns a service as it is, with what differs from its plan from a day on; the engagement is locked */
export async function selectService(
  transaction: Transaction,
  engagementId: string,
  from: Temporal.PlainDate,
): Promise<WrittenService | undefined> {
  const day = sql`${from.toString()}::date`;
  const { rows } = await transaction.execute<{ service: WrittenService }>(sql`
    select jsonb_build_object(
      'weekDays', (
        select coalesce(jsonb_agg(planned.day_of_week), '[]') from schedule_template_days planned
        where planned.schedule_template_id = template.id
      ),
      'frequency', template.frequency, 'interval', template.interval, 'startDay', template.start_day,
      'weekOffset', template.week_offset, 'agreedFeePercent', engagement.agreed_fee_percent,
      'moves', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'originalDay', move.original_day, 'day', move.day, 'workerProfileId', move.worker_profile_id, 'reason', move.reason,
          'holidayId', move.holiday_id, 'isKept', move.is_kept, 'movedFrom', move.moved_from, 'leftDay', move.left_day
        ) order by move.original_day), '[]')
        from moves move
        where move.engagement_id = engagement.id and (move.original_day >= ${day} or move.day >= ${day})
      )
    ) as service
    from engagements engagement
    join schedule_templates template on template.engagement_id = engagement.id
    where engagement.id = ${engagementId}`);
  return rows[0]?.service;
}

/** @returns the days from one on on which a worker has, or had, visits of a service, or missed them, and whether each is begun */
export async function selectVisitsOf(
  transaction: Transaction,
  engagementId: string,
  workerProfileId: string,
  from: Temporal.PlainDate,
) {
  const isOne = eq(visits.engagementId, engagementId);
  return await transaction
    .select({ day: visits.day, isBegun: sql<boolean>`${isBegun(visits)}` })
    .from(visits)
    .where(and(isOne, eq(visits.workerProfileId, workerProfileId), gte(visits.day, from), ne(visits.state, 'off')))
    .unionAll(
      transaction
        .select({ day: sql`${visits.missedOn}`.mapWith(visits.missedOn), isBegun: sql<boolean>`false` })
        .from(visits)
        .where(and(isOne, eq(visits.missedWorkerProfileId, workerProfileId), gte(visits.missedOn, from))),
    );
}

/** Keeps what a service was before it was given to another worker. */
export async function insertHandOver(transaction: Transaction, row: NewHandOver): Promise<void> {
  await transaction.insert(handOvers).values({ ...row, told: sql`'{}'` as never });
}

export type HandOver = Omit<typeof handOvers.$inferSelect, 'told'>;

/** @returns how staff have given an engagement from worker to worker, the last one first */
export async function selectHandOvers(transaction: Transaction, engagementId: string): Promise<HandOver[]> {
  return await transaction
    .select({
      id: handOvers.id,
      engagementId: handOvers.engagementId,
      workerProfileId: handOvers.workerProfileId,
      toWorkerProfileId: handOvers.toWorkerProfileId,
      givenAt: handOvers.givenAt,
      before: handOvers.before,
      given: handOvers.given,
    })
    .from(handOvers)
    .where(eq(handOvers.engagementId, engagementId))
    .orderBy(desc(handOvers.id));
}

/** @returns how an engagement came to the worker who has it, by staff; undefined when it was not so */
export async function selectHandOver(
  transaction: Transaction,
  engagementId: string,
  toWorkerProfileId: string,
): Promise<HandOver | undefined> {
  const [last] = await selectHandOvers(transaction, engagementId);
  return last?.toWorkerProfileId === toWorkerProfileId ? last : undefined;
}

/** @returns the part that was agreed with a worker who has had the engagement since it was claimed; null for the first one, undefined for others */
export async function selectFeeBefore(
  transaction: Transaction,
  engagementId: string,
  workerProfileId: string,
): Promise<number | null | undefined> {
  const [last] = await transaction
    .select({ before: handOvers.before })
    .from(handOvers)
    .where(and(eq(handOvers.engagementId, engagementId), eq(handOvers.workerProfileId, workerProfileId)))
    .orderBy(desc(handOvers.id))
    .limit(1);
  return last?.before.agreedFeePercent;
}

/** @returns the workers to whom one of these engagements may be given back, for their plans to be locked */
export async function selectWorkersBefore(
  transaction: Transaction,
  engagementIds: readonly string[],
): Promise<string[]> {
  if (engagementIds.length === 0) return [];
  const rows = await transaction
    .selectDistinct({ id: handOvers.workerProfileId })
    .from(handOvers)
    .where(inArray(handOvers.engagementId, [...engagementIds]))
    .orderBy(handOvers.workerProfileId);
  return rows.flatMap(({ id }) => id ?? []);
}

/** Notes on which day who was given a service begins. */
export async function updateFirstDay(
  transaction: Transaction,
  { id, given }: Pick<HandOver, 'id' | 'given'>,
  firstDay: Temporal.PlainDate,
): Promise<void> {
  const from = firstDay.toString();
  await transaction
    .update(handOvers)
    .set({ given: { ...given, from } })
    .where(eq(handOvers.id, id));
}

export async function deleteHandOvers(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await transaction.delete(handOvers).where(inArray(handOvers.id, [...ids]));
}

/** Of engagements that nobody has any more no worker is there to have them again. */
export async function forgetHandOvers(transaction: Transaction, engagementIds: readonly string[]): Promise<void> {
  await transaction.delete(handOvers).where(inArray(handOvers.engagementId, [...engagementIds]));
}

const dayOrNull = (text: string | null | undefined) => (text ? Temporal.PlainDate.from(text) : null);

export const toMoves = (moves: WrittenPlan['moves']): Differing[] =>
  moves.map(({ originalDay, day, movedFrom, leftDay, ...move }) => ({
    ...move,
    originalDay: Temporal.PlainDate.from(originalDay),
    day: dayOrNull(day),
    movedFrom: dayOrNull(movedFrom),
    leftDay: dayOrNull(leftDay),
  }));
