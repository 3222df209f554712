import type * as z from 'zod/mini';
import type { holidays as contract, Holiday, HolidayBack, HolidayEffect, NewHoliday } from '#contract/holidays.ts';
import { businessDay, calendarDay, dayLabel, plainDate } from '#domain/calendar.ts';
import { type IsoDay, weekOf } from '#domain/iso-days.ts';
import { wayFrom } from '#domain/reconcile.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { usHolidays } from '#domain/us-holidays.ts';
import { firstDayToCome, isWorkOver } from '#domain/visit-class.ts';
import { undoSeconds } from '#domain/visit-limits.ts';
import { differing, record } from '../changes/record.ts';
import { previewOf, type Queryable, type Transaction } from '../database/connection.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { ApiError, invalid, notFound, notNow } from '../http/errors.ts';
import { firstWeekBeyond } from '../visits/days.ts';
import { fill } from '../visits/fill.ts';
import { settleMissed } from '../visits/states.ts';
import type { World } from '../world.ts';
import { isOpenWish, requireOpenWish } from './asking.ts';
import { effectOf, noEffect, waitingOn } from './effect.ts';
import { isOverlapping, requirePossible, requirePossibleOf } from './possible.ts';
import {
  type Asked,
  countElsewhere,
  dayOffOf,
  type HolidayRow,
  hasBegunOn,
  insertHoliday,
  isOfWorker,
  lastDayOf,
  lockHolidays,
  lockVisitsOf,
  selectDaysOffOf,
  selectHoliday,
  selectHolidays,
  selectNames,
  updateHoliday,
} from './store.ts';
import { countKept, lockVisitsOfWorker, selectWorkers } from './workers-off-store.ts';

type Form = z.output<typeof NewHoliday>;
type Made = { holiday: Holiday; effect: HolidayEffect };

/** When people are told. */
const toldBefore = { days: 7, at: '09:00' };

/** @returns the days off that are to come, and those of the United States within a year that could be */
export async function listHolidays(world: World): Promise<z.input<typeof contract.listHolidays.response>> {
  const today = businessDay(world.clock.now());
  const rows = await selectHolidays(world.database, today);
  const end = today.add({ years: 1 });
  const suggestions = [...usHolidays(today.year), ...usHolidays(today.year + 1)].filter(
    ({ day }) =>
      Temporal.PlainDate.compare(day, today) >= 0 &&
      Temporal.PlainDate.compare(day, end) <= 0 &&
      !rows.some((row) => row.workerProfileId === null && row.day.equals(day)),
  );
  return {
    today: calendarDay(today),
    holidays: await shownAll(world.database, rows),
    workers: await selectWorkers(world.database),
    suggestions: suggestions.map(({ day, name }) => ({ day: calendarDay(day), name })),
  };
}

/**
 * Makes a day on which nobody works. Its visits that are not begun go to another day once, or are left out as long as it
 * stands. People are told a week before, or a minute later if it is sooner. With the request of a worker it accepts that. A repeat changes nothing.
 * @throws ApiError INVALID_INPUT for a day that is over, or whose work is, or too far, CONFLICT for one that is a day off already
 */
export async function setHoliday(world: World, caller: Caller, form: Form): Promise<Made> {
  return await world.database.transaction((transaction) => make(world, transaction, caller, form));
}

/** @returns what the day off would do; nothing is changed. @throws ApiError as setHoliday */
export async function previewHoliday(world: World, caller: Caller, form: Form): Promise<HolidayEffect> {
  const { effect } = await previewOf(world.database, (transaction) => make(world, transaction, caller, form));
  return effect;
}

