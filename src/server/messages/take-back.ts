import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import type { Recipient } from './service.ts';
import { deleteUntold, dropByKeys, dropWaiting, hasMessages, isStatusUnread, type News } from './writing-store.ts';

const keysOf = (events: readonly string[]) => events.flatMap((event) => [`${event}:email`, `${event}:text`]);

/**
 * Deletes the messages of an event, as if it had never happened.
 * @returns false when one was sent already, or is being sent; the caller then rolls everything back
 */
export async function undoMessages(transaction: Transaction, event: string): Promise<boolean> {
  return await deleteUntold(transaction, keysOf([event]));
}

/** @returns whether somebody was written of an event, from a moment on, whatever has become of it */
export async function wasWritten(transaction: Transaction, event: string, since?: Temporal.Instant): Promise<boolean> {
  return await hasMessages(transaction, keysOf([event]), since);
}

/**
 * Drops the unsent messages of an event, or of several, because they have become pointless.
 * @param why one sentence for staff
 */
export async function drop(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  event: string | readonly string[],
  why: string,
): Promise<void> {
  await dropByKeys(transaction, keysOf([event].flat()), world.clock.now(), why);
}

/**
 * Drops what waits for somebody of earlier events of a service, because a newer one says how it stands.
 * @param kinds of these events
 * @param readers whose; everybody's when undefined
 * @param by the visits of which the newer one tells, where it outdates only what tells of no others, and since when such are written
 */
export async function supersede(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  about: string,
  kinds: readonly string[],
  readers: readonly Pick<Recipient, 'profileId'>[] | undefined,
  by?: News['outdatedBy'],
): Promise<void> {
  const profileIds = readers?.flatMap(({ profileId }) => profileId ?? []);
  const why = 'The service has changed again since.';
  await dropWaiting(transaction, { about, kinds, profileIds, outdatedBy: by }, world.clock.now(), why);
}

/** Drops what waits of a kind about things of a service that has ended. */
export async function dropOfThings(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  { about, kind, subjects }: { about: string; kind: string; subjects: readonly string[] },
): Promise<void> {
  const news = { about, kinds: [kind], profileIds: undefined, subjects };
  await dropWaiting(transaction, news, world.clock.now(), 'The service has ended since.');
}

/**
 * @returns the readers who are to be told that a service is paused, or goes on: those who do not believe so still, because what they were
 * written of the status before it waits. Asked before `supersede` drops that.
 */
export async function believingOtherwise<One extends Recipient>(
  transaction: Transaction,
  about: string,
  readers: readonly One[],
): Promise<One[]> {
  const told: One[] = [];
  for (const reader of readers)
    if (!reader.profileId || !(await isStatusUnread(transaction, about, reader.profileId))) told.push(reader);
  return told;
}

/**
 * Drops what waits for a customer of single visits on days that they have taken off themselves: nobody tells them of that.
 */
export async function dropOwnDays(
  world: Pick<World, 'clock'>,
  transaction: Transaction,
  about: string,
  customerProfileId: string,
  days: readonly Temporal.PlainDate[],
): Promise<void> {
  const news = { about, kinds: ['visit-told', 'visit-on-again'], profileIds: [customerProfileId], naming: days };
  await dropWaiting(transaction, news, world.clock.now(), 'They have taken the visit off themselves since.');
}
