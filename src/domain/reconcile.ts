import { addDays, type IsoDay, laterDay, weekOf } from './iso-days.ts';
import { type PlanVersion, planOn, type WantedDay, wantedDays } from './wanted-days.ts';

/** Where a visit is and who makes it, as it follows from plans, days off and holds, and from what people chose. */
export type Place = {
  /** Where the plan has it. */
  home: IsoDay;
  /** Where it is; of one that is off, where it would be. */
  day: IsoDay;
  worker: string | null;
  state: 'planned' | 'begun' | 'done' | 'could-not' | 'missed' | 'off';
  offBy: 'customer' | 'worker' | 'employee' | Hold['kind'] | 'holiday' | 'plan' | null;
};

/** The row of one visit. */
export type Visit = Place & {
  /** The wanted day for which the row was made: the visit counts in its week for good. */
  madeFor: IsoDay;
  /** How many rows that week had before. */
  nth: number;
  /** What staff chose; both stay until staff put the visit back. */
  setDay: IsoDay | null;
  setWorker: string | null;
  /** When they chose it, in any numbers that grow: of two visits for one day the one that was chosen last has it. */
  setAt: number;
};

/** A day on which nobody works; `to` is where its visits go, null when they are left out. */
export type DayOff = {
  day: IsoDay;
  to: IsoDay | null;
  /** The worker who is off, if others work. */
  worker?: string | null;
  /** Until when that worker is off; that day alone unless given. */
  lastDay?: IsoDay | null;
  /** The worker who makes the visits instead, on their days. */
  by?: string | null;
};

/** The customer wants no visits on these days; a pause has no last day. */
export type Hold = { kind: 'hold' | 'pause'; firstDay: IsoDay; lastDay: IsoDay | null };

export type Rules = {
  plans: readonly PlanVersion[];
  daysOff: readonly DayOff[];
  holds: readonly Hold[];
  today: IsoDay;
  /** Any day of the last week that is to have rows; of a service that has later ones, that week counts. */
  until: IsoDay;
};

export type Changes<Row> = {
  make: (Place & Pick<Visit, 'madeFor' | 'nth'>)[];
  move: { row: Row; place: Place }[];
  /** Off by the plan, which wants them no more. They come back once it does. */
  end: Row[];
};

/** @returns whether a visit has its day to itself */
export const isThere = ({ state }: Pick<Place, 'state'>): boolean => state !== 'off' && state !== 'missed';

/** @returns whether the plan wants a visit no more: its row waits until it does */
export const isEnded = ({ state, offBy }: Place): boolean => state === 'off' && offBy === 'plan';

/** @returns whether no rule may touch a visit: somebody did something with it, or its day is over */
export const isSettled = (visit: Place, today: IsoDay): boolean => {
  const isByRule = visit.offBy === 'hold' || visit.offBy === 'pause' || visit.offBy === 'holiday';
  return !isEnded(visit) && (visit.day < today || !(visit.state === 'planned' || isByRule));
};

/**
 * Says what is to change so that the rows of a service are as its plans, days off and holds say. It reads what people chose and
 * did, and never where a rule put an open visit before. So a change and its way back leave all as it was, and a second run finds
 * nothing to do.
 * @param rows all of the weeks from the earliest one on that has an open visit
 * @example
 * Wren has Fridays; today is Monday, March 8, 2027. Rows are made for March 12, 19 and so on. With Friday, March 12 as a day off
 * that moves to Saturday, March 13, the first row moves; taken back, it is on March 12 again. Staff put it on Tuesday, March 9:
 * it stays there, whatever Wren's weekdays become.
 */
