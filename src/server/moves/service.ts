import type * as z from 'zod/mini';
import type { moves as contract, Move, Told } from '#contract/moves.ts';
import { businessDay, calendarDay, dayLabel, longDayLabel, plainDate } from '#domain/calendar.ts';
import { farthestMove, isDayOff } from '#domain/schedule-rules.ts';
import { undoSeconds } from '#domain/visit-limits.ts';
import { differing, record } from '../changes/record.ts';
import { previewOf, type Transaction } from '../database/connection.ts';
import { engagementParties } from '../engagements/parties.ts';
import { hasVisitOn, lockVisits, originalDayOf, type Schedule, workerOn } from '../engagements/schedule.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { ApiError, notFound } from '../http/errors.ts';
import type { Letter } from '../messages/letter.ts';
import { type Recipient, tell, undoMessages } from '../messages/service.ts';
import type { World } from '../world.ts';
import { customerMovedLetter, workerGivenLetter, workerMovedLetter, workerTakenLetter } from './letters.ts';
import { requireWorker, wayTo } from './people.ts';
import { type MoveRow, markMadeUp, selectMove, selectOutcome, selectWorker, writeMove } from './store.ts';

type Form = z.output<typeof Move>;
type Answer = z.input<typeof contract.moveVisit.response>;
/** Where a visit is; the worker null for a visit of nobody. */
type Spot = { day: Temporal.PlainDate; workerProfileId: string | null };

/** For how many days a missed visit can be made up. */
const daysToMakeUp = 14;

/**
 * Puts a visit on another day, or gives it to another worker; a missed one is made up. A repeat changes nothing.
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
  const earliest = [date, to.day, today].sort(Temporal.PlainDate.compare)[0] ?? today;
  const schedule = await lockVisits(transaction, engagementId, earliest.subtract({ days: farthestMove }));
  if (!schedule) throw notFound('Engagement');
  const answer = (told: Told[]): Answer => ({ date: calendarDay(to.day), workerProfileId: to.workerProfileId, told });
  const from = spotNow(schedule, date);
  if (!(await selectWorker(transaction, form.workerProfileId))) {
    throw wrong('workerProfileId', 'Please say whose visit it is.');
  }
  if (isSame(from, to)) return answer([]);
  await requireAsSeen(transaction, schedule, form, from, today);
  await requireTarget(world, transaction, schedule, from, to);
  const originalDay = originalDayOf(schedule, date);
  const before = await selectMove(transaction, engagementId, originalDay);
  const told = await toldSpot(transaction, schedule, before, from);
  const [movedBy = null] = profileIds(caller, 'PROFILE_TYPE_EMPLOYEE');
  const written = await writeMove(transaction, {
    engagementId,
    originalDay,
    day: to.day,
    workerProfileId: to.workerProfileId === schedule.engagement.workerProfileId ? null : to.workerProfileId,
    toldDay: told.day,
    toldWorkerProfileId: told.workerProfileId,
    revision: (before?.revision ?? 0) + 1,
    reason: form.reason || null,
    holidayId: null,
    movedAt: now,
  });
  await markMadeUp(transaction, engagementId, date, { seenAt: now, seenBy: movedBy });
  const fields = [
    ...differing({ date: date.toString() }, { date: to.day.toString() }),
    ...differing(
      { worker: await nameOf(transaction, from.workerProfileId) },
      { worker: await nameOf(transaction, to.workerProfileId) },
    ),
  ];
  await record(world, transaction, { kind: 'visit-moved', by: caller.userId, subjectId: engagementId, fields });
  return answer(await tellOfMove(world, transaction, written, told, to));
}

/**
 * Puts a visit back on a date from which it was moved, because the engagement's worker had begun it there before. Who was not
 * told of the move yet does not hear of it.
 */
