import { and, eq, getViewSelectedFields, sql } from 'drizzle-orm';
import { isLeftForGood } from '../database/claimable.ts';
import type { Transaction } from '../database/connection.ts';
import { hotRead, together } from '../database/hot-read.ts';
import { engagements, isSkipped, works } from '../database/schema/engagements.ts';

type WorkRow = typeof works.$inferSelect;

const isWork = and(
  eq(works.id, sql.placeholder('workId')),
  sql`coalesce(${sql.placeholder('workerProfileId')}, ${works.workerProfileId}) = ${works.workerProfileId}`,
);

const lockEngagementOf = hotRead('lock_engagement_of_work', (database) =>
  database
    .select({ id: engagements.id })
    .from(works)
    .innerJoin(engagements, eq(engagements.id, works.engagementId))
    .where(isWork)
    .for('no key update', { of: engagements }),
);
const workWithSkip = hotRead('work_with_skip', (database) =>
  database
    .select({
      work: getViewSelectedFields(works),
      isLeft: isLeftForGood,
      isSkipped: sql<boolean>`${isSkipped}`,
    })
    .from(works)
    .where(isWork),
);

/**
 * Locks the engagement of a visit, then reads the visit.
 * @param workerProfileId whose it has to be; anybody's when null
 */
export async function lockWorkRow(
  transaction: Transaction,
  workId: string,
  workerProfileId: string | null,
): Promise<{ work: WorkRow; isLeft: boolean; isSkipped: boolean } | undefined> {
  const which = { workId, workerProfileId };
  // Read once the lock is held: what waited for it may have been a step, or a skip.
  const [, [found]] = await together(transaction, lockEngagementOf.with(which), workWithSkip.with(which));
  return found;
}
