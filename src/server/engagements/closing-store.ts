import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { engagements } from '../database/schema/engagements.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isLive } from '../database/schema/states.ts';

/** @returns the profiles of an account */
export async function selectProfileIds(database: Queryable, userId: string): Promise<string[]> {
  const rows = await database.select({ id: profiles.id }).from(profiles).where(eq(profiles.userId, userId));
  return rows.map(({ id }) => id);
}

/** @returns what has not ended of which one of these profiles is customer or worker */
export const selectLiveOf = (database: Queryable, profileIds: string[]) =>
  database
    .select({
      id: engagements.id,
      status: engagements.status,
      customerProfileId: engagements.customerProfileId,
      workerProfileId: engagements.workerProfileId,
      version: engagements.version,
    })
    .from(engagements)
    .where(
      and(
        or(inArray(engagements.customerProfileId, profileIds), inArray(engagements.workerProfileId, profileIds)),
        isLive(engagements),
      ),
    )
    // One order for everybody, so that two who lock the same never wait for each other.
    .orderBy(asc(engagements.id));
export type LiveRow = Awaited<ReturnType<typeof selectLiveOf>>[number];

/** The same, locked until the transaction ends. */
export const lockLiveOf = async (transaction: Transaction, profileIds: string[]): Promise<LiveRow[]> =>
  await selectLiveOf(transaction, profileIds).for('no key update');
