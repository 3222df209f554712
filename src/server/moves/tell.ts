import type { Told } from '#contract/moves.ts';
import { businessDay, businessTimeZone, dayLabel } from '#domain/calendar.ts';
import { isActive } from '#domain/engagement-status.ts';
import { isDayOff } from '#domain/schedule-rules.ts';
import { undoSeconds } from '#domain/visit-limits.ts';
import type { Transaction } from '../database/connection.ts';
import { tellVisitOff } from '../engagements/forget.ts';
import { engagementParties } from '../engagements/parties.ts';
import { hasVisitOn, lockVisits, type Schedule } from '../engagements/schedule.ts';
import { selectUntold } from '../engagements/untold-store.ts';
import type { Letter } from '../messages/letter.ts';
import { drop, type Recipient, tell } from '../messages/service.ts';
import { noteTold } from '../reminders/told.ts';
import type { World } from '../world.ts';
import type { Announced } from './assignment-news.ts';
import { expectationsOf, type Spot } from './expectations.ts';
import {
  customerMovedLetter,
  customerOffLetter,
  workerGivenLetter,
  workerMovedLetter,
  workerTakenLetter,
} from './letters.ts';
import { wayTo } from './people.ts';
import {
  type MoveRow,
  markTold,
  selectMoveById,
  selectMovesToTell,
  selectOutcome,
  selectWorker,
  type UntoldMove,
} from './store.ts';

const batch = 200;

/**
 * Tells everybody who believes that a visit is elsewhere, or another's, than it is: who moved it, or what has become of its
 * service since, does not matter. A visit that was moved less than a minute ago waits, so that a chain of moves is told once,
 * and who is back where they were told last hears nothing.
 */
export async function tellOfMoves(world: World): Promise<void> {
  const now = world.clock.now();
  const settled = now.subtract({ seconds: undoSeconds });
  for (const move of inReadingOrder(await selectMovesToTell(world.database, businessDay(now), settled, batch))) {
    try {
      await world.database.transaction((transaction) => tellOne(world, transaction, move));
    } catch (error) {
      // One customer in trouble must not hold up the others.
      world.log.error(
        { event: 'move-not-told', err: error, moveId: move.id },
        'people were not told of a move; will be tried again',
      );
    }
  }
}

/**
 * @returns the moves so that of one service a visit leaves a day before another one comes to it: who reads of both would else
 * take the one that came for the one that leaves
 */
export function inReadingOrder<Move extends Pick<UntoldMove, 'engagementId' | 'day' | 'toldDay'>>(
  moves: readonly Move[],
): Move[] {
  const left = [...moves];
  const ordered: Move[] = [];
  while (left.length > 0) {
    const mayCome = left.findIndex(
      (move) =>
        !left.some(
          (other) => other !== move && other.engagementId === move.engagementId && move.day?.equals(other.toldDay),
        ),
    );
    // Those that change places have no order.
    ordered.push(...left.splice(Math.max(mayCome, 0), 1));
  }
  return ordered;
}

async function tellOne(world: World, transaction: Transaction, { id, engagementId }: UntoldMove): Promise<void> {
  const schedule = await lockVisits(transaction, engagementId, businessDay(world.clock.now()));
  const move = schedule && (await selectMoveById(transaction, id));
  if (!move) return;
  // It is told with the assignment.
  if (isActive(schedule.engagement) && (await selectUntold(transaction, engagementId))) return;
  await tellOfMove(world, transaction, schedule, move);
}

/**
 * Tells everybody who believes a visit to be elsewhere, or another's, and notes what they know then.
 * @param announced what they have just been told of the plan
 */
