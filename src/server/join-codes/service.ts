import type { Transaction } from '../database/connection.ts';
import { invalid } from '../http/errors.ts';
import { hashToken, newToken } from '../secrets.ts';
import type { World } from '../world.ts';
import { insertJoinCode, isUsable, markUsed } from './store.ts';

const life = { hours: 7 * 24 };

/**
 * Issues a code that lets one person become an employee within seven days.
 * @param issuedBy the employee who issues it; null from the command line
 * @returns the code, which is stored only as a hash
 */
export async function issueJoinCode(
  world: Pick<World, 'database' | 'clock'>,
  issuedBy: string | null,
): Promise<string> {
  const code = newToken();
  const issuedAt = world.clock.now();
  await insertJoinCode(world.database, {
    codeHash: hashToken(code),
    issuedBy,
    issuedAt,
    expiresAt: issuedAt.add(life),
  });
  return code;
}

/** @returns whether the code can still be used */
export async function validateJoinCode(world: World, code: string): Promise<boolean> {
  return await isUsable(world.database, hashToken(code), world.clock.now());
}

/**
 * Uses a code up within the transaction that makes the employee.
 * @throws ApiError INVALID_INPUT when it is missing or cannot be used
 */
export async function redeemJoinCode(
  world: World,
  transaction: Transaction,
  code: string | undefined,
  usedBy: string,
): Promise<void> {
  if (!code) throw invalid('body.joinCode', 'Join code is required.');
  if (!(await markUsed(transaction, hashToken(code), usedBy, world.clock.now()))) {
    throw invalid('body.joinCode', 'This join code is not valid. Please ask for a new one.');
  }
}
