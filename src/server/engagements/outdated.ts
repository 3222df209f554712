import { businessDay } from '#domain/calendar.ts';
import type { Transaction } from '../database/connection.ts';
import type { Recipient } from '../messages/service.ts';
import { dropOfThings, supersede } from '../messages/take-back.ts';
import type { World } from '../world.ts';
import { selectOff } from './store.ts';

/** What is told of a service that is to go on, by the kinds of its events. */
const ofVisitsToCome = [
  ...['days-away', 'hold-ends', 'engagement-accepted', 'worker-lost', 'unclaimed', 'price-rise'],
  ...['visit-told', 'visit-on-again', 'rhythm-asked', 'rhythm-withdrawn', 'rhythm-back', 'address-chosen'],
];

/**
 * Drops what waits for the people of a service that has ended about visits that were to come: there are none any more, which they
 * are told. What is about a day that is over stays.
 */
export async function dropOutdated(
  world: World,
  transaction: Transaction,
  engagementId: string,
  readers: readonly Recipient[],
): Promise<void> {
  await supersede(world, transaction, engagementId, ofVisitsToCome, readers);
  const off = await selectOff(transaction, engagementId, businessDay(world.clock.now()));
  await dropOfThings(world, transaction, { about: engagementId, kind: 'visit-skipped', subjects: off });
}
