import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { WorkStatus } from '#domain/enums.ts';
import { visits } from './schema/visits.ts';

/** A column that a visit has which was begun. */
const there = <Data>(column: AnyPgColumn) => sql`${column}`.mapWith(column) as SQL<Data>;

/** What is known of a visit that was begun. */
export const begunFields = {
  id: visits.id,
  engagementId: visits.engagementId,
  workerProfileId: there<string>(visits.workerProfileId),
  date: visits.day,
  status: there<WorkStatus>(visits.step),
  createdAt: there<Temporal.Instant>(visits.begunAt),
  arrivedAt: visits.arrivedAt,
  travelStartedAt: visits.travelStartedAt,
  travelCompletedAt: visits.travelCompletedAt,
  workStartedAt: visits.workStartedAt,
  workCompletedAt: visits.workCompletedAt,
  finishedBy: visits.finishedBy,
};
