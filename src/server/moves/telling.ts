import { businessDay } from '#domain/calendar.ts';
import type { IsoDay } from '#domain/iso-days.ts';
import type { Spot } from '#domain/known-visits.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { visitClass } from '#domain/visit-class.ts';
import type { ServiceNews } from '#domain/visit-news.ts';
import type { Letter } from '../messages/letter.ts';
import type { MessageOptions, Recipient } from '../messages/service.ts';
import type { engagementParties } from '../parties/parties.ts';
import type { Schedule } from '../plans/schedules-store.ts';
import type { Known, Said, ToldVisit } from '../visits/known-store.ts';
import type { World } from '../world.ts';
import type { Spot as Seat } from './letters.ts';
import type { selectWorker } from './store.ts';

export type Day = Temporal.PlainDate;
type Person = Recipient & { profileId: string; firstName: string };
export type Options = Pick<MessageOptions, 'waitsForDay' | 'why'> & {
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
