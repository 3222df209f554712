import { addDays, type IsoDay, laterDay, weekOf } from './iso-days.ts';
import {
  hasLeft,
  isAway,
  isBegun,
  isSameSpot,
  isTakenOff,
  type KnownPlan,
  type KnownService,
  type KnownVisit,
  knownSpot,
  planTold,
  type Spot,
  toldSpot,
} from './known-visits.ts';
import { isEnded } from './reconcile.ts';
import { daysOf, planOn } from './wanted-days.ts';

/** How many weeks two plans are compared for. */
const weeksCompared = 8;

/** A change of worker, weekdays or rhythm that people will read about. */
export type OtherPlan = {
  plan: KnownPlan;
  /** The one of which they were told last; undefined while they believe that it waits for a worker. */
  before: KnownPlan | undefined;
  /** From when on it is so, as its customer reads, and as its worker does. */
  from: IsoDay;
  ownFrom: IsoDay;
  /** Which letter tells of it. */
  how: NonNullable<KnownPlan['madeHow']>;
  /** Whether its worker has put it on all of its weekdays since others changed them, and so knows them. */
  isChosen: boolean;
  /** Whether it is its worker's own change, and whether that is of weekdays, which count at once. */
  isByWorker: boolean;
  isAtOnce: boolean;
  /** Whether a day is one of the letter. */
  isAnnounced: (day: IsoDay) => boolean;
  /** Whether what is on a day is what the letter says. */
  isAsAnnounced: (day: IsoDay) => boolean;
};

export type PlanNews = {
  /** Undefined when it is as people know. */
  other: OtherPlan | undefined;
  /** The workers who know the service to be theirs, and it is another's; and from which day on they read that. */
  left: { workers: string[]; from: IsoDay };
};

/** @returns the version in force once all others have ended; undefined while the service has no worker */
export const planToCome = (plans: readonly KnownPlan[]): KnownPlan | undefined => {
  const plan = planOn(plans, '9999-12-31');
  return plan?.worker ? plan : undefined;
};

/** @returns whether a version has a visit on a day of its rhythm, also on one before it counts */
export const isOwnDay = (plan: KnownPlan | undefined, day: IsoDay): boolean =>
  plan !== undefined && plan.startDay <= day && daysOf(plan, weekOf(day)).some((one) => one.day === day);

/** @returns from when on a version counts; of one that counts again, the first day on which the customer believes otherwise */
function firstDayOf(plan: KnownPlan, service: KnownService): IsoDay {
  const { customer, visits, today } = service;
  if (plan.toldAt === null) return [plan.firstDay, plan.startDay].reduce(laterDay, today);
  const days = visits.flatMap((visit) => {
    const [told, is] = [toldSpot(visit, customer, service), knownSpot(visit, service, true)];
    return isSameSpot(told, is) ? [] : [told, is].flatMap((spot) => (spot && spot.day >= today ? spot.day : []));
  });
  return days.sort()[0] ?? today;
}

/** @returns which letter tells of versions: of different ones, that of an assignment; a rhythm that was taken back is the last one */
function howOf(since: readonly KnownPlan[], plan: KnownPlan): NonNullable<KnownPlan['madeHow']> {
  const kindOf = ({ madeHow }: KnownPlan) =>
    madeHow === 'rhythm-back' ? 'rhythm' : madeHow === 'weeks' || madeHow === 'rhythm' ? madeHow : 'assignment';
  const isOne = since.every((one) => kindOf(one) === kindOf(plan));
  return isOne && plan.madeHow && kindOf(plan) !== 'assignment' ? plan.madeHow : 'assignment';
}

/**
 * @returns what people are to read of the plan
 * @example
 * Wren has Wednesdays. On Monday, March 8, 2027 staff give the service to Theo, on Fridays from March 15 on: the customer and Theo
 * read "Friday from March 15 on", and Wren that another worker visits from then on. Given back to Wren on Wednesdays within the
 * minute, the plan that counts is as the one of which they were told: there is nothing to read.
 */