export function reconcile<Row extends Visit>(rows: readonly Row[], rules: Rules): Changes<Row> {
  const { today } = rules;
  const inOrder = rows.toSorted((one, other) => one.nth - other.nth).sort(byMadeFor);
  const until = laterDay(rules.until, inOrder.at(-1)?.madeFor ?? rules.until);
  const weeks = Map.groupBy(inOrder, ({ madeFor }) => weekOf(madeFor));
  const taken = new Set(inOrder.filter((row) => isSettled(row, today) && isThere(row)).map(({ day }) => day));
  const refused = new Set(inOrder.filter((row) => isSettled(row, today) && row.state === 'off').map(({ day }) => day));
  const open = inOrder.find((row) => row.day >= today && !isSettled(row, today))?.madeFor;
  const made = new Set<Visit>();
  const weeksOfRows: { all: Visit[]; wanted: WantedDay[] }[] = [];
  for (let week = weekOf(open && open < today ? open : today); week <= until; week = addDays(week, 7)) {
    const own = weeks.get(week) ?? [];
    const wanted = wantedWith(own, week, rules);
    const had = [...paired(own, wanted, new Map(), today).values()];
    const overBefore = own[0] ? 0 : wantedDays(week, rules.plans).filter(({ day }) => day < today).length;
    const next = Math.max(overBefore, ...own.map(({ nth }) => nth + 1));
    const fresh = wanted.filter((one) => !had.includes(one)).map(({ day }, index) => newRow(day, next + index));
    for (const row of fresh) made.add(row);
    weeksOfRows.push({ all: [...own, ...fresh].sort(byMadeFor), wanted });
  }
  const placedWith = (given: ReadonlyMap<Visit, IsoDay>): Aim[] => {
    const seekers = weeksOfRows.flatMap(({ all, wanted }) => {
      const pairs = paired(all, wanted, given, today);
      return all.filter((row) => !isSettled(row, today)).map((row) => ({ row, wanted: pairs.get(row) }));
    });
    const aims = placed(seekers, { taken: new Set(taken), refused }, given, rules);
    // All is paired anew: so it will be once the visit that takes another day is settled.
    const { row, takes } = aims.find((aim) => aim.takes) ?? {};
    return row && takes ? placedWith(new Map([...given, [row, takes]])) : aims;
  };
  const changes: Changes<Row> = { make: [], move: [], end: [] };
  for (const { row, place } of placedWith(new Map())) {
    if (made.has(row)) {
      if (place) changes.make.push({ madeFor: row.madeFor, nth: row.nth, ...place });
    } else if (!place) {
      if (!isEnded(row)) changes.end.push(row as Row);
    } else if (!isSame(row, place)) changes.move.push({ row: row as Row, place });
  }
  return changes;
}

/**
 * @param own the rows of the week
 * @returns the days on which a week wants a visit. One of a worker who has left counts on a day that is over only if it was there; of an
 *   open visit nothing is read but what staff chose. What was over when the first rows of the week were made is wanted no more: people
 *   never knew of it, and the first row has the number of those days
 * @example
 * A service has Mondays, Tuesdays and Fridays, and had no rows for months. On Wednesday, October 20, 2027 its rows are made: that week
 * wants Friday alone, whose row has `nth` 2.
 */
export function wantedWith(own: readonly Visit[], week: IsoDay, rules: Pick<Rules, 'plans' | 'today'>): WantedDay[] {
  const { plans, today } = rules;
  const isMissing = (day: IsoDay) => {
    const isOf = (row: Visit) =>
      isSettled(row, today) ? row.home === day : row.setDay !== null && row.madeFor === day;
    return day < today && !own.some(isOf);
  };
  const overBefore = Math.min(...own.map(({ nth }) => nth));
  return wantedDays(week, plans, isMissing).filter(({ day }, index) => index >= overBefore || !isMissing(day));
}

/** A row for a wanted day that has none yet: it waits like one that the plan does not want. */
const newRow = (madeFor: IsoDay, nth: number): Visit => ({
  ...{ madeFor, nth, home: madeFor, day: madeFor, worker: null, state: 'off', offBy: 'plan' },
  ...{ setDay: null, setWorker: null, setAt: 0 },
});

const byMadeFor = (one: Visit, other: Visit) =>
  one.madeFor < other.madeFor ? -1 : one.madeFor > other.madeFor ? 1 : 0;

/** A visit that looks for its place: an open row, with the wanted day that it has. */
type Seeker = { row: Visit; wanted: WantedDay | undefined };

/**
 * Pairs the rows of a week with its wanted days. Of too many rows those count with which somebody did something, then those for which
 * staff named a worker, who makes them in any case, then those for which they chose a day, then the oldest. A settled row keeps the
 * wanted day that it had, another one has the day that staff chose, or else the one for which it was made; of the others the first
 * has the first.
 * @param given the wanted days that rows have first of all, since no other can have them
 */
function paired(
  own: readonly Visit[],
  wanted: readonly WantedDay[],
  given: ReadonlyMap<Visit, IsoDay>,
  today: IsoDay,
): Map<Visit, WantedDay> {
  const weight = (row: Visit) => (isSettled(row, today) ? 0 : row.setWorker ? 1 : row.setDay ? 2 : 3);
  const count = own
    .toSorted((one, other) => weight(one) - weight(other) || one.nth - other.nth)
    .slice(0, wanted.length);
  const pairs = new Map<Visit, WantedDay>();
  let left = [...wanted];
  const pairBy = (dayOf: (row: Visit) => IsoDay | null | undefined) => {
    for (const row of count) {
      const is = left.find(({ day }) => day === dayOf(row));
      if (!is || pairs.has(row)) continue;
      pairs.set(row, is);
      left = left.filter((one) => one !== is);
    }
  };
  pairBy((row) => (weight(row) === 0 ? row.home : given.get(row)));
  pairBy(({ setDay }) => setDay);
  pairBy(({ madeFor }) => madeFor);
  count.sort(byMadeFor);
  pairBy(() => left[0]?.day);
  return pairs;
}

