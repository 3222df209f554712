import { and, eq, isNull, sql } from 'drizzle-orm';
import { begunFields } from '../database/begun.ts';
import { isOpenAccount } from '../database/claimable.ts';
import type { Transaction } from '../database/connection.ts';
import { hotRead, together } from '../database/hot-read.ts';
import { engagements } from '../database/schema/engagements.ts';
import { isAgreed, isBegun } from '../database/schema/states.ts';
import { plans, visits } from '../database/schema/visits.ts';

const isWork = and(
  eq(visits.id, sql.placeholder('workId')),
  sql`coalesce(${sql.placeholder('workerProfileId')}, ${visits.workerProfileId}) = ${visits.workerProfileId}`,
  isBegun(visits),
);

const lockEngagementOf = hotRead('lock_engagement_of_work', (database) =>
  database
    .select({ id: engagements.id })
    .from(visits)
    .innerJoin(engagements, eq(engagements.id, visits.engagementId))
    .where(isWork)
    .for('no key update', { of: engagements }),
);
const workWithSkip = hotRead('work_with_skip', (database) =>
  database
    .select({
      work: begunFields,
      isLeft: sql<boolean>`not ${isOpenAccount(visits.workerProfileId)}`,
      isSkipped: sql<boolean>`(${visits.state} in ('could-not', 'missed'))`,
    })
    .from(visits)
    .where(isWork),
);

/**
 * Locks the engagement of a visit, then reads the visit.
 * @param workerProfileId whose it has to be; anybody's when null
 */
export async function lockWorkRow(transaction: Transaction, workId: string, workerProfileId: string | null) {
  const which = { workId, workerProfileId };
  // Read once the lock is held: what waited for it may have been a step, or a skip.
  const [, [found]] = await together(transaction, lockEngagementOf.with(which), workWithSkip.with(which));
  return found;
}

/** @returns whether a worker makes a visit though the service is another's by now: staff chose them, or gave it away since */
export async function isMadeForAnother(
  transaction: Transaction,
  { id, workerProfileId }: { id: string; workerProfileId: string },
): Promise<boolean> {
  const [made] = await transaction
    .select({ id: visits.id })
    .from(visits)
    .leftJoin(
      plans,
      and(
        eq(plans.engagementId, visits.engagementId),
        eq(plans.workerProfileId, workerProfileId),
        isNull(plans.endedOn),
        isAgreed(plans),
      ),
    )
    .where(
      and(eq(visits.id, id), sql`${workerProfileId}::uuid in (${visits.setWorkerProfileId}, ${plans.workerProfileId})`),
    )
    .limit(1);
  return made !== undefined;
}
