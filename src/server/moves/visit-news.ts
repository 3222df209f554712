import { businessDay } from '#domain/calendar.ts';
import type { IsoDay } from '#domain/iso-days.ts';
import type { Spot } from '#domain/known-visits.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { visitClass } from '#domain/visit-class.ts';
import type { ServiceNews, VisitNews } from '#domain/visit-news.ts';
import type { Letter } from '../messages/letter.ts';
import {
  customerMoreLetter,
  customerMovedLetter,
  type Spot as Seat,
  workerGivenLetter,
  workerMovedLetter,
  workerTakenLetter,
} from '../messages/letters/visit-told.ts';
import { customerOffLetter, visitsOffLetter, visitsOffNamelessLetter } from '../messages/letters/visit-told-off.ts';
import { type MessageOptions, type Recipient, workOn } from '../messages/service.ts';
import type { engagementParties } from '../parties/parties.ts';
import type { Schedule } from '../plans/schedules-store.ts';
import { begunAfterAllLetter, onAgainLetter, skippedEvent, skippedLetterTo, staysOff } from '../skips/news.ts';
import type { Known, Said, ToldVisit } from '../visits/known-store.ts';
import type { World } from '../world.ts';
import type { selectWorker } from './store.ts';

/** From how many days on a worker reads of all in one letter. */
const daysTogether = 4;

/** @returns the days of which a worker reads together: each by itself, unless they are many */
const readTogether = (days: readonly Temporal.PlainDate[]): Temporal.PlainDate[][] =>
  days.length < daysTogether ? days.map((day) => [day]) : [[...days]];

export type Day = Temporal.PlainDate;
type Person = Recipient & { profileId: string; firstName: string };
type Options = Pick<MessageOptions, 'waitsForDay' | 'why'> & {
  class: 'now' | 'service' | 'security';
  notAfter?: Temporal.Instant;
};

