/** A day that many businesses in the United States take off. */
export type UsHoliday = { day: Temporal.PlainDate; name: string };

/**
 * The federal holidays of a year on their own days (5 U.S.C. 6103), and two days on which most people are off besides.
 * @returns them in their order
 */
export function usHolidays(year: number): UsHoliday[] {
  const on = (month: number, day: number, name: string) => ({
    day: Temporal.PlainDate.from({ year, month, day }),
    name,
  });
  const thanksgiving = nthWeekDay(year, 11, 4, 4);
  return [
    on(1, 1, 'New Year’s Day'),
    { day: nthWeekDay(year, 1, 1, 3), name: 'Martin Luther King Jr. Day' },
    { day: nthWeekDay(year, 2, 1, 3), name: 'Presidents’ Day' },
    { day: nthWeekDay(year, 6, 1, 1).subtract({ weeks: 1 }), name: 'Memorial Day' },
    on(6, 19, 'Juneteenth'),
    on(7, 4, 'Independence Day'),
    { day: nthWeekDay(year, 9, 1, 1), name: 'Labor Day' },
    { day: nthWeekDay(year, 10, 1, 2), name: 'Columbus Day' },
    on(11, 11, 'Veterans Day'),
    { day: thanksgiving, name: 'Thanksgiving' },
    { day: thanksgiving.add({ days: 1 }), name: 'Day after Thanksgiving' },
    on(12, 24, 'Christmas Eve'),
    on(12, 25, 'Christmas Day'),
  ];
}

/** @param dayOfWeek 1 is Monday. @returns for example the fourth Thursday of a November */
function nthWeekDay(year: number, month: number, dayOfWeek: number, n: number): Temporal.PlainDate {
  const first = Temporal.PlainDate.from({ year, month, day: 1 });
  return first.add({ days: ((dayOfWeek - first.dayOfWeek + 7) % 7) + 7 * (n - 1) });
}
