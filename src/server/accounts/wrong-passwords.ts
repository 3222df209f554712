import type { Queryable } from '../database/connection.ts';
import { tooManyRequests } from '../http/errors.ts';
import { createCallCounter, giveTriesBack, giveTryBack, secondsToTry, uncountCall } from '../http/rate-limit.ts';
import type { World } from '../world.ts';

/**
 * An account has few wrong passwords an hour, from however many network addresses. Its name and its email share one
 * count. A name that nobody has is counted by what was typed, so that it runs out of tries like a real one.
 */
const limit = { tries: 10, minutes: 60 };
const what = 'wrong-password';

/**
 * Takes a try. Call it before the password is checked.
 * @param whose the user's id, with the hash of a known browser or the session of who proves themselves; or what was typed
 * @returns 0 when a try was free, otherwise the seconds until one is
 */
export const takePasswordTry = (world: World, whose: string) => secondsToTry(world, what, whose, limit);

/**
 * Each guess costs tens of milliseconds of a core. So one network address has few wrong ones too, whatever the names; a
 * browser that somebody has signed in with before has not to wait for the others behind its address.
 */
const limitOfAddress = { calls: 100, minutes: 15 };

/**
 * Counts a guess from an address. Call it before the password is checked, so that guesses at once are counted too.
 * @param address undefined when the connection is gone already
 * @throws ApiError TOO_MANY_REQUESTS
 */
export async function countGuessFrom(world: World, address: string | undefined): Promise<void> {
  const seconds = await createCallCounter(world)(`${what}-from`, limitOfAddress, address);
  if (seconds > 0)
    throw tooManyRequests(
      seconds,
      (when) => `There were too many wrong passwords from this network. Please try again ${when}.`,
    );
}

/** Takes a counted guess back that was right, or was not looked at. */
export const uncountGuessFrom = (world: World, address: string | undefined) =>
  uncountCall(world, `${what}-from`, address);

/** Gives a try back after a right password. */
export const returnPasswordTry = (world: World, whose: string) => giveTryBack(world, what, whose);

/** Gives every try back, within the transaction that sets a new password. */
export const forgetWrongPasswords = (database: Queryable, userId: string) => giveTriesBack(database, what, userId);

/** The last check of each person. */
const last = new Map<string, PromiseWithResolvers<void>>();

/**
 * Has the checks of one person's passwords wait for each other, in a process. Each holds a try until the password is known to be right. So
 * many right ones at once would use up the tries of the person.
 * @param whose the ids of those whom a name may mean, or the name that no one has
 */
export async function inTurn<Result>(whose: string, check: () => Promise<Result>): Promise<Result> {
  const before = last.get(whose);
  const own = Promise.withResolvers<void>();
  last.set(whose, own);
  try {
    await before?.promise;
    return await check();
  } finally {
    own.resolve();
    if (last.get(whose) === own) last.delete(whose);
  }
}
