import type * as z from 'zod/mini';
import type { Hold, NewHold } from '#contract/holds.ts';
import { businessDay, calendarDay, daysFrom, isBefore, longDayLabel, plainDate } from '#domain/calendar.ts';
import { isActive, isLive } from '#domain/engagement-status.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { differing, record } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import { actingProfile, type Caller } from '../http/access.ts';
import { invalid, notFound, notNow } from '../http/errors.ts';
import { holdReminderLetter } from '../messages/letters/hold-ends.ts';
import { tell } from '../messages/service.ts';
import { drop, dropOwnDays } from '../messages/take-back.ts';
import { engagementParties, isCustomerOf, ownsOrStaff } from '../parties/parties.ts';
import { lockSchedule, type Schedule } from '../plans/schedules-store.ts';
import { fill } from '../visits/fill.ts';
import { tellSoon } from '../visits/known-store.ts';
import type { World } from '../world.ts';
import {
  type HoldRow,
  insertHold,
  markReminded,
  selectDueHolds,
  selectHold,
  selectHolds,
  selectNextDay,
  updateLastDay,
} from './store.ts';

type Form = z.output<typeof NewHold>;

/** In days. */
const longest = 180;
const farthestAhead = 365;
const batch = 200;

/**
 * Leaves out an engagement's visits from one day to another. A customer may begin tomorrow at the earliest, staff today. Both
 * are told as of any other change, a minute later. A repeat answers the hold that is there. One that the form
 * names is lengthened: were its days enough, the late repeat of a new one would bring back what was ended since.
 * @throws ApiError NOT_FOUND unless it is the caller's or the caller is staff, and for a hold that is not there, NOT_ALLOWED_NOW when it has ended,
 * INVALID_INPUT for days that are not possible
 */
export async function createHold(world: World, caller: Caller, engagementId: string, form: Form): Promise<Hold> {
  const now = world.clock.now();
  const today = businessDay(now);
  const days = { firstDay: plainDate(form.firstDay), lastDay: plainDate(form.lastDay) };
  return await world.database.transaction(async (transaction) => {
    const service = await requireOwn(transaction, caller, engagementId);
    const standing = await selectHolds(transaction, engagementId, today);
    const same = standing.find((one) => one.firstDay.equals(days.firstDay) && one.lastDay.equals(days.lastDay));
    if (same) return toHold(same);
    if (!isLive(service)) {
      throw notNow('This service has ended, so nobody comes anyway.');
    }
    const isOwn = isCustomerOf({ engagement: service }, caller);
    if (form.lengthens) {
      const begun = standing.find(({ id, firstDay }) => id === form.lengthens && firstDay.equals(days.firstDay));
      if (!begun) throw notFound('Hold');
      if (!isBefore(begun.lastDay, days.lastDay)) throw invalid('body.lastDay', 'Pick a later day.');
      return toHold(await lengthen(world, transaction, { service, caller, standing }, begun, days.lastDay));
    }
    requireDays(days, today, isOwn);
    const overlap = standing.find(
      (one) => !isBefore(one.lastDay, days.firstDay) && !isBefore(days.lastDay, one.firstDay),
    );
    if (overlap) {
      throw invalid('body.firstDay', overlapWords(overlap));
    }
    const hold = await insertHold(transaction, {
      engagementId,
      ...days,
      madeBy: isOwn ? 'customer' : 'employee',
      createdAt: now,
      dueAt: reminderOf(days, now),
    });
    await fill(world, transaction, [engagementId], actingProfile(caller, service.customerProfileId));
    await tellSoon(world, transaction, [engagementId]);
    if (isOwn) {
      const { customerProfileId } = service;
      const away = daysFrom(days.firstDay, days.lastDay);
      await dropOwnDays(world, transaction, engagementId, customerProfileId, away);
    }
    const fields = differing(undefined, { firstDay: days.firstDay.toString(), lastDay: days.lastDay.toString() });
    await record(world, transaction, { kind: 'hold-made', by: caller.userId, subjectId: engagementId, fields });
    // A customer who is away again before a visit comes is not told that visits go on.
    for (const before of standing) {
      if (!goesOnInto(before, hold, await selectNextDay(transaction, before))) continue;
      await drop(world, transaction, reminderEventOf(before), 'They are away again before a visit comes.');
    }
    return toHold(hold);
  });
}

