import { businessDay } from '#domain/calendar.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import { insertTold } from './store.ts';

/** From this hour on, who is told of a visit of tomorrow needs no reminder. */
const freshFromHour = 12;

/** Notes that a letter tells a customer when a visit is and who comes, so that no reminder follows shortly after it. */
export async function noteTold(
  world: World,
  transaction: Transaction,
  visit: { engagementId: string; day: Temporal.PlainDate; workerProfileId: string },
): Promise<void> {
  const now = world.clock.now();
  const isTomorrow = visit.day.equals(businessDay(now).add({ days: 1 }));
  if (isTomorrow && now.toZonedDateTimeISO(businessTimeZone).hour >= freshFromHour)
    await insertTold(transaction, visit);
}
