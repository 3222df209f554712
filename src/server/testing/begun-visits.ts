import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { begunFields } from '../database/begun.ts';
import type { Queryable } from '../database/connection.ts';
import { visits } from '../database/schema/visits.ts';
import { skip as skipFields, skipsOfVisits } from '../database/skips.ts';
import type { SkipRow, WorkRow } from '../visits/states.ts';

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
    inserted.push(...(await database.select(begunFields).from(visits).where(eq(visits.id, id))));
  }
  return inserted;
}

/** The same of one visit. */
export async function insertWork(database: Queryable, made: NewWork): Promise<WorkRow> {
  const [work] = await insertWorks(database, made);
  if (!work) throw new Error('The visit was not written');
  return work;
}

type Told = Pick<typeof visits.$inferSelect, 'dueAt' | 'seenBy'>;
type NewSkip = Partial<SkipRow & Told> & Pick<SkipRow, 'engagementId' | 'date' | 'createdAt'>;

/** Writes that visits do not take place: those that are planned or begun on their days, else new ones. @returns what took them off */
export async function insertSkips(database: Queryable, ...made: NewSkip[]): Promise<SkipRow[]> {
  const inserted: SkipRow[] = [];
  for (const { id = randomUUID(), engagementId, date, kind = 'skipped', skippedBy, workerProfileId, ...skip } of made) {
    const { reason = null, createdAt, dueAt = null, seenAt = null, seenBy = null } = skip;
    const isMissed = kind === 'missed';
    const state: (typeof visits.$inferInsert)['state'] = kind === 'skipped' ? 'off' : kind;
    const off = {
      ...{ state, offBy: isMissed ? null : (skippedBy ?? 'customer') },
      ...(isMissed
        ? { missedId: id, missedOn: date, missedAt: createdAt, missedWorkerProfileId: workerProfileId ?? null }
        : { offId: id, offAt: createdAt, offWorkerProfileId: workerProfileId ?? null }),
      ...{ changedAt: createdAt, reason, dueAt, seenAt, seenBy, ...(workerProfileId && { workerProfileId }) },
    } as const;
    const isOfService = eq(visits.engagementId, engagementId);
    const isThere = inArray(visits.state, ['planned', 'begun']);
    const changed = await database
      .update(visits)
      .set(off)
      .where(and(isOfService, eq(visits.day, date), isThere))
      .returning({ id: visits.id });
    const isOfWeek = sql`date_trunc('week', ${visits.madeFor}) = date_trunc('week', ${date.toString()}::date)`;
    const nth = await database.$count(visits, and(isOfService, isOfWeek));
    if (changed.length === 0) {
      const ofDay = { engagementId, nth, madeFor: date, home: date, day: date };
      const itsWorker = sql`(select worker_profile_id from engagements where id = ${engagementId})`;
      await database.insert(visits).values({ ...off, ...ofDay, workerProfileId: workerProfileId ?? itsWorker });
    }
    const fields = { ...skipFields, engagementId: visits.engagementId, seenAt: visits.seenAt };
    inserted.push(...(await database.select(fields).from(visits).innerJoin(skipsOfVisits, eq(skipFields.id, id))));
  }
  return inserted;
}
