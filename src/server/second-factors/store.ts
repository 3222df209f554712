import { and, asc, count, eq, gt, isNotNull, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { sessions, users } from '../database/schema/accounts.ts';
import { factorChallenges, recoveryCodes, secondFactors } from '../database/schema/second-factors.ts';

export type FactorRow = typeof secondFactors.$inferSelect;
export type ChallengeRow = typeof factorChallenges.$inferSelect;

export async function insertChallenge(
  database: Queryable,
  challenge: typeof factorChallenges.$inferInsert,
): Promise<void> {
  await database.insert(factorChallenges).values(challenge);
}

type Asked = Pick<ChallengeRow, 'tokenHash' | 'purpose' | 'sessionId'>;

/**
 * Takes one of a challenge's tries. So many at once cannot outrun the count.
 * @returns undefined when there is no such challenge, it has expired, or its tries are used up
 */
export async function takeChallengeTry(
  database: Queryable,
  { tokenHash, purpose, sessionId }: Asked,
  { now, most }: { now: Temporal.Instant; most: number },
): Promise<ChallengeRow | undefined> {
  const [challenge] = await database
    .update(factorChallenges)
    .set({ tries: sql`${factorChallenges.tries} + 1` })
    .where(
      and(
        eq(factorChallenges.tokenHash, tokenHash),
        eq(factorChallenges.purpose, purpose),
        sessionId === null ? isNull(factorChallenges.sessionId) : eq(factorChallenges.sessionId, sessionId),
        gt(factorChallenges.expiresAt, now),
        lt(factorChallenges.tries, most),
      ),
    )
    .returning();
  return challenge;
}

/** Uses up a challenge. @returns false when it was used up meanwhile, or ended with the sessions of its user */
export async function deleteChallenge(database: Queryable, tokenHash: string): Promise<boolean> {
  const deleted = await database
    .delete(factorChallenges)
    .where(eq(factorChallenges.tokenHash, tokenHash))
    .returning({ tokenHash: factorChallenges.tokenHash });
  return deleted.length > 0;
}

export async function deleteExpiredChallenges(database: Queryable, now: Temporal.Instant): Promise<void> {
  await database.delete(factorChallenges).where(lte(factorChallenges.expiresAt, now));
}

/** @returns a person's second factors, in the order in which they were added */
export async function selectFactors(database: Queryable, userId: string): Promise<FactorRow[]> {
  return await database
    .select()
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .orderBy(asc(secondFactors.addedAt), asc(secondFactors.id));
}

export async function insertFactor(database: Queryable, factor: typeof secondFactors.$inferInsert): Promise<string> {
  const [inserted] = await database.insert(secondFactors).values(factor).returning({ id: secondFactors.id });
  if (!inserted) throw new Error('The second factor was not inserted');
  return inserted.id;
}

/** @returns undefined when the person has none with this id */
export async function deleteFactor(
  database: Queryable,
  userId: string,
  factorId: string,
): Promise<Pick<FactorRow, 'kind' | 'name'> | undefined> {
  const [deleted] = await database
    .delete(secondFactors)
    .where(and(eq(secondFactors.id, factorId), eq(secondFactors.userId, userId)))
    .returning({ kind: secondFactors.kind, name: secondFactors.name });
  return deleted;
}

/** @returns false when this code, or a later one, was used before */
export async function markCodeUsed(
  database: Queryable,
  factorId: string,
  lastStep: number,
  now: Temporal.Instant,
): Promise<boolean> {
  const used = await database
    .update(secondFactors)
    .set({ lastStep, lastUsedAt: now })
    .where(and(eq(secondFactors.id, factorId), lt(secondFactors.lastStep, lastStep)))
    .returning({ id: secondFactors.id });
  return used.length > 0;
}

/** @returns false when the passkey was removed meanwhile, or its authenticator has counted further */
export async function markPasskeyUsed(
  database: Queryable,
  factorId: string,
  { counter, isBackedUp }: { counter: number; isBackedUp: boolean },
  now: Temporal.Instant,
): Promise<boolean> {
  const used = await database
    .update(secondFactors)
    .set({ counter, isBackedUp, lastUsedAt: now })
    .where(and(eq(secondFactors.id, factorId), lte(secondFactors.counter, counter)))
    .returning({ id: secondFactors.id });
  return used.length > 0;
}

/** Gives a person these recovery codes in place of those that there were. */
export async function replaceRecoveryCodes(
  transaction: Transaction,
  userId: string,
  codes: readonly { lookup: string; hash: string }[],
): Promise<void> {
  await transaction.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  if (codes.length > 0) await transaction.insert(recoveryCodes).values(codes.map((code) => ({ userId, ...code })));
}

const isUnused = (userId: string) => and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));

