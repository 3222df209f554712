import { businessDay, weekDaysInOrder } from '#domain/calendar.ts';
import { isActive } from '#domain/engagement-status.ts';
import { firstDates } from '#domain/schedule-rules.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import {
  firstDayTold,
  firstPlanned,
  type PlanNews,
  planNews,
  type VisitPlan,
  type VisitSpot,
  type WorkerNews,
  whereNow,
  whoComesOn,
  workersOf,
} from '#domain/told-plan.ts';
import { visitClass } from '#domain/visit-class.ts';
import type { Transaction } from '../database/connection.ts';
import { otherWeekLetter, readTogether, visitsOffLetter } from '../engagements/letters.ts';
import { acceptedLetterOf } from '../engagements/life.ts';
import { engagementParties } from '../engagements/parties.ts';
import { selectSettled } from '../engagements/rekey-store.ts';
import type { Schedule } from '../engagements/schedule.ts';
import { selectPlanToKnow, type Untold } from '../engagements/untold-store.ts';
import { awayLetters, visitsBack } from '../holds/news.ts';
import { notFound } from '../http/errors.ts';
import type { Letter } from '../messages/letter.ts';
import { aboutWork, type MessageOptions, mayHaveReadOf, type Recipient, workOn } from '../messages/service.ts';
import { onAgainLetterTo, skippedEvent, skippedLetterTo, skipsRead, type TakenOff } from '../skips/news.ts';
import type { World } from '../world.ts';
import {
  customerAssignedLetter,
  rhythmAcceptedLetter,
  workerAssignedLetter,
  workerReplacedLetter,
} from './assignment-letters.ts';
import {
  customerMoreLetter,
  customerMovedLetter,
  customerOffLetter,
  type Spot,
  workerGivenLetter,
  workerMovedLetter,
  workerTakenLetter,
} from './letters.ts';
import { selectWorker } from './store.ts';

type Day = Temporal.PlainDate;
type Person = Recipient & { profileId: string; firstName: string };
type Options = Pick<MessageOptions, 'waitsForDay' | 'why'> & {
  class: 'now' | 'service' | 'security';
  notAfter?: Temporal.Instant;
};

type Message = {
  role: 'customer' | 'worker';
  name: string;
  person: Person;
  letter: Letter;
  /** 'visit-told' unless given. */
  kind?: 'days-away' | 'visit-on-again';
  /** The days of which it says what is so, if it is about single ones. */
  days?: readonly Day[];
  /**
   * Names it among the messages of its change; it is the days of which it tells, with a plus between them,
   * also those from which a visit is moved, or what else it is about.
   */
  key: string;
  /** Its event, where that is not of these and the change. */
  event?: string;
  /** What it takes back: who has not read that need not read this. */
  takesBack?: string | undefined;
  options: Options;
};

/** What people are to read of one service. */
export type ServiceNews = {
  engagementId: string;
  changedAt: Temporal.Instant;
  customer: Person;
  yard: string;
  /** The first day that it is about; undefined when nobody reads of any. */
  firstDay: Day | undefined;
  messages: Message[];
  /** Days off that concern it, and those that are none any more, of which a customer reads for all services at once. */
  daysOff: { holiday: VisitPlan['holidays'][number]; movedTo: Spot | null; isOn: boolean }[];
  /** The visits of which the customer reads when they are and who comes. */
  visitsTold: { day: Day; workerProfileId: string }[];
};

type Parties = Awaited<ReturnType<typeof engagementParties>>;
/** All that letters about one service are made of. */
type Telling = {
  world: World;
  schedule: Schedule;
  parties: Parties;
  untold: Untold;
  is: VisitPlan;
  news: PlanNews;
  today: Day;
  /** The first days from one on on which somebody comes. */
  visitsFrom: (from: Day, count: number) => Day[];
  workerOf: (workerProfileId: string | null) => Worker | undefined;
  /** The visits that are taken off, by their days. */
  takenOff: Map<string, TakenOff>;
  /** The days of which each reader, the customer or a worker, was told that their visits were taken off. */
  readOff: Map<string, string[]>;
};
type Worker = NonNullable<Awaited<ReturnType<typeof selectWorker>>>;

