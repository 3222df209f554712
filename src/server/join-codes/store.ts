import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { joinCodes } from '../database/schema/accounts.ts';

const usable = (codeHash: string, now: Temporal.Instant) =>
  and(
    eq(joinCodes.codeHash, codeHash),
    isNull(joinCodes.usedAt),
    isNull(joinCodes.revokedAt),
    gt(joinCodes.expiresAt, now),
  );

export async function insertJoinCode(database: Queryable, joinCode: typeof joinCodes.$inferInsert): Promise<void> {
  await database.insert(joinCodes).values(joinCode);
}

export async function isUsable(database: Queryable, codeHash: string, now: Temporal.Instant): Promise<boolean> {
  const [found] = await database.select({ id: joinCodes.id }).from(joinCodes).where(usable(codeHash, now));
  return found !== undefined;
}

/** @returns whether this call used it up */
export async function markUsed(
  database: Queryable,
  codeHash: string,
  usedBy: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const used = await database
    .update(joinCodes)
    .set({ usedBy, usedAt: now })
    .where(usable(codeHash, now))
    .returning({ id: joinCodes.id });
  return used.length === 1;
}