export async function countRecoveryCodes(database: Queryable, userId: string): Promise<number> {
  const [row] = await database.select({ left: count() }).from(recoveryCodes).where(isUnused(userId));
  return row?.left ?? 0;
}

/** @returns the hash of an unused code of this person */
export async function selectRecoveryHash(
  database: Queryable,
  userId: string,
  lookup: string,
): Promise<string | undefined> {
  const [code] = await database
    .select({ hash: recoveryCodes.hash })
    .from(recoveryCodes)
    .where(and(isUnused(userId), eq(recoveryCodes.lookup, lookup)));
  return code?.hash;
}

/** @returns false when the code was used before, or there are others by now */
export async function markRecoveryCodeUsed(
  database: Queryable,
  userId: string,
  { lookup, hash }: { lookup: string; hash: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const used = await database
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(isUnused(userId), eq(recoveryCodes.lookup, lookup), eq(recoveryCodes.hash, hash)))
    .returning({ lookup: recoveryCodes.lookup });
  return used.length > 0;
}

/** @returns when who sits there proved something last, and whether a second factor was among it and is to be */
export async function selectProved(database: Queryable, sessionId: string) {
  const [proved] = await database
    .select({
      at: sql`coalesce(${sessions.provedAt}, ${sessions.startedAt})`.mapWith(sessions.startedAt),
      hasProvedFactor: sql<boolean>`${sessions.secondFactorAt} is not null`,
      hasFactor: sql<boolean>`${users.secondFactorAt} is not null`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sessionId));
  return proved;
}

/** @param secondFactorAt left out when only a password was proved */
export async function markProved(
  database: Queryable,
  sessionId: string,
  proved: { provedAt: Temporal.Instant; secondFactorAt?: Temporal.Instant },
): Promise<void> {
  await database.update(sessions).set(proved).where(eq(sessions.id, sessionId));
}

/** Says since when a person has a second factor, or that there is none any more, which no session has proved then. */
export async function markHasFactor(
  transaction: Transaction,
  userId: string,
  secondFactorAt: Temporal.Instant | null,
): Promise<void> {
  await transaction.update(users).set({ secondFactorAt }).where(eq(users.id, userId));
  if (secondFactorAt === null) {
    await transaction.update(sessions).set({ secondFactorAt }).where(eq(sessions.userId, userId));
  }
}

/** Ends a person's other sessions, and forgets their browsers. */
export async function endOtherSessions(
  transaction: Transaction,
  userId: string,
  sessionId: string,
  now: Temporal.Instant,
): Promise<void> {
  const others = and(eq(sessions.userId, userId), ne(sessions.id, sessionId));
  await transaction
    .update(sessions)
    .set({ endedAt: now })
    .where(and(others, isNull(sessions.endedAt)));
  await transaction
    .update(sessions)
    .set({ deviceHash: null })
    .where(and(others, isNotNull(sessions.deviceHash)));
}

/** @returns whether there was anything to take away */
export async function deleteAllFactors(transaction: Transaction, userId: string): Promise<boolean> {
  const deleted = await transaction.delete(secondFactors).where(eq(secondFactors.userId, userId)).returning({
    id: secondFactors.id,
  });
  await transaction.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await transaction.delete(factorChallenges).where(eq(factorChallenges.userId, userId));
  return deleted.length > 0;
}
