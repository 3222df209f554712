import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { PlanDay } from '#domain/plan-order.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { engagements, scheduleTemplateDays, scheduleTemplates } from '../database/schema/engagements.ts';
import { profiles } from '../database/schema/profiles.ts';

/** Makes changes of one worker's plan wait for each other until the transaction ends. */
export async function lockPlanRow(transaction: Transaction, workerProfileId: string): Promise<void> {
  await transaction
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.id, workerProfileId))
    .for('no key update');
}

/** @returns every place in a worker's plan */
export async function selectPlan(database: Queryable, workerProfileId: string): Promise<PlanDay[]> {
  return await database
    .select({
      id: scheduleTemplateDays.id,
      scheduleTemplateId: scheduleTemplateDays.scheduleTemplateId,
      dayOfWeek: scheduleTemplateDays.dayOfWeek,
      sequence: scheduleTemplateDays.sequence,
    })
    .from(scheduleTemplateDays)
    .innerJoin(scheduleTemplates, eq(scheduleTemplates.id, scheduleTemplateDays.scheduleTemplateId))
    .innerJoin(engagements, eq(engagements.id, scheduleTemplates.engagementId))
    .where(eq(engagements.workerProfileId, workerProfileId))
    .orderBy(asc(scheduleTemplateDays.sequence), asc(scheduleTemplateDays.id));
}

/** @returns how many were inserted: fewer than given when an id or a weekday was taken in the meantime */
export async function insertDays(
  transaction: Transaction,
  days: PlanDay[],
  plannedAt: Temporal.Instant,
): Promise<number> {
  if (days.length === 0) return 0;
  const inserted = await transaction
    .insert(scheduleTemplateDays)
    .values(days.map((day) => ({ ...day, plannedAt })))
    .onConflictDoNothing()
    .returning({ id: scheduleTemplateDays.id });
  return inserted.length;
}

export async function deleteDays(transaction: Transaction, ids: string[]): Promise<void> {
  if (ids.length > 0) await transaction.delete(scheduleTemplateDays).where(inArray(scheduleTemplateDays.id, ids));
}

/** Gives these places their new numbers; weekdays stay as they are. */
export async function updateSequences(transaction: Transaction, days: PlanDay[]): Promise<void> {
  if (days.length === 0) return;
  const ids = sql.param(days.map((day) => day.id));
  const sequences = sql.param(days.map((day) => day.sequence));
  await transaction
    .update(scheduleTemplateDays)
    .set({ sequence: sql`numbered.sequence` })
    .from(sql`unnest(${ids}::uuid[], ${sequences}::int[]) as numbered (id, sequence)`)
    .where(sql`${scheduleTemplateDays.id} = numbered.id`);
}
