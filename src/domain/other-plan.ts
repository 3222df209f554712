import { addDays, type IsoDay, laterDay, weekOf } from './iso-days.ts';
import {
  type Belief,
  differingDays,
  hasLeft,
  isBegun,
  isTakenOff,
  type KnownPlan,
  type KnownService,
  type KnownVisit,
  knownSpot,
  planTold,
  type Spot,
} from './known-visits.ts';
import { isEnded, isThere, type Visit } from './reconcile.ts';
import { daysOf, type PlanVersion, planOn } from './wanted-days.ts';

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
  /** Whether the worker of the service has changed its weekdays, and so knows these. */
  isOwn: boolean;
  /** The workers who know the service to be theirs, and it is another's; and from which day on they read that. */
  left: { workers: string[]; from: IsoDay };
};

/** @returns the version in force once all others have ended; undefined while the service has no worker */
export const planToCome = (plans: readonly KnownPlan[]): KnownPlan | undefined => {
  const plan = planOn(plans, '9999-12-31');
  return plan?.worker ? plan : undefined;
};

/** @returns whether a version has a visit on a day of its rhythm, also on one before it counts */
export const isOwnDay = (plan: PlanVersion | undefined, day: IsoDay): boolean =>
  plan !== undefined && plan.startDay <= day && daysOf(plan, weekOf(day)).some((one) => one.day === day);

/** @returns from when on a version counts; of one that counts again, the first day on which the customer believes otherwise */
function firstDayOf(plan: KnownPlan, service: KnownService): IsoDay {
  const { customer, today } = service;
  if (plan.toldAt === null) return [plan.firstDay, plan.startDay].reduce(laterDay, today);
  return differingDays(customer, service).find((day) => day >= today) ?? today;
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
    return { other: undefined, isOwn: false, left: { workers: [], from: today } };
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
    isOwn: firstOwn !== undefined,
    left: { workers: [...new Set(left.flatMap((one) => one.worker ?? []))], from: isOther ? from : today },
  };
}

/** @returns the visit that is to be on a day of a plan: one that was taken off is one of its week, wherever the plan has it */
export function visitOf<Row extends Visit>(
  day: IsoDay,
  visits: readonly Row[],
  isClaimed: (day: IsoDay) => boolean,
): Row | undefined {
  const isOwn = (one: Row) => one.home === day && !isEnded(one);
  const isOff = (one: Row) => isTakenOff(one) && weekOf(one.home) === weekOf(day) && !isClaimed(one.home);
  return visits.find(isOwn) ?? visits.find(isOff);
}

/**
 * @param plan what a worker has just made of their own plan, `had`, and the visits are as it says
 * @returns the days of which they know by that whether they come: of a week that mixes old and new days, as far as it is so
 */
export function knownByWorker<Row extends Visit>(
  plan: PlanVersion & { worker: string; madeHow: KnownPlan['madeHow'] },
  had: PlanVersion | undefined,
  { visits, plans, today }: { visits: readonly Row[]; plans: readonly PlanVersion[]; today: IsoDay },
): Map<IsoDay, Belief<Row>> {
  const { worker } = plan;
  const begins = [plan.firstDay, plan.startDay].reduce(laterDay, today);
  // Another rhythm says nothing of the days before it.
  const isAll = plan.madeHow === 'weeks' || plan.madeHow === 'rhythm';
  const from = !isAll && planOn(plans, today)?.worker === worker ? today : begins;
  const last = visits.filter((visit) => !isEnded(visit)).reduce((day, { home }) => laterDay(day, home), today);
  const lastBefore = visits.reduce((day, { home }) => laterDay(day, addDays(weekOf(home), 6)), today);
  // They see where visits are, and not why.
  const on = new Set(visits.flatMap((one) => (one.worker === worker && isThere(one) ? [one.day] : [])));
  const [is, was] = [ownDays(plan, from, last), ownDays(had, from, lastBefore)];
  const isChosen = (day: IsoDay) =>
    is.has(day) !== was.has(day) && (weekOf(day) > weekOf(today) || is.has(day) === on.has(day));
  const days = daysFrom(from, addDays(lastBefore, 1)).filter((day) => isAll || isChosen(day));
  const believed = (day: IsoDay): Belief<Row> =>
    is.has(day) ? { worker, visit: visitOf(day, visits, (one) => is.has(one)) } : { worker: null, visit: undefined };
  return new Map(days.map((day) => [day, believed(day)]));
}

/** @returns the days of a version's rhythm, as `isOwnDay` has them, in the weeks of some days */
function ownDays(plan: PlanVersion | undefined, from: IsoDay, last: IsoDay): Set<IsoDay> {
  const days = new Set<IsoDay>();
  if (!plan) return days;
  for (let week = weekOf(from); week <= last; week = addDays(week, 7))
    for (const { day } of daysOf(plan, week)) if (plan.startDay <= day && day <= last) days.add(day);
  return days;
}

/** @returns the days from one on, without the last */
const daysFrom = (first: IsoDay, end: IsoDay): IsoDay[] => {
  const days: IsoDay[] = [];
  for (let day = first; day < end; day = addDays(day, 1)) days.push(day);
  return days;
};