async function make(world: World, transaction: Transaction, caller: Caller, { wishId, ...form }: Form): Promise<Made> {
  const now = world.clock.now();
  const today = businessDay(now);
  const asked = askedIn(form);
  await lockHolidays(transaction);
  const standing = await selectHolidays(transaction, today);
  const ofAll = standing.filter(({ workerProfileId }) => workerProfileId === null);
  const same = standing.find((one) => isSame(one, asked));
  if (same)
    return {
      holiday: await shown(transaction, same),
      effect: await effectAgain(world, transaction, caller, standing, same),
    };
  const wish = wishId === undefined ? undefined : await requireOpenWish(world, transaction, wishId);
  if (wish && wish.workerProfileId !== asked.workerProfileId)
    throw invalid('body.workerProfileId', `${wish.workerName} asked for these days off.`);
  if (wish && asked.day.equals(today) && (await hasBegunOn(transaction, wish.workerProfileId, today)))
    throw invalid(
      'body.day',
      `${wish.workerName} has begun work today. Please pick another day, or decline the request.`,
    );
  const when = { today, toCome: firstDayToCome(now) };
  if (isOfWorker(asked)) {
    const wishes = (await selectDaysOffOf(transaction, asked.workerProfileId, today)).filter(isOpenWish);
    const others = wishes.filter(({ id }) => id !== wishId);
    const workers = await selectWorkers(transaction);
    if (wish && !workers.some(({ profileId }) => profileId === wish.workerProfileId))
      throw new ApiError('CONFLICT', `${wish.workerName} can’t make visits at the moment.`);
    requirePossibleOf(workers, standing, others, asked, when);
  } else requirePossible(ofAll, asked, when);
  const { row, effect } = await set(world, transaction, caller, { standing, asked, wishId });
  return { holiday: await shown(transaction, row), effect };
}

async function set(
  world: World,
  transaction: Transaction,
  caller: Caller,
  { standing, asked, wishId }: { standing: readonly HolidayRow[]; asked: Asked; wishId?: string | undefined },
): Promise<{ row: HolidayRow; effect: HolidayEffect }> {
  const now = world.clock.now();
  const services = await lockServices(world, transaction, standing, asked);
  const before = await waitingOn(world, transaction, asked);
  const fields = { ...asked, dueAt: dueAtOf(asked, now) };
  const row =
    wishId === undefined
      ? await insertHoliday(transaction, { ...fields, createdAt: now })
      : await updateHoliday(transaction, wishId, { ...fields, acceptedAt: now });
  await fill(world, transaction, services, profileOf(caller));
  await record(world, transaction, { kind: 'holiday-set', by: caller.userId, subjectId: row.id, ...fieldsOf(row) });
  return { row, effect: await effectOf(world, transaction, asked, before) };
}

/** @returns what a day off that is set already does, as if it were set now: the answer to that may have been lost */
async function effectAgain(
  world: World,
  transaction: Transaction,
  caller: Caller,
  all: readonly HolidayRow[],
  same: HolidayRow,
): Promise<HolidayEffect> {
  if (isWorkOver(lastDayOf(same), world.clock.now())) return noEffect;
  const { day, lastDay, name, movedTo, workerProfileId, byProfileId } = same;
  const asked = { day, lastDay, name, movedTo, workerProfileId, byProfileId };
  const standing = all.filter((one) => one !== same);
  return await previewOf(transaction, async (inner) => {
    await takeBack(world, inner, caller, same.id);
    return (await set(world, inner, caller, { standing, asked })).effect;
  });
}

/** @returns the days off that somebody asks for; those of one worker have a last day */
function askedIn(form: Form): Asked {
  const { name, workerProfileId = null, toWorkerProfileId = null } = form;
  const day = plainDate(form.day);
  const lastDay = workerProfileId ? (form.lastDay ? plainDate(form.lastDay) : day) : null;
  const byProfileId = workerProfileId && toWorkerProfileId;
  return { name, day, lastDay, movedTo: form.movedTo ? plainDate(form.movedTo) : null, workerProfileId, byProfileId };
}

/** @returns when people are told; what becomes of one worker's visits they read like any other change */
function dueAtOf({ day, movedTo, workerProfileId }: Asked, now: Temporal.Instant): Temporal.Instant {
  const soon = now.add({ seconds: undoSeconds });
  if (workerProfileId) return soon;
  const first = movedTo && Temporal.PlainDate.compare(movedTo, day) < 0 ? movedTo : day;
  const told = first
    .subtract({ days: toldBefore.days })
    .toZonedDateTime({ timeZone: businessTimeZone, plainTime: toldBefore.at })
    .toInstant();
  return Temporal.Instant.compare(told, soon) < 0 ? soon : told;
}

/** @returns the services of which days off, or the days to which they and others move visits, may have visits; it locks them */
async function lockServices(
  world: World,
  transaction: Transaction,
  standing: readonly HolidayRow[],
  holiday: Asked,
): Promise<string[]> {
  const daysOff = [holiday, ...standing];
  const isBeyond = (day: IsoDay) => weekOf(day) >= firstWeekBeyond(world);
  if (!isOfWorker(holiday)) {
    const way = wayFrom(holiday.day.toString(), { daysOff: daysOff.map(dayOffOf) });
    const dates = (days: readonly IsoDay[]) => days.map((day) => Temporal.PlainDate.from(day));
    return await lockVisitsOf(transaction, dates(way), dates(way.filter(isBeyond)));
  }
  const workers = new Set([holiday.workerProfileId]);
  // Who makes the visits may be off on one of the days, too.
  for (const worker of workers) {
    const own = daysOff.filter((one) => one.workerProfileId === worker && isOverlapping(one, holiday));
    for (const { byProfileId } of own) if (byProfileId) workers.add(byProfileId);
  }
  return await lockVisitsOfWorker(transaction, holiday, [...workers], isBeyond(lastDayOf(holiday).toString()));
}

