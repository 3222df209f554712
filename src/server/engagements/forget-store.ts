import { and, asc, eq, gte, inArray, notInArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '../database/connection.ts';
import { engagements } from '../database/schema/engagements.ts';
import { profiles } from '../database/schema/profiles.ts';
import { visits } from '../database/schema/visits.ts';

const maker = alias(profiles, 'maker');
const worker = alias(profiles, 'worker');

/** @returns the visits to come that workers are to make of other workers' services, with the names of who makes each and whose it is */
export async function selectMadeForOthers(
  transaction: Transaction,
  workerProfileIds: readonly string[],
  today: Temporal.PlainDate,
) {
  return await transaction
    .select({ engagementId: visits.engagementId, day: visits.day, from: maker.displayName, to: worker.displayName })
    .from(visits)
    .innerJoin(maker, eq(maker.id, visits.workerProfileId))
    .innerJoin(engagements, eq(engagements.id, visits.engagementId))
    .innerJoin(worker, eq(worker.id, engagements.workerProfileId))
    .where(
      and(
        inArray(visits.workerProfileId, [...workerProfileIds]),
        notInArray(worker.id, [...workerProfileIds]),
        gte(visits.day, today),
        eq(visits.state, 'planned'),
      ),
    )
    .orderBy(asc(visits.day), asc(visits.id));
}
