import type { JoinCode } from '#contract/join-codes.ts';
import { mayDo, type Right, type StaffRole } from '#domain/rights.ts';
import { whoMay } from '#domain/who-may.ts';
import { differing, record } from '../changes/record.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { ApiError, invalid, notFound, notNow, unauthenticated } from '../http/errors.ts';
import { hashToken, newToken } from '../secrets.ts';
import { logSecurity } from '../security-log.ts';
import type { World } from '../world.ts';

export { holdJoinCodes } from './store.ts';

import {
  holdActive,
  insertJoinCode,
  isUsable,
  type JoinCodeRow,
  markRevoked,
  markRevokedOf,
  markUsed,
  selectJoinCode,
  selectJoinCodes,
  selectRole,
  selectUser,
} from './store.ts';

const life = { hours: 7 * 24 };

/**
 * Issues a code with which one person can become an employee within seven days.
 * @param issuedBy the employee; null from the command line
 * @param role what the new employee will be
 * @returns the code, of which we store only a hash
 */
export async function issueJoinCode(
  world: Pick<World, 'database' | 'clock'>,
  issuedBy: string | null,
  role: StaffRole = 'owner',
): Promise<string> {
  return await world.database.transaction(
    async (transaction) => (await issue(world, transaction, issuedBy, role)).code,
  );
}

/**
 * Issues a code as `issueJoinCode` does, for an employee at a screen.
 * @throws ApiError UNAUTHENTICATED for a caller who was deactivated meanwhile, FORBIDDEN for one who is no owner any more
 */
export async function createJoinCode(
  world: World,
  caller: Caller,
  role: StaffRole,
): Promise<{ joinCode: JoinCode; code: string }> {
  return await world.database.transaction(async (transaction) => {
    // Deactivation and a lesser role revoke an employee's open codes; this waits for them, so that no new code slips through.
    if (!(await holdActive(transaction, caller.userId))) throw unauthenticated();
    await requireRight(transaction, caller, 'team');
    const { id, code } = await issue(world, transaction, caller.userId, role);
    logSecurity(world, 'join-code-issued', { joinCodeId: id, by: caller.userId });
    return { joinCode: await requireJoinCode(world, transaction, id), code };
  });
}

async function issue(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  issuedBy: string | null,
  role: StaffRole,
): Promise<{ id: string; code: string }> {
  const code = newToken();
  const issuedAt = world.clock.now();
  const id = await insertJoinCode(transaction, {
    codeHash: hashToken(code),
    role,
    issuedBy,
    issuedAt,
    expiresAt: issuedAt.add(life),
  });
  const fields = differing(undefined, { role });
  await record(world, transaction, { kind: 'join-code-issued', by: issuedBy, subjectId: id, fields });
  return { id, code };
}

/** @returns the join codes, newest first */
export async function listJoinCodes(world: World): Promise<JoinCode[]> {
  const now = world.clock.now();
  return (await selectJoinCodes(world.database)).map((row) => toJoinCode(row, now));
}

/**
 * Revokes an open join code. Doing it again changes nothing.
 * @throws ApiError NOT_FOUND, NOT_ALLOWED_NOW for a code that was used or has expired
 */
export async function revokeJoinCode(world: World, caller: Caller, joinCodeId: string): Promise<void> {
  const isRevoked = await world.database.transaction(async (transaction) => {
    if (!(await markRevoked(transaction, joinCodeId, world.clock.now()))) return false;
    await record(world, transaction, { kind: 'join-code-revoked', by: caller.userId, subjectId: joinCodeId });
    return true;
  });
  if (isRevoked) {
    logSecurity(world, 'join-code-revoked', { joinCodeId, by: caller.userId });
    return;
  }
  const { state, usedBy } = await requireJoinCode(world, world.database, joinCodeId);
  if (state === 'revoked') return;
  throw notNow(
    state === 'used'
      ? `This join code was used by ${usedBy} already and cannot be revoked.`
      : 'This join code has expired already.',
  );
}

/** Revokes the open join codes that a user issued, within the caller's transaction. */
export async function revokeJoinCodesOf(
  world: World,
  transaction: Transaction,
  by: string,
  userId: string,
): Promise<void> {
  const revoked = await markRevokedOf(transaction, userId, world.clock.now());
  const changes = revoked.map((subjectId) => ({ kind: 'join-code-revoked', by, subjectId }) as const);
  await record(world, transaction, changes);
  for (const joinCodeId of revoked) {
    logSecurity(world, 'join-code-revoked', { joinCodeId, by });
  }
}

/** @returns whether the code can still be used */
export async function validateJoinCode(
  world: Pick<World, 'clock'> & { database: Queryable },
  code: string,
): Promise<boolean> {
  return await isUsable(world.database, hashToken(code), world.clock.now());
}

/** @returns whether this user has become an employee with this code */
export async function isUsedBy(database: Queryable, code: string, userId: string): Promise<boolean> {
  return (await selectUser(database, hashToken(code))) === userId;
}

/**
 * Uses up a code, within the transaction that makes the employee.
 * @returns the new employee's role
 * @throws ApiError INVALID_INPUT when the code is missing or cannot be used
 */
export async function redeemJoinCode(
  world: World,
  transaction: Transaction,
  code: string | undefined,
  usedBy: string,
): Promise<StaffRole> {
  if (!code) throw invalid('body.joinCode', 'Join code is required.');
  const used = await markUsed(transaction, hashToken(code), usedBy, world.clock.now());
  if (!used) throw invalid('body.joinCode', 'This join code is not valid. Please ask for a new one.');
  logSecurity(world, 'join-code-used', { joinCodeId: used.id, userId: usedBy });
  return used.role;
}

/**
 * Asks for a right again, with the caller's account locked, so that nobody acts by a role that was taken from them.
 * @throws ApiError FORBIDDEN
 */
export async function requireRight(transaction: Transaction, { userId }: Caller, right: Right): Promise<void> {
  if (!mayDo(await selectRole(transaction, userId), right)) throw new ApiError('FORBIDDEN', whoMay[right]);
}

async function requireJoinCode(world: World, database: Queryable, joinCodeId: string): Promise<JoinCode> {
  const row = await selectJoinCode(database, joinCodeId);
  if (!row) throw notFound('Join code');
  return toJoinCode(row, world.clock.now());
}

function toJoinCode({ isLeftOver, ...row }: JoinCodeRow, now: Temporal.Instant): JoinCode {
  return { ...row, state: isLeftOver && !row.usedAt && !row.revokedAt ? 'expired' : stateOf(row, now) };
}

function stateOf(
  { usedAt, revokedAt, expiresAt }: Omit<JoinCodeRow, 'isLeftOver'>,
  now: Temporal.Instant,
): JoinCode['state'] {
  if (usedAt) return 'used';
  if (revokedAt) return 'revoked';
  return Temporal.Instant.compare(Temporal.Instant.from(expiresAt), now) > 0 ? 'open' : 'expired';
}
