import { firstDayToCome } from '#domain/visit-class.ts';
import type { Transaction } from '../database/connection.ts';
import { firstOpenDay, insertMissed } from '../visits/missed-visits-store.ts';
import type { World } from '../world.ts';

/**
 * Records what was missed of services until now, before their plan or their worker changes: on a day whose work is over and
 * that is not closed yet nobody can come any more, and who did not come is who was to come. The engagements are locked.
 */
export async function settleMissed(
  { clock }: Pick<World, 'clock'>,
  transaction: Transaction,
  engagementIds: readonly string[],
): Promise<void> {
  if (engagementIds.length === 0) return;
  const now = clock.now();
  const toCome = firstDayToCome(now);
  let day = (await firstOpenDay(transaction)) ?? toCome;
  for (; Temporal.PlainDate.compare(day, toCome) < 0; day = day.add({ days: 1 })) {
    await insertMissed(transaction, day, now, engagementIds);
  }
}
