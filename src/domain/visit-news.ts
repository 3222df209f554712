import { type IsoDay, weekOf } from './iso-days.ts';
import {
  isAway,
  isBegun,
  isSameSpot,
  isTakenOff,
  type KnownService,
  type KnownVisit,
  knownSpot,
  planTold,
  type Spot,
  toldSpot,
} from './known-visits.ts';
import { type PlanNews, planNews, planToCome, saidTo } from './other-plan.ts';
import { isEnded, wayFrom } from './reconcile.ts';

/** What a reader is to read of single visits. */
export type VisitNews<Row> = {
  /** `isStill`: they know it, and only another plan of which they read does not say it. */
  moved: { from: Spot; to: Spot; visit: Row; isStill: boolean }[];
  /** `isOfPlan`: they take it for a day of visits because of the other plan. `visit` is undefined where it has no row. */
  off: { day: IsoDay; visit: Row | undefined; isOfPlan: boolean }[];
  /** Only for a worker: visits that another one makes. */
  taken: { day: IsoDay; isStill: boolean }[];
  more: (Spot & { visit: Row })[];
  /** Only for the customer: days off, and where the visit is instead. */
  holidays: { day: IsoDay; to: Spot | null }[];
  /** Only for the customer: days off that are none any more, and where their visits would have been instead. */
  afterAll: { day: IsoDay; instead: IsoDay | null }[];
};

/** What people are to read of a service, so that they believe what is so. */
export type ServiceNews<Row> = PlanNews & { of: (reader: string) => VisitNews<Row> };

/**
 * What people read of a service is the difference between what they believe and what is so. Both are sets of days with who comes: two
 * visits that have changed places are no news, nor is a change and its way back.
 * @example
 * Wren has Wednesdays, and staff put the visit of March 10, 2027 on March 11 and give it to Theo. The customer reads that it is
 * moved, Wren that there is a visit less on March 10, Theo that there is one more on March 11. Put back within the minute: nothing.
 */
export function serviceNews<Row extends KnownVisit>(service: KnownService<Row>): ServiceNews<Row> {
  const plan = planNews(service);
  return { ...plan, of: (reader) => visitNews(reader, service, plan) };
}

/** `visit` is the row of what is believed, or is; `isSaid`: by another plan. */
type Line<Row> = Spot & { visit: Row | undefined; isSaid: boolean };

function visitNews<Row extends KnownVisit>(reader: string, service: KnownService<Row>, plan: PlanNews): VisitNews<Row> {
  const { visits, customer, plans, today } = service;
  const isCustomer = reader === customer;
  const linesOf = (spotOf: (visit: Row) => Spot | null) =>
    visits.flatMap((visit) => {
      const spot = spotOf(visit);
      return spot ? [{ ...spot, visit, isSaid: false }] : [];
    });
  const isOwn = ({ worker }: Spot) => isCustomer || worker === reader;
  const said = saidTo(reader, plan, service);
  // Of days away the customer and the worker who keeps the service read in a letter of their own: to them a visit is on its day still.
  const wasKeeper = planTold(plans)?.worker === reader;
  const readsOfHolds = isCustomer || (wasKeeper && planToCome(plans)?.worker === reader);
  const spots = linesOf((visit) => knownSpot(visit, service, readsOfHolds));
  const is = spots.filter(isOwn);
  const told = linesOf((visit) => toldSpot(visit, reader, service) ?? visit.missed).filter(
    ({ day }) => readsOfHolds || !(wasKeeper && isAway(day, service.holdsTold)),
  );
  const believed: Line<Row>[] = [
    ...told.filter((line) => isOwn(line) && !said.isSaid(line.day)),
    ...said.spots.map((spot) => {
      const visit = visits.find((one) => one.home === spot.day && !isEnded(one));
      return { ...spot, visit, isSaid: true };
    }),
  ];
  const isAmong = (list: readonly Spot[]) => (one: Spot) => list.some((other) => isSameSpot(one, other));
  let lost = believed.filter((line) => !isAmong(is)(line));
  let gained = is.filter((line) => line.day >= today && !isAmong(believed)(line));
  lost = lost.filter(({ day, visit }) => !(readsOfHolds && visit?.offBy === 'hold' && isAway(day, service.holds)));
  gained = gained.filter(({ visit }) => visit.offBy !== 'hold');
  const take = <One>(list: One[], ...taken: (One | undefined)[]) => list.filter((one) => !taken.includes(one));
  const news: VisitNews<Row> = { moved: [], off: [], taken: [], more: [], holidays: [], afterAll: [] };
  for (const from of lost) {
    const { day, visit, isSaid } = from;
    const isDayOff = service.daysOff.some((one) => one.isTold && one.day === day);
    const isOffByIt = !visit || (!isTakenOff(visit) && wayFrom(visit.setDay ?? visit.home, service).includes(day));
    // A worker has one letter of all visits that they knew on a day off and that are theirs still.
    if (!isDayOff || !isOffByIt || !(isCustomer || (!isSaid && visit?.worker === reader))) continue;
    const to = gained.find(({ visit }) => visit === from.visit);
    if (isCustomer) news.holidays.push({ day, to: to ?? null });
    lost = take(lost, from);
    if (isCustomer || (to && !said.isSaid(to.day))) gained = take(gained, to);
  }
  for (const to of gained) {
    const { visit, day } = to;
    const off = service.takenBack.find((one) => one.day === day && (visit.setDay ?? visit.home) === day);
    const was = visit.told.get(reader);
    if (!off || (was && was.day !== off.to)) continue;
    const from = lost.find((one) => one.visit === visit);
    gained = take(gained, to);
    // The one letter of a worker says how many visits they have on the day, and not what is off instead.
    if (!isCustomer) continue;
    news.afterAll.push({ day, instead: from?.day ?? null });
    lost = take(lost, from);
  }
  // Those who are being served, and those who serve, know of it.
  const begun = is.filter(({ visit }) => isBegun(visit)).map(({ day }) => day);
  if (isCustomer) lost = lost.filter(({ day }) => !begun.includes(day));
  gained = gained.filter(({ visit }) => !isBegun(visit));
  const takenOff = lost.filter(({ visit }) => visit && isTakenOff(visit) && (isCustomer || visit.worker === reader));
  const pairBy = (isOne: (from: Line<Row>, to: Line<Row>) => boolean) => {
    for (const to of gained) {
      const from = lost.find((one) => !takenOff.includes(one) && isOne(one, to));
      if (!from) continue;
      const isStill = from.isSaid && said.isSaid(to.day) && said.isStill(to.visit);
      news.moved.push({ from, to, visit: to.visit, isStill });
      lost = take(lost, from);
      gained = take(gained, to);
    }
  };
  pairBy((from, to) => from.day === to.day);
  pairBy((from, to) => from.visit === to.visit);
  pairBy((from, to) => weekOf(from.day) === weekOf(to.day));
  news.moved.sort((one, other) => (one.from.day < other.from.day ? -1 : 1));
  news.more = gained;
  for (const line of lost) {
    const { day, visit, isSaid } = line;
    // Customers who waited for somebody read why nobody came, though the day is over by now.
    if (day < today && !(isCustomer && takenOff.includes(line))) continue;
    const isMade = spots.some((spot) => spot.day === day || (spot.visit === visit && spot.worker !== reader));
    if (isCustomer || takenOff.includes(line) || !isMade) news.off.push({ day, visit, isOfPlan: isSaid });
    else news.taken.push({ day, isStill: isSaid && visit !== undefined && said.isStill(visit) });
  }
  return news;
}
