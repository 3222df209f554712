import { settingNoticeSeconds } from '#domain/settings.ts';
import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import { putOffSettings } from './store.ts';

export type Known = Awaited<ReturnType<World['settings']['read']>>;

/** @returns when a day to come begins: at midnight in the time zone of then, which may itself be planned for an earlier day */
export function plannedMidnight({ rows, at }: Known, day: Temporal.PlainDate, now: Temporal.Instant): Temporal.Instant {
  const isBefore = (one: Temporal.PlainDate | null) => one === null || Temporal.PlainDate.compare(one, day) < 0;
  const zones = rows.flatMap(({ from, fromDay, values: { timeZone } }) =>
    timeZone && Temporal.Instant.compare(from, now) > 0 && isBefore(fromDay) ? [timeZone] : [],
  );
  return day.toZonedDateTime(zones.at(-1) ?? at(now).timeZone).toInstant();
}

/**
 * Lets what is planned for a day begin with that day's midnight in the time zone of then, once the zone is another or is no longer
 * to be. Another zone counts for days after the one with which it begins. What would count already counts in a minute.
 */
export async function keepPlannedDays(world: World, transaction: Transaction): Promise<void> {
  const now = world.clock.now();
  const soonest = now.add({ seconds: settingNoticeSeconds });
  const known = await world.settings.read(transaction);
  for (const { id, from, fromDay } of known.rows) {
    if (!fromDay || Temporal.Instant.compare(from, now) <= 0) continue;
    const midnight = plannedMidnight(known, fromDay, now);
    const begins = Temporal.Instant.compare(midnight, soonest) < 0 ? soonest : midnight;
    if (!begins.equals(from)) await putOffSettings(transaction, id, begins);
  }
}
