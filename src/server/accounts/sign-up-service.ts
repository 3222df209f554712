import type * as z from 'zod/mini';
import type { SignUp } from '#contract/accounts.ts';
import { addAddress } from '../addresses/service.ts';
import { type Transaction, violatesUnique } from '../database/connection.ts';
import { ApiError, taken } from '../http/errors.ts';
import { addProfile } from '../profiles/service.ts';
import { hashPassword } from '../secrets.ts';
import type { World } from '../world.ts';
import { isPasswordOf } from './credentials-service.ts';
import { emailTaken } from './email-service.ts';
import { mailConfirmation, refuseCommonPassword } from './service.ts';
import {
  confirmUser,
  deleteProfilesOf,
  endLinksOfUser,
  findAndHoldUser,
  insertUser,
  releaseJoinCodesOf,
  replaceUser,
  selectUserByEmail,
  type UserRow,
} from './store.ts';

type Form = z.output<typeof SignUp>;
/** What makes a new account, or one whose e-mail was another, ready to be confirmed. */
type Finish = (transaction: Transaction, user: UserRow) => Promise<void>;

/**
 * Opens an account with its first profile and address, and mails the link that confirms it. Sent again under the same
 * `signUpId`, because the answer was lost, it becomes what the form says by then, as long as nobody has confirmed it;
 * after that a form with its user name, e-mail and password changes nothing.
 * @returns the user's id, and whether the account is confirmed already
 * @throws ApiError ALREADY_EXISTS for a taken user name or e-mail, INVALID_INPUT as `addProfile` and for a password
 * that is too common
 */
export async function signUp(world: World, form: Form): Promise<{ userId: string; isConfirmed: boolean }> {
  try {
    const { userId } = await openAccount(world, form, (transaction, user) =>
      mailConfirmation(world, transaction, user, form.firstName),
    );
    return { userId, isConfirmed: false };
  } catch (error) {
    if (!(error instanceof ApiError && error.errorCode === 'ALREADY_EXISTS')) throw error;
    const owner = await findConfirmed(world, form);
    if (!owner) throw error;
    return { userId: owner.id, isConfirmed: true };
  }
}

/** @returns who could sign in with what the form says */
async function findConfirmed(world: World, { username, email, password }: Form): Promise<UserRow | undefined> {
  const user = await selectUserByEmail(world.database, email);
  const isSame = user?.username.toLowerCase() === username.toLowerCase() && user.confirmedAt && !user.deactivatedAt;
  const candidate = isSame ? user : undefined;
  return (await isPasswordOf(world, candidate, password)) ? candidate : undefined;
}

/** Opens an account that needs no confirmation; for the demo, which has nobody to read the mail. */
export async function openConfirmedAccount(world: World, form: Form): Promise<{ userId: string }> {
  return await openAccount(world, form, (transaction, user) => confirmUser(transaction, user.id, world.clock.now()));
}

async function openAccount(world: World, form: Form, finish: Finish): Promise<{ userId: string }> {
  refuseCommonPassword('body.password', form.password);
  // Hashing is slow on purpose, so it is done before the transaction holds anything.
  const passwordHash = await hashPassword(form.password);
  const open = () =>
    world.database.transaction((transaction) => fillIn(world, transaction, form, passwordHash, finish));
  try {
    // The same form twice at once: the one that comes second finds what the first one made.
    return await open().catch((error) => (violatesUnique(error, 'users_pkey') ? open() : Promise.reject(error)));
  } catch (error) {
    throw takenError(error) ?? error;
  }
}

async function fillIn(world: World, transaction: Transaction, form: Form, passwordHash: string, finish: Finish) {
  const { signUpId, username, email } = form;
  const earlier = signUpId === undefined ? undefined : await findAndHoldUser(transaction, signUpId);
  if (earlier && (earlier.confirmedAt || earlier.deactivatedAt)) throw usernameTaken();
  if (earlier) {
    await releaseJoinCodesOf(transaction, earlier.id);
    await deleteProfilesOf(transaction, [earlier.id]);
  }
  const user = earlier
    ? await replaceUser(transaction, earlier.id, { username, email, passwordHash })
    : await insertUser(transaction, { id: signUpId, username, email, passwordHash, createdAt: world.clock.now() });
  const profile = await addProfile(world, transaction, user, {
    ...form,
    birthday: form.birthdate,
    birthdayField: 'birthdate',
    isDefault: true,
  });
  await addAddress(world, transaction, profile.id, { ...form, primaryAddress: true });
  if (earlier?.email === email) return { userId: user.id };
  // A link that was mailed elsewhere proves nothing of this address.
  if (earlier) await endLinksOfUser(transaction, user.id, 'confirm', world.clock.now());
  await finish(transaction, user);
  return { userId: user.id };
}

const usernameTaken = () => taken('body.username', 'This username is already taken.');

function takenError(error: unknown): ApiError | undefined {
  if (violatesUnique(error, 'users_username_key')) return usernameTaken();
  if (violatesUnique(error, 'users_email_key')) return emailTaken();
  return undefined;
}
