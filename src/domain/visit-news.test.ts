import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type WeekDay, weekDaysInOrder } from './calendar.ts';
import { addDays, type IsoDay, weekOf } from './iso-days.ts';
import {
  type Belief,
  isAway,
  isSameSpot,
  isTakenOff,
  type KnownPlan,
  type KnownService,
  type KnownVisit,
  knownSpot,
  planTold,
  type Spot,
} from './known-visits.ts';
import { isOwnDay, knownByWorker, planToCome } from './other-plan.ts';
import { isThere, reconcile } from './reconcile.ts';
import { serviceNews, type VisitNews } from './visit-news.ts';
import { planOn } from './wanted-days.ts';

declare const process: { env: Record<string, string | undefined> };
const { RUNS } = process.env;
const numRuns = Number(RUNS ?? 300);
const some = { numRuns, ...(RUNS === undefined && { seed: 1 }) };

/** 8 March 2027 is a Monday. */
const start = '2027-03-08';
const customer = 'Casey';
const workers = ['Wren', 'Theo', 'Walt'] as const;
const readers = [customer, ...workers];

type Row = KnownVisit & { id: number; knowsOff: Map<string, IsoDay> };
type Facts = Map<string, Map<IsoDay, Belief<Row>>>;
type Understanding = { comes: Map<IsoDay, string>; skipped: Set<IsoDay>; away: Set<IsoDay> };
type Business = Omit<KnownService<Row>, 'visits' | 'plans' | 'daysOff' | 'holds' | 'takenBack' | 'beliefs'> & {
  visits: Row[];
  plans: KnownPlan[];
  daysOff: { day: IsoDay; to: IsoDay | null; isTold: boolean }[];
  takenBack: { day: IsoDay; to: IsoDay | null }[];
  holds: { kind: 'hold'; firstDay: IsoDay; lastDay: IsoDay }[];
  /** What each reader believes: on which day who comes, and that nobody does for now. */
  understood: Map<string, Understanding>;
  /** The beliefs that are stored of it. */
  beliefs: Facts;
  at: number;
};

type Act =
  | { kind: 'give'; worker: string; weekDays: readonly WeekDay[]; ahead: number }
  | { kind: 'weekdays'; weekDays: readonly WeekDay[] }
  | { kind: 'move'; which: number; ahead: number; worker: string }
  | { kind: 'take off' | 'put on'; which: number; by: 'customer' | 'employee' }
  | { kind: 'day off'; ahead: number; to: number | null }
  | { kind: 'no day off' | 'no hold' | 'tell' }
  | { kind: 'hold'; ahead: number; days: number };

const until = addDays(start, 41);
const pick = <One>(list: readonly One[], which: number): One | undefined => list[which % Math.max(list.length, 1)];
const planned = ({ visits }: Business) => visits.filter(({ state, day }) => state === 'planned' && day >= start);

function open(): Business {
  const business: Business = {
    ...{ customer, visits: [], plans: [], isActive: true, daysOff: [], takenBack: [], holds: [], holdsTold: [] },
    ...{ today: start, at: 0, understood: new Map() },
    beliefs: new Map(readers.map((reader) => [reader, new Map()])),
  };
  const wednesday = { worker: 'Wren', weekDays: ['DAY_OF_WEEK_WEDNESDAY' as const], interval: 1, weekOffset: 0 };
  const version = {
    firstDay: start,
    startDay: start,
    endedOn: null,
    madeBy: null,
    madeAt: 0,
    madeHow: null,
    endedHow: null,
  };
  business.plans.push({ ...wednesday, ...version, toldAt: 0 });
  fill(business, []);
  for (const own of business.beliefs.values()) own.clear();
  for (const reader of readers) {
    const spots = business.visits.map((visit) => spotOf(visit, reader)).filter((spot) => spot !== null);
    business.understood.set(reader, {
      comes: new Map(spots.map(({ day, worker }) => [day, worker])),
      ...{ skipped: new Set(), away: new Set() },
    });
  }
  return business;
}

