import type * as z from 'zod/mini';
import type { moves as contract, Move, Told } from '#contract/moves.ts';
import { businessDay, calendarDay, dayLabel, longDayLabel, plainDate } from '#domain/calendar.ts';
import { isActive } from '#domain/engagement-status.ts';
import { farthestMove } from '#domain/schedule-rules.ts';
import { isWorkOver } from '#domain/visit-class.ts';
import { differing, record, why } from '../changes/record.ts';
import { previewOf, type Transaction } from '../database/connection.ts';
import { settleMissed } from '../engagements/missed.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { ApiError, notFound, notNow } from '../http/errors.ts';
import { lockPlan } from '../plans/places.ts';
import { type DayOfService, lockDay, visitDueOn } from '../visits/begun.ts';
import type { ToBegin } from '../visits/begun-store.ts';
import { chooseVisit } from '../visits/choose.ts';
import type { World } from '../world.ts';
import { requireWorker } from './people.ts';
import { correctReason, holdHolidays, markDecided, selectMovedFrom, selectRest, selectWorker } from './store.ts';
import { toldOfChanges } from './tell.ts';

type Form = z.output<typeof Move>;
type Answer = z.input<typeof contract.moveVisit.response>;
/** Where a visit is; the worker null for a visit of nobody. */
type Spot = { day: Temporal.PlainDate; workerProfileId: string | null };

/** For how many days a missed visit can be made up. */
const daysToMakeUp = 14;

/**
 * Puts a visit on another day, or gives it to another worker; a missed one is made up. A repeat changes nothing, and says again who is told.
 * For a visit that stays where staff have moved it, the reason is corrected.
 * Everybody whom it concerns is told a minute later; who is back where they were told last hears nothing.
 * @throws ApiError NOT_FOUND, CONFLICT when the visit is elsewhere than the form says, NOT_ALLOWED_NOW for one that is
 * begun, off or on no day, INVALID_INPUT for a day or a worker that is not possible
 */
export async function moveVisit(world: World, caller: Caller, engagementId: string, form: Form): Promise<Answer> {
  return await world.database.transaction(
    async (transaction) => await move(world, transaction, caller, engagementId, form),
  );
}

/**
 * @returns who would be told what; nothing is changed
 * @throws ApiError as moveVisit
 */
export async function previewMove(world: World, caller: Caller, engagementId: string, form: Form): Promise<Told[]> {
  const { told } = await previewOf(world.database, (transaction) =>
    move(world, transaction, caller, engagementId, form),
  );
  return told;
}

async function move(
  world: World,
  transaction: Transaction,
  caller: Caller,
  engagementId: string,
  form: Form,
): Promise<Answer> {
  const now = world.clock.now();
  const today = businessDay(now);
  const date = plainDate(form.date);
  const to: Spot & { workerProfileId: string } = {
    day: plainDate(form.toDate),
    workerProfileId: form.toWorkerProfileId,
  };
  // A day off that is being set, and an account that is being closed, come before or after it as a whole.
  await holdHolidays(transaction);
  if (form.toWorkerProfileId !== form.workerProfileId) await lockPlan(transaction, form.toWorkerProfileId);
  const dayOf = (on: Temporal.PlainDate) =>
    lockDay(world, transaction, { engagementId, date: on, workerProfileId: null, at: now });
  if (!(await dayOf(date))) throw notFound('Engagement');
  await settleMissed(world, transaction, [engagementId]);
  const day = await dayOf(date);
  if (!day) throw notFound('Engagement');
  const answer = async (): Promise<Answer> => ({
    date: calendarDay(to.day),
    workerProfileId: to.workerProfileId,
    told: await toldOfChanges(world, transaction, engagementId),
  });
  const seen = { day: date, workerProfileId: form.workerProfileId };
  const visit = visitOn(day, date);
  const from = await spotNow(transaction, day, visit, seen);
  if (!(await selectWorker(transaction, form.workerProfileId))) {
    throw wrong('workerProfileId', 'Please say whose visit it is.');
  }
  const isCorrected = isSame(from, to) && isSame(seen, to) && visit && form.reason !== undefined;
  if (isCorrected && (await correctReason(transaction, visit.row.id, form.reason || null))) {
    const fields = [...differing(undefined, { date: date.toString() }), ...why(form.reason)];
    await record(world, transaction, { kind: 'visit-moved', by: caller.userId, subjectId: engagementId, fields });
  }
  if (isSame(from, to)) return await answer();
  if (!isSame(from, seen)) throw movedMeanwhile(from, await nameOf(transaction, from.workerProfileId));
  const { row, kind } = visit ?? {};
  if (row && kind === 'missed' && row.state !== 'missed') {
    const there = { day: row.date, workerProfileId: row.workerProfileId };
    // A missed visit stays where it was missed; the answer to its making up may have been lost.
    if (isSame(there, to)) return await answer();
    // Somebody else has decided on it.
    throw movedMeanwhile(there, await nameOf(transaction, there.workerProfileId));
  }
  requireMovable(day, date, kind, today);
  if (!row) throw notAllowed('No visit is due on this day anymore.');
  // One that was to be made up for stands as missed again.
  const isTakenBack = kind === 'due' && row.missedOn !== null && row.missedOn.equals(to.day);
  if (!isTakenBack) await requireTarget(world, transaction, { home: row.home, from, to, there: await dayOf(to.day) });
  const [movedBy = null] = profileIds(caller, 'PROFILE_TYPE_EMPLOYEE');
  if (kind === 'missed') await markDecided(transaction, engagementId, date, { seenAt: now, seenBy: movedBy });
  if (isTakenBack) await markDecided(transaction, engagementId, to.day, { seenAt: null, seenBy: null });
  const chosen = isTakenBack ? null : { ...to, reason: form.reason || null };
  await chooseVisit(world, transaction, engagementId, date, chosen, movedBy);
  const fields = [
    // Of one that only its worker leaves the day is told too.
    ...differing(date.equals(to.day) ? undefined : { date: date.toString() }, { date: to.day.toString() }),
    ...differing(
      { worker: await nameOf(transaction, from.workerProfileId) },
      { worker: await nameOf(transaction, to.workerProfileId) },
    ),
    ...why(form.reason),
  ];
  await record(world, transaction, { kind: 'visit-moved', by: caller.userId, subjectId: engagementId, fields });
  return await answer();
}

