import { addDays, type IsoDay, laterDay, weekOf } from './iso-days.ts';
import {
  hasLeft,
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

/** A version's promise: its worker comes on its weekdays, in its rhythm, from a day on. */
export type Claim = {
  /** Whether it says what is on a day. */
  isSaid: (day: IsoDay) => boolean;
  /** The visits that there are by it, as far ahead as there are rows. */
  spots: Spot[];
};

/** A change of worker, weekdays or rhythm that people will read about. */
export type OtherPlan = {
  plan: KnownPlan;
  /** The one of which they were told last; undefined while they believe that it waits for a worker. */
  before: KnownPlan | undefined;
  /** From when on it is so. */
  from: IsoDay;
  /** Which letter tells of it. */
  how: NonNullable<KnownPlan['madeHow']>;
  /** What its letter says. */
  claim: Claim;
  /** Whether its worker alone has changed what was theirs before. */
  isByWorker: boolean;
};

export type PlanNews = {
  /** Undefined when it is as people know. */
  other: OtherPlan | undefined;
  /** What the worker of the service has changed of its weekdays, and so knows. */
  own: (Claim & { worker: string }) | undefined;
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
  const { visits, plans, today } = service;
  const [before, plan] = [planTold(plans), planToCome(plans)];
  const { worker } = plan ?? {};
  if (!service.isActive || !plan || !worker)
    return { other: undefined, own: undefined, left: { workers: [], from: today } };
  const spots = visits.flatMap((visit) => knownSpot(visit, service, true) ?? []);
  const isOn = (day: IsoDay) => spots.some((spot) => spot.day === day && spot.worker === worker);
  const isOthers = (visit: KnownVisit) => isBegun(visit) && visit.worker !== worker;
  const days = visits
    .flatMap((visit) => (isOthers(visit) ? [] : (knownSpot(visit, service)?.day ?? [])))
    .filter((day) => day >= today);
  // The letter about a new service names its first visit, wherever that is.
  const first = before ? undefined : days.sort()[0];
  const wished = firstDayOf(plan, service);
  const asked = first && first < wished ? first : wished;
  const isClaimed = (day: IsoDay) => day === first || (isOwnDay(plan, day) && day >= (first ?? today));
  // A worker who changes what others changed, before any letter went out, reads about all of it. A version that counts again is old.
  const since = plans.slice((before ? plans.indexOf(before) : -1) + 1).filter(({ endedHow }) => endedHow === null);
  const isAgain = plan.toldAt !== null;
  const [firstOwn] = isAgain ? [] : since.slice(since.findLastIndex(({ madeBy }) => madeBy !== worker) + 1);
  const isByWorker = firstOwn !== undefined && firstOwn === since[0];
  const isHandedOver = before?.worker !== worker;
  const how = isAgain ? (isHandedOver ? 'assignment' : 'rhythm-back') : howOf(since, plan);
  // In a week that mixes old and new days, the new weekdays alone name too many visits or too few.
  const next = addDays(weekOf(asked), 7);
  const lastMixed = isByWorker ? daysFrom(asked, next).findLast((day) => isClaimed(day) !== isOn(day)) : undefined;
  const isRhythm = how === 'rhythm' && plan.interval === 1;
  const from = !lastMixed ? asked : how === 'assignment' ? next : isRhythm ? addDays(lastMixed, 1) : asked;
  const claimOf = (isSaid: Claim['isSaid']): Claim => {
    const last = visits.filter((visit) => !isEnded(visit)).reduce((day, { home }) => laterDay(day, home), today);
    const said = daysFrom(today, addDays(last, 1)).filter((day) => isSaid(day) && isClaimed(day));
    return { isSaid, spots: said.map((day) => ({ day, worker })) };
  };
  // Which weekdays their worker has changed they know as soon as these are theirs: of this week, as far as it is so.
  const had = firstOwn && planToCome(plans.slice(0, plans.indexOf(firstOwn)));
  const begins = planOn(plans, today)?.worker === worker ? today : asked;
  // The worker knew this visit to be theirs. If staff have changed it since, the worker reads that.
  const wasSo = (visit: KnownVisit, day: IsoDay) =>
    isTakenOff(visit)
      ? visit.day === day
      : visit.home === day && visit.setAt > (firstOwn?.madeAt ?? 0) && !isEnded(visit);
  const isSo = (day: IsoDay) => isClaimed(day) === (isOn(day) || visits.some((visit) => wasSo(visit, day)));
  const isChosen = (day: IsoDay) =>
    isOwnDay(had, day) !== isOwnDay(plan, day) && day >= begins && (weekOf(day) > weekOf(today) || isSo(day));
  const isOther =
    isHandedOver ||
    daysFrom(asked, addDays(asked, 7 * weeksCompared)).some((day) => isOwnDay(before, day) !== isOwnDay(plan, day));
  const other: OtherPlan = {
    ...{ plan, before, from, how, isByWorker: isByWorker && !isHandedOver },
    claim: claimOf((day) => day >= from),
  };
  const knowing = plans.filter(
    (one) => one === before || (one.toldAt === null && one.madeBy !== null && one.madeBy === one.worker),
  );
  const left = knowing.filter((one) => !hasLeft(one) && one.worker !== worker);
  return {
    other: isOther ? other : undefined,
    own: firstOwn && { worker, ...claimOf(how === 'assignment' ? isChosen : (day) => day >= asked) },
    left: { workers: [...new Set(left.flatMap((one) => one.worker ?? []))], from: isOther ? from : today },
  };
}

/** @returns the days from one on, without the last */
const daysFrom = (first: IsoDay, end: IsoDay): IsoDay[] => {
  const days: IsoDay[] = [];
  for (let day = first; day < end; day = addDays(day, 1)) days.push(day);
  return days;
};