const profileOf = (caller: Caller) => profileIds(caller, 'PROFILE_TYPE_EMPLOYEE')[0] ?? null;

const isSame = (row: HolidayRow, asked: Asked) =>
  (Object.keys(asked) as (keyof Asked)[]).every((key) => String(row[key]) === String(asked[key]));

/**
 * Makes people work on a day off after all: what it moved and nobody has begun goes back. Who was told of it is told. A
 * repeat changes nothing.
 * @throws ApiError NOT_FOUND, NOT_ALLOWED_NOW when the day is over
 */
export async function takeBackHoliday(world: World, caller: Caller, holidayId: string): Promise<void> {
  await world.database.transaction((transaction) => takeBack(world, transaction, caller, holidayId));
}

/** @returns what becomes of the visits when it is taken back; nothing is changed. @throws ApiError as takeBackHoliday */
export async function previewHolidayBack(world: World, caller: Caller, holidayId: string): Promise<HolidayBack> {
  return await previewOf(world.database, async (transaction) => {
    const row = await takeBack(world, transaction, caller, holidayId);
    const { rows, beyond } = await waitingOn(world, transaction, row);
    const elsewhere = await (isOfWorker(row) ? countKept(transaction, row) : countElsewhere(transaction, row.day));
    return { due: rows.length + beyond.length, elsewhere };
  });
}

async function takeBack(
  world: World,
  transaction: Transaction,
  caller: Caller,
  holidayId: string,
): Promise<HolidayRow> {
  const now = world.clock.now();
  await lockHolidays(transaction);
  const row = await selectHoliday(transaction, holidayId);
  if (!row) throw notFound('Day off');
  if (row.takenBackAt) return row;
  if (isWorkOver(lastDayOf(row), now)) throw notNow(`${dayLabel(lastDayOf(row))} is over.`);
  const standing = await selectHolidays(transaction, businessDay(now));
  const services = await lockServices(world, transaction, standing, row);
  if (row.movedTo && isWorkOver(row.movedTo, now)) await settleMissed(world, transaction, services);
  const dueAt = row.toldAt ? now.add({ seconds: undoSeconds }) : null;
  await updateHoliday(transaction, row.id, { takenBackAt: now, dueAt });
  await fill(world, transaction, services, profileOf(caller));
  await record(world, transaction, {
    kind: 'holiday-taken-back',
    by: caller.userId,
    subjectId: row.id,
    ...fieldsOf(row),
  });
  return row;
}

const fieldsOf = ({ day, name, movedTo, workerProfileId, lastDay }: HolidayRow) => ({
  fields: differing(undefined, {
    date: day.toString(),
    name,
    ...(movedTo && { movedTo: movedTo.toString() }),
    ...(workerProfileId && { worker: workerProfileId, lastDay: `${lastDay}` }),
  }),
});

/** @returns days off as staff see them, with the names of the workers */
async function shownAll(database: Queryable, rows: readonly HolidayRow[]): Promise<Holiday[]> {
  const ids = rows.flatMap(({ workerProfileId, byProfileId }) => [workerProfileId ?? [], byProfileId ?? []].flat());
  const names = new Map((await selectNames(database, ids)).map((one) => [one.id, one.name]));
  return rows.map(({ id, day, lastDay, name, movedTo, workerProfileId, byProfileId }) => ({
    ...{ id, day: calendarDay(day), name, movedTo: movedTo && calendarDay(movedTo) },
    lastDay: lastDay && calendarDay(lastDay),
    worker: workerProfileId ? { profileId: workerProfileId, name: names.get(workerProfileId) ?? '' } : null,
    coveredBy: (byProfileId && names.get(byProfileId)) ?? null,
  }));
}

async function shown(database: Queryable, row: HolidayRow): Promise<Holiday> {
  const [holiday] = await shownAll(database, [row]);
  if (!holiday) throw new Error('A day off is not shown');
  return holiday;
}
