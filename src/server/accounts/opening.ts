import { usernamePattern } from '#domain/account-rules.ts';
import { type Transaction, violatesUnique } from '../database/connection.ts';
import { type ApiError, taken } from '../http/errors.ts';
import { newToken } from '../secrets.ts';
import type { World } from '../world.ts';
import { isPasswordOf } from './credentials.ts';
import { emailTaken } from './email-change.ts';
import { mailConfirmation } from './service.ts';
import {
  confirmUser,
  deleteProfilesOf,
  endLinksOfUser,
  endSessionsOfUser,
  findAndHoldUser,
  insertUser,
  releaseJoinCodesOf,
  replaceUser,
  selectUserByEmail,
  selectUsersByNameOrEmail,
  type UserRow,
  updatePassword,
} from './store.ts';
import { forgetWrongPasswords } from './wrong-passwords.ts';

/** Has the e-mail of an account confirmed: of a new account, or of one whose e-mail has changed. */
export type Confirm = (transaction: Transaction, user: UserRow) => Promise<void>;

/**
 * @returns a user name for somebody who is not asked for one: the e-mail, if it can be one and nobody has it, or else a
 *   random one; people sign in by their e-mail as well
 */
export async function usernameFor({ database }: Pick<World, 'database'>, email: string): Promise<string> {
  const isFree = usernamePattern.test(email) && (await selectUsersByNameOrEmail(database, email)).length === 0;
  return isFree ? email : `user-${newToken().slice(0, 12)}`;
}

/** @returns the user with this id, held until the transaction ends; undefined when there is none or it is shut out */
export async function holdOpenUser(transaction: Transaction, userId: string): Promise<UserRow | undefined> {
  const user = await findAndHoldUser(transaction, userId);
  return user?.deactivatedAt ? undefined : user;
}

/** @returns the only user with this name or e-mail who is not shut out */
export async function openAccountNamed(transaction: Transaction, typed: string): Promise<UserRow | undefined> {
  const [user, ...others] = (await selectUsersByNameOrEmail(transaction, typed)).filter((one) => !one.deactivatedAt);
  return others.length === 0 ? user : undefined;
}

type NewUser = Pick<UserRow, 'username' | 'email' | 'passwordHash'>;

/**
 * Opens an account without a profile. When the same sign-up has opened an account before, and nobody has confirmed it,
 * that account is emptied and takes what the form says now.
 * @param signUpId the sign-up's own id, which becomes the user's
 * @throws ApiError ALREADY_EXISTS when the sign-up's account is confirmed or closed; an error that `takenError`
 * recognises for a taken user name or e-mail
 */
export async function openUser(
  world: World,
  transaction: Transaction,
  signUpId: string | undefined,
  user: NewUser,
  confirm: Confirm,
): Promise<UserRow> {
  const now = world.clock.now();
  const earlier = signUpId === undefined ? undefined : await findAndHoldUser(transaction, signUpId);
  if (!earlier) {
    const opened = await insertUser(transaction, { id: signUpId, ...user, createdAt: now });
    await confirm(transaction, opened);
    return opened;
  }
  if (earlier.confirmedAt || earlier.deactivatedAt) throw usernameTaken();
  await releaseJoinCodesOf(transaction, earlier.id);
  await deleteProfilesOf(transaction, [earlier.id]);
  const replaced = await replaceUser(transaction, earlier.id, user);
  if (earlier.email === user.email) return replaced;
  // A link in another mailbox does not prove this address.
  await endLinksOfUser(transaction, earlier.id, 'confirm', now);
  await confirm(transaction, replaced);
  return replaced;
}

/** Mails the link by which the owner confirms the account. */
export const confirmByMail =
  (world: World, firstName: string): Confirm =>
  (transaction, user) =>
    mailConfirmation(world, transaction, user, firstName);

/**
 * Gives an account that nobody has confirmed to whoever has proved to read its e-mail, within the transaction that the proof is
 * used in: it is confirmed, and takes the password that its owner chooses now, since a stranger may have typed the address.
 * @returns the user; undefined when there is no account with this e-mail
 * @throws ApiError ALREADY_EXISTS when the account is confirmed or closed
 */
export async function takeOverUnconfirmed(
  world: World,
  transaction: Transaction,
  email: string,
  passwordHash: string,
): Promise<UserRow | undefined> {
  const known = await selectUserByEmail(transaction, email);
  const held = known && (await findAndHoldUser(transaction, known.id));
  if (!held) return undefined;
  if (held.confirmedAt || held.deactivatedAt) throw emailTaken();
  const now = world.clock.now();
  for (const purpose of ['confirm', 'reset', 'email'] as const) {
    await endLinksOfUser(transaction, held.id, purpose, now);
  }
  await endSessionsOfUser(transaction, held.id, now);
  await forgetWrongPasswords(transaction, held.id);
  await confirmUser(transaction, held.id, now);
  return await updatePassword(transaction, held.id, passwordHash);
}

/** Confirms the account without a mail, because nobody would read it. */
export const confirmWithoutMail =
  ({ clock }: World): Confirm =>
  (transaction, user) =>
    confirmUser(transaction, user.id, clock.now());

type Credentials = { username: string; email: string; password: string };

/** @returns the user who could sign in with all of these; a wrong password counts as at a sign-in */
export async function findConfirmed(
  world: World,
  { username, email, password }: Credentials,
): Promise<UserRow | undefined> {
  const user = await selectUserByEmail(world.database, email);
  const isSame = user?.username.toLowerCase() === username.toLowerCase() && user.confirmedAt && !user.deactivatedAt;
  const candidate = isSame ? user : undefined;
  return (await isPasswordOf(world, candidate, password)) ? candidate : undefined;
}

const usernameTaken = () => taken('body.username', 'This username is already taken.');

/** @returns the error to answer when a statement failed because the user name or e-mail is taken, else undefined */
export function takenError(error: unknown): ApiError | undefined {
  if (violatesUnique(error, 'users_username_key')) return usernameTaken();
  if (violatesUnique(error, 'users_email_key')) return emailTaken();
  return undefined;
}
