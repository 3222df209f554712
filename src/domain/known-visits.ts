import type { IsoDay } from './iso-days.ts';
import { type DayOff, type Hold, type Visit, wayFrom } from './reconcile.ts';
import type { PlanVersion } from './wanted-days.ts';

/** A visit on a day, and who makes it. */
export type Spot = { day: IsoDay; worker: string };

/** A reader's belief about a day: the worker who comes, or that none does, and the visit. */
export type Belief<Row> = { worker: string | null; visit: Row | undefined };
export type Beliefs<Row> = ReadonlyMap<string, ReadonlyMap<IsoDay, Belief<Row>>>;

/** A row. */
export type KnownVisit = Visit & {
  /** How far it is, once it was begun. */
  step?: string | null;
  /** Where it was missed: there people believe it to be until it is made up. */
  missed: Spot | null;
  /** The readers who took the visit off last, or were told so, and on which day. */
  knowsOff: ReadonlyMap<string, IsoDay>;
};

/** A version of the plan. */
export type KnownPlan = PlanVersion & {
  /** When people were told of it, in any numbers that grow. None was told of a service that waits for a worker. */
  toldAt: number | null;
  /** The profile that made this version, and how and when, in the numbers of `setAt`. */
  madeBy: string | null;
  madeAt: number;
  madeHow: 'claim' | 'assignment' | 'weekdays' | 'weeks' | 'rhythm' | 'rhythm-back' | null;
  /** How its worker has left it, if it counts no more. */
  endedHow: string | null;
};

/** All that people know of a service's visits, and what is so. */
export type KnownService<Row extends KnownVisit = KnownVisit> = {
  /** The customer's profile. */
  customer: string;
  visits: readonly Row[];
  /** The readers' beliefs about days, by their profiles. They know the truth about all other days. */
  beliefs: Beliefs<Row>;
  /** In the order in which they were made. */
  plans: readonly KnownPlan[];
  /** Whether visits are due at all: the service does not rest. */
  isActive: boolean;
  daysOff: readonly KnownDayOff[];
  /** Days off that are none any more, and of which people were told. */
  takenBack: readonly DayOff[];
  /** The customer's days away, and those of which people were told. */
  holds: readonly Hold[];
  holdsTold: readonly Hold[];
  /** The first day to come: by night that is tomorrow. */
  today: IsoDay;
};

/** @returns whether a worker has begun a visit, or made it: everybody whom it concerns sees that */
export const isBegun = ({ state }: Pick<Visit, 'state'>): boolean => state === 'begun' || state === 'done';

/** @returns whether people took a visit off or gave it up */
export const isTakenOff = ({ state, offBy }: Pick<Visit, 'state' | 'offBy'>): boolean =>
  offBy === 'customer' || offBy === 'worker' || offBy === 'employee' || state === 'could-not';

/** @returns whether the customer is away on a day */
export const isAway = (day: IsoDay, holds: readonly Hold[]): boolean =>
  holds.some(({ firstDay, lastDay }) => firstDay <= day && (lastDay === null || day <= lastDay));

type KnownDayOff = DayOff & { isTold: boolean };

/** @returns the day off on which people still expect a visit, because its letter has yet to go out; undefined for any other visit */
export function dayOffUntold(
  { state, offBy, setDay, home, day }: Pick<Visit, 'state' | 'offBy' | 'setDay' | 'home' | 'day'>,
  daysOff: readonly KnownDayOff[],
): IsoDay | undefined {
  if (state !== 'planned' && offBy !== 'holiday') return undefined;
  const way = wayFrom(setDay ?? home, { daysOff });
  // One that had no room where a day off sent it is left out on that day.
  const isLeftOut = offBy === 'holiday' && day !== way.at(-1);
  return way.slice(0, isLeftOut ? 1 : undefined).find((on) => daysOff.some((one) => one.day === on && !one.isTold));
}

/**
 * @param readsOfHolds whether the reader knows of days away by themselves: to them a visit is on its day still
 * @returns where readers who got all their letters expect a visit; null when they expect none. A day off has moved nothing until its
 *   letter goes out
 */
export function knownSpot(
  visit: Visit,
  { daysOff }: { daysOff: readonly KnownDayOff[] },
  readsOfHolds = false,
): Spot | null {
  const { state, offBy, worker } = visit;
  const isThere = state === 'planned' || isBegun(visit) || (readsOfHolds && (offBy === 'hold' || offBy === 'pause'));
  const day = dayOffUntold(visit, daysOff) ?? (isThere ? visit.day : null);
  return day && worker ? { day, worker } : null;
}

/** @returns the version that people were told about last; undefined while they believe that the service has no worker */
export const planTold = (plans: readonly KnownPlan[]): KnownPlan | undefined =>
  plans
    .filter(({ toldAt }) => toldAt !== null)
    .sort((one, other) => (one.toldAt ?? 0) - (other.toldAt ?? 0))
    .at(-1);

export type Line<Row> = Spot & { visit: Row | undefined };

/** @returns on which days a reader believes visits to be, and whose; a visit that was missed is where it was until it is made up */
export function believedLines<Row extends KnownVisit>(reader: string, service: KnownService<Row>): Line<Row>[] {
  const { visits, customer, plans, beliefs } = service;
  const isKnowing = reader === customer || reader === planTold(plans)?.worker;
  const own = beliefs.get(reader);
  const lines: Line<Row>[] = [
    ...visits.flatMap((visit) => {
      const spot = knownSpot(visit, service, isKnowing);
      return spot && !own?.has(spot.day) ? [{ ...spot, visit }] : [];
    }),
    ...[...(own ?? [])].flatMap(([day, { worker, visit }]) => (worker ? [{ day, worker, visit }] : [])),
  ];
  const isMissed = (visit: Row) => !lines.some((line) => line.visit === visit);
  return [
    ...lines,
    ...visits.flatMap((visit) => (visit.missed && isMissed(visit) ? [{ ...visit.missed, visit }] : [])),
  ];
}

/** @returns the days to come of which a reader believes otherwise than is so, in order */
export function differingDays(reader: string, service: KnownService): IsoDay[] {
  const believed = believedLines(reader, service);
  const is = service.visits.flatMap((visit) => knownSpot(visit, service, true) ?? []);
  const isAmong = (list: readonly Spot[]) => (one: Spot) => list.some((other) => isSameSpot(one, other));
  const differing = [...believed.filter((one) => !isAmong(is)(one)), ...is.filter((one) => !isAmong(believed)(one))];
  return differing.map(({ day }) => day).sort();
}

/** @returns the days on which a reader knows that a visit was taken off, also if it is on again since, and they do not know that */
export function knownOffDays<Row extends KnownVisit>(reader: string, service: KnownService<Row>): IsoDay[] {
  const believed = believedLines(reader, service);
  const own = service.beliefs.get(reader);
  return service.visits.flatMap((visit) => {
    const day = visit.knowsOff.get(reader);
    const isOne = day && (isTakenOff(visit) || own?.has(day)) && !believed.some((line) => line.day === day);
    return isOne ? [day] : [];
  });
}

/** @returns whether the worker of a version has left the service, and so knows that it is not theirs */
export const hasLeft = ({ endedHow }: Pick<KnownPlan, 'endedHow'>): boolean =>
  endedHow !== null && endedHow !== 'ended';

/** @returns whether two visits are on one day, and one worker's */
export const isSameSpot = (one: Spot | null, other: Spot | null): boolean =>
  one?.day === other?.day && one?.worker === other?.worker;