/**
 * @param schedule as it is now
 * @returns who is to be told what, in the order in which it is read
 */
export async function newsOf(
  world: World,
  transaction: Transaction,
  schedule: Schedule,
  untold: Untold,
): Promise<ServiceNews> {
  const { id: engagementId } = schedule.engagement;
  const today = businessDay(world.clock.now());
  const is = await selectPlanToKnow(transaction, engagementId, today);
  if (!is) throw notFound('Engagement');
  const { told, changedAt } = untold;
  const settled = await selectSettled(transaction, engagementId, today);
  const isByWorker = untold.planBy === is.workerProfileId;
  const skipped = settled.skipped.map(({ day }) => day);
  const readOff = await skipsRead(transaction, told, ['customer', ...new Set([...workersOf(told), ...workersOf(is)])]);
  const isOwnSkip = (day: Day) => told.skips?.some((skip) => skip.day.equals(day) && skip.by === 'customer') === true;
  const circumstances = {
    ...untold,
    begun: settled.begun,
    skipped,
    today,
    isAtOnce: isByWorker && untold.planLetter === 'assignment',
    isRhythm: isByWorker && untold.planLetter === 'rhythm',
    isActive: isActive(schedule.engagement),
    knowsOff: (who: string, day: Day) =>
      (who === 'customer' && isOwnSkip(day)) || readOff.get(who)?.includes(`${day}`) === true,
  };
  const parties = await engagementParties(world, transaction, engagementId);
  const news = planNews(told, is, circumstances);
  if (told.workerProfileId === null) await withoutKnownDaysOff(transaction, news, parties.customer.profileId);
  const workers = new Map<string, Worker>();
  const allSettled = [...settled.begun, ...settled.skipped];
  const again = visitsBack(world, { schedule, untold, is, today }, allSettled);
  const makers = [...settled.skipped, ...again].map(({ workerProfileId }) => workerProfileId);
  for (const id of new Set([
    told.workerProfileId,
    is.workerProfileId,
    ...spotsOf(news),
    ...ownersOf(news),
    ...makers,
  ])) {
    const worker = id && (await selectWorker(transaction, id));
    if (id && worker) workers.set(id, worker);
  }
  const workerOf = (id: string | null) => (id ? workers.get(id) : undefined);
  const takenOff = new Map(settled.skipped.map((skip) => [`${skip.day}`, skip]));
  const visitsFrom = (from: Day, count: number) => firstDates(schedule, from, count, (day) => takenOff.has(`${day}`));
  const shared = { world, schedule, parties, untold, is, news, today };
  const telling: Telling = { ...shared, visitsFrom, workerOf, takenOff, readOff };
  const { holidays, afterAll, moved, more } = news.customer;
  const visitsTold = [
    ...moved.map(({ to }) => to),
    ...more,
    ...holidays.flatMap(({ movedTo }) => movedTo ?? []),
  ].flatMap(({ day, workerProfileId }) => (workerProfileId ? [{ day, workerProfileId }] : []));
  const plan = planLetters(telling);
  const nameOf = (workerProfileId: string) => workerOf(workerProfileId)?.name ?? unnamed;
  const away = awayLetters(world, { ...shared, nameOf }, allSettled, again);
  return {
    engagementId,
    changedAt,
    customer: parties.customer,
    yard: parties.yard,
    // Who waits for a keeper hears of one at once, as when a worker claims.
    firstDay: told.workerProfileId === null && news.otherFrom ? today : earlier(firstDayTold(news), away.firstDay),
    messages: [
      ...plan.messages,
      ...away.messages,
      ...customerLetters(telling),
      ...news.workers.flatMap((one) => workerLetters(telling, one)),
    ],
    daysOff: [
      ...holidays.map(({ holiday, movedTo }) => ({
        holiday,
        movedTo: movedTo && named(telling, movedTo),
        isOn: false,
      })),
      ...afterAll.map((holiday) => ({ holiday, movedTo: null, isOn: true })),
    ],
    visitsTold: [...plan.visitsTold, ...away.visitsTold, ...visitsTold],
  };
}

