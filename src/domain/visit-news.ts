import { type IsoDay, weekOf } from './iso-days.ts';
import {
  believedLines,
  isAway,
  isBegun,
  isSameSpot,
  isTakenOff,
  type Line as KnownLine,
  type KnownService,
  type KnownVisit,
  knownOffDays,
  knownSpot,
  planTold,
  type Spot,
} from './known-visits.ts';
import { type Claim, isOwnDay, type PlanNews, planNews, planToCome, visitOf } from './other-plan.ts';
import { wayFrom } from './reconcile.ts';

/** What a reader is to read of single visits. */
export type VisitNews<Row> = {
  /** `isListed`: the customer knows its day, and only another plan does not say it: that letter does besides. */
  moved: { from: Spot; to: Spot; visit: Row; isListed: boolean }[];
  /** `isOfPlan`: they take it for a day of visits because of the other plan; `takenOff` is the visit, where people took it off. */
  off: { day: IsoDay; isOfPlan: boolean; takenOff: Row | undefined }[];
  /** Only for a worker: visits that another one makes, perhaps on another day. */
  taken: { day: IsoDay; to: IsoDay; isListed: boolean }[];
  /** `isOnAgain`: they know that the visit of that day was taken off. One that was begun takes place today after all. */
  more: (Spot & { visit: Row; isOnAgain: boolean })[];
  /** Only for the customer: days off, and where the visit is instead. */
  holidays: { day: IsoDay; to: Spot | null }[];
  /** Only for the customer: days off that are none any more, and where their visits would have been instead. */
  afterAll: { day: IsoDay; instead: IsoDay | null }[];
};

/** What people are to read of a service, so that they believe what is so. */
export type ServiceNews<Row> = PlanNews & {
  /** The readers of another plan: its customer, and its worker. */
  readers: string[];
  of: (reader: string) => VisitNews<Row>;
  /** Whether a reader knows by another plan what is on a day, whatever they were told before. */
  isSaid: (reader: string, day: IsoDay) => boolean;
};

/**
 * What people read of a service is the difference between what they believe and what is so. Both are sets of days with who comes: two
 * visits that have changed places are no news, nor is a change and its way back.
 * @example
 * Wren has Wednesdays, and staff put the visit of March 10, 2027 on March 11 and give it to Theo. The customer reads that it is
 * moved, Wren that there is a visit less on March 10, Theo that there is one more on March 11. Put back within the minute: nothing.
 */
export function serviceNews<Row extends KnownVisit>(service: KnownService<Row>): ServiceNews<Row> {
  const plan = planNews(service);
  const { other, isOwn, left } = plan;
  const worker = other?.plan.worker ?? '';
  const newsBy = (reader: string, claim: Claim) => visitNews(reader, service, claim);
  // The worker of a rhythm that was taken back has a letter of its own at once, which says the weekdays.
  const isBack = other?.how === 'rhythm-back';
  // A worker changes a plan that others changed before. They read of it only if they do not know all of it, days away among it.
  const knowsHolds = other?.before?.worker === worker || service.holds.length === 0;
  const isKnown = isOwn && (other?.isByWorker || (knowsHolds && isNothing(newsBy(worker, nothingSaid))));
  const readers = other ? [service.customer, ...(isBack || isKnown ? [] : [worker])] : [];
  const claimTo = (reader: string): Claim => {
    if (left.workers.includes(reader)) return { spots: [], isSaid: (day) => day >= left.from };
    const isReader = readers.includes(reader) || (isBack && reader === worker);
    return (isReader && other?.claim) || nothingSaid;
  };
  return {
    ...plan,
    readers,
    of: (reader) => newsBy(reader, claimTo(reader)),
    isSaid: (reader, day) => claimTo(reader).isSaid(day),
  };
}

const nothingSaid: Claim = { spots: [], isSaid: () => false };
const isNothing = (news: VisitNews<unknown>): boolean => Object.values(news).every(({ length }) => length === 0);

/** `visit` is the row of what is believed, or is; `isSaid`: by another plan. */
type Line<Row> = KnownLine<Row> & { isSaid: boolean };

