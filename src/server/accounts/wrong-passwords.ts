import type { Queryable } from '../database/connection.ts';
import { giveTriesBack, giveTryBack, secondsToTry } from '../http/rate-limit.ts';
import type { World } from '../world.ts';

/**
 * An account has few wrong passwords an hour, from however many network addresses. Its name and its e-mail share one
 * count. A name that nobody has is counted by what was typed, so that it runs out of tries like a real one.
 */
const limit = { tries: 10, minutes: 60 };
const what = 'wrong-password';

/**
 * Takes a try. Call it before the password is checked.
 * @param whose the user's id, with the browser's hash when it is known; or what was typed
 * @returns 0 when a try was free, otherwise the seconds until one is
 */
export const takePasswordTry = (world: World, whose: string) => secondsToTry(world, what, whose, limit);

/** Gives a try back after a right password. */
export const returnPasswordTry = (world: World, whose: string) => giveTryBack(world, what, whose);

/** Gives every try back, within the transaction that sets a new password. */
export const forgetWrongPasswords = (database: Queryable, userId: string) => giveTriesBack(database, what, userId);