/** Who has read of a day off does not read it again when somebody new takes the service, unless its visit is elsewhere. */
async function withoutKnownDaysOff(transaction: Transaction, { customer }: PlanNews, profileId: string): Promise<void> {
  for (const one of [...customer.holidays]) {
    if (one.movedTo || !(await mayHaveReadOf(transaction, profileId, 'holiday', one.holiday.id))) continue;
    customer.holidays.splice(customer.holidays.indexOf(one), 1);
  }
}

const spotsOf = ({ customer: { moved, more, holidays } }: PlanNews) =>
  [...moved.flatMap(({ from, to }) => [from, to]), ...more, ...holidays.flatMap(({ movedTo }) => movedTo ?? [])].map(
    ({ workerProfileId }) => workerProfileId,
  );
const ownersOf = ({ workers }: PlanNews) => workers.map(({ workerProfileId }) => workerProfileId);

/** @returns how soon a message about these days is wanted, and until when it has a point */
export function whenOf(
  { clock }: Pick<World, 'clock'>,
  days: readonly Day[],
): Required<Pick<Options, 'class' | 'notAfter'>> {
  const now = clock.now();
  const last = [...days].sort(Temporal.PlainDate.compare).at(-1) ?? businessDay(now);
  const notAfter = last.add({ days: 1 }).toZonedDateTime(businessTimeZone).toInstant();
  return { class: visitClass(now, days), notAfter };
}

/** @returns what tells of another worker, other weekdays or another rhythm from a day on */
function planLetters(telling: Telling): Pick<ServiceNews, 'messages' | 'visitsTold'> {
  const { world, schedule, parties, untold, is, news, today, visitsFrom, workerOf } = telling;
  const { otherFrom: from } = news;
  const worker = workerOf(is.workerProfileId);
  if (!from || !worker) return { messages: [], visitsTold: [] };
  const { customer, productName, yard: street, url } = parties;
  const { interval } = schedule;
  const weekDays = weekDaysInOrder.filter((day) => is.weekDays.includes(day));
  const [first] = visitsFrom(from, 1);
  const isNew = untold.told.workerProfileId === null;
  const when = { weekDays, interval, from: (isNew && first) || from, first: isNew ? first : firstPlanned(is, from) };
  // Of a visit that was taken off before the customer has read.
  const isKnownOff = (day: Day) => telling.takenOff.has(`${day}`) && !news.customer.off.some((off) => off.equals(day));
  const firstKnown = isNew ? first : firstPlanned(is, from, isKnownOff);
  const shared = { customerName: customer.firstName, productName, street, workerName: worker.name };
  const options: Options = { class: 'service' };
  const common = { key: 'plan', options };
  const ofWork = { key: 'plan', options: aboutWork } as const;
  const planUrl = (profileId: string) => `${world.publicUrl}/worker/${profileId}/plan`;
  const messages: Message[] = [
    {
      ...common,
      role: 'customer',
      name: customer.firstName,
      person: customer,
      letter: planLetterTo(telling, { ...shared, firstName: customer.firstName, url }, { ...when, first: firstKnown }),
    },
  ];
  const { contact } = worker;
  if (untold.planBy !== contact.profileId) {
    const about = { ...shared, firstName: contact.firstName, url: planUrl(contact.profileId) };
    const letter = workerAssignedLetter(about, { ...when, holds: is.holds });
    messages.push({ ...ofWork, role: 'worker', name: worker.name, person: contact, letter });
  }
  const left = untold.told.workerProfileId === is.workerProfileId ? undefined : workerOf(untold.told.workerProfileId);
  if (left && !left.isClosed && untold.planBy !== left.contact.profileId) {
    const { profileId, firstName } = left.contact;
    const isBusyBefore = daysBetween(today, from).some((day) => whoComesOn(is, day) === profileId);
    const letter = workerReplacedLetter({ ...shared, firstName, url: planUrl(profileId) }, from, isBusyBefore);
    messages.push({ ...ofWork, key: 'left', role: 'worker', name: left.name, person: left.contact, letter });
  }
  const visitsTold = isNew && first ? [{ day: first, workerProfileId: contact.profileId }] : [];
  return { messages, visitsTold };
}