/** @returns where a visit is, to a reader whom that concerns */
const spotOf = ({ state, day, worker }: Row, reader: string): Spot | null =>
  worker && (state === 'planned' || state === 'begun') && (reader === customer || reader === worker)
    ? { day, worker }
    : null;

/** @returns the same, for who knows of days away by themselves as if there were none */
const lineOf = (row: Row, reader: string, { plans }: Business): Spot | null => {
  const isReader = reader === customer || reader === planTold(plans)?.worker;
  return spotOf(isReader && row.offBy === 'hold' ? { ...row, state: 'planned' } : row, reader);
};

/** Puts all visits where they are now. Before it, `was` has where they were: whom that concerns believes it still, but for who did it. */
function fill(business: Business, was: readonly Row[], by?: string): void {
  const { visits, plans, daysOff, holds } = business;
  const { make, move, end } = reconcile<Row>(visits, { plans, daysOff, holds, today: start, until });
  for (const { row, place } of move) Object.assign(row, place);
  for (const row of end) Object.assign(row, { state: 'off', offBy: 'plan' });
  const fresh = { setDay: null, setWorker: null, setAt: 0, missed: null };
  for (const place of make) visits.push({ ...fresh, ...place, id: visits.length, knowsOff: new Map() });
  const beforeOf = (row: Row) => was.find(({ id }) => id === row.id);
  for (const reader of readers) {
    const own = factsOf(business, reader);
    const changed = visits.flatMap((row) => {
      const before = beforeOf(row);
      const [from, to] = [before ? lineOf(before, reader, business) : null, lineOf(row, reader, business)];
      return isSameSpot(from, to) ? [] : [{ row, before, from, to }];
    });
    const note = (day: IsoDay) => {
      const one = changed.find(({ from }) => from?.day === day);
      // On days away another one may be there, which was there before.
      const isThereStill = visits.some(
        (row) => !changed.some((it) => it.row === row) && lineOf(row, reader, business)?.day === day,
      );
      if (!own.has(day) && !isThereStill) own.set(day, { worker: one?.from?.worker ?? null, visit: one?.row });
    };
    const isDeed = ({ row, before }: (typeof changed)[number]) =>
      reader === by && (isTakenOff(row) || (before !== undefined && isTakenOff(before)));
    for (const one of changed.filter((change) => !isDeed(change))) {
      if (one.from) note(one.from.day);
      if (one.to) note(one.to.day);
    }
    for (const { row, before, from, to } of changed.filter(isDeed)) {
      if (from && own.get(from.day)?.worker) own.delete(from.day);
      if (isTakenOff(row) || !before) continue;
      // They take it for the visit of the day of which they know it.
      const isElsewhere = [...own].some(([, { worker, visit }]) => worker && visit === row);
      if (to && to.day === before.day) {
        if (!isElsewhere) own.delete(to.day);
        continue;
      }
      if (to) note(to.day);
      const isOthers = visits.some((one) => lineOf(one, reader, business)?.day === before.day);
      if (!isElsewhere && !isOthers && row.worker) own.set(before.day, { worker: row.worker, visit: row });
    }
  }
}

const factsOf = ({ beliefs }: Business, reader: string) => beliefs.get(reader) ?? new Map<IsoDay, Belief<Row>>();

const copyOf = (visits: readonly Row[]): Row[] => visits.map((visit) => ({ ...visit }));