export type Message = {
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
export type ServiceLetters = {
  engagementId: string;
  /** Names its messages among those that tell of other changes. */
  toldAt: Temporal.Instant;
  customer: Person;
  yard: string;
  /** The first day that it is about; undefined when nobody reads of any. */
  firstDay: Day | undefined;
  messages: Message[];
  /** Days off that concern it, and those that are none any more, of which a customer reads for all services at once. */
  daysOff: { holiday: DayOff; movedTo: Seat | null; isOn: boolean; instead: Day | null }[];
  /** The visits of which the customer reads when they are and who comes. */
  visitsTold: { day: Day; workerProfileId: string }[];
  /** The visits of which their readers know by another plan. */
  said: readonly Said[];
  /** The worker who has taken today's weekday off the plan before the visit. */
  takenOut: string | undefined;
};

type DayOff = { id: string; day: Day; name: string };
type Parties = Awaited<ReturnType<typeof engagementParties>>;
/** All that letters about one service are made of. */
export type Telling = {
  world: World;
  schedule: Schedule;
  parties: Parties;
  known: Known;
  news: ServiceNews<ToldVisit>;
  workerOf: (workerProfileId: string | null) => Worker | undefined;
};
export type Worker = NonNullable<Awaited<ReturnType<typeof selectWorker>>>;

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

/** What customers read of a worker whose name is not known. */
export const unnamed = 'Your keeper';
export const dayOf = (day: IsoDay): Day => Temporal.PlainDate.from(day);
export const named = ({ workerOf }: Telling, { day, worker }: Spot): Seat => ({
  day: dayOf(day),
  workerName: workerOf(worker)?.name ?? unnamed,
});

/** @returns the first days from one on on which somebody comes, in order */
export const visitsFrom = ({ visits }: Pick<Known, 'visits'>, from: IsoDay): Spot[] =>
  visits.flatMap(({ state, day, worker }) => (state === 'planned' && worker && day >= from ? [{ day, worker }] : []));

/** @returns whether the customer's letter about another plan lists which visits are otherwise; else each has a letter of its own */
export const listsMoved = ({ other }: Telling['news']): boolean => other?.how !== 'weeks';

export const leaving = (day: Day) => `from ${day}`;

type Off = VisitNews<ToldVisit>['off'][number];

const movedKey = (from: Day, to: Day) => (from.equals(to) ? `${to}` : `${to}+${leaving(from)}`);

export function customerLetters(telling: Telling): Message[] {
  const { world, parties, news, known, workerOf } = telling;
  const { customer, yard: street, url } = parties;
  const { moved, off, more } = news.of(known.customer);
  const about = { firstName: customer.firstName, street, url };
  const ofVisit = (workerProfileId: string | null) => ({
    ...{ ...about, customerName: customer.firstName },
    workerName: workerOf(workerProfileId)?.name ?? unnamed,
  });
  const message = (key: string, days: Day[], letter: Letter): Message => {
    const options = whenOf(world, days);
    return { role: 'customer', name: customer.firstName, person: customer, letter, key, days, options };
  };
  return [
    ...off.flatMap((one): Message[] => {
      const day = dayOf(one.day);
      const skip = skipOf(one);
      const why = skip && whyStillOff(telling, one, skip, 'customer');
      if (why) return [message(`${day}`, [day], customerOffLetter(about, day, why))];
      const letter = skip && skippedLetterTo('customer', ofVisit(skip.workerProfileId), { ...skip, day });
      if (!letter) return [message(`${day}`, [day], customerOffLetter(about, day))];
      const options = { class: whenOf(world, [day]).class };
      return [
        { ...message(`${day}`, [day], letter), ...ofSkip(telling, one, skip, 'customer', known.customer), options },
      ];
    }),
    ...moved
      .filter(({ isListed }) => !(isListed && listsMoved(telling.news)))
      .map(({ from, to, visit }) => {
        const [was, is] = [named(telling, from), named(telling, to)];
        const reason = visit.setDay ? visit.setReason : null;
        return message(
          movedKey(was.day, is.day),
          [was.day, is.day],
          customerMovedLetter({ ...about, reason }, was, is),
        );
      }),
    ...more.map((spot): Message => {
      const day = dayOf(spot.day);
      if (spot.visit.state === 'begun') {
        return message(`${day}`, [day], begunAfterAllLetter(ofVisit(spot.worker), day));
      }
      if (!spot.isOnAgain) {
        return message(`${day}`, [day], customerMoreLetter(about, named(telling, spot)));
      }
      const letter = onAgainLetter('customer', ofVisit(spot.worker), day);
      return { ...message(`${day}`, [day], letter), ...onAgain(spot.visit, 'customer') };
    }),
  ];
}

/** @returns how the visit was taken off that is off for that */
const skipOf = ({ takenOff: visit }: Off) =>
  visit?.offId && (visit.offBy === 'customer' || visit.offBy === 'worker' || visit.offBy === 'employee')
    ? { id: visit.offId, day: visit.day, by: visit.offBy, reason: visit.reason, workerProfileId: visit.worker }
    : undefined;
type Skip = NonNullable<ReturnType<typeof skipOf>>;

/**
 * @param reader the customer, or a worker's profile
 * @returns why nobody comes on the day that other weekdays, or staff, have given to a visit that was taken off on another one
 */
function whyStillOff(
  { parties, workerOf }: Telling,
  { day, isOfPlan }: Off,
  { by, day: was, workerProfileId }: Skip,
  reader: string,
): string | undefined {
  const isOwn = by === 'worker' ? workerProfileId === reader : by === reader;
  if (was === day || !(isOfPlan || isOwn)) return undefined;
  const names = {
    customer: parties.customer.firstName,
    worker: workerOf(workerProfileId)?.name ?? 'another worker',
    employee: 'our office',
  };
  return staysOff(dayOf(was), isOwn ? 'you' : names[by]);
}

/** What tells of a visit that was taken off on its day is found by it when it is put back; who reads of an earlier one reads of the day alone. */
const ofSkip = ({ known }: Telling, { day }: Off, skip: Skip, reader: string, profileId: string) =>
  skip.day === day && known.beliefs.get(profileId)?.has(day) ? { event: skippedEvent(skip.id, reader) } : {};

/** Whose letter that a visit was taken off waits still need not read that it takes place. */
const onAgain = ({ offId }: ToldVisit, reader: string) => ({
  kind: 'visit-on-again' as const,
  takesBack: offId ? skippedEvent(offId, reader) : undefined,
});

export function workerLetters(telling: Telling, workerProfileId: string): Message[] {
  const { world, parties, workerOf } = telling;
  const worker = workerOf(workerProfileId);
  if (!worker || worker.isClosed) return [];
  const news = telling.news.of(workerProfileId);
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
  if (parties.erasedIn) {
    const nameless = { firstName: person.firstName, productName, url, city: parties.erasedIn };
    return together(
      news.off.map(({ day }) => dayOf(day)),
      (days) => visitsOffNamelessLetter(nameless, days),
    );
  }
  const ofVisit = { ...about, workerName: name };
  const skips = news.off.flatMap((one): Message[] => {
    const day = dayOf(one.day);
    const skip = skipOf(one);
    const why = skip && whyStillOff(telling, one, skip, person.profileId);
    if (why) return [message(`${day}`, [day], visitsOffLetter(about, [day], why))];
    const letter = skip && skippedLetterTo('worker', ofVisit, { ...skip, day });
    return letter
      ? [{ ...message(`${day}`, [day], letter), ...ofSkip(telling, one, skip, person.profileId, person.profileId) }]
      : [];
  });
  const again = news.more.flatMap((spot): Message[] => {
    if (!spot.isOnAgain) return [];
    const day = dayOf(spot.day);
    const letter = onAgainLetter('worker', ofVisit, day);
    return [{ ...message(`${day}`, [day], letter), ...onAgain(spot.visit, person.profileId) }];
  });
  const without = (all: readonly { day: string }[], some: readonly Message[]) =>
    all
      .flatMap(({ day }) => (some.some(({ key }) => key === day) ? [] : [dayOf(day)]))
      .sort(Temporal.PlainDate.compare);
  // The letter of a plan says to its readers what is otherwise.
  const isReader = telling.news.readers.includes(workerProfileId);
  const isSingle = ({ isListed }: { isListed: boolean }) => !(isReader && isListed);
  return [
    ...skips,
    ...together(without(news.off, skips), (days) => visitsOffLetter(about, days)),
    ...together(without(news.taken.filter(isSingle), []), (days) => workerTakenLetter(about, days)),
    ...news.moved.filter(isSingle).map(({ from, to }) => {
      const [was, is] = [dayOf(from.day), dayOf(to.day)];
      return message(movedKey(was, is), [was, is], workerMovedLetter(about, was, is));
    }),
    ...again,
    ...together(without(news.more, again), (days) => workerGivenLetter(about, days)),
  ];
}
