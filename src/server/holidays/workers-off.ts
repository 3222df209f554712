import type { HolidayEffect } from '#contract/holidays.ts';
import { calendarDay } from '#domain/calendar.ts';
import { addDays, type IsoDay, weekOf } from '#domain/iso-days.ts';
import type { Transaction } from '../database/connection.ts';
import { firstWeekBeyond, wantedInWeek } from '../visits/days.ts';
import type { World } from '../world.ts';
import { isOverlapping } from './possible.ts';
import { type Asked, type HolidayRow, lastDayOf, selectNames } from './store.ts';
import {
  lockVisitsOfWorker,
  type OwnVisit,
  selectPlaces,
  selectServicesOf,
  selectVisitsOf,
} from './workers-off-store.ts';

/** Days off of one worker. */
export type AskedOfWorker = Asked & { workerProfileId: string };

/** @returns whether they are days off of one worker */
export const isOfWorker = <One extends Asked>(asked: One): asked is One & AskedOfWorker =>
  asked.workerProfileId !== null;

/** The visits that a worker is to make on days off; those of days without rows yet are on them as the plans want them. */
export type OwnVisits = { rows: OwnVisit[]; beyond: IsoDay[] };

/** @returns the services of which a worker's days off may concern visits; it locks them */
export async function lockOwn(
  world: World,
  transaction: Transaction,
  standing: readonly HolidayRow[],
  asked: AskedOfWorker,
): Promise<string[]> {
  const workers = [asked.workerProfileId];
  // The worker who makes the visits may be off on one of the days, too.
  for (const worker of workers) {
    const own = [asked, ...standing].filter((one) => one.workerProfileId === worker && isOverlapping(one, asked));
    workers.push(
      ...own.flatMap(({ byProfileId }) => (byProfileId && !workers.includes(byProfileId) ? byProfileId : [])),
    );
  }
  const isBeyond = weekOf(lastDayOf(asked).toString()) >= firstWeekBeyond(world);
  return await lockVisitsOfWorker(transaction, asked, workers, isBeyond);
}

/** @returns the visits that the worker is to make on these days */
export async function ownVisits(world: World, transaction: Transaction, asked: AskedOfWorker): Promise<OwnVisits> {
  const { workerProfileId, day } = asked;
  const last = lastDayOf(asked);
  const rows = await selectVisitsOf(transaction, workerProfileId, { first: day, last });
  const beyond: IsoDay[] = [];
  const first = firstWeekBeyond(world);
  const services = `${last}` < first ? [] : await selectServicesOf(transaction, workerProfileId);
  for (let week = weekOf(day.toString()); week <= last.toString(); week = addDays(week, 7)) {
    if (week < first) continue;
    const wanted = [...(await wantedInWeek(transaction, services, week)).values()].flat();
    const isOwn = (one: (typeof wanted)[number]) =>
      one.plan.worker === workerProfileId && day.toString() <= one.day && one.day <= last.toString();
    beyond.push(...wanted.filter(isOwn).map((one) => one.day));
  }
  return { rows, beyond };
}

/**
 * @param before the worker's visits before the days were off
 * @returns what has become of them, and how many others there are for whoever makes them
 */
export async function effectOfOwn(
  transaction: Transaction,
  { workerProfileId, byProfileId, movedTo }: AskedOfWorker,
  { rows, beyond }: OwnVisits,
): Promise<HolidayEffect> {
  const places = await selectPlaces(
    transaction,
    rows.map(({ id }) => id),
  );
  const is = rows.map((one) => ({ ...one, place: places.get(one.id) ?? null }));
  const moved = is.filter(({ day, place }) => place && place.day !== day).length + (movedTo ? beyond.length : 0);
  const givenOn = [
    ...is.flatMap(({ day, place }) => (place?.day === day && place.worker !== workerProfileId ? day : [])),
    ...(byProfileId ? beyond : []),
  ].sort();
  const thereOn = async (worker: string, day: IsoDay) => {
    const on = Temporal.PlainDate.from(day);
    const all = await selectVisitsOf(transaction, worker, { first: on, last: on });
    return all.filter((one) => !places.has(one.id)).length;
  };
  const leftOut = rows.length + beyond.length - moved - givenOn.length;
  const effect: HolidayEffect = { moved, leftOut, workers: [] };
  if (byProfileId) effect.given = [];
  for (const [day, given] of byProfileId ? Map.groupBy(givenOn, (one) => one) : []) {
    const there = await thereOn(byProfileId ?? '', day);
    effect.given?.push({ day: calendarDay(Temporal.PlainDate.from(day)), count: given.length, there });
  }
  const [who] = movedTo ? await selectNames(transaction, [workerProfileId]) : [];
  if (who && movedTo && moved > 0)
    effect.workers.push({ name: who.name, moved, there: await thereOn(workerProfileId, movedTo.toString()) });
  return effect;
}
