import { Phone } from '#contract/phone.ts';
import { usernamePattern } from '#domain/account-rules.ts';
import type { Queryable } from '../database/connection.ts';
import { newToken } from '../secrets.ts';
import { selectUsersByNameOrEmail, type UserRow } from './store.ts';

/**
 * @returns a user name for somebody who is not asked for one: the email, if it can be one and nobody else has it, or else a
 *   random one; people sign in by their email as well
 */
export async function usernameFor(database: Queryable, email: string): Promise<string> {
  return (await isFree(database, email)) ? email : randomName();
}

/** @returns a user name for an account without an email: the digits of its phone, if nobody else has them, or else a random one */
export async function usernameOfPhone(database: Queryable, phone: string): Promise<string> {
  const digits = digitsOf(phone);
  return (await isFree(database, digits)) ? digits : randomName();
}

const digitsOf = (phone: string) => phone.replace(/^\+1?/, '');

/**
 * @param typed a username or an email; a phone number that is a username may be spelled in any way
 * @returns as `selectUsersByNameOrEmail`
 */
export async function findUsersNamed(database: Queryable, typed: string): Promise<UserRow[]> {
  const named = await selectUsersByNameOrEmail(database, typed);
  const phone = Phone.safeParse(typed);
  return named.length > 0 || !phone.success ? named : await selectUsersByNameOrEmail(database, digitsOf(phone.data));
}

async function isFree(database: Queryable, name: string): Promise<boolean> {
  return usernamePattern.test(name) && (await selectUsersByNameOrEmail(database, name)).length === 0;
}

const randomName = () => `user-${newToken().slice(0, 12)}`;
