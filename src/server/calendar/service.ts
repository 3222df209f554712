import type * as z from 'zod/mini';
import { type calendar as contract, visitsInCell } from '#contract/calendar.ts';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { type IsoDay, laterDay, weekOf } from '#domain/iso-days.ts';
import { fullName } from '#domain/labels.ts';
import { firstWeekBeyond, wantedInWeek } from '../visits/days.ts';
import type { World } from '../world.ts';
import { type CellVisit, selectCalendar, selectServices, type Wanted } from './store.ts';

/** For how many days a missed visit stands in the calendar until somebody decides about it. */
const daysUndecided = 14;

/**
 * The visits of all workers from a day on. Of past days it shows what was recorded, of today and later what is due too.
 * @param days 1 to 7; of one day all visits are named, of more the first of each worker and day
 * @param after the `next` of the page before; undefined for the first page
 */
export async function getCalendar(
  world: World,
  from: Temporal.PlainDate,
  days: number,
  after?: string,
): Promise<z.input<typeof contract.getCalendar.response>> {
  const today = businessDay(world.clock.now());
  const to = from.add({ days: days - 1 });
  const range = { from: from.toString(), to: to.toString(), today: today.toString() };
  const perCell = days === 1 ? visitsInCell.day : visitsInCell.week;
  const since = today.subtract({ days: daysUndecided }).toString();
  const wanted = await wantedBeyondRows(world, range, after);
  const { cells, ...frame } = await selectCalendar(world.database, { ...range, since }, wanted, perCell + 1, after);
  const busy = new Set(cells.map(({ workerProfileId }) => workerProfileId));
  return {
    today: calendarDay(today),
    workers: frame.workers.rows
      .filter(({ profileId, mayWork }) => mayWork || busy.has(profileId))
      .sort((a, b) => a.name.localeCompare(b.name)),
    next: frame.workers.next,
    cells: cells.map(({ date, visits, count, ...cell }) => ({
      ...{ ...cell, count, date: dayOf(date) },
      // The line that says "1 more" would take the room of the one.
      visits: visits.slice(0, count > visits.length ? perCell : undefined).map(toVisit),
    })),
    holidays: frame.holidays
      .filter(({ workerProfileId }) => workerProfileId === null)
      .map(({ day, name }) => ({ day: calendarDay(day), name })),
    workersOff: frame.holidays.flatMap(({ day, lastDay, name, workerProfileId }) =>
      workerProfileId ? [{ workerProfileId, day: calendarDay(day), lastDay: calendarDay(lastDay), name }] : [],
    ),
    unassigned: {
      count: frame.unassignedCount,
      rows: frame.unassigned.map(({ firstName, lastName, startDay, ...row }) => ({
        ...row,
        customerName: fullName({ firstName, lastName }),
        startDay: calendarDay(startDay),
      })),
    },
    undecided: frame.undecided.map(({ firstName, lastName, date, workerProfileId, workerName, ...row }) => ({
      ...row,
      customerName: fullName({ firstName, lastName }),
      date: calendarDay(date),
      workerProfileId: workerProfileId ?? '',
      workerName: workerName ?? '',
    })),
  };
}

/** @returns the visits of days that have no rows yet, by the plans alone */
async function wantedBeyondRows(
  world: World,
  { from, to }: Record<'from' | 'to', IsoDay>,
  after: string | undefined,
): Promise<Wanted[]> {
  const first = laterDay(from, firstWeekBeyond(world));
  if (to < first) return [];
  const services = await selectServices(world.database, after);
  const weeks = [...new Set([weekOf(first), weekOf(to)])];
  const found = await Promise.all(weeks.map((week) => wantedInWeek(world.database, services, week)));
  return found
    .flatMap((week) => [...week])
    .flatMap(([engagement, days]) => days.map(({ day, plan }) => ({ engagement, date: day, worker: plan.worker })))
    .filter(({ date }) => first <= date && date <= to);
}

const dayOf = (text: string) => calendarDay(Temporal.PlainDate.from(text));

const toVisit = ({ firstName, lastName, originalDay, date, ...visit }: CellVisit) => ({
  ...visit,
  customerName: fullName({ firstName, lastName }),
  originalDay: originalDay === date ? null : dayOf(originalDay),
});
