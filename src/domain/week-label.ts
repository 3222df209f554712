import { type IsoWeek, mondayOf } from './calendar.ts';

/** @returns the days of a week, for example 'Nov 16 – 22, 2026' or 'Dec 28, 2026 – Jan 3, 2027' */
export function weekLabel(week: IsoWeek): string {
  const monday = mondayOf(week);
  const [start, end] = [new Date(`${monday}`), new Date(`${monday.add({ days: 6 })}`)] as const;
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  // Some versions put thin spaces around the dash.
  return format.formatRange(start, end).replaceAll('\u2009', ' ');
}
