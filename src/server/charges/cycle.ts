import { businessDay, isoWeekOf, mondayOf } from '#domain/calendar.ts';
import type { BillingCycle } from '#domain/enums.ts';
import { businessTimeZone } from '#domain/time-zone.ts';

/**
 * @returns when what is charged at `now` is to be collected: at once, or when the day, the ISO week, the month or the
 *   year of the business ends
 */
export function collectionTime(cycle: BillingCycle, now: Temporal.Instant): Temporal.Instant {
  const nextCycle = firstDayOfNext(cycle, businessDay(now));
  return nextCycle ? nextCycle.toZonedDateTime(businessTimeZone).toInstant() : now;
}

function firstDayOfNext(cycle: BillingCycle, day: Temporal.PlainDate): Temporal.PlainDate | undefined {
  switch (cycle) {
    case 'BILLING_CYCLE_DAILY':
      return day.add({ days: 1 });
    case 'BILLING_CYCLE_WEEKLY':
      return mondayOf(isoWeekOf(day)).add({ weeks: 1 });
    case 'BILLING_CYCLE_MONTHLY':
      return day.with({ day: 1 }).add({ months: 1 });
    case 'BILLING_CYCLE_YEARLY':
      return day.with({ month: 1, day: 1 }).add({ years: 1 });
    default:
      return undefined;
  }
}