/** Days on which there is a visit, and those of which people took one off: only staff put another one there. */
type Full = { taken: Set<IsoDay>; refused: ReadonlySet<IsoDay> };

const isFull = (day: IsoDay, { setDay }: Visit, { taken, refused }: Full) =>
  taken.has(day) || (setDay !== day && refused.has(day));

type Aim = Seeker & {
  weight: number;
  place?: Place | undefined;
  lastOff?: IsoDay | undefined;
  /** The wanted day that it is to have instead, so that its own is free. */
  takes?: IsoDay | undefined;
};

/**
 * Gives each visit its day: first those for which staff chose one, then those that are where the plan has them, then what days off
 * move, which is left out where it has no room. Any other one without room is where the plan has it, or on the next free day; but if
 * staff put one of its week elsewhere, which needs no day of the plan, that one takes the day that is over or taken.
 * @example
 * Staff put Friday's visit on Tuesday, March 9, 2027; on Monday, March 8 the plan became Mondays, and on March 9 "Thu, Fri". The
 * week wants Monday, which is over, and Friday. Tuesday's visit is Monday's, and Friday has one of its own.
 */
function placed(seekers: readonly Seeker[], full: Full, given: ReadonlyMap<Visit, IsoDay>, rules: Rules): Aim[] {
  const aims = seekers.map((seeker) => aimOf(seeker, rules));
  // Of visits that are alike the one that the plan has first comes first, in whichever order their rows were made.
  const order = (one: Aim, other: Aim) => one.weight - other.weight || other.row.setAt - one.row.setAt;
  aims.sort((one, other) => order(one, other) || ((one.wanted?.day ?? '') < (other.wanted?.day ?? '') ? -1 : 1));
  const roomless = aims.filter(({ row, place }) => {
    if (place?.state !== 'planned') return false;
    if (place.day < rules.today || isFull(place.day, row, full)) return true;
    full.taken.add(place.day);
    return false;
  });
  const others = aims.filter((one) => one.row.setDay && one.place && !roomless.includes(one) && !given.has(one.row));
  for (const aim of roomless) {
    const other = others.find((one) => givesDay(one, aim, full, rules));
    if (other) other.takes = aim.wanted?.day;
    else if (aim.place) aim.place = elsewhere(aim, aim.place, full, rules);
  }
  return aims;
}

/**
 * @returns whether a visit without room can have the wanted day of another one of its week, which can have its own instead: one that is
 *   left behind also where it has no room there, as it finds another day then
 */
function givesDay(other: Aim, aim: Aim, full: Full, rules: Rules): boolean {
  const { row, wanted, lastOff = '' } = aim;
  if (!other.wanted || !wanted || weekOf(other.wanted.day) !== weekOf(wanted.day)) return false;
  if (row.setDay || lastOff >= rules.today || !aimOf({ ...other, wanted }, rules).place) return false;
  const { place } = aimOf({ row, wanted: other.wanted }, rules);
  return place !== undefined && place.day >= rules.today && (isLeftBehind(aim, rules) || !isFull(place.day, row, full));
}

/** @returns whether the worker of a visit has left it behind on a day that is over: whoever comes later does not owe it */
function isLeftBehind({ place, wanted }: Aim, { today }: Rules): boolean {
  const endedOn = wanted?.plan.endedOn;
  return place !== undefined && place.home < today && endedOn != null && endedOn <= today;
}

/** How many days from its own day on a free one is looked for. */
const daysToFind = 21;

/** @returns the place of a visit that has no room on its day; undefined where each day has a visit already, and of one left behind */
function elsewhere(aim: Aim, place: Place, full: Full, rules: Rules): Place | undefined {
  const { today } = rules;
  if (isLeftBehind(aim, rules)) return undefined;
  if (aim.lastOff && aim.lastOff >= today) return { ...place, day: aim.lastOff, state: 'off', offBy: 'holiday' };
  const from = laterDay(place.day, today);
  const days = [place.home, ...Array.from({ length: daysToFind }, (_, ahead) => addDays(from, ahead))];
  const isFree = (day: IsoDay) => day >= today && !isFull(day, aim.row, full);
  const isWorked = (day: IsoDay) => {
    const worker = workerOn(day, aim, rules);
    return worker !== null && !dayOffOn(day, worker, rules);
  };
  const day = days.find((one) => isFree(one) && isWorked(one));
  if (!day) return undefined;
  const free = { ...place, day, worker: workerOn(day, aim, rules) };
  const hold = holdOn(day, rules);
  if (hold) return { ...free, state: 'off', offBy: hold.kind };
  full.taken.add(day);
  return free;
}