export async function keepWhereMade(
  transaction: Transaction,
  engagementId: string,
  date: Temporal.PlainDate,
): Promise<void> {
  const moved = await selectMove(transaction, engagementId, date);
  if (!moved || moved.day.equals(date)) return;
  for (const role of roles) await undoMessages(transaction, eventOf(moved, role));
  await writeMove(transaction, { ...moved, day: date, workerProfileId: null });
}

const isSame = (one: Spot, other: Spot) => one.day.equals(other.day) && one.workerProfileId === other.workerProfileId;
const nameOf = async (transaction: Transaction, workerProfileId: string | null) =>
  (workerProfileId && (await selectWorker(transaction, workerProfileId))?.name) || null;

/** @returns where the visit is that was on a date: there, or where it was moved to since */
function spotNow(schedule: Schedule, date: Temporal.PlainDate): Spot {
  const { exceptions } = schedule;
  const isThere = exceptions.moves.some(({ day }) => day.equals(date));
  const movedAway = isThere ? undefined : exceptions.moves.find(({ originalDay }) => originalDay.equals(date));
  const day = movedAway?.day ?? date;
  return { day, workerProfileId: workerOn(schedule, day) };
}

/** @throws ApiError CONFLICT, NOT_ALLOWED_NOW */
async function requireAsSeen(
  transaction: Transaction,
  schedule: Schedule,
  { date: seen, workerProfileId }: Form,
  from: Spot,
  today: Temporal.PlainDate,
): Promise<void> {
  const date = plainDate(seen);
  if (!from.day.equals(date) || from.workerProfileId !== workerProfileId) {
    const who = await nameOf(transaction, from.workerProfileId);
    const message = `This visit was moved meanwhile: ${who ? `${who} makes it` : 'it is'} on ${dayLabel(from.day)}.`;
    throw new ApiError('CONFLICT', message, [{ path: 'body.date', message }]);
  }
  const outcome = await selectOutcome(transaction, schedule.engagement.id, date);
  if (outcome === 'missed' && Temporal.PlainDate.compare(date, today.subtract({ days: daysToMakeUp })) >= 0) return;
  if (outcome === 'begun' || outcome === 'could-not') throw notAllowed('This visit has begun already.');
  if (outcome === 'skipped') throw notAllowed('This visit was taken off. Put it back first.');
  if (Temporal.PlainDate.compare(date, today) < 0) throw notAllowed('This day is over.');
  if (!hasVisitOn(schedule, date)) throw notAllowed('No visit is due on this day any more.');
}

const notAllowed = (message: string) => new ApiError('NOT_ALLOWED_NOW', message, [{ path: 'body.date', message }]);
const wrong = (field: 'workerProfileId' | 'toDate' | 'toWorkerProfileId', message: string) =>
  new ApiError('INVALID_INPUT', message, [{ path: `body.${field}`, message }]);

/** @throws ApiError INVALID_INPUT for a day or a worker to whom the visit cannot go */
async function requireTarget(
  world: World,
  transaction: Transaction,
  schedule: Schedule,
  from: Spot,
  to: Spot & { workerProfileId: string },
): Promise<void> {
  const today = businessDay(world.clock.now());
  const { exceptions } = schedule;
  if (Temporal.PlainDate.compare(to.day, today) < 0) throw wrong('toDate', 'A visit cannot be moved to the past.');
  const original = originalDayOf(schedule, from.day);
  const isFar = (day: Temporal.PlainDate) => Math.abs(day.until(to.day).days) > farthestMove;
  if (isFar(original)) {
    throw wrong(
      'toDate',
      `A visit can be moved by ${farthestMove} days at most; this one was planned for ${longDayLabel(calendarDay(original))}.`,
    );
  }
  const holiday = exceptions.holidays.find(({ day }) => day.equals(to.day));
  if (holiday) throw wrong('toDate', `Nobody works on this day: ${holiday.name}.`);
  if (isDayOff(to.day, exceptions)) throw wrong('toDate', 'The customer is away on this day.');
  if (!from.day.equals(to.day)) {
    const outcome = await selectOutcome(transaction, schedule.engagement.id, to.day);
    if (outcome || hasVisitOn(schedule, to.day)) throw wrong('toDate', 'This service has a visit on that day already.');
  }
  if (to.workerProfileId === from.workerProfileId) return;
  await requireWorker(transaction, to.workerProfileId, 'body.toWorkerProfileId');
}

