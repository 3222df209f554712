import { businessDay, weekDaysInOrder } from '#domain/calendar.ts';
import { type EraseObstacle, obstacleSentences } from '#domain/erasing.ts';
import { firstDayForStaff } from '#domain/schedule-rules.ts';
import { record } from '../changes/record.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { notFound, notNow } from '../http/errors.ts';
import { endedNamelessLetter } from '../messages/letters/engagement-status.ts';
import { aboutWork, tell } from '../messages/service.ts';
import { forgetAtStripe } from '../payment-methods/deleted-customer.ts';
import { newToken } from '../secrets.ts';
import { logSecurity } from '../security-log.ts';
import type { World } from '../world.ts';
import { selectEndsUnread, tellOfOffAgain } from './erase-letters-store.ts';
import { type ErasedPerson, erasePerson, lockAccount, selectObstacles, selectPerson } from './erase-store.ts';

/**
 * @returns what keeps the data of a profile's person from being erased; nothing when it was erased already
 * @throws ApiError NOT_FOUND
 */
export async function listEraseObstacles(world: World, profileId: string): Promise<EraseObstacle[]> {
  const person = await selectPerson(world.database, profileId);
  if (!person) throw notFound('Profile');
  return person.erasedAt ? [] : await obstaclesOf(world, world.database, person);
}

/**
 * Erases the data of a person whose account is closed and who has nothing under way: names, addresses, phone, messages,
 * notes, photos, and the customer at Stripe with the cards. Bills, the ledger and what was done stay, of nobody.
 * Erasing again does nothing; nothing brings it back.
 * @throws ApiError NOT_FOUND, NOT_ALLOWED_NOW with what is to be done before, PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function eraseData(world: World, caller: Caller, profileId: string): Promise<void> {
  const person = await selectPerson(world.database, profileId);
  if (!person) throw notFound('Profile');
  if (person.erasedAt) return;
  requireNone(await obstaclesOf(world, world.database, person));
  // Before, because nobody would know afterwards whom to forget there. When it fails, all is as it was but for the cards.
  await forgetAtStripe(world, person);
  const passwordHash = await world.passwords.hash(newToken());
  const photos = await world.database.transaction(async (transaction) => {
    const erased = await eraseHeld(world, transaction, profileId, passwordHash);
    if (erased === undefined) return [];
    await record(world, transaction, {
      kind: 'data-erased',
      by: caller.userId,
      subjectId: person.userId,
      about: person.userId,
    });
    return erased;
  });
  logSecurity(world, 'data-erased', { userId: person.userId, by: caller.userId });
  for (const fileId of photos) {
    await world.files.remove(fileId).catch((error: unknown) => {
      world.log.error(
        { event: 'photo-not-erased', err: error, fileId },
        'a photo of somebody who was erased is still there',
      );
    });
  }
}

/** @returns the photos that are to go; undefined when somebody else has erased the person meanwhile */
async function eraseHeld(
  world: World,
  transaction: Transaction,
  profileId: string,
  passwordHash: string,
): Promise<string[] | undefined> {
  const before = await selectPerson(transaction, profileId);
  if (!before) throw notFound('Profile');
  // A call that opens the account again, or signs in, waits here.
  await lockAccount(transaction, before.userId);
  const person = await selectPerson(transaction, profileId);
  if (!person || person.erasedAt) return undefined;
  requireNone(await obstaclesOf(world, transaction, person));
  const unread = await selectEndsUnread(transaction, person.profileIds);
  await tellOfOffAgain(transaction, person.profileIds);
  const photos = await erasePerson(transaction, person, { passwordHash, now: world.clock.now() });
  for (const one of unread) await tellOfEnd(world, transaction, one);
  return photos;
}

/** What waited for a worker named the customer, and goes to nobody; but the worker must not go there any more. */
async function tellOfEnd(
  world: World,
  transaction: Transaction,
  { engagementId, worker, productName, city, weekDays, ...one }: Awaited<ReturnType<typeof selectEndsUnread>>[number],
): Promise<void> {
  const { firstName, profileId } = worker;
  const { channel, dueAt } = one;
  const byText = channel === 'text';
  const letter = endedNamelessLetter({
    ...{ firstName, productName, city, url: `${world.publicUrl}/worker/${profileId}/plan` },
    weekDays: weekDaysInOrder.filter((day) => weekDays.includes(day)),
  });
  const notificationPreference = byText ? 'NOTIFICATION_PREFERENCE_TEXT' : 'NOTIFICATION_PREFERENCE_EMAIL';
  const event = `engagement-status:${engagementId}:erased:${profileId}`;
  await tell(world, transaction, event, { ...worker, notificationPreference }, letter, {
    ...aboutWork,
    about: engagementId,
    ...(dueAt && { notBefore: dueAt }),
  });
}

const obstaclesOf = (world: World, database: Queryable, person: ErasedPerson) =>
  selectObstacles(database, person, firstDayForStaff(businessDay(world.clock.now())));

function requireNone([first]: EraseObstacle[]): void {
  if (first) throw notNow(obstacleSentences[first]);
}
