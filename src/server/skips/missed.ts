import { businessDay } from '#domain/calendar.ts';
import { firstDayForStaff } from '#domain/schedule-rules.ts';
import { daysToTell } from '#domain/visit-limits.ts';
import type { Transaction } from '../database/connection.ts';
import { tell } from '../messages/service.ts';
import { fillAhead } from '../visits/ahead.ts';
import { fill } from '../visits/fill.ts';
import { firstOpenDay, insertLeft, insertMissed } from '../visits/missed-visits-store.ts';
import type { World } from '../world.ts';
import { missedLetter } from './letters.ts';
import { insertClosedDay, markTold, selectCustomer, selectCustomersToTell } from './missed-store.ts';

const batch = 500;

/**
 * Records the missed visits of every day that has ended, once per day, fills the rows of visits, and tells the customers in the morning. Steps of
 * a day may still arrive on the next day; then the visit is no longer missed.
 */
export async function sweepMissedVisits(world: World): Promise<void> {
  await closeDays(world);
  await fillAhead(world);
  const now = world.clock.now();
  for (const customerProfileId of await selectCustomersToTell(world.database, now, batch)) {
    try {
      await world.database.transaction((transaction) => tellOfMissed(world, transaction, customerProfileId));
    } catch (error) {
      // An error with one customer must not hold up the others. The message stays due.
      world.log.error(
        { event: 'missed-not-told', err: error, customerProfileId },
        'a customer was not told of missed visits; will be tried again',
      );
    }
  }
}

async function closeDays(world: World): Promise<void> {
  const now = world.clock.now();
  const today = businessDay(now);
  let day = (await firstOpenDay(world.database)) ?? today;
  for (; Temporal.PlainDate.compare(day, today) < 0; day = day.add({ days: 1 })) await closeDay(world, day);
}

/** Closes a day and records its missed visits, and those whose week to be finished it ends, in one transaction. */
async function closeDay(world: World, day: Temporal.PlainDate): Promise<void> {
  const now = world.clock.now();
  await world.database.transaction(async (transaction) => {
    if (!(await insertClosedDay(transaction, day, now))) return;
    await insertMissed(transaction, day, now);
    await fill(world, transaction, await insertLeft(transaction, firstDayForStaff(day), now));
  });
}

/** Sends a customer one letter about all missed visits, of whatever services and days. */
async function tellOfMissed(world: World, transaction: Transaction, customerProfileId: string): Promise<void> {
  const marked = await markTold(transaction, customerProfileId, world.clock.now());
  const oldest = businessDay(world.clock.now()).subtract({ days: daysToTell });
  const visits = marked.filter(({ date }) => Temporal.PlainDate.compare(date, oldest) >= 0);
  const [first] = visits;
  const customer = first && (await selectCustomer(transaction, customerProfileId));
  if (!first || !customer) return;
  const page = `${world.publicUrl}/customers/${customerProfileId}/engagements`;
  const isOne = visits.every(({ engagementId }) => engagementId === first.engagementId);
  const letter = missedLetter(customer.firstName, visits, isOne ? `${page}/${first.engagementId}` : page);
  // It has no end: a visit that was missed stays so, and what no text brings comes by mail.
  await tell(world, transaction, `visits-missed:${first.id}`, customer, letter, {
    visits: visits.map(({ visitId }) => visitId),
  });
}
