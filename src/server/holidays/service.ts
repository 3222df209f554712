import type * as z from 'zod/mini';
import type { holidays as contract, Holiday, HolidayBack, HolidayEffect, NewHoliday } from '#contract/holidays.ts';
import { businessDay, type CalendarDay, calendarDay, dayLabel, plainDate } from '#domain/calendar.ts';
import { type IsoDay, weekOf } from '#domain/iso-days.ts';
import { wayFrom } from '#domain/reconcile.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { usHolidays } from '#domain/us-holidays.ts';
import { firstDayToCome, isWorkOver } from '#domain/visit-class.ts';
import { undoSeconds } from '#domain/visit-limits.ts';
import { differing, record } from '../changes/record.ts';
import { previewOf, type Transaction } from '../database/connection.ts';
import { settleMissed } from '../engagements/missed.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { ApiError, notFound, notNow } from '../http/errors.ts';
import { firstWeekBeyond } from '../visit-rows/beyond.ts';
import { fill } from '../visit-rows/fill.ts';
import type { World } from '../world.ts';
import { effectOf, waitingOn } from './effect.ts';
import {
  countElsewhere,
  dayOffOf,
  type HolidayRow,
  insertHoliday,
  lockHolidays,
  lockVisitsOf,
  selectHoliday,
  selectHolidays,
  updateHoliday,
} from './store.ts';

const workIsOver = 'The work of this day is over. Please pick another day.';

type Form = z.output<typeof NewHoliday>;
type Made = { holiday: Holiday; effect: HolidayEffect };

/** How many days before or after a day off its visits can be, and how far ahead one can be set. */
const farthest = { move: 14, ahead: 400 };
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
      !rows.some((row) => row.day.equals(day)),
  );
  return {
    today: calendarDay(today),
    holidays: rows.map(toHoliday),
    suggestions: suggestions.map(({ day, name }) => ({ day: calendarDay(day), name })),
  };
}

/**
 * Makes a day on which nobody works. Its visits that are not begun go to another day once, or are left out as long as it
 * stands. People are told a week before, or a minute later if it is sooner. A repeat changes nothing.
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

async function make(world: World, transaction: Transaction, caller: Caller, form: Form): Promise<Made> {
  const now = world.clock.now();
  const today = businessDay(now);
  const day = plainDate(form.day);
  const movedTo = form.movedTo ? plainDate(form.movedTo) : null;
  await lockHolidays(transaction);
  const standing = await selectHolidays(transaction, today);
  const same = standing.find((one) => one.day.equals(day));
  if (same && isSame(same, form.name, movedTo)) {
    return { holiday: toHoliday(same), effect: { moved: 0, leftOut: 0, workers: [] } };
  }
  requirePossible(standing, { day, movedTo, today, toCome: firstDayToCome(now) });
  const services = await lockWay(world, transaction, standing, { day, movedTo });
  const waiting = await waitingOn(world, transaction, day);
  const first = movedTo && Temporal.PlainDate.compare(movedTo, day) < 0 ? movedTo : day;
  const told = first
    .subtract({ days: toldBefore.days })
    .toZonedDateTime({ timeZone: businessTimeZone, plainTime: toldBefore.at });
  const soon = now.add({ seconds: undoSeconds });
  const dueAt = Temporal.Instant.compare(told.toInstant(), soon) < 0 ? soon : told.toInstant();
  const row = await insertHoliday(transaction, { day, name: form.name, movedTo, createdAt: now, dueAt });
  await fill(world, transaction, services, profileOf(caller));
  const fields = differing(undefined, {
    date: day.toString(),
    name: form.name,
    ...(movedTo && { movedTo: movedTo.toString() }),
  });
  await record(world, transaction, { kind: 'holiday-set', by: caller.userId, subjectId: row.id, fields });
  return { holiday: toHoliday(row), effect: await effectOf(world, transaction, row, waiting) };
}

/** @returns the services of which a day off, or the days to which it and others move its visits, may have visits; it locks them */
async function lockWay(
  world: World,
  transaction: Transaction,
  standing: readonly HolidayRow[],
  holiday: Pick<HolidayRow, 'day' | 'movedTo'>,
): Promise<string[]> {
  const daysOff = [holiday, ...standing].map(dayOffOf);
  const way = wayFrom(holiday.day.toString(), { daysOff });
  const beyond = way.filter((day) => weekOf(day) >= firstWeekBeyond(world));
  const dates = (days: readonly IsoDay[]) => days.map((day) => Temporal.PlainDate.from(day));
  return await lockVisitsOf(transaction, dates(way), dates(beyond));
}

