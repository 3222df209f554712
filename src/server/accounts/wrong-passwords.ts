import type { Queryable } from '../database/connection.ts';
import { giveTriesBack, giveTryBack, secondsToTry } from '../http/rate-limit.ts';
import type { World } from '../world.ts';

/**
 * Wrong passwords are few in an hour, from however many addresses they come. They are counted by the name that is
 * typed, so that a name nobody has runs out of tries like the others.
 */
const limit = { tries: 10, minutes: 60 };
const what = 'wrong-password';

/**
 * Takes a try, before the password is looked at.
 * @returns 0 when it was taken, otherwise the seconds until there is one again
 */
export const takePasswordTry = (world: World, username: string) =>
  secondsToTry(world, what, username.toLowerCase(), limit);

/** Gives the try back whose password was right. */
export const returnPasswordTry = (world: World, username: string) => giveTryBack(world, what, username.toLowerCase());

/** Gives every try back, within the transaction of the new password. */
export const forgetWrongPasswords = (database: Queryable, username: string) =>
  giveTriesBack(database, what, username.toLowerCase());