export async function tellOfMove(
  world: World,
  transaction: Transaction,
  schedule: Schedule,
  move: MoveRow,
  announced?: Announced,
): Promise<void> {
  const { messages, options, isOff, off } = await newsOf(world, transaction, schedule, move, announced);
  const isElsewhere = !move.day?.equals(move.toldDay) || move.workerProfileId !== move.toldWorkerProfileId;
  // Another process may have told it, whose messages must not be dropped.
  if (!announced && (isOff ? move.isToldOff : !(move.isToldOff || isElsewhere))) return;
  if (messages.length > 0 || off.length > 0) {
    for (const role of roles) await drop(world, transaction, eventOf(move, role), 'The visit was moved again.');
  }
  const revision = move.revision + 1;
  for (const { role, person, letter } of messages) {
    await tell(world, transaction, eventOf({ id: move.id, revision }, role), person, letter, options);
  }
  for (const { workerProfileId, day } of off) {
    await tellVisitOff(world, transaction, { ...move, revision, toldDay: day }, workerProfileId);
  }
  const worker = move.workerProfileId ?? schedule.engagement.workerProfileId;
  if (move.day && worker && messages.some(({ role }) => role === 'customer')) {
    const { engagementId, day } = move;
    await noteTold(world, transaction, { engagementId, day, workerProfileId: worker });
  }
  const isReplaced = move.toldWorkerProfileId !== null && announced?.replaced.has(move.toldWorkerProfileId);
  const told = isOff
    ? { ...(isReplaced && { toldWorkerProfileId: null }) }
    : { toldDay: move.day ?? move.toldDay, toldWorkerProfileId: move.workerProfileId };
  await markTold(transaction, move.id, { ...told, isToldOff: isOff, isAnnounced: false, revision });
}

const roles = ['customer', 'worker', 'worker-before', 'worker-own'] as const;
type Role = (typeof roles)[number];
const eventOf = ({ id, revision }: Pick<MoveRow, 'id' | 'revision'>, role: Role) =>
  `visit-moved:${id}:${revision}:${role}`;

/**
 * @param announced what people will have been told of the plan by then
 * @returns what people would read of where a visit is now, once the minute is over
 */
export async function toldOfMove(
  world: World,
  transaction: Transaction,
  schedule: Schedule,
  move: MoveRow,
  announced?: Announced,
): Promise<Told[]> {
  const { messages, off } = await newsOf(world, transaction, schedule, move, announced);
  const told = messages.map(({ role, name, person, letter }): Told => {
    return { name, role: role === 'customer' ? 'customer' : 'worker', by: wayTo(person), words: letter.subject };
  });
  for (const { workerProfileId, day } of off) {
    const worker = await selectWorker(transaction, workerProfileId);
    if (!worker) continue;
    told.push({ name: worker.name, role: 'worker', by: wayTo(worker.contact), words: `No visit on ${dayLabel(day)}` });
  }
  return told;
}

type Message = { role: Role; name: string; person: Recipient & { firstName: string }; letter: Letter };
/**
 * What people do not know yet: `isOff` when nobody makes the visit, `off` which workers expect one on a day on which there is
 * none.
 */
type News = {
  messages: Message[];
  options: { class: 'now' | 'service'; notAfter: Temporal.Instant };
  isOff: boolean;
  off: { workerProfileId: string; day: Temporal.PlainDate }[];
};

async function newsOf(
  world: World,
  transaction: Transaction,
  schedule: Schedule,
  move: MoveRow,
  announced: Announced | undefined,
): Promise<News> {
  const { day } = move;
  const today = businessDay(world.clock.now());
  const { workerProfileId: own } = schedule.engagement;
  const outcome = day && (await selectOutcome(transaction, move.engagementId, day));
  const isBegun = outcome?.kind === 'begun';
  const isGone = day === null || Temporal.PlainDate.compare(day, today) < 0;
  const isOff = isGone ? !isBegun : !(isBegun || hasVisitOn(schedule, day));
  const expected = expectationsOf(schedule, move, announced);
  const options = optionsFor(today, [expected.customer.day, day ?? expected.customer.day]);
  const isToCome = (date: Temporal.PlainDate) => Temporal.PlainDate.compare(date, today) >= 0;
  const messages: Message[] = [];
  const off: News['off'] = [];
  if (!isOff) {
    const to: Spot = { day: day ?? move.toldDay, workerProfileId: move.workerProfileId ?? own };
    const others = await messagesOf(world, transaction, move, expected, { to, own, today });
    // Who is being served reads of that.
    const stillNews = others.filter(({ role }) => !isBegun || role === 'worker-before' || role === 'worker-own');
    return { messages: stillNews, options, isOff, off };
  }
  if (move.isToldOff) return { messages, options, isOff, off };
  // That the service rests, or nobody works on the day, its own people read in a letter about that: of a day on which they
  // do not expect the visit that says nothing.
  const isUnannounced = isGone || (isActive(schedule.engagement) && isDayOff(day, schedule.exceptions));
  const { customer } = expected;
  const isNews = (date: Temporal.PlainDate) => isToCome(date) && isUnannounced && (isGone || !date.equals(day));
  if (isNews(customer.day)) messages.push(await offMessage(world, transaction, move, customer.day));
  for (const [workerProfileId, date] of expected.workers) {
    const isCover = workerProfileId !== own && !isGone;
    if (isNews(date) || (isCover && isToCome(date))) off.push({ workerProfileId, day: date });
  }
  return { messages, options, isOff, off };
}

