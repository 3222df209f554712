import { businessDay } from '#domain/calendar.ts';
import { daysToTell } from '#domain/visit-limits.ts';
import type { Transaction } from '../database/connection.ts';
import { missedLetter } from '../messages/letters/visits-missed.ts';
import { tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import { markTold, selectCustomer, selectCustomersToTell } from './missed-store.ts';

const batch = 500;

/** Tells customers in the morning of visits that were missed. Steps of a day may arrive until then, and the visit is not missed. */
export async function tellOfMissedVisits(world: World): Promise<void> {
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
