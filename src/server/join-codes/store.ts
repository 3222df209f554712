import { and, desc, eq, gt, isNull, not, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { StaffRole } from '#domain/rights.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { prepared } from '../database/prepared.ts';
import { joinCodes, users } from '../database/schema/accounts.ts';
import { shown } from '../database/schema/columns.ts';
import { profiles } from '../database/schema/profiles.ts';

/**
 * Whether it was a link to set the business up with, and somebody has got in since: what is left of these in a log or a mail
 * makes nobody an owner.
 */
const isLeftOver = sql<boolean>`coalesce(${joinCodes.issuedBy} is null and ${joinCodes.issuedAt} < (
  select min(${users.confirmedAt}) from ${profiles} join ${users} on ${users.id} = ${profiles.userId}
  where ${profiles.type} = 'PROFILE_TYPE_EMPLOYEE'
), false)`;

const isOpen = (now: Temporal.Instant) =>
  and(isNull(joinCodes.usedAt), isNull(joinCodes.revokedAt), gt(joinCodes.expiresAt, now), not(isLeftOver));

const usable = (codeHash: string, now: Temporal.Instant) => and(eq(joinCodes.codeHash, codeHash), isOpen(now));

export async function insertJoinCode(database: Queryable, joinCode: typeof joinCodes.$inferInsert): Promise<string> {
  const [inserted] = await database.insert(joinCodes).values(joinCode).returning({ id: joinCodes.id });
  if (!inserted) throw new Error('The join code was not inserted');
  return inserted.id;
}

export async function isUsable(database: Queryable, codeHash: string, now: Temporal.Instant): Promise<boolean> {
  const [found] = await database.select({ id: joinCodes.id }).from(joinCodes).where(usable(codeHash, now));
  return found !== undefined;
}

/** @returns who has used a code; null when nobody has */
export async function selectUser(database: Queryable, codeHash: string): Promise<string | null> {
  const [found] = await database
    .select({ usedBy: joinCodes.usedBy })
    .from(joinCodes)
    .where(eq(joinCodes.codeHash, codeHash));
  return found?.usedBy ?? null;
}

/** Uses up a code. @returns its id and role; undefined when it cannot be used */
export async function markUsed(
  database: Queryable,
  codeHash: string,
  usedBy: string,
  now: Temporal.Instant,
): Promise<{ id: string; role: StaffRole } | undefined> {
  const [used] = await database
    .update(joinCodes)
    .set({ usedBy, usedAt: now })
    .where(usable(codeHash, now))
    .returning({ id: joinCodes.id, role: joinCodes.role });
  return used;
}

/** Revokes a code. @returns false when it was not open */
export async function markRevoked(database: Queryable, joinCodeId: string, now: Temporal.Instant): Promise<boolean> {
  const revoked = await database
    .update(joinCodes)
    .set({ revokedAt: now })
    .where(and(eq(joinCodes.id, joinCodeId), isOpen(now)))
    .returning({ id: joinCodes.id });
  return revoked.length === 1;
}

/** Revokes every open join code that a user issued. @returns their ids */
export async function markRevokedOf(database: Queryable, issuedBy: string, now: Temporal.Instant): Promise<string[]> {
  const revoked = await database
    .update(joinCodes)
    .set({ revokedAt: now })
    .where(and(eq(joinCodes.issuedBy, issuedBy), isOpen(now)))
    .returning({ id: joinCodes.id });
  return revoked.map(({ id }) => id);
}

/** Keeps all others who use, issue or revoke a join code waiting until the transaction ends. */
export async function holdJoinCodes(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`lock table ${joinCodes} in share row exclusive mode`);
}

/** Keeps a user from being deactivated until the transaction ends. @returns whether the user is active */
export async function holdActive(transaction: Transaction, userId: string): Promise<boolean> {
  const [user] = await transaction
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deactivatedAt)))
    .for('share');
  return user !== undefined;
}

/** @returns an employee's role; read it after `holdActive`, which waits for who changes it */
export async function selectRole(transaction: Transaction, userId: string): Promise<StaffRole | null> {
  const isTheirs = and(eq(profiles.userId, userId), isEmployee(profiles));
  const [profile] = await transaction.select({ role: profiles.staffRole }).from(profiles).where(isTheirs);
  return profile?.role ?? null;
}

const issuer = alias(profiles, 'issuer');
const newcomer = alias(profiles, 'newcomer');

const joinCodesOf = (database: Queryable) =>
  database
    .select({
      id: joinCodes.id,
      role: joinCodes.role,
      issuedBy: fullName(issuer),
      issuedAt: shown(joinCodes.issuedAt),
      expiresAt: shown(joinCodes.expiresAt),
      usedBy: fullName(newcomer),
      usedAt: shown(joinCodes.usedAt),
      revokedAt: shown(joinCodes.revokedAt),
      isLeftOver,
    })
    .from(joinCodes)
    .leftJoin(issuer, and(eq(issuer.userId, joinCodes.issuedBy), isEmployee(issuer)))
    .leftJoin(newcomer, and(eq(newcomer.userId, joinCodes.usedBy), isEmployee(newcomer)))
    .$dynamic();

// Spelled out for the index of employees, without which Postgres would plan this anew at each call.
const isEmployee = ({ type }: Pick<typeof profiles | typeof issuer | typeof newcomer, 'type'>) =>
  sql`${type} = 'PROFILE_TYPE_EMPLOYEE'`;

const fullName = ({ firstName, lastName }: Pick<typeof issuer | typeof newcomer, 'firstName' | 'lastName'>) =>
  sql<string | null>`${firstName} || ' ' || ${lastName}`;

export type JoinCodeRow = Awaited<ReturnType<typeof joinCodesOf>>[number];

export async function selectJoinCode(database: Queryable, joinCodeId: string): Promise<JoinCodeRow | undefined> {
  const [joinCode] = await joinCodesOf(database).where(eq(joinCodes.id, joinCodeId));
  return joinCode;
}

/** @returns the newest join codes first */
export const selectJoinCodes = prepared('join_codes', (database) =>
  joinCodesOf(database).orderBy(desc(joinCodes.issuedAt), desc(joinCodes.id)),
);