type Service = Schedule['engagement'];
type Standing = { service: Service; caller: Caller; standing: readonly HoldRow[] };

/** Lengthens a hold, also one that has begun. @throws ApiError INVALID_INPUT for days that are not possible */
async function lengthen(
  world: World,
  transaction: Transaction,
  { service, caller, standing }: Standing,
  hold: HoldRow,
  lastDay: Temporal.PlainDate,
): Promise<HoldRow> {
  const { engagementId, firstDay } = hold;
  const now = world.clock.now();
  requireLength({ firstDay, lastDay });
  const other = standing.find((one) => isBefore(hold.lastDay, one.firstDay) && !isBefore(lastDay, one.firstDay));
  if (other) throw invalid('body.lastDay', overlapWords(other));
  const longer = { ...hold, lastDay, dueAt: reminderOf({ firstDay, lastDay }, now) };
  await updateLastDay(transaction, hold.id, lastDay, longer.dueAt);
  await fill(world, transaction, [engagementId], actingProfile(caller, service.customerProfileId));
  await tellSoon(world, transaction, [engagementId]);
  const { customerProfileId } = service;
  if (isCustomerOf({ engagement: service }, caller)) {
    const more = daysFrom(hold.lastDay.add({ days: 1 }), lastDay);
    await dropOwnDays(world, transaction, engagementId, customerProfileId, more);
  }
  await drop(world, transaction, reminderEventOf(hold), 'The days away were lengthened.');
  const fields = differing({ lastDay: hold.lastDay.toString() }, { lastDay: lastDay.toString() });
  await record(world, transaction, { kind: 'hold-made', by: caller.userId, subjectId: engagementId, fields });
  return longer;
}

/**
 * Ends a hold: one that has not begun is as if it had never been; of one that has, today is the last day. Who was told of
 * it is told as of any other change. A repeat does nothing.
 * @throws ApiError NOT_FOUND unless it is a hold of the caller's engagement or the caller is staff
 */
export async function endHold(world: World, caller: Caller, engagementId: string, holdId: string): Promise<void> {
  const now = world.clock.now();
  const today = businessDay(now);
  await world.database.transaction(async (transaction) => {
    const service = await requireOwn(transaction, caller, engagementId);
    const hold = await selectHold(transaction, engagementId, holdId);
    if (!hold) throw notFound('Hold');
    const hasBegun = !isBefore(today, hold.firstDay);
    const lastDay = hasBegun ? today : hold.firstDay.subtract({ days: 1 });
    if (!isBefore(lastDay, hold.lastDay)) return;
    await updateLastDay(transaction, hold.id, lastDay);
    await fill(world, transaction, [engagementId], actingProfile(caller, service.customerProfileId));
    await tellSoon(world, transaction, [engagementId]);
    const fields = differing(undefined, { firstDay: hold.firstDay.toString(), lastDay: hold.lastDay.toString() });
    await record(world, transaction, { kind: 'hold-ended', by: caller.userId, subjectId: engagementId, fields });
    await drop(world, transaction, reminderEventOf(hold), 'The days away have ended earlier.');
  });
}

/** Reminds customers who come back that their visits go on. */
export async function remindOfHolds(world: World): Promise<void> {
  const now = world.clock.now();
  for (const id of await selectDueHolds(world.database, now, batch)) {
    try {
      await world.database.transaction((transaction) => remindOf(world, transaction, id, now));
    } catch (error) {
      // One customer in trouble must not hold up the others.
      world.log.error(
        { event: 'hold-not-told', err: error, holdId: id },
        'a customer was not reminded of visits; will be tried again',
      );
    }
  }
}

