import { businessDay } from '#domain/calendar.ts';
import type { Transaction } from '../database/connection.ts';
import { type Recipient, supersede } from '../messages/service.ts';
import type { World } from '../world.ts';
import { selectToCome } from './outdated-store.ts';

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
  const { skipIds, holdIds } = await selectToCome(transaction, engagementId, businessDay(world.clock.now()));
  const events = [
    ...skipIds.map((id) => `visit-skipped:${id}:`),
    ...holdIds.flatMap((id) => [`hold-ends:${id}:`, `hold-ended:${id}:`]),
    ...['visit-on-again', 'visit-told', 'engagement-accepted', 'rhythm-asked', 'rhythm-withdrawn', 'price-rise'].map(
      (event) => `${event}:${engagementId}:`,
    ),
  ];
  await supersede(world, transaction, events, readers, 'The service has ended since.');
}
