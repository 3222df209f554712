import { settingNoticeSeconds } from '#domain/settings.ts';
import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import { putOffSettings } from './store.ts';

/**
 * Lets what is planned for a day begin with that day's midnight in the time zone of then, once the zone is another or is no longer
 * to be. Another zone counts for days after the one with which it begins. What would count already counts in a minute.
 */
export async function keepPlannedDays(world: World, transaction: Transaction): Promise<void> {
  const now = world.clock.now();
  const soonest = now.add({ seconds: settingNoticeSeconds });
  const { rows, at } = await world.settings.read(transaction);
  const later = rows.filter(({ from }) => Temporal.Instant.compare(from, now) > 0);
  const zones = later.flatMap(({ fromDay, values: { timeZone } }) => (timeZone ? [{ fromDay, timeZone }] : []));
  const isBefore = (one: Temporal.PlainDate | null, day: Temporal.PlainDate) =>
    one === null || Temporal.PlainDate.compare(one, day) < 0;
  for (const { id, from, fromDay } of later) {
    if (!fromDay) continue;
    const zone = zones.findLast((one) => isBefore(one.fromDay, fromDay))?.timeZone ?? at(now).timeZone;
    const midnight = fromDay.toZonedDateTime(zone).toInstant();
    const begins = Temporal.Instant.compare(midnight, soonest) < 0 ? soonest : midnight;
    if (!begins.equals(from)) await putOffSettings(transaction, id, begins);
  }
}