function planLetterTo(
  { schedule, parties, untold, is, today, visitsFrom }: Telling,
  about: Parameters<typeof customerAssignedLetter>[0],
  when: Parameters<typeof customerAssignedLetter>[1],
): Letter {
  const { told, planLetter } = untold;
  if (told.workerProfileId === null) {
    const parts = { ...parties, workerName: about.workerName };
    return acceptedLetterOf(parts, schedule, [...when.weekDays], visitsFrom(today, 1)[0]);
  }
  const isSameWorker = told.workerProfileId === is.workerProfileId;
  if (isSameWorker && planLetter === 'rhythm') {
    return rhythmAcceptedLetter(about, { ...schedule, startDay: when.from }, when.weekDays);
  }
  if (isSameWorker && planLetter === 'weeks') {
    return otherWeekLetter(about, visitsFrom(today, 3), firstPlanned(told, today));
  }
  return customerAssignedLetter(about, when);
}

const earlier = (...days: (Day | undefined)[]): Day | undefined =>
  days.filter((day) => day !== undefined).sort(Temporal.PlainDate.compare)[0];

/** @returns the days from one on, without the last */
const daysBetween = (first: Day, end: Day) =>
  Array.from({ length: Math.max(0, first.until(end).days) }, (_, days) => first.add({ days }));

const unnamed = 'Your keeper';
const named = ({ workerOf }: Telling, { day, workerProfileId }: VisitSpot): Spot => ({
  day,
  workerName: workerOf(workerProfileId)?.name ?? unnamed,
});

const leaving = (day: Day) => `from ${day}`;
const movedKey = (from: Day, to: Day) => (from.equals(to) ? `${to}` : `${to}+${leaving(from)}`);

/** @returns what a message tells of, as messages are named by it: what says no more than that is outdated by it */
export const toldIn = ({ days }: Message): string[] =>
  days ? days.flatMap((day) => [`${day}`, leaving(day)]) : ['plan', 'left'];

function customerLetters(telling: Telling): Message[] {
  const { world, parties, news, untold, is, takenOff, readOff, workerOf } = telling;
  const { told } = untold;
  const { customer, yard: street, url } = parties;
  const { moved, off, more } = news.customer;
  const about = { firstName: customer.firstName, street, url };
  const ofVisit = (workerProfileId: string | null) => ({
    ...{ ...about, customerName: customer.firstName },
    workerName: workerOf(workerProfileId)?.name ?? 'Your keeper',
  });
  const message = (key: string, days: Day[], letter: Letter): Message => {
    const options = whenOf(world, days);
    return { role: 'customer', name: customer.firstName, person: customer, letter, key, days, options };
  };
  return [
    ...off.flatMap((day): Message[] => {
      // They know the day that it had before it was moved and taken off.
      const skip = takenOff.get(`${day}`) ?? takenOff.get(`${whereNow(told, is, day)}`);
      if (skip?.by === 'customer') return [];
      const letter = skip && skippedLetterTo('customer', ofVisit(skip.workerProfileId), { ...skip, day });
      if (!letter) return [message(`${day}`, [day], customerOffLetter(about, day))];
      const options = { class: whenOf(world, [day]).class };
      return [{ ...message(`${day}`, [day], letter), ...ofSkip(telling, skip, day, 'customer'), options }];
    }),
    ...moved.map(({ from, to, reason }) =>
      message(
        movedKey(from.day, to.day),
        [from.day, to.day],
        customerMovedLetter({ ...about, reason }, named(telling, from), named(telling, to)),
      ),
    ),
    ...more.map((spot): Message => {
      const { day, workerProfileId } = spot;
      const isSame = whoComesOn(told, day) === workerProfileId;
      const known = { told, who: 'customer', read: readOff.get('customer') ?? [] };
      const again = isSame && onAgainLetterTo('customer', ofVisit(workerProfileId), day, known);
      if (!again) return message(`${day}`, [day], customerMoreLetter(about, named(telling, spot)));
      return { ...message(`${day}`, [day], again.letter), ...onAgain(again.skipId, 'customer') };
    }),
  ];
}

