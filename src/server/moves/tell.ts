import type { Told } from '#contract/moves.ts';
import { businessDay, businessTimeZone, dayLabel } from '#domain/calendar.ts';
import { undoSeconds } from '#domain/visit-limits.ts';
import type { Transaction } from '../database/connection.ts';
import { tellVisitOff } from '../engagements/forget.ts';
import { engagementParties } from '../engagements/parties.ts';
import { hasVisitOn, lockVisits, type Schedule } from '../engagements/schedule.ts';
import type { Letter } from '../messages/letter.ts';
import { drop, type Recipient, tell } from '../messages/service.ts';
import { noteTold } from '../reminders/told.ts';
import type { World } from '../world.ts';
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
  for (const move of await selectMovesToTell(world.database, businessDay(now), settled, batch)) {
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

async function tellOne(world: World, transaction: Transaction, { id, engagementId }: UntoldMove): Promise<void> {
  const schedule = await lockVisits(transaction, engagementId, businessDay(world.clock.now()));
  const move = schedule && (await selectMoveById(transaction, id));
  if (!move) return;
  const { messages, options, isOff, offFor } = await newsOf(world, transaction, schedule, move);
  const isElsewhere = !move.day?.equals(move.toldDay) || move.workerProfileId !== move.toldWorkerProfileId;
  // Another process may have told it, whose messages must not be dropped.
  if (isOff ? move.isToldOff : !(move.isToldOff || isElsewhere)) return;
  for (const role of roles) await drop(world, transaction, eventOf(move, role), 'The visit was moved again.');
  const revision = move.revision + 1;
  for (const { role, person, letter } of messages) {
    await tell(world, transaction, eventOf({ id, revision }, role), person, letter, options);
  }
  if (offFor) await tellVisitOff(world, transaction, { ...move, revision }, offFor);
  const worker = move.workerProfileId ?? schedule.engagement.workerProfileId;
  if (move.day && worker && messages.some(({ role }) => role === 'customer')) {
    await noteTold(world, transaction, { engagementId, day: move.day, workerProfileId: worker });
  }
  const told = isOff ? {} : { toldDay: move.day ?? move.toldDay, toldWorkerProfileId: move.workerProfileId };
  await markTold(transaction, id, { ...told, isToldOff: isOff, revision });
}

const roles = ['customer', 'worker', 'worker-before'] as const;
type Role = (typeof roles)[number];
const eventOf = ({ id, revision }: Pick<MoveRow, 'id' | 'revision'>, role: Role) =>
  `visit-moved:${id}:${revision}:${role}`;

/** @returns what people would read of where a visit is now, once the minute is over */
export async function toldOfMove(
  world: World,
  transaction: Transaction,
  schedule: Schedule,
  move: MoveRow,
): Promise<Told[]> {
  const { messages, offFor } = await newsOf(world, transaction, schedule, move);
  const told = messages.map(({ role, name, person, letter }): Told => {
    return { name, role: role === 'customer' ? 'customer' : 'worker', by: wayTo(person), words: letter.subject };
  });
  const worker = offFor === null ? undefined : await selectWorker(transaction, offFor);
  if (!worker) return told;
  const words = `No visit on ${dayLabel(move.toldDay)}`;
  return [...told, { name: worker.name, role: 'worker', by: wayTo(worker.contact), words }];
}

type Message = { role: Role; name: string; person: Recipient & { firstName: string }; letter: Letter };
/** Where a visit is; the worker null for a visit of nobody. */
type Spot = { day: Temporal.PlainDate; workerProfileId: string | null };
/** What people do not know yet: `isOff` when nobody makes the visit, `offFor` who was to make it and need not come. */
type News = {
  messages: Message[];
  options: { class: 'now' | 'service'; notAfter: Temporal.Instant };
  isOff: boolean;
  offFor: string | null;
};

async function newsOf(world: World, transaction: Transaction, schedule: Schedule, move: MoveRow): Promise<News> {
  const { day, toldDay } = move;
  const today = businessDay(world.clock.now());
  const { workerProfileId: own } = schedule.engagement;
  const from: Spot = { day: toldDay, workerProfileId: move.toldWorkerProfileId ?? own };
  const options = optionsFor(today, [toldDay, day ?? toldDay]);
  const outcome = day && (await selectOutcome(transaction, move.engagementId, day));
  const isBegun = outcome?.kind === 'begun';
  const isGone = day === null || Temporal.PlainDate.compare(day, today) < 0;
  if (isGone ? !isBegun : !(isBegun || hasVisitOn(schedule, day))) {
    const isNews =
      !move.isToldOff && (isGone ? Temporal.PlainDate.compare(toldDay, today) >= 0 : from.workerProfileId !== own);
    // That the service rests, or nobody works on the day, its own people read in a letter about that.
    const messages = isNews && isGone ? [await offMessage(world, transaction, move)] : [];
    return { messages, options, isOff: true, offFor: isNews ? from.workerProfileId : null };
  }
  const to: Spot = { day: day ?? toldDay, workerProfileId: move.workerProfileId ?? own };
  const messages = await messagesOf(world, transaction, move, from, to);
  // Who is being served reads of that.
  const stillNews = isBegun ? messages.filter(({ role }) => role === 'worker-before') : messages;
  return { messages: stillNews, options, isOff: false, offFor: null };
}

function optionsFor(today: Temporal.PlainDate, days: Temporal.PlainDate[]): News['options'] {
  const [first = today, last = first] = days.toSorted(Temporal.PlainDate.compare);
  const isSoon = Temporal.PlainDate.compare(first, today.add({ days: 1 })) <= 0;
  const notAfter = last.add({ days: 1 }).toZonedDateTime(businessTimeZone).toInstant();
  return { class: isSoon ? 'now' : 'service', notAfter };
}

/** @returns to the customer, that a visit which was made up for does not take place after all */
async function offMessage(
  world: World,
  transaction: Transaction,
  { engagementId, toldDay }: MoveRow,
): Promise<Message> {
  const { customer, street, url } = await engagementParties(world, transaction, engagementId);
  const letter = customerOffLetter({ firstName: customer.firstName, street, url }, toldDay);
  return { role: 'customer', name: customer.firstName, person: customer, letter };
}

/** @returns to everybody who believes the visit to be elsewhere, or another's */
async function messagesOf(
  world: World,
  transaction: Transaction,
  { engagementId, reason, isToldOff }: MoveRow,
  from: Spot,
  to: Spot,
): Promise<Message[]> {
  const isSameDay = from.day.equals(to.day);
  const isSameWorker = from.workerProfileId === to.workerProfileId;
  if (isSameDay && isSameWorker && !isToldOff) return [];
  const { customer, street, url, ...parties } = await engagementParties(world, transaction, engagementId);
  const nameless = { name: 'Your keeper', contact: undefined };
  const worker = (to.workerProfileId && (await selectWorker(transaction, to.workerProfileId))) || nameless;
  const before = (from.workerProfileId && (await selectWorker(transaction, from.workerProfileId))) || nameless;
  const about = { street, reason, customerName: customer.firstName };
  const messages: Message[] = [];
  if (!(isSameDay && isSameWorker)) {
    const letter = customerMovedLetter(
      { ...about, firstName: customer.firstName, url },
      { day: from.day, workerName: before.name },
      { day: to.day, workerName: worker.name },
    );
    messages.push({ role: 'customer', name: customer.firstName, person: customer, letter });
  }
  const itinerary = (profileId: string) => `${world.publicUrl}/worker/${profileId}/itinerary`;
  const isOwn = to.workerProfileId === parties.workerProfileId;
  if (worker.contact && !(isSameDay && isSameWorker && isOwn)) {
    const { contact: person, name } = worker;
    const reader = { ...about, firstName: person.firstName, url: itinerary(person.profileId) };
    const isMoved = isSameWorker && !isSameDay;
    const letter = isMoved ? workerMovedLetter(reader, from.day, to.day) : workerGivenLetter(reader, to.day);
    messages.push({ role: 'worker', name, person, letter });
  }
  if (before.contact && !isSameWorker && !isToldOff && !before.isClosed) {
    const { contact: person, name } = before;
    const reader = { ...about, firstName: person.firstName, url: itinerary(person.profileId) };
    messages.push({ role: 'worker-before', name, person, letter: workerTakenLetter(reader, from.day) });
  }
  return messages;
}