/** Follows a visit through the days off, from where staff or the plan have it. */
function aimOf(seeker: Seeker, rules: Rules): Aim {
  const { row, wanted } = seeker;
  const from = row.setDay ?? wanted?.day;
  if (!from) return { ...seeker, weight: 0 };
  const { way, day, worker, isOff } = throughDaysOff(from, rules, (on) => workerOn(on, seeker, rules));
  if (!worker) return { ...seeker, weight: 0 };
  // What is still to come is not off on a day that is over: it finds a free one.
  const offBy = day < rules.today ? null : isOff ? 'holiday' : (holdOn(day, rules)?.kind ?? null);
  const place: Place = { home: wanted?.day ?? from, day, worker, state: offBy ? 'off' : 'planned', offBy };
  return { ...seeker, place, weight: day !== from ? 2 : row.setDay ? 0 : 1, lastOff: way.at(-2) };
}

/** @returns the days on which days off of all put a visit one after the other; on a last one that is a day off it is left out */
export const wayFrom = (from: IsoDay, rules: Pick<Rules, 'daysOff'>): IsoDay[] =>
  throughDaysOff(from, rules, () => null).way;

/** @returns who makes a worker's visits of a day: on a day off of that one whoever covers */
export const coverOn = (day: IsoDay, worker: string, { daysOff }: Pick<Rules, 'daysOff'>): string =>
  throughDaysOff(day, { daysOff: daysOff.map((one) => ({ ...one, to: null })) }, () => worker).worker ?? worker;

type Way = { way: IsoDay[]; day: IsoDay; worker: string | null; isOff: boolean };

/**
 * @param workerOf who would make the visit on a day
 * @returns the days on which days off put a visit one after the other, who makes it on the last one, and whether it is left out there
 * @example
 * Wren is off from March 10 to March 12, 2027, Theo makes her visits, and is off himself on March 11, whose visits go to March 15.
 * Wren's visit of March 10 is Theo's, that of March 11 hers on March 15.
 */
export function throughDaysOff(
  from: IsoDay,
  rules: Pick<Rules, 'daysOff'>,
  workerOf: (day: IsoDay) => string | null,
): Way {
  const way = [from];
  const goOn = (day: IsoDay, workers: readonly (string | null)[]): Way => {
    const worker = workers.at(-1) ?? null;
    const off = dayOffOn(day, worker, rules);
    if (off?.by && !workers.includes(off.by)) return goOn(day, [...workers, off.by]);
    if (!off?.to || way.includes(off.to)) return { way, day, worker, isOff: off !== undefined };
    way.push(off.to);
    return goOn(off.to, [workerOf(off.to)]);
  };
  return goOn(from, [workerOf(from)]);
}

/**
 * @returns whom staff named, or the worker of the version that wants the visit; on a day before that one begins or after it has
 *   left, whoever has the service
 */
function workerOn(day: IsoDay, { row, wanted }: Seeker, { plans }: Rules): string | null {
  const plan = wanted?.plan;
  const isLeft = plan?.endedOn && plan.endedOn <= day;
  const isEarly = plan && day < laterDay(plan.firstDay, plan.startDay);
  const other = isLeft || isEarly ? planOn(plans, day) : undefined;
  return row.setWorker ?? other?.worker ?? (isLeft ? null : (plan?.worker ?? null));
}

/** @returns the day off of all on a day, or else that of a worker */
function dayOffOn(on: IsoDay, who: string | null, { daysOff }: Pick<Rules, 'daysOff'>): DayOff | undefined {
  const isOn = ({ day, lastDay }: DayOff) => day <= on && on <= (lastDay ?? day);
  return (
    daysOff.find((one) => !one.worker && isOn(one)) ?? daysOff.find((one) => who && one.worker === who && isOn(one))
  );
}
const holdOn = (on: IsoDay, { holds }: Rules) =>
  holds.find(({ firstDay, lastDay }) => firstDay <= on && (lastDay === null || on <= lastDay));
const isSame = (row: Place, place: Place) =>
  (Object.keys(place) as (keyof Place)[]).every((key) => row[key] === place[key]);
