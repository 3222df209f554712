import type * as z from 'zod/mini';
import type { moves as contract, Move, Told } from '#contract/moves.ts';
import { businessDay, calendarDay, isBefore, plainDate } from '#domain/calendar.ts';
import { isActive } from '#domain/engagement-status.ts';
import { differing, record, why } from '../changes/record.ts';
import { previewOf, type Transaction } from '../database/connection.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { ApiError, notFound, notNow } from '../http/errors.ts';
import { lockPlan } from '../plans/places.ts';
import { chooseVisits } from '../visits/choose.ts';
import { type DayOfService, lockDay, type ToBegin, visitDueOn } from '../visits/days.ts';
import { settleMissed } from '../visits/states.ts';
import type { World } from '../world.ts';
import {
  away,
  isSame,
  type Kind,
  movedMeanwhile,
  refusalsOf,
  type Spot,
  type Target,
  whyNotMoved,
} from './possible.ts';
import { correctReason, holdHolidays, markDecided, selectMovedFrom, selectRests, selectWorker } from './store.ts';
import { toldOfChanges } from './tell.ts';

type Form = z.output<typeof Move>;
type Answer = z.input<typeof contract.moveVisit.response>;

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
  const to: Target = { day: plainDate(form.toDate), workerProfileId: form.toWorkerProfileId };
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
  const from = await spotNow(transaction, engagementId, visit, seen);
  if (!(await selectWorker(transaction, form.workerProfileId))) {
    throw wrong('workerProfileId', 'Please say whose visit it is.');
  }
  const isCorrected = isSame(from, to) && isSame(seen, to) && visit && form.reason !== undefined;
  if (isCorrected && (await correctReason(transaction, visit.row.id, form.reason || null))) {
    const fields = [...differing(undefined, { date: date.toString() }), ...why(form.reason)];
    await record(world, transaction, { kind: 'visit-moved', by: caller.userId, subjectId: engagementId, fields });
  }
  if (isSame(from, to)) return await answer();
  if (!isSame(from, seen)) throw conflict(from, await nameOf(transaction, from.workerProfileId));
  const { row, kind } = visit ?? {};
  if (row && kind === 'missed' && row.state !== 'missed') {
    const there = { day: row.date, workerProfileId: row.workerProfileId };
    // A missed visit stays where it was missed; the answer to its making up may have been lost.
    if (isSame(there, to)) return await answer();
    // Somebody else has decided on it.
    throw conflict(there, await nameOf(transaction, there.workerProfileId));
  }
  if (!row && isActive(day.engagement)) {
    const [rest] = await selectRests(transaction, [{ engagementId, ...to }]);
    if (rest?.isAway) throw wrong('toDate', away);
  }
  requireMovable(day, date, kind, today);
  if (!row) throw notAllowed('No visit is due on this day anymore.');
  // One that was to be made up for stands as missed again.
  const isTakenBack = kind === 'due' && row.missedOn !== null && row.missedOn.equals(to.day);
  if (!isTakenBack) {
    const there = await dayOf(to.day);
    const taken = there && visitOn(there, to.day)?.kind;
    const [refused] = await refusalsOf(world, transaction, [{ engagementId, home: row.home, from, to, taken }]);
    if (refused) throw wrong(refused.field, refused.message);
  }
  const [movedBy = null] = profileIds(caller, 'PROFILE_TYPE_EMPLOYEE');
  if (kind === 'missed') await markDecided(transaction, engagementId, date, { seenAt: now, seenBy: movedBy });
  if (isTakenBack) await markDecided(transaction, engagementId, to.day, { seenAt: null, seenBy: null });
  const chosen = isTakenBack ? null : { ...to, reason: form.reason || null };
  await chooseVisits(world, transaction, [{ row, to: chosen }], movedBy);
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

const nameOf = async (transaction: Transaction, workerProfileId: string | null) =>
  (workerProfileId && (await selectWorker(transaction, workerProfileId))?.name) || null;

/** A visit of a day, and what has become of it. */
type VisitOn = { row: ToBegin; kind: NonNullable<Kind> };

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
  engagementId: string,
  visit: VisitOn | undefined,
  seen: Spot,
): Promise<Spot> {
  // A missed visit is whose it was.
  if (visit?.kind === 'missed')
    return { day: seen.day, workerProfileId: visit.row.missedWorkerProfileId ?? seen.workerProfileId };
  if (visit) return { day: seen.day, workerProfileId: visit.row.workerProfileId };
  return (await selectMovedFrom(transaction, engagementId, seen.day)) ?? seen;
}

function conflict({ day }: Spot, who: string | null): ApiError {
  const message = movedMeanwhile(day, who);
  return new ApiError('CONFLICT', message, [{ path: 'body.date', message }]);
}

/** @throws ApiError NOT_ALLOWED_NOW for a visit that nobody makes, or that is begun or over, CONFLICT */
function requireMovable(
  { engagement }: DayOfService,
  date: Temporal.PlainDate,
  kind: Kind,
  today: Temporal.PlainDate,
): void {
  const message = whyNotMoved(isActive(engagement), kind, date, today);
  if (message) throw notAllowed(message);
  const isTooOld = kind === 'missed' && isBefore(date, today.subtract({ days: daysToMakeUp }));
  if (isTooOld) throw notAllowed('This day is over.');
}

const notAllowed = (message: string) => notNow(message, 'body.date');
const wrong = (field: 'workerProfileId' | 'toDate' | 'toWorkerProfileId', message: string) =>
  new ApiError('INVALID_INPUT', message, [{ path: `body.${field}`, message }]);
