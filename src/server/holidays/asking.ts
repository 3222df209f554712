import type * as z from 'zod/mini';
import type { holidays as contract, DaysOff, NewDaysOff } from '#contract/holidays.ts';
import { businessDay, calendarDay, dayLabel, daySpanLabel, plainDate } from '#domain/calendar.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { firstDayToCome, isWorkOver } from '#domain/visit-class.ts';
import { record } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { ApiError, notFound, notNow } from '../http/errors.ts';
import { daysOffDeclinedLetter } from '../messages/letters/days-off-declined.ts';
import { tell, workOn } from '../messages/service.ts';
import type { World } from '../world.ts';
import { requireAskable } from './possible.ts';
import {
  type HolidayRow,
  hasBegunOn,
  insertHoliday,
  lastDayOf,
  lockHolidays,
  selectDaysOffOf,
  selectWish,
  updateHoliday,
  type Wish,
} from './store.ts';
import { selectContact } from './tell-store.ts';

type Form = z.output<typeof NewDaysOff>;

/** @returns a worker's days off that are not over, with what was decided of those that they asked for */
export async function listDaysOff(
  world: World,
  workerProfileId: string,
): Promise<z.input<typeof contract.listDaysOff.response>> {
  const now = world.clock.now();
  const today = businessDay(now);
  const rows = await selectDaysOffOf(world.database, workerProfileId, today);
  // Once work is over nobody can decide on today any more.
  const shown = rows.filter((row) => !isOpenWish(row) || !isWorkOver(lastDayOf(row), now));
  return { today: calendarDay(today), daysOff: shown.map(shownToWorker) };
}

/**
 * Asks staff for days off. They count for nothing until staff accept them. A repeat changes nothing.
 * @throws ApiError INVALID_INPUT for days that are over or have begun, CONFLICT for days off that are set or asked for already
 */
export async function askForDaysOff(world: World, workerProfileId: string, form: Form): Promise<{ daysOff: DaysOff }> {
  const [day, lastDay] = [plainDate(form.day), plainDate(form.lastDay ?? form.day)];
  const note = form.note || null;
  return await world.database.transaction(async (transaction) => {
    const now = world.clock.now();
    const today = businessDay(now);
    await lockHolidays(transaction);
    const own = (await selectDaysOffOf(transaction, workerProfileId, today)).filter(
      (row) => stateOf(row) !== 'declined',
    );
    const isSame = (row: HolidayRow) => row.day.equals(day) && lastDayOf(row).equals(lastDay) && row.note === note;
    const same = own.find((row) => isOpenWish(row) && isSame(row));
    if (same) return { daysOff: shownToWorker(same) };
    const hasBegun = await hasBegunOn(transaction, workerProfileId, today);
    requireAskable(own, { day, lastDay }, { today, toCome: firstDayToCome(now), hasBegun });
    const asked = { ...{ workerProfileId, day, lastDay, note }, name: 'Days off', wantedAt: now, createdAt: now };
    return { daysOff: shownToWorker(await insertHoliday(transaction, asked)) };
  });
}

/**
 * Takes a worker's request back. A repeat does nothing.
 * @throws ApiError NOT_FOUND, CONFLICT once staff have decided
 */
export async function withdrawDaysOff(world: World, workerProfileId: string, id: string): Promise<void> {
  await world.database.transaction(async (transaction) => {
    await lockHolidays(transaction);
    const wish = await selectWish(transaction, id);
    if (wish?.workerProfileId !== workerProfileId) throw notFound('Request');
    if (wish.acceptedAt)
      throw new ApiError('CONFLICT', 'The office has set these days off. Please call to change them.');
    if (wish.declinedReason !== null) throw new ApiError('CONFLICT', 'The office has declined this already.');
    if (!wish.takenBackAt) await updateHoliday(transaction, id, { takenBackAt: world.clock.now() });
  });
}

/**
 * Declines days off that a worker asked for, who reads why. A repeat does nothing.
 * @throws ApiError as `requireOpenWish`
 */
export async function declineDaysOff(world: World, caller: Caller, id: string, reason: string): Promise<void> {
  await world.database.transaction(async (transaction) => {
    await lockHolidays(transaction);
    const found = await selectWish(transaction, id);
    if (found?.declinedReason === reason) return;
    const wish = requireOpen(found, world.clock.now());
    await updateHoliday(transaction, id, { declinedReason: reason });
    await record(world, transaction, {
      ...{ kind: 'days-off-declined', by: caller.userId, subjectId: id, about: wish.workerProfileId },
      fields: [{ name: 'date', from: null, to: wish.day.toString() }],
    });
    await tellDeclined(world, transaction, wish, reason);
  });
}

/**
 * Reads a request that staff are to decide, once no other decision can come between.
 * @throws ApiError NOT_FOUND, CONFLICT when it was decided or taken back or its account is closed, NOT_ALLOWED_NOW when the days are over
 */
export async function requireOpenWish(world: World, transaction: Transaction, id: string): Promise<Wish> {
  return requireOpen(await selectWish(transaction, id), world.clock.now());
}

function requireOpen(wish: Wish | undefined, now: Temporal.Instant): Wish {
  if (!wish) throw notFound('Request');
  const decided = decidedOf(wish);
  if (decided) throw new ApiError('CONFLICT', decided);
  if (isWorkOver(lastDayOf(wish), now)) throw notNow(`${dayLabel(lastDayOf(wish))} is over.`);
  return wish;
}

/** @returns why nothing is to be decided any more; undefined while there is */
function decidedOf(wish: Wish): string | undefined {
  const { workerName, acceptedAt, takenBackAt, declinedReason } = wish;
  if (acceptedAt && takenBackAt) return 'This request was accepted, and the days off were taken back since.';
  if (acceptedAt) return `${workerName} is off ${spanOf(wish)} already.`;
  if (declinedReason !== null) return `This request was declined: ${declinedReason}`;
  if (takenBackAt) return `${workerName} has taken this request back.`;
  return wish.isClosed ? `The account of ${workerName} is closed.` : undefined;
}

async function tellDeclined(world: World, transaction: Transaction, wish: Wish, reason: string): Promise<void> {
  const { id, workerProfileId, day } = wish;
  const person = await selectContact(transaction, workerProfileId);
  if (!person) return;
  const url = `${world.publicUrl}/worker/${workerProfileId}/plan`;
  const letter = daysOffDeclinedLetter({ firstName: person.firstName, url, when: spanOf(wish) }, reason);
  const notAfter = lastDayOf(wish).add({ days: 1 }).toZonedDateTime(businessTimeZone).toInstant();
  await tell(world, transaction, `days-off-declined:${id}`, person, letter, { ...workOn(world, [day]), notAfter });
}

const spanOf = (row: HolidayRow) => daySpanLabel({ firstDay: row.day, lastDay: lastDayOf(row) });

/** @returns whether a worker's days off wait for staff */
export const isOpenWish = (row: HolidayRow): boolean => stateOf(row) === 'asked';

const stateOf = ({ wantedAt, acceptedAt, declinedReason }: HolidayRow): DaysOff['state'] => {
  if (declinedReason !== null) return 'declined';
  return wantedAt && !acceptedAt ? 'asked' : 'set';
};

const shownToWorker = (row: HolidayRow): DaysOff => ({
  ...{ id: row.id, day: calendarDay(row.day), lastDay: calendarDay(lastDayOf(row)) },
  ...{ state: stateOf(row), note: row.note, declinedReason: row.declinedReason },
});