export function planNews(service: KnownService): PlanNews {
  const { customer, visits, plans, daysOff, holds, today } = service;
  const [before, plan] = [planTold(plans), planToCome(plans)];
  if (!service.isActive || !plan) return { other: undefined, left: { workers: [], from: today } };
  const spots = visits.flatMap((visit) => knownSpot(visit, service) ?? []);
  const isOn = (day: IsoDay) => spots.find((spot) => spot.day === day)?.worker;
  const isOthers = (visit: KnownVisit) => isBegun(visit) && visit.worker !== plan.worker;
  const days = visits
    .flatMap((visit) => (isOthers(visit) ? [] : (knownSpot(visit, service)?.day ?? [])))
    .filter((day) => day >= today);
  // The letter about a new service names its first visit, wherever that is.
  const first = before ? undefined : days.sort()[0];
  const wished = firstDayOf(plan, service);
  const asked = first && first < wished ? first : wished;
  // The customer has read that this day is off, unless that letter still waits.
  const isRead = (day: IsoDay) =>
    isOwnDay(before, day) &&
    daysOff.some((one) => one.day === day && one.isTold) &&
    !visits.some(({ told }) => told.get(customer)?.day === day);
  const isAnnounced = (day: IsoDay) =>
    day === first || (isOwnDay(plan, day) && day >= (first ?? today) && !isAway(day, holds) && !isRead(day));
  const isAsAnnounced = (day: IsoDay) => (isAnnounced(day) ? plan.worker : undefined) === isOn(day);
  const isNewlyOff = (day: IsoDay) =>
    visits.some((visit) => isTakenOff(visit) && visit.day === day && visit.told.has(customer));
  // In a week that mixes old and new days, the new weekdays alone name too many visits or too few.
  const next = addDays(weekOf(asked), 7);
  const lastMixed = daysFrom(asked, next).findLast((day) => !isAsAnnounced(day) && !isNewlyOff(day));
  // A worker who changes what others changed, before any letter went out, reads about all of it. A version that counts again is old.
  const since = plans.slice((before ? plans.indexOf(before) : -1) + 1).filter(({ endedHow }) => endedHow === null);
  const isAgain = plan.toldAt !== null;
  const isByWorker = !isAgain && [plan, ...since].every(({ madeBy }) => madeBy === plan.worker);
  const isBack = isAgain && before?.worker === plan.worker;
  const how = isBack ? 'rhythm-back' : isAgain ? 'assignment' : howOf(since, plan);
  const isAtOnce = isByWorker && how === 'assignment';
  const ownFrom = isAtOnce && lastMixed ? next : asked;
  const isRhythm = isByWorker && how === 'rhythm' && plan.interval === 1;
  const from = isRhythm && lastMixed ? addDays(lastMixed, 1) : ownFrom;
  const chosen = since.findLastIndex(({ madeBy }) => madeBy !== plan.worker);
  const given = chosen < since.length - 1 ? since[chosen] : undefined;
  const isChosen = given !== undefined && !plan.weekDays.some((day) => given.weekDays.includes(day));
  const isOther =
    before?.worker !== plan.worker ||
    daysFrom(asked, addDays(asked, 7 * weeksCompared)).some((day) => isOwnDay(before, day) !== isOwnDay(plan, day));
  const knowing = plans.filter(
    (one) => one === before || (one.toldAt === null && one.madeBy !== null && one.madeBy === one.worker),
  );
  const left = knowing.filter((one) => !hasLeft(one) && one.worker !== plan.worker);
  return {
    other: isOther
      ? { plan, before, from, ownFrom, how, isChosen, isByWorker, isAtOnce, isAnnounced, isAsAnnounced }
      : undefined,
    left: { workers: [...new Set(left.flatMap(({ worker }) => worker ?? []))], from: isOther ? from : today },
  };
}

/** @returns whether a worker has given a service back, and so knows that those of its visits are not theirs that are another's since */
export function hasGivenBack(reader: string, { plans }: KnownService): boolean {
  const own = plans.findLast(({ worker }) => worker === reader);
  return own !== undefined && hasLeft(own) && planToCome(plans)?.worker !== reader;
}

/** What a reader believes about single days because they read about the plan, or made it. */
type Said = {
  /** Whether it says what is on a day. */
  isSaid: (day: IsoDay) => boolean;
  spots: Spot[];
  /** Whether a visit is as it was before there was another plan, and only that one does not say it. */
  isStill: (visit: KnownVisit) => boolean;
};

/** @returns what a reader believes by what they read of the plan, and what its worker believes by having chosen the weekdays */
export function saidTo(reader: string, { other, left }: PlanNews, service: KnownService): Said {
  const { customer, visits, plans, today } = service;
  const nothing = { spots: [], isStill: () => false };
  if (left.workers.includes(reader)) return { ...nothing, isSaid: (day) => day >= left.from };
  if (!other || (reader !== customer && reader !== other.plan.worker)) return { ...nothing, isSaid: () => false };
  const { plan, before, from, ownFrom, isByWorker, isAtOnce, isAnnounced, isAsAnnounced } = other;
  const { worker } = plan;
  const isCustomer = reader === customer;
  const isHandedOver = before?.worker !== worker;
  // The weekdays that a worker chooses count at once to them, unless the service is another's until then.
  const asked = planOn(plans, today)?.worker === worker ? today : firstDayOf(plan, service);
  const isNewlyOff = (day: IsoDay) =>
    visits.some((visit) => isTakenOff(visit) && visit.day === day && visit.told.has(reader));
  // When the worker changes some weekdays, readers still believe the same about the others.
  const isChanged = (day: IsoDay) => isHandedOver || isOwnDay(before, day) !== isOwnDay(plan, day);
  const isThisWeek = (day: IsoDay) => weekOf(day) === weekOf(today);
  const isOwnChoice = (day: IsoDay) =>
    isChanged(day) && day >= asked && (!isThisWeek(day) || isAsAnnounced(day) || isNewlyOff(day));
  const isSaid = (day: IsoDay) => (isCustomer ? day >= from : isAtOnce ? isOwnChoice(day) : day >= ownFrom);
  const isKnownOff = (day: IsoDay) =>
    visits.some(
      (visit) =>
        isTakenOff(visit) &&
        visit.day === day &&
        !visit.told.has(reader) &&
        // On a day on which nobody was to come they may not have read that it was.
        ((isOwnDay(before, day) && (isCustomer || day >= (before?.firstDay ?? ''))) || visit.knowsOff.has(reader)),
    );
  const last = visits.filter((visit) => !isEnded(visit)).reduce((day, { home }) => laterDay(day, home), today);
  const days = daysFrom(today, addDays(last, 1)).filter((day) => isSaid(day) && isAnnounced(day));
  return {
    isSaid,
    spots: days.flatMap((day) =>
      worker && !((isCustomer || !isHandedOver) && isKnownOff(day)) ? [{ day, worker }] : [],
    ),
    isStill: (visit) => {
      if (!before || (!isCustomer && isByWorker)) return false;
      const was = toldSpot(visit, customer, service);
      const now = was && was.worker === before.worker && worker ? { ...was, worker } : was;
      return isSameSpot(now, knownSpot(visit, service));
    },
  };
}

/** @returns the days from one on, without the last */
const daysFrom = (first: IsoDay, end: IsoDay): IsoDay[] => {
  const days: IsoDay[] = [];
  for (let day = first; day < end; day = addDays(day, 1)) days.push(day);
  return days;
};