/** What tells of a visit that was taken off on its day is found by it when it is put back; who reads of an earlier one reads of the day alone. */
const ofSkip = ({ untold: { told } }: Telling, skip: TakenOff, day: Day, reader: string) =>
  skip.day.equals(day) && !told.skips?.some(({ id }) => id === skip.id) ? { event: skippedEvent(skip.id, reader) } : {};

/** Whose letter that a visit was taken off waits still need not read that it takes place. */
const onAgain = (skipId: string | undefined, reader: string) => ({
  kind: 'visit-on-again' as const,
  takesBack: skipId && skippedEvent(skipId, reader),
});

function workerLetters(telling: Telling, news: WorkerNews): Message[] {
  const { world, parties, workerOf, untold, takenOff, readOff } = telling;
  const worker = workerOf(news.workerProfileId);
  if (!worker || worker.isClosed) return [];
  const { customer, productName, yard: street } = parties;
  const { contact: person, name } = worker;
  const url = `${world.publicUrl}/worker/${person.profileId}/itinerary`;
  const about = {
    firstName: person.firstName,
    customerName: customer.firstName,
    productName,
    street,
    url,
    reason: null,
  };
  const message = (key: string, days: Day[], letter: Letter): Message => {
    const options = { ...whenOf(world, days), ...workOn(world, days) };
    return { role: 'worker', name, person, letter, key, days, options };
  };
  const together = (all: readonly Day[], letterOf: (days: Day[]) => Letter) =>
    readTogether(all).map((days) => message(days.join('+'), days, letterOf(days)));
  const { told } = untold;
  const ofVisit = { ...about, workerName: name };
  const skips = news.off.flatMap((day): Message[] => {
    const skip = takenOff.get(`${day}`);
    const letter = skip && skippedLetterTo('worker', ofVisit, skip);
    return letter ? [{ ...message(`${day}`, [day], letter), ...ofSkip(telling, skip, day, person.profileId) }] : [];
  });
  const again = news.given.flatMap((day): Message[] => {
    const isSame = whoComesOn(told, day) === person.profileId;
    const known = { told, who: person.profileId, read: readOff.get(person.profileId) ?? [] };
    const on = isSame && onAgainLetterTo('worker', ofVisit, day, known);
    return on ? [{ ...message(`${day}`, [day], on.letter), ...onAgain(on.skipId, person.profileId) }] : [];
  });
  const isIn = (some: readonly Message[]) => (day: Day) => some.some(({ key }) => key === `${day}`);
  const without = (all: readonly Day[], some: readonly Message[]) => all.filter((day) => !isIn(some)(day));
  return [
    ...skips,
    ...together(without(news.off, skips), (days) => visitsOffLetter(about, days)),
    ...together(news.taken, (days) => workerTakenLetter(about, days)),
    ...news.moved.map(({ from, to }) => message(movedKey(from, to), [from, to], workerMovedLetter(about, from, to))),
    ...again,
    ...together(without(news.given, again), (days) => workerGivenLetter(about, days)),
  ];
}
