import { businessDay, businessTimeZone } from '#domain/calendar.ts';
import type { Transaction } from '../database/connection.ts';
import { engagementParties } from '../engagements/claim-service.ts';
import { tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import { missedLetter } from './letters.ts';
import {
  dayAfterClosed,
  deleteBegunAfterAll,
  firstActiveSince,
  insertClosedDay,
  insertMissed,
  markTold,
  selectUntold,
} from './missed-store.ts';
import type { SkipRow } from './store.ts';

/** Nobody is told at night. */
const morning = '08:00';
/** A message about a day that is farther back than this tells nothing new. */
const daysToTell = 3;
const batch = 500;

/**
 * Writes down the missed visits of every day that has ended, each day once, and tells their customers in the morning.
 * A day's steps may still come on the next one: then what was missed is made after all.
 */
export async function sweepMissedVisits(world: World): Promise<void> {
  await closeDays(world);
  const now = world.clock.now();
  await deleteBegunAfterAll(world.database, now);
  for (const missed of await selectUntold(world.database, now, batch)) {
    try {
      await world.database.transaction(async (transaction) => {
        if (await markTold(transaction, missed.id)) await tellOfMissed(world, transaction, missed);
      });
    } catch (error) {
      // One customer in trouble must not hold up the others; the message stays due.
      world.log.error({ err: error, skipId: missed.id }, 'a missed visit was not told; will be tried again');
    }
  }
}

async function closeDays(world: World): Promise<void> {
  const now = world.clock.now();
  const today = businessDay(now);
  const first = await dayAfterClosed(world.database);
  const start = first ?? (await firstActiveSince(world.database));
  if (!start) return;
  let day = start instanceof Temporal.Instant ? businessDay(start) : start;
  for (; Temporal.PlainDate.compare(day, today) < 0; day = day.add({ days: 1 })) {
    await closeDay(world, day);
  }
}

/** In one transaction, so that a day is closed with all its missed visits or not at all. */
async function closeDay(world: World, day: Temporal.PlainDate): Promise<void> {
  const now = world.clock.now();
  const dayEnd = day.add({ days: 1 }).toZonedDateTime(businessTimeZone).toInstant();
  const dueAt = businessDay(now).toZonedDateTime({ timeZone: businessTimeZone, plainTime: morning }).toInstant();
  await world.database.transaction(async (transaction) => {
    if (await insertClosedDay(transaction, day, now)) await insertMissed(transaction, day, { dayEnd, now, dueAt });
  });
}

async function tellOfMissed(world: World, transaction: Transaction, missed: SkipRow): Promise<void> {
  const { customer, street, url } = await engagementParties(world, transaction, missed.engagementId);
  const letter = missedLetter({ firstName: customer.firstName, street, date: missed.date, url });
  const notAfter = missed.date
    .add({ days: 1 + daysToTell })
    .toZonedDateTime(businessTimeZone)
    .toInstant();
  await tell(world, transaction, missedEvent(missed), customer, letter, { notAfter });
}

/** @returns the event that a visit was missed */
export const missedEvent = ({ id }: Pick<SkipRow, 'id'>) => `visit-missed:${id}`;