/** Does what somebody does, unless that is not possible. */
function apply(business: Business, act: Act): void {
  const { visits, plans, daysOff, holds } = business;
  const was = copyOf(visits);
  const keeper = plans.at(-1);
  if (!keeper) return;
  business.at += 1;
  const isFree = (on: IsoDay) =>
    !visits.some((one) => isThere(one) && one.day === on) &&
    !daysOff.some(({ day }) => day === on) &&
    !holds.some(({ firstDay, lastDay }) => firstDay <= on && on <= lastDay);
  const version = { ...keeper, toldAt: null, madeAt: business.at };
  switch (act.kind) {
    case 'give': {
      const firstDay = addDays(start, act.ahead);
      const { worker, weekDays } = act;
      plans.push({ ...version, worker, weekDays, firstDay, madeBy: null, madeHow: 'assignment' });
      fill(business, was);
      return;
    }
    case 'weekdays': {
      const { worker } = keeper;
      if (!worker) return;
      const plan = { ...version, worker, weekDays: act.weekDays, madeBy: worker, madeHow: 'weekdays' as const };
      plans.push(plan);
      fill(business, was);
      knowWeekdays(business, keeper);
      for (const [day, one] of knownByWorker(plan, keeper, business)) factsOf(business, worker).set(day, one);
      return;
    }
    case 'move': {
      const row = pick(planned(business), act.which);
      const day = addDays(start, act.ahead);
      if (!row || (row.day !== day && !isFree(day))) return;
      Object.assign(row, { setDay: day, setWorker: act.worker, setAt: business.at });
      fill(business, was);
      return;
    }
    case 'take off': {
      const row = pick(planned(business), act.which);
      if (row) Object.assign(row, { state: 'off', offBy: act.by, knowsOff: new Map() });
      const belief = act.by === 'customer' ? business.understood.get(customer) : undefined;
      if (row && belief) {
        belief.skipped.add(row.day);
        row.knowsOff.set(customer, row.day);
      }
      fill(business, was, act.by === 'customer' ? customer : undefined);
      return;
    }
    case 'put on': {
      const row = pick(
        visits.filter((one) => one.state === 'off' && one.offBy === act.by),
        act.which,
      );
      if (!row) return;
      Object.assign(row, { state: 'off', offBy: 'plan' });
      if (act.by === 'customer') row.knowsOff.delete(customer);
      const { day } = row;
      // Where they know of another day they take it for the visit of that one until they read.
      const isOthers = planned(business).some((one) => one !== row && one.day === day);
      const isElsewhere =
        isOthers || [...factsOf(business, customer).values()].some(({ worker, visit }) => worker && visit === row);
      fill(business, was, act.by === 'customer' ? customer : undefined);
      if (act.by === 'customer') business.understood.get(customer)?.skipped.delete(day);
      if (act.by === 'customer' && row.state === 'planned' && row.worker && !isElsewhere)
        business.understood.get(customer)?.comes.set(day, row.worker);
      return;
    }
    case 'day off': {
      const [day, to] = [addDays(start, act.ahead), act.to === null ? null : addDays(start, act.to)];
      if (day === to || daysOff.some((one) => one.day === day)) return;
      daysOff.push({ day, to, isTold: false });
      fill(business, was);
      return;
    }
    case 'no day off': {
      const off = daysOff.pop();
      if (off?.isTold) business.takenBack.push(off);
      fill(business, was);
      return;
    }
    case 'hold':
      if (holds.length > 0) return;
      holds.push({ kind: 'hold', firstDay: addDays(start, act.ahead), lastDay: addDays(start, act.ahead + act.days) });
      fill(business, was);
      return;
    case 'no hold':
      holds.length = 0;
      fill(business, was);
      return;
    case 'tell':
      return;
  }
}

/** The worker who chooses weekdays knows what they say: of this week, as far as it is so; of those that stay what they knew. */
function knowWeekdays({ visits, plans, understood }: Business, before: KnownPlan): void {
  const plan = plans.at(-1);
  const belief = understood.get(plan?.worker ?? '');
  if (!plan?.worker || !belief) return;
  const { worker } = plan;
  const isOn = (day: IsoDay) => visits.some((row) => spotOf(row, worker)?.day === day);
  const from = planOn(plans, start)?.worker === worker ? start : plan.firstDay;
  for (let day = from; day <= until; day = addDays(day, 1)) {
    if (isOwnDay(before, day) === isOwnDay(plan, day)) continue;
    if (weekOf(day) === weekOf(start) && isOwnDay(plan, day) !== isOn(day)) continue;
    if (isOwnDay(plan, day)) belief.comes.set(day, worker);
    else belief.comes.delete(day);
  }
}

