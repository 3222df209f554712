import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { works } from '../database/schema/engagements.ts';
import { visits } from '../database/schema/visits.ts';
import type { WorkRow } from '../visit-rows/begun-store.ts';

type NewWork = Partial<WorkRow> & Pick<WorkRow, 'engagementId' | 'workerProfileId' | 'date' | 'status' | 'createdAt'>;

/** Writes that visits were begun, and how far they have come: those that are planned on their days, else new ones. @returns them */
export async function insertWorks(database: Queryable, ...made: NewWork[]): Promise<WorkRow[]> {
  const inserted: WorkRow[] = [];
  for (const { id: given, engagementId, date, status, createdAt, ...work } of made) {
    const state = status === 'WORK_STATUS_WORK_COMPLETED' ? 'done' : 'begun';
    const begun = {
      ...work,
      ...(given && { id: given }),
      state,
      step: status,
      begunAt: createdAt,
      changedAt: createdAt,
    } as const;
    const [planned] = await database
      .update(visits)
      .set(begun)
      .where(and(eq(visits.engagementId, engagementId), eq(visits.day, date), eq(visits.state, 'planned')))
      .returning({ id: visits.id });
    const isOfWeek = sql`date_trunc('week', ${visits.madeFor}) = date_trunc('week', ${date.toString()}::date)`;
    const nth = await database.$count(visits, and(eq(visits.engagementId, engagementId), isOfWeek));
    const [{ id } = { id: '' }] = planned
      ? [planned]
      : await database
          .insert(visits)
          .values({ ...begun, engagementId, nth, madeFor: date, home: date, day: date })
          .returning({ id: visits.id });
    inserted.push(...(await database.select().from(works).where(eq(works.id, id))));
  }
  return inserted;
}

/** The same of one visit. */
export async function insertWork(database: Queryable, made: NewWork): Promise<WorkRow> {
  const [work] = await insertWorks(database, made);
  if (!work) throw new Error('The visit was not written');
  return work;
}
