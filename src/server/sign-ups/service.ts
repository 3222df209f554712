import type * as z from 'zod/mini';
import type { SignUp } from '#contract/accounts.ts';
import {
  type Confirm,
  confirmByMail,
  confirmWithoutMail,
  findConfirmed,
  openUser,
  takenError,
} from '../accounts/opening.ts';
import { refuseCommonPassword } from '../accounts/service.ts';
import { addAddress } from '../addresses/service.ts';
import { type Transaction, violatesUnique } from '../database/connection.ts';
import { ApiError } from '../http/errors.ts';
import { addProfile } from '../profiles/service.ts';
import { requireOpening } from '../setup/opening.ts';
import type { World } from '../world.ts';

type Form = z.output<typeof SignUp>;

/**
 * Takes sign-ups once visitors see the site, and before that those of employees, who bring a join code and set the business up.
 * @throws ApiError NOT_ALLOWED_NOW before, and as `signUp`
 */
export async function takeSignUp(world: World, form: Form) {
  if (form.profileType !== 'PROFILE_TYPE_EMPLOYEE') requireOpening(world);
  return await signUp(world, form);
}

/**
 * Opens an account with its first profile and address, and mails the link that confirms it. A form may come again under
 * the same `signUpId`, because the answer was lost. As long as nobody has confirmed the account, it takes what the form
 * says now. Later a form with its user name, email and password succeeds and changes nothing.
 * @returns the user's id, and whether the account is confirmed already
 * @throws ApiError ALREADY_EXISTS for a taken user name or email, INVALID_INPUT as `addProfile` and for a common
 * password
 */
async function signUp(world: World, form: Form): Promise<{ userId: string; isConfirmed: boolean }> {
  try {
    const { userId } = await openAccount(world, form, confirmByMail(world, form.firstName));
    return { userId, isConfirmed: false };
  } catch (error) {
    if (!(error instanceof ApiError && error.errorCode === 'ALREADY_EXISTS')) throw error;
    const owner = await findConfirmed(world, form);
    if (!owner) throw error;
    return { userId: owner.id, isConfirmed: true };
  }
}

/** Opens an account that needs no confirmation: nobody reads the demo's mail. */
export const openConfirmedAccount = (world: World, form: Form): Promise<{ userId: string }> =>
  openAccount(world, form, confirmWithoutMail(world));

async function openAccount(world: World, form: Form, confirm: Confirm): Promise<{ userId: string }> {
  refuseCommonPassword('body.password', form.password);
  // Hashing is slow on purpose, so it happens before the transaction holds anything.
  const passwordHash = await world.passwords.hash(form.password);
  const open = () =>
    world.database.transaction((transaction) => fillIn(world, transaction, form, passwordHash, confirm));
  try {
    // When the same form comes twice at once, the second call tries again and finds the first one's account.
    return await open().catch((error) => (violatesUnique(error, 'users_pkey') ? open() : Promise.reject(error)));
  } catch (error) {
    throw takenError(error) ?? error;
  }
}

async function fillIn(world: World, transaction: Transaction, form: Form, passwordHash: string, confirm: Confirm) {
  const { signUpId, username, email, password } = form;
  const user = await openUser(world, transaction, signUpId, { username, email, password, passwordHash }, confirm);
  const profile = await addProfile(world, transaction, user, {
    ...form,
    birthday: form.birthdate,
    birthdayField: 'birthdate',
    isDefault: true,
  });
  await addAddress(world, transaction, profile.id, { ...form, primaryAddress: true });
  return { userId: user.id };
}
