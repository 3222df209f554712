/** How many days before the last day of its month somebody is told that a card expires. */
export const noticeDays = [30, 7] as const;

/** @returns the last day on which a card works: month 1 to 12, year of four digits */
export function lastDayOfCard({ expMonth, expYear }: { expMonth: number; expYear: number }): Temporal.PlainDate {
  return Temporal.PlainDate.from({ year: expYear, month: expMonth, day: 31 });
}

/** @returns the notice that belongs to a day, as its number of days before the last one; undefined before and after */
export function noticeOn(expiresOn: Temporal.PlainDate, today: Temporal.PlainDate): number | undefined {
  const left = today.until(expiresOn).days;
  return left < 0 ? undefined : noticeDays.findLast((days) => left <= days);
}

/** @returns the day of the next notice after this one */
export function nextNoticeDay(
  expiresOn: Temporal.PlainDate,
  today: Temporal.PlainDate,
): Temporal.PlainDate | undefined {
  return noticeDays
    .map((days) => expiresOn.subtract({ days }))
    .find((day) => Temporal.PlainDate.compare(day, today) > 0);
}