async function remindOf(world: World, transaction: Transaction, id: string, now: Temporal.Instant): Promise<void> {
  const hold = await markReminded(transaction, id, now);
  const service = hold && (await lockSchedule(transaction, hold.engagementId))?.engagement;
  if (!hold || !service || !isActive(service)) return;
  const others = await selectHolds(transaction, hold.engagementId, hold.lastDay);
  const next = await selectNextDay(transaction, hold);
  if (others.some((other) => goesOnInto(hold, other, next))) return;
  const { customer, yard: street, url } = await engagementParties(world, transaction, hold.engagementId);
  const { firstName } = customer;
  const letter = holdReminderLetter({ firstName, customerName: firstName, street, url }, hold, next);
  const notAfter = hold.lastDay.add({ days: 2 }).toZonedDateTime(businessTimeZone).toInstant();
  const options = { notAfter, about: hold.engagementId };
  await tell(world, transaction, reminderEventOf(hold), customer, letter, options);
}

/** @param next the day of the first visit after a hold @returns whether a later hold begins before it */
function goesOnInto(hold: HoldRow, later: HoldRow, next: Temporal.PlainDate | undefined): boolean {
  return isBefore(hold.lastDay, later.firstDay) && (next === undefined || isBefore(later.firstDay, next));
}

async function requireOwn(transaction: Transaction, caller: Caller, engagementId: string): Promise<Service> {
  const schedule = await lockSchedule(transaction, engagementId);
  if (!schedule || !ownsOrStaff(schedule, caller)) throw notFound('Engagement');
  return schedule.engagement;
}

type Days = { firstDay: Temporal.PlainDate; lastDay: Temporal.PlainDate };

/** @throws ApiError INVALID_INPUT */
function requireDays({ firstDay, lastDay }: Days, today: Temporal.PlainDate, isOwn: boolean): void {
  const earliest = isOwn ? today.add({ days: 1 }) : today;
  if (isBefore(firstDay, earliest)) {
    throw invalid('body.firstDay', isOwn ? 'This can begin tomorrow at the earliest.' : 'This day is over.');
  }
  if (firstDay.since(today).days > farthestAhead) throw invalid('body.firstDay', 'This can be at most a year ahead.');
  requireLength({ firstDay, lastDay });
}

const overlapWords = ({ firstDay, lastDay }: Days) =>
  `You are away from ${longDayLabel(calendarDay(firstDay))} to ${longDayLabel(calendarDay(lastDay))} already. End that first.`;

/** @throws ApiError INVALID_INPUT */
function requireLength({ firstDay, lastDay }: Days): void {
  if (isBefore(lastDay, firstDay)) throw invalid('body.lastDay', 'The last day is before the first.');
  if (firstDay.until(lastDay).days >= longest) {
    throw invalid('body.lastDay', `This can be ${longest} days at most. For longer, pause the service.`);
  }
}

/**
 * In the morning of the day before the last one, but not before the first one, until which visits go on anyway; none for a few days,
 * of which the customer was just told.
 */
function reminderOf({ firstDay, lastDay }: Days, now: Temporal.Instant): Temporal.Instant | null {
  const day = firstDay.equals(lastDay) ? lastDay : lastDay.subtract({ days: 1 });
  const at = day.toZonedDateTime({ timeZone: businessTimeZone, plainTime: '09:00' }).toInstant();
  return Temporal.Instant.compare(at, now.add({ hours: 48 })) < 0 ? null : at;
}

/** Days away that are lengthened after the reminder have another one. */
const reminderEventOf = ({ id, lastDay }: HoldRow) => `hold-ends:${id}:${lastDay}`;
const toHold = ({ id, firstDay, lastDay }: HoldRow): Hold => ({
  id,
  firstDay: calendarDay(firstDay),
  lastDay: calendarDay(lastDay),
});
