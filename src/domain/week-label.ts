import { type IsoWeek, longDayLabel, mondayOf, spanLabel } from './calendar.ts';

/** @returns the days of a week, for example 'Nov 16 – 22, 2026' or 'Dec 28, 2026 – Jan 3, 2027' */
export function weekLabel(week: IsoWeek): string {
  const monday = mondayOf(week);
  const sunday = monday.add({ days: 6 });
  if (monday.year !== sunday.year) return `${longDayLabel(monday)} – ${longDayLabel(sunday)}`;
  return `${spanLabel(monday, sunday)}, ${sunday.year}`;
}