const profileOf = (caller: Caller) => profileIds(caller, 'PROFILE_TYPE_EMPLOYEE')[0] ?? null;

const isSame = (row: HolidayRow, name: string, movedTo: Temporal.PlainDate | null) =>
  row.name === name && (movedTo === null ? row.movedTo === null : row.movedTo?.equals(movedTo));

type Days = {
  day: Temporal.PlainDate;
  movedTo: Temporal.PlainDate | null;
  today: Temporal.PlainDate;
  toCome: Temporal.PlainDate;
};

/** @throws ApiError INVALID_INPUT, CONFLICT */
function requirePossible(standing: readonly HolidayRow[], { day, movedTo, today, toCome }: Days): void {
  const wrong = (field: 'day' | 'movedTo', message: string, code: 'INVALID_INPUT' | 'CONFLICT' = 'INVALID_INPUT') =>
    new ApiError(code, message, [{ path: `body.${field}`, message }]);
  const isPast = (date: Temporal.PlainDate) => Temporal.PlainDate.compare(date, toCome) < 0;
  // Of today nobody comes any more in the evening: what was not made was missed, whatever is said of the day afterwards.
  const tooLate = (date: Temporal.PlainDate) => (date.equals(today) ? workIsOver : 'This day is over.');
  if (isPast(day)) throw wrong('day', tooLate(day));
  if (day.since(today).days > farthest.ahead) throw wrong('day', 'A day off can be set about a year ahead.');
  const there = standing.find((one) => one.day.equals(day));
  if (there) throw wrong('day', `This is a day off already: ${there.name}. Take that back first.`, 'CONFLICT');
  if (!movedTo) {
    const goesHere = standing.find((one) => one.movedTo?.equals(day));
    if (goesHere) throw wrong('day', `The visits of ${goesHere.name} were moved to this day. Move these as well.`);
    return;
  }
  if (movedTo.equals(day)) throw wrong('movedTo', 'Please pick another day.');
  if (isPast(movedTo)) throw wrong('movedTo', tooLate(movedTo));
  if (Math.abs(day.until(movedTo).days) > farthest.move) {
    throw wrong('movedTo', `Please pick a day at most ${farthest.move} days away.`);
  }
  const off = standing.find((one) => one.day.equals(movedTo));
  if (off) throw wrong('movedTo', `Nobody works on this day either: ${off.name}.`);
}

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
    const { day } = await takeBack(world, transaction, caller, holidayId);
    const due = await waitingOn(world, transaction, day);
    return { due: due.length, elsewhere: await countElsewhere(transaction, day) };
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
  if (isWorkOver(row.day, now)) {
    throw notNow(`${dayLabel(row.day)} is over.`);
  }
  const standing = await selectHolidays(transaction, businessDay(now));
  const services = await lockWay(world, transaction, standing, row);
  if (row.movedTo && isWorkOver(row.movedTo, now)) await settleMissed(world, transaction, services);
  const dueAt = row.toldAt ? now.add({ seconds: undoSeconds }) : null;
  await updateHoliday(transaction, row.id, { takenBackAt: now, dueAt });
  await fill(world, transaction, services, profileOf(caller));
  const fields = differing(undefined, { date: row.day.toString(), name: row.name });
  const change = { kind: 'holiday-taken-back', by: caller.userId, subjectId: row.id, fields } as const;
  await record(world, transaction, change);
  return row;
}

const toHoliday = ({ id, day, name, movedTo }: HolidayRow): Holiday => ({
  id,
  day: dayOf(day),
  name,
  movedTo: movedTo && dayOf(movedTo),
});
const dayOf = (date: Temporal.PlainDate): CalendarDay => calendarDay(date);