/** All read what there is to read; afterwards they are to believe what is so. @returns how much there was */
function tell(business: Business): number {
  const { visits, daysOff, plans, holds, understood } = business;
  for (const one of daysOff.filter(({ isTold }) => !isTold)) {
    const concerned = visits.filter((row) => knownSpot(row, business)?.day === one.day);
    for (const reader of readers)
      for (const row of concerned)
        if (!factsOf(business, reader).has(one.day) && (reader === customer || reader === row.worker))
          factsOf(business, reader).set(one.day, { worker: row.worker, visit: row });
    one.isTold = true;
    // A worker reads in one letter of all visits of the day.
    for (const row of concerned) {
      const worker = row.worker ?? '';
      const comes = understood.get(worker)?.comes;
      const own = factsOf(business, worker);
      const to = knownSpot(row, business);
      if (own.get(one.day)?.worker !== worker || !comes?.delete(one.day)) continue;
      own.set(one.day, { worker: null, visit: undefined });
      if (!to) continue;
      comes.set(to.day, to.worker);
      own.set(to.day, { worker, visit: row });
    }
  }
  for (const { day } of business.takenBack)
    for (const row of planned(business).filter((one) => one.day === day)) {
      const worker = row.worker ?? '';
      const comes = understood.get(worker)?.comes;
      const own = factsOf(business, worker);
      for (const [was, one] of own) {
        if (one.visit !== row || one.worker !== worker) continue;
        comes?.delete(was);
        own.set(was, { worker: null, visit: undefined });
      }
      comes?.set(day, worker);
      own.set(day, { worker, visit: row });
    }
  const news = serviceNews(business);
  let read = 0;
  for (const reader of readers) {
    const belief = understood.get(reader);
    if (!belief) continue;
    const { comes, skipped, away } = belief;
    const { other, left, readers: ofPlan } = news;
    const isKeeper = planTold(plans)?.worker === reader && planToCome(plans)?.worker === reader;
    if (reader === customer || isKeeper || ofPlan.includes(reader)) {
      away.clear();
      for (let day = start; day <= until; day = addDays(day, 1)) if (isAway(day, holds)) away.add(day);
      // They read in one letter of days away, and which visits there are again.
      const back = planned(business).filter(({ day }) => isAway(day, business.holdsTold) && !isAway(day, holds));
      for (const { day, worker } of back)
        if (worker && (reader === customer || reader === worker)) comes.set(day, worker);
    }
    if (left.workers.includes(reader)) forgetFrom(comes, left.from);
    if (other && ofPlan.includes(reader)) {
      forgetFrom(comes, other.from);
      for (let day = other.from; day <= until; day = addDays(day, 1))
        if (isOwnDay(other.plan, day)) comes.set(day, other.plan.worker ?? '');
    }
    const single = news.of(reader);
    const believe = ({ day, worker }: Spot) => {
      skipped.delete(day);
      away.delete(day);
      comes.set(day, worker);
    };
    for (const { day, takenOff: visit } of single.off) {
      if (visit?.day === day) {
        skipped.add(day);
        visit.knowsOff.set(reader, day);
      } else comes.delete(day);
    }
    for (const { day } of single.taken) comes.delete(day);
    for (const { from: was } of single.moved) comes.delete(was.day);
    for (const { to } of single.moved) believe(to);
    for (const spot of single.more) believe(spot);
    for (const { day, to } of single.holidays) {
      comes.delete(day);
      if (to) believe(to);
    }
    for (const { day, instead } of single.afterAll) {
      if (instead) comes.delete(instead);
      const spot = visits.map((row) => spotOf(row, reader)).find((one) => one?.day === day);
      if (spot) believe(spot);
    }
    read += wordsIn(single);
  }
  read += news.other ? 1 : 0;
  const plan = planToCome(plans);
  for (const one of plans) if (one === plan || one.toldAt === null) one.toldAt = business.at;
  // Readers who know of days away read at their end what has become of the visits.
  const keeper = planTold(plans)?.worker;
  for (const reader of readers) {
    const own = factsOf(business, reader);
    for (const [day, { worker, visit }] of own) {
      const knows = reader === customer || reader === keeper;
      const isForLater = knows && worker && isAway(day, holds) && visit?.state === 'off';
      if (!isForLater || news.isSaid(reader, day)) own.delete(day);
    }
    // Where days off of which they are told later have put visits they do not know.
    for (const row of visits) {
      const [known, is] = [knownSpot(row, business), lineOf(row, reader, business)];
      if (reader !== customer && reader !== row.worker) continue;
      if (isSameSpot(known, is) || !known) continue;
      own.set(known.day, { worker: known.worker, visit: row });
      if (is) own.set(is.day, { worker: null, visit: undefined });
    }
  }
  business.takenBack = [];
  business.holdsTold = [...holds];
  return read;
}