function optionsFor(today: Temporal.PlainDate, days: Temporal.PlainDate[]): News['options'] {
  const [first = today, last = first] = days.toSorted(Temporal.PlainDate.compare);
  const isSoon = Temporal.PlainDate.compare(first, today.add({ days: 1 })) <= 0;
  const notAfter = last.add({ days: 1 }).toZonedDateTime(businessTimeZone).toInstant();
  return { class: isSoon ? 'now' : 'service', notAfter };
}

/** @returns to the customer, that a visit which was expected does not take place */
async function offMessage(
  world: World,
  transaction: Transaction,
  { engagementId }: MoveRow,
  day: Temporal.PlainDate,
): Promise<Message> {
  const { customer, street, url } = await engagementParties(world, transaction, engagementId);
  const letter = customerOffLetter({ firstName: customer.firstName, street, url }, day);
  return { role: 'customer', name: customer.firstName, person: customer, letter };
}

type Now = { to: Spot; own: string | null; today: Temporal.PlainDate };

/** @returns to everybody who believes the visit to be elsewhere, or another's */
async function messagesOf(
  world: World,
  transaction: Transaction,
  { engagementId, reason }: MoveRow,
  expected: ReturnType<typeof expectationsOf>,
  { to, today }: Now,
): Promise<Message[]> {
  const from = expected.customer;
  const isSameForCustomer = from.day.equals(to.day) && from.workerProfileId === to.workerProfileId;
  const dayOf = (workerProfileId: string) => expected.workers.get(workerProfileId);
  const isKnown = to.workerProfileId === null || dayOf(to.workerProfileId)?.equals(to.day);
  const others = [...expected.workers.keys()].filter((one) => one !== to.workerProfileId);
  if (isSameForCustomer && isKnown && others.length === 0) return [];
  const { customer, street, url } = await engagementParties(world, transaction, engagementId);
  const nameOf = async (workerProfileId: string | null) =>
    (workerProfileId && (await selectWorker(transaction, workerProfileId))?.name) || 'Your keeper';
  const about = { street, reason, customerName: customer.firstName };
  const messages: Message[] = [];
  if (!isSameForCustomer) {
    const letter = customerMovedLetter(
      { ...about, firstName: customer.firstName, url },
      { day: from.day, workerName: await nameOf(from.workerProfileId) },
      { day: to.day, workerName: await nameOf(to.workerProfileId) },
    );
    messages.push({ role: 'customer', name: customer.firstName, person: customer, letter });
  }
  const itinerary = (profileId: string) => `${world.publicUrl}/worker/${profileId}/itinerary`;
  const worker = to.workerProfileId !== null && !isKnown && (await selectWorker(transaction, to.workerProfileId));
  if (worker) {
    const { contact: person, name } = worker;
    const reader = { ...about, firstName: person.firstName, url: itinerary(person.profileId) };
    const before = dayOf(person.profileId);
    const letter = before ? workerMovedLetter(reader, before, to.day) : workerGivenLetter(reader, to.day);
    messages.push({ role: 'worker', name, person, letter });
  }
  for (const workerProfileId of others) {
    const day = dayOf(workerProfileId);
    const other = await selectWorker(transaction, workerProfileId);
    // What is over nobody need not come to.
    if (!day || !other || other.isClosed || Temporal.PlainDate.compare(day, today) < 0) continue;
    const { contact: person, name } = other;
    const reader = { ...about, firstName: person.firstName, url: itinerary(workerProfileId) };
    const role = workerProfileId === expected.toldWorker ? 'worker-before' : 'worker-own';
    messages.push({ role, name, person, letter: workerTakenLetter(reader, day) });
  }
  return messages;
}
