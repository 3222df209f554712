import { type Transaction, violatesUnique } from '../database/connection.ts';
import { ApiError, invalid, taken } from '../http/errors.ts';
import type { World } from '../world.ts';
import { deleteProfilesOf, isBareAccount, releaseJoinCodesOf } from './bare-store.ts';
import { isPasswordOf } from './credentials.ts';
import { giveAddress } from './mailed-links.ts';
import { mailConfirmation } from './service.ts';
import {
  confirmUser,
  findAndHoldUser,
  insertUser,
  isForeignId,
  replaceUser,
  selectUserByEmail,
  selectUsersByNameOrEmail,
  type UserRow,
} from './store.ts';

/** Has the email of an account confirmed: of a new account, or of one whose email has changed. */
export type Confirm = (transaction: Transaction, user: UserRow) => Promise<void>;

/** @returns the user with this id, held until the transaction ends; undefined when there is none or it is shut out */
export async function holdOpenUser(transaction: Transaction, userId: string): Promise<UserRow | undefined> {
  const user = await findAndHoldUser(transaction, userId);
  return user?.deactivatedAt ? undefined : user;
}

/** @returns the only user with this name or email who is not shut out */
export async function openAccountNamed(transaction: Transaction, typed: string): Promise<UserRow | undefined> {
  const [user, ...others] = (await selectUsersByNameOrEmail(transaction, typed)).filter((one) => !one.deactivatedAt);
  return others.length === 0 ? user : undefined;
}

type NewUser = Pick<UserRow, 'username' | 'email' | 'passwordHash'> & { password: string };

/**
 * Opens an account without a profile. When the same sign-up has opened an account before, and nobody has confirmed it,
 * that account is emptied and takes what the form says now.
 * @param signUpId the sign-up's own id, which becomes the user's
 * @throws ApiError ALREADY_EXISTS when the sign-up's account is confirmed or closed, or more rests on it, INVALID_INPUT when it has another password: others
 * may know its id; an error that `takenError` recognises for a taken user name or email
 */
export async function openUser(
  world: World,
  transaction: Transaction,
  signUpId: string | undefined,
  { password, ...user }: NewUser,
  confirm: Confirm,
): Promise<UserRow> {
  const now = world.clock.now();
  const earlier = signUpId === undefined ? undefined : await findAndHoldUser(transaction, signUpId);
  if (!earlier) {
    if (signUpId && (await isForeignId(transaction, signUpId))) {
      throw new ApiError('CONFLICT', 'Please reload the page, and sign up again.');
    }
    const opened = await insertUser(transaction, { id: signUpId, ...user, createdAt: now });
    await confirm(transaction, opened);
    return opened;
  }
  // More than a sign-up rests on an account with an accepted order: it is not filled in anew.
  if (earlier.deactivatedAt || !(await isBareAccount(transaction, earlier.id))) throw usernameTaken();
  if (!(await world.passwords.isRight(password, earlier.passwordHash))) {
    throw invalid('body.password', 'You sent this form before with another password. Please enter that one.');
  }
  await releaseJoinCodesOf(transaction, [earlier.id]);
  await deleteProfilesOf(transaction, [earlier.id]);
  const { email, ...changes } = user;
  const replaced = { ...(await replaceUser(transaction, earlier.id, changes)), email };
  if (earlier.email === email) return replaced;
  await giveAddress(world, transaction, earlier.id, email);
  await confirm(transaction, replaced);
  return replaced;
}

/** Mails the link by which the owner confirms the account. */
export const confirmByMail =
  (world: World, firstName: string): Confirm =>
  (transaction, user) =>
    mailConfirmation(world, transaction, user, firstName);

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

/** The same for every account, confirmed or not: a new password is the way in for whoever reads the address. */
const emailHasAccount = () =>
  taken(
    'body.email',
    'There is an account with this email already. Sign in with the email, or choose “Forgot password?” to set a new password.',
  );
const usernameTaken = () => taken('body.username', 'This username is already taken.');

/** @returns the error to answer when a statement failed because the user name or email is taken, else undefined */
export function takenError(error: unknown): ApiError | undefined {
  if (violatesUnique(error, 'users_username_key')) return usernameTaken();
  if (violatesUnique(error, 'users_email_key')) return emailHasAccount();
  return undefined;
}
