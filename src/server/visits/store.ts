import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { works } from '../database/schema/engagements.ts';

export type WorkRow = typeof works.$inferSelect;

/**
 * @param workerProfileIds whose visits; 'any' for the customer and staff
 * @returns the visits of an engagement that were started, newest first
 */
export async function selectWorks(
  database: Queryable,
  engagementId: string,
  workerProfileIds: string[] | 'any',
): Promise<WorkRow[]> {
  return await database
    .select()
    .from(works)
    .where(
      and(
        eq(works.engagementId, engagementId),
        workerProfileIds === 'any' ? undefined : inArray(works.workerProfileId, workerProfileIds),
      ),
    )
    .orderBy(desc(works.date));
}

/** @returns whether an engagement has a visit on a date that was started, whoever by */
export async function hasWorkOn(database: Queryable, engagementId: string, date: Temporal.PlainDate): Promise<boolean> {
  const [work] = await database
    .select({ id: works.id })
    .from(works)
    .where(and(eq(works.engagementId, engagementId), eq(works.date, date)));
  return work !== undefined;
}
