import type { Queryable } from '../database/connection.ts';
import { giveTriesBack, giveTryBack, secondsToTry } from '../http/rate-limit.ts';
import type { World } from '../world.ts';

/**
 * Wrong passwords are few in an hour, from however many addresses they come. They are counted by the account, whether its
 * name or its e-mail is typed, and for a name that nobody has by what is typed, so that it runs out of tries alike.
 */
const limit = { tries: 10, minutes: 60 };
const what = 'wrong-password';

/**
 * Takes a try, before the password is looked at.
 * @param whose the id of the account, with the browser's hash when it is known, or what was typed
 * @returns 0 when it was taken, otherwise the seconds until there is one again
 */
export const takePasswordTry = (world: World, whose: string) => secondsToTry(world, what, whose, limit);

/** Gives the try back whose password was right. */
export const returnPasswordTry = (world: World, whose: string) => giveTryBack(world, what, whose);

/** Gives every try back, within the transaction of the new password. */
export const forgetWrongPasswords = (database: Queryable, userId: string) => giveTriesBack(database, what, userId);