const forgetFrom = (comes: Map<IsoDay, string>, from: IsoDay) => {
  for (const day of [...comes.keys()]) if (day >= from) comes.delete(day);
};
const wordsIn = (news: VisitNews<Row>) => Object.values(news).reduce((sum, list) => sum + list.length, 0);

const someWorker = fc.constantFrom(...workers);
const ahead = (max: number) => fc.integer({ min: 0, max });
const weekDays = fc.subarray([...weekDaysInOrder], { minLength: 1, maxLength: 2 });
const by = fc.constantFrom('customer' as const, 'employee' as const);
const which = fc.nat(4);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('give' as const), worker: someWorker, weekDays, ahead: ahead(16) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('weekdays' as const), weekDays }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('move' as const), which, ahead: ahead(18), worker: someWorker }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('take off' as const, 'put on' as const), which, by }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('day off' as const),
      ahead: fc.integer({ min: 1, max: 9 }),
      to: fc.option(fc.integer({ min: 1, max: 12 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hold' as const), ahead: ahead(14), days: ahead(8) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('no day off' as const, 'no hold' as const, 'tell' as const, 'tell' as const),
    }),
  },
);

/** Of days off nobody believes to be worked on, whatever a letter of weekdays says; what is near the end may be beyond it. */
function seen({ daysOff }: Business, comes: Map<IsoDay, string>): string[] {
  const isSeen = (day: IsoDay) => day >= start && day < addDays(start, 28) && !daysOff.some((one) => one.day === day);
  return [...comes]
    .filter(([day]) => isSeen(day))
    .map(([day, who]) => `${day} ${who}`)
    .sort();
}

function requireTruth(business: Business): void {
  for (const [reader, { comes, skipped, away }] of business.understood) {
    const is = business.visits.map((row) => spotOf(row, reader)).filter((spot) => spot !== null);
    const truth = new Map(is.map(({ day, worker }) => [day, worker]));
    const believed = new Map([...comes].filter(([day]) => !skipped.has(day) && !away.has(day)));
    expect(seen(business, believed), reader).toEqual(seen(business, truth));
  }
}

test('everybody who has read what there is to read believes what is so', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 9 }), (acts) => {
      const business = open();
      for (const one of acts) {
        apply(business, one);
        if (one.kind !== 'tell') continue;
        tell(business);
        requireTruth(business);
      }
      tell(business);
      requireTruth(business);
      expect(tell(business)).toBe(0);
    }),
    some,
  );
});

test('of a change that is taken back before anybody was told nobody reads', () => {
  const business = open();
  apply(business, { kind: 'give', worker: 'Theo', weekDays: ['DAY_OF_WEEK_FRIDAY'], ahead: 7 });
  apply(business, { kind: 'day off', ahead: 9, to: 10 });
  apply(business, { kind: 'no day off' });
  apply(business, { kind: 'give', worker: 'Wren', weekDays: ['DAY_OF_WEEK_WEDNESDAY'], ahead: 0 });
  expect(tell(business)).toBe(0);
  requireTruth(business);
});
