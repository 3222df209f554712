import type { HolidayEffect } from '#contract/holidays.ts';
import { calendarDay } from '#domain/calendar.ts';
import { addDays, type IsoDay, weekOf } from '#domain/iso-days.ts';
import type { Transaction } from '../database/connection.ts';
import { firstWeekBeyond, wantedInWeek } from '../visits/days.ts';
import type { World } from '../world.ts';
import {
  type Asked,
  lastDayOf,
  selectNames,
  selectOnWeekday,
  selectPlaces,
  selectServicesOf,
  selectWaiting,
  type Waiting,
} from './store.ts';

/** What becomes of no visits. */
export const noEffect: HolidayEffect = { moved: 0, leftOut: 0, workers: [] };

type Span = Pick<Asked, 'day' | 'lastDay' | 'workerProfileId'>;
/** The visits that are to come on days off, and those of days that have no rows yet, as the plans of their services want them. */
type Due = { rows: Waiting[]; beyond: (Omit<Waiting, 'id'> & { engagementId: string })[] };

/** @returns the visits that are to come on some days, of all or of one worker */
export async function waitingOn(world: World, transaction: Transaction, span: Span): Promise<Due> {
  const { day, workerProfileId } = span;
  const [first, last] = [day.toString(), lastDayOf(span).toString()];
  const rows = await selectWaiting(transaction, day, { last, worker: workerProfileId });
  const beyond: Due['beyond'] = [];
  const firstWeek = firstWeekBeyond(world);
  if (last < firstWeek) return { rows, beyond };
  const services = workerProfileId
    ? await selectServicesOf(transaction, workerProfileId)
    : await selectOnWeekday(transaction, day);
  for (let week = weekOf(first); week <= last; week = addDays(week, 7)) {
    const wanted = week < firstWeek ? [] : await wantedInWeek(transaction, services, week);
    for (const [engagementId, days] of wanted)
      for (const { day: on, plan } of days)
        if (first <= on && on <= last && plan.worker && plan.worker === (workerProfileId ?? plan.worker))
          beyond.push({ engagementId, day: on, workerProfileId: plan.worker });
  }
  return { rows, beyond };
}

/**
 * @param before the visits of these days before they were days off
 * @returns what has become of them, and how many others there are for whoever makes them
 */
export async function effectOf(
  world: World,
  transaction: Transaction,
  { byProfileId, movedTo, ...asked }: Asked,
  { rows, beyond }: Due,
): Promise<HolidayEffect> {
  const ids = rows.map(({ id }) => id);
  const places = await selectPlaces(transaction, ids);
  const others = async (span: Span) => {
    const due = await waitingOn(world, transaction, span);
    return { ...due, rows: due.rows.filter(({ id }) => !places.has(id)) };
  };
  const there = movedTo && (await others({ ...asked, day: movedTo, lastDay: null }));
  // One without a row goes there unless its service has one on that day.
  const isFree = ({ engagementId }: Due['beyond'][number]) =>
    there && !there.beyond.some((one) => one.engagementId === engagementId);
  const placed = rows.map((one) => ({ ...one, place: places.get(one.id) }));
  const moved = [...placed.filter(({ day, place }) => place && place.day !== day), ...beyond.filter(isFree)];
  const given = [
    ...placed.filter(({ day, place, workerProfileId: own }) => place?.day === day && place.worker !== own),
    ...(byProfileId ? beyond : []),
  ];
  const goes = byWorker(moved);
  const stays = byWorker(there ? [...there.rows, ...there.beyond] : []);
  const names = there ? await selectNames(transaction, [...goes.keys()]) : [];
  const workers = names.map(({ id, name }) => ({
    ...{ name, moved: goes.get(id)?.length ?? 0, there: stays.get(id)?.length ?? 0 },
  }));
  const leftOut = rows.length + beyond.length - moved.length - given.length;
  const effect: HolidayEffect = { moved: moved.length, leftOut, workers };
  if (!byProfileId) return effect;
  const own = (await others({ ...asked, workerProfileId: byProfileId })).rows;
  const on = [...Map.groupBy(given, ({ day }) => day)].sort(([one], [other]) => one.localeCompare(other));
  const givenOn = on.map(([day, all]) => ({
    ...{ day: dayOf(day), count: all.length, there: own.filter((one) => one.day === day).length },
  }));
  return { ...effect, given: givenOn };
}

const dayOf = (day: IsoDay) => calendarDay(Temporal.PlainDate.from(day));
const byWorker = (visits: readonly { workerProfileId: string }[]) =>
  Map.groupBy(visits, ({ workerProfileId }) => workerProfileId);