/**
 * @returns where people believe the visit to be: where it was told last, and not where an unsent message says, which is
 * dropped
 */
async function toldSpot(
  transaction: Transaction,
  { engagement }: Schedule,
  before: MoveRow | undefined,
  from: Spot,
): Promise<Spot> {
  if (!before) return from;
  const unsent = [];
  for (const role of roles) unsent.push(await undoMessages(transaction, eventOf(before, role)));
  if (unsent.includes(false)) return from;
  return { day: before.toldDay, workerProfileId: before.toldWorkerProfileId ?? engagement.workerProfileId };
}

const roles = ['customer', 'worker', 'worker-before'] as const;
const eventOf = ({ id, revision }: Pick<MoveRow, 'id' | 'revision'>, role: (typeof roles)[number]) =>
  `visit-moved:${id}:${revision}:${role}`;

/** Tells everybody who believes the visit to be elsewhere. @returns whom, and of what */
async function tellOfMove(
  world: World,
  transaction: Transaction,
  row: MoveRow,
  from: Spot,
  to: Spot & { workerProfileId: string },
): Promise<Told[]> {
  if (isSame(from, to)) return [];
  const now = world.clock.now();
  const today = businessDay(now);
  const parties = await engagementParties(world, transaction, row.engagementId, to.workerProfileId);
  const worker = await selectWorker(transaction, to.workerProfileId);
  const workerBefore =
    from.workerProfileId === null ? undefined : await selectWorker(transaction, from.workerProfileId);
  const { customer, street, url } = parties;
  const isSoon = [from.day, to.day].some((day) => Temporal.PlainDate.compare(day, today.add({ days: 1 })) <= 0);
  const options = {
    class: isSoon ? 'now' : 'service',
    byDay: !isSoon,
    notBefore: now.add({ seconds: undoSeconds }),
  } as const;
  const told: Told[] = [];
  const send = async (
    role: (typeof roles)[number],
    person: Recipient & { firstName: string },
    name: string,
    letter: Letter,
  ) => {
    await tell(world, transaction, eventOf(row, role), person, letter, options);
    told.push({ name, role: role === 'customer' ? 'customer' : 'worker', by: wayTo(person), words: letter.subject });
  };
  const names = { before: workerBefore?.name ?? 'Your keeper', after: worker?.name ?? 'Your keeper' };
  const about = { street, reason: row.reason, customerName: customer.firstName };
  const customerLetter = customerMovedLetter(
    { ...about, firstName: customer.firstName, url },
    { day: from.day, workerName: names.before },
    { day: to.day, workerName: names.after },
  );
  await send('customer', customer, customer.firstName, customerLetter);
  const itinerary = (profileId: string) => `${world.publicUrl}/worker/${profileId}/itinerary`;
  if (worker) {
    const reader = { ...about, firstName: worker.contact.firstName, url: itinerary(worker.contact.profileId) };
    const isSameWorker = from.workerProfileId === to.workerProfileId;
    const letter = isSameWorker ? workerMovedLetter(reader, from.day, to.day) : workerGivenLetter(reader, to.day);
    await send('worker', worker.contact, worker.name, letter);
  }
  if (workerBefore && from.workerProfileId !== to.workerProfileId) {
    const { firstName, profileId } = workerBefore.contact;
    const reader = { ...about, firstName, url: itinerary(profileId) };
    await send('worker-before', workerBefore.contact, workerBefore.name, workerTakenLetter(reader, from.day));
  }
  return told;
}
