import { businessTimeZone } from '#domain/time-zone.ts';
import { testMoment } from '#server/testing/moment.ts';

/** The time by the business's clock at which the journey began, unless it has moved it. */
export const now = (): Temporal.Instant => testMoment;

/** The first moment from a journey's beginning on at which visits are made and texts are sent: nine in the morning if it begins at night. */
export function firstWorkingMoment(): Temporal.Instant {
  const begins = testMoment.toZonedDateTimeISO(businessTimeZone);
  if (begins.hour >= 9 && begins.hour < 19) return testMoment;
  const day = begins.toPlainDate().add({ days: begins.hour < 9 ? 0 : 1 });
  return day.toZonedDateTime({ timeZone: businessTimeZone, plainTime: '09:00' }).toInstant();
}