const isSame = (one: Spot, other: Spot) => one.day.equals(other.day) && one.workerProfileId === other.workerProfileId;
const nameOf = async (transaction: Transaction, workerProfileId: string | null) =>
  (workerProfileId && (await selectWorker(transaction, workerProfileId))?.name) || null;

/** A visit of a day, and what has become of it. */
type VisitOn = { row: ToBegin; kind: 'begun' | 'due' | 'skipped' | 'missed' };

/** @returns the visit that is on a day, or was taken off or missed there */
function visitOn(day: DayOfService, date: Temporal.PlainDate): VisitOn | undefined {
  const { begun, skip, rows } = day;
  if (begun) return { row: begun, kind: 'begun' };
  const due = visitDueOn(day, date);
  if (due) return { row: due, kind: 'due' };
  const row = rows.find(({ offId, missedId }) => skip && (offId === skip.id || missedId === skip.id));
  return row && { row, kind: row.offId === skip?.id ? 'skipped' : 'missed' };
}

/** @returns where the visit is that somebody has seen: there, or where it was moved to since */
async function spotNow(
  transaction: Transaction,
  { engagement }: DayOfService,
  visit: VisitOn | undefined,
  seen: Spot,
): Promise<Spot> {
  // Nobody makes a missed visit: it is whose it was.
  if (visit?.kind === 'missed')
    return { day: seen.day, workerProfileId: visit.row.missedWorkerProfileId ?? seen.workerProfileId };
  if (visit) return { day: seen.day, workerProfileId: visit.row.workerProfileId };
  const moved = await selectMovedFrom(transaction, engagement.id, seen.day);
  return moved ?? { day: seen.day, workerProfileId: engagement.workerProfileId };
}

function movedMeanwhile({ day }: Spot, who: string | null): ApiError {
  const message = `This visit was moved meanwhile: ${who ? `${who} makes it` : 'it is'} on ${dayLabel(day)}.`;
  return new ApiError('CONFLICT', message, [{ path: 'body.date', message }]);
}

/** @throws ApiError NOT_ALLOWED_NOW for a visit that nobody makes, or that is begun or over */
function requireMovable(
  { engagement }: DayOfService,
  date: Temporal.PlainDate,
  kind: VisitOn['kind'] | undefined,
  today: Temporal.PlainDate,
): void {
  if (!isActive(engagement)) throw notAllowed('This service is paused or has ended, so nobody makes its visits.');
  if (kind === 'missed' && Temporal.PlainDate.compare(date, today.subtract({ days: daysToMakeUp })) >= 0) return;
  if (kind === 'begun') throw notAllowed('This visit has begun already.');
  if (kind === 'skipped') throw notAllowed('This visit was taken off. Put it back first.');
  if (Temporal.PlainDate.compare(date, today) < 0) throw notAllowed('This day is over.');
}

const notAllowed = (message: string) => notNow(message, 'body.date');
const wrong = (field: 'workerProfileId' | 'toDate' | 'toWorkerProfileId', message: string) =>
  new ApiError('INVALID_INPUT', message, [{ path: `body.${field}`, message }]);

/**
 * @param where the visit is, where the plan has it, where it is to go, and the service on that day
 * @throws ApiError INVALID_INPUT for a day or a worker to whom the visit cannot go
 */
async function requireTarget(
  world: World,
  transaction: Transaction,
  where: {
    home: Temporal.PlainDate;
    from: Spot;
    to: Spot & { workerProfileId: string };
    there: DayOfService | undefined;
  },
): Promise<void> {
  const { home, from, to, there } = where;
  const today = businessDay(world.clock.now());
  if (Temporal.PlainDate.compare(to.day, today) < 0) throw wrong('toDate', 'A visit cannot be moved to the past.');
  if (isWorkOver(to.day, world.clock.now())) throw wrong('toDate', 'The work of this day is over.');
  if (Math.abs(home.until(to.day).days) > farthestMove) {
    throw wrong(
      'toDate',
      `A visit can be moved by ${farthestMove} days at most; this one was planned for ${longDayLabel(calendarDay(home))}.`,
    );
  }
  const rest = there && (await selectRest(transaction, { engagementId: there.engagement.id, ...to }));
  if (rest?.dayOff) throw wrong('toDate', `Nobody works on this day: ${rest.dayOff}.`);
  if (rest?.isWorkerOff) {
    const { name } = await requireWorker(transaction, to.workerProfileId, 'body.toWorkerProfileId');
    throw wrong('toWorkerProfileId', `${name} is off on ${dayLabel(to.day)}.`);
  }
  if (rest?.isAway) throw wrong('toDate', 'The customer is away on this day.');
  if (!from.day.equals(to.day) && there && visitOn(there, to.day)) {
    throw wrong('toDate', 'This service has a visit on that day already.');
  }
  if (to.workerProfileId === from.workerProfileId) return;
  await requireWorker(transaction, to.workerProfileId, 'body.toWorkerProfileId');
}
