import { asc, eq, inArray } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { engagements, scheduleTemplateDays, scheduleTemplates } from '../database/schema/engagements.ts';

const templates = (database: Queryable, templateIds: string[]) =>
  database
    .select({
      id: scheduleTemplates.id,
      period: scheduleTemplates.period,
      frequency: scheduleTemplates.frequency,
      engagementId: engagements.id,
      status: engagements.status,
      workerProfileId: engagements.workerProfileId,
    })
    .from(scheduleTemplates)
    .innerJoin(engagements, eq(engagements.id, scheduleTemplates.engagementId))
    .where(inArray(scheduleTemplates.id, templateIds))
    // One order for everybody, so that two who lock the same rows never wait for each other.
    .orderBy(asc(engagements.id));

/** @returns schedule templates with what matters of their engagements */
export const selectTemplates = async (database: Queryable, templateIds: string[]) =>
  await templates(database, templateIds);
export type TemplateRow = Awaited<ReturnType<typeof selectTemplates>>[number];

/** The same, with the engagements locked until the transaction ends. */
export async function lockTemplates(transaction: Transaction, templateIds: string[]): Promise<TemplateRow[]> {
  return await templates(transaction, templateIds).for('no key update', { of: engagements });
}

/** @returns those of the ids that a place has already, whoever's plan it is in */
export async function selectTakenIds(database: Queryable, ids: string[]): Promise<string[]> {
  const rows = await database
    .select({ id: scheduleTemplateDays.id })
    .from(scheduleTemplateDays)
    .where(inArray(scheduleTemplateDays.id, ids));
  return rows.map((row) => row.id);
}
