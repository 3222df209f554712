import { usernamePattern } from '#domain/account-rules.ts';
import type { Queryable } from '../database/connection.ts';
import { newToken } from '../secrets.ts';
import { selectUsersByNameOrEmail } from './store.ts';

/**
 * @returns a user name for somebody who is not asked for one: the email, if it can be one and nobody else has it, or else a
 *   random one; people sign in by their email as well
 */
export async function usernameFor(database: Queryable, email: string): Promise<string> {
  return (await isFree(database, email)) ? email : randomName();
}

/** @returns a user name for an account without an email: the digits of its phone, if nobody else has them, or else a random one */
export async function usernameOfPhone(database: Queryable, phone: string): Promise<string> {
  const digits = phone.replace(/^\+1?/, '');
  return (await isFree(database, digits)) ? digits : randomName();
}

async function isFree(database: Queryable, name: string): Promise<boolean> {
  return usernamePattern.test(name) && (await selectUsersByNameOrEmail(database, name)).length === 0;
}

const randomName = () => `user-${newToken().slice(0, 12)}`;