/** @param claim what the reader believes of days by reading of the plan, or by having made it */
function visitNews<Row extends KnownVisit>(reader: string, service: KnownService<Row>, claim: Claim): VisitNews<Row> {
  const { visits, customer, plans, today } = service;
  const isCustomer = reader === customer;
  const isOwn = ({ worker }: Spot) => isCustomer || worker === reader;
  // The customer and the worker of the service read of days away in another letter: to them a visit is on its day still.
  const wasKeeper = planTold(plans)?.worker === reader;
  const readsOfHolds = isCustomer || (planToCome(plans)?.worker === reader && (wasKeeper || service.isActive));
  const spots = visits.flatMap((visit) => {
    const spot = knownSpot(visit, service, readsOfHolds);
    return spot ? [{ ...spot, visit }] : [];
  });
  const is = spots.filter(isOwn);
  const told = believedLines(reader, service).filter(
    ({ day }) => readsOfHolds || !(wasKeeper && isAway(day, service.holdsTold)),
  );
  const isHome = (day: IsoDay) => claim.spots.some((spot) => spot.day === day);
  const knownOff = knownOffDays(reader, service);
  const believed: Line<Row>[] = [
    ...told.flatMap((line) => (isOwn(line) && !claim.isSaid(line.day) ? [{ ...line, isSaid: false }] : [])),
    ...[...new Map(claim.spots.map((spot) => [spot.day, spot])).values()].flatMap((spot) => {
      if (knownOff.includes(spot.day)) return [];
      return [{ ...spot, visit: visitOf(spot.day, visits, isHome), isSaid: true }];
    }),
  ];
  const isAmong = (list: readonly Spot[]) => (one: Spot) => list.some((other) => isSameSpot(one, other));
  const known = is.filter(isAmong(believed));
  let lost = believed.filter(({ day }) => !known.some((spot) => spot.day === day));
  let gained = is.filter((line) => line.day >= today && !isAmong(believed)(line));
  // They read what else has become of a visit of days away once they are back.
  lost = lost.filter(
    ({ day, visit, isSaid }) =>
      isSaid || !(readsOfHolds && isAway(day, service.holds) && visit && !knownSpot(visit, service)),
  );
  gained = gained.filter(({ visit }) => visit.offBy !== 'hold');
  const take = <One>(list: One[], ...taken: (One | undefined)[]) => list.filter((one) => !taken.includes(one));
  const news: VisitNews<Row> = { moved: [], off: [], taken: [], more: [], holidays: [], afterAll: [] };
  // Workers have one letter about all of their visits on a day off, which says what becomes of these.
  for (const from of isCustomer ? lost : []) {
    const { day, visit } = from;
    const isDayOff = service.daysOff.some((one) => one.isTold && one.day === day);
    const way = wayFrom(visit ? (visit.setDay ?? visit.home) : day, service);
    if (!isDayOff || (visit && (isTakenOff(visit) || !way.includes(day)))) continue;
    const to = gained.find((one) => one.visit === visit) ?? gained.find((one) => one.day === way.at(-1));
    news.holidays.push({ day, to: to ?? null });
    lost = take(lost, from);
    gained = take(gained, to);
  }
  for (const to of isCustomer ? gained : []) {
    const { visit, day } = to;
    const isOnWay = wayFrom(visit.setDay ?? visit.home, service).includes(day);
    const was = told.find((one) => one.visit === visit);
    const wayOff = wayFrom(day, { daysOff: [...service.takenBack, ...service.daysOff] });
    const isDayAgain = isOnWay && service.takenBack.some((one) => one.day === day);
    if (!isDayAgain || (was && !wayOff.includes(was.day))) continue;
    const from = lost.find((one) => one.visit === visit);
    // Another visit may be on that day.
    const isFree = from && !is.some((spot) => spot.day === from.day);
    news.afterAll.push({ day, instead: isFree ? from.day : null });
    lost = take(lost, from);
    gained = take(gained, to);
  }
  // A start that was tapped before others moved the visit, gave it away or took it off counts. Of a worker on the way the customer has read.
  const isAfterAll = (line: (typeof gained)[number]) =>
    isCustomer && line.visit.state === 'begun' && line.visit.step === 'WORK_STATUS_PENDING' && !isAmong(told)(line);
  // Those who are being served, and those who serve, know of it.
  const begun = is.filter((line) => isBegun(line.visit) && !isAfterAll(line)).map(({ day }) => day);
  if (isCustomer) lost = lost.filter(({ day }) => !begun.includes(day));
  // Of a visit that was given up there is a letter of its own.
  lost = lost.filter(({ visit }) => visit?.state !== 'could-not');
  gained = gained.filter((line) => !isBegun(line.visit) || isAfterAll(line));
  const takenOff = lost.filter(({ visit }) => visit && isTakenOff(visit) && (isCustomer || visit.worker === reader));
  // Of a service that nobody had before they know no day.
  const toCustomer = believedLines(customer, service);
  const isListed = ({ isSaid }: Line<Row>, visit: Row | undefined) =>
    isSaid &&
    visit !== undefined &&
    planTold(plans) !== undefined &&
    toCustomer.some(({ day }) => day === knownSpot(visit, service)?.day);
  const pairBy = (isOne: (from: Line<Row>, to: KnownLine<Row>) => boolean) => {
    for (const to of gained) {
      const from = lost.find((one) => !takenOff.includes(one) && isOne(one, to));
      if (!from || knownOff.includes(to.day)) continue;
      news.moved.push({ from, to, visit: to.visit, isListed: isListed(from, to.visit) });
      lost = take(lost, from);
      gained = take(gained, to);
    }
  };
  pairBy((from, to) => from.day === to.day);
  const afterAll = gained.filter(isAfterAll);
  gained = take(gained, ...afterAll);
  pairBy((from, to) => from.visit === to.visit);
  pairBy((from, to) => weekOf(from.day) === weekOf(to.day));
  news.moved.sort((one, other) => (one.from.day < other.from.day ? -1 : 1));
  news.more = [...gained, ...afterAll].map((line) => ({ ...line, isOnAgain: knownOff.includes(line.day) }));
  const chosen = planToCome(plans);
  const isChosen = ({ day, visit }: Line<Row>) =>
    chosen?.toldAt === null && chosen.madeBy === reader && isOwnDay(chosen, day) && visit?.home !== day;
  for (const line of lost) {
    const { day, visit } = line;
    const isOfPlan = line.isSaid || isChosen(line);
    // Customers who waited for somebody read why nobody came, though the day is over by now.
    if (day < today && !(isCustomer && takenOff.includes(line))) continue;
    const isMade = (spot: (typeof spots)[number]) =>
      spot.day === day || (spot.visit === visit && spot.worker !== reader && !isBegun(spot.visit));
    const made = isCustomer || takenOff.includes(line) ? undefined : spots.find(isMade);
    if (made) news.taken.push({ day, to: made.day, isListed: isListed(line, visit) });
    else news.off.push({ day, isOfPlan, takenOff: takenOff.includes(line) ? visit : undefined });
  }
  return news;
}
