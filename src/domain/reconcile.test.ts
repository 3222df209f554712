import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isVisitDue, type WeekDay, weekDaysInOrder } from './calendar.ts';
import { addDays, type IsoDay, laterDay, weekOf } from './iso-days.ts';
import {
  type Changes,
  type DayOff,
  type Hold,
  isEnded,
  isSettled,
  isThere,
  reconcile,
  type Visit,
  wantedWith,
} from './reconcile.ts';
import { daysOf, type PlanVersion, planOn, wantedDays } from './wanted-days.ts';

declare const process: { env: Record<string, string | undefined> };
/** RUNS=50000 asks each property of as many services, others each time, and takes a quarter of an hour. */
const { RUNS } = process.env;
const numRuns = Number(RUNS ?? 300);
const some = { numRuns, ...(RUNS === undefined && { seed: 1 }) };
const timeout = 240_000 + 100 * numRuns;
/** 8 March 2027 is a Monday. */
const start = '2027-03-08';
const workers = ['Wren', 'Theo', 'Walt'] as const;

type Row = Visit & { id: number };
type Was = Pick<Row, 'id' | 'day' | 'worker' | 'state'> & { at: number };
/** A service with all that decides about its visits. `at` counts the acts; `days` says on which day each one was. */
type Service = {
  today: IsoDay;
  at: number;
  days: IsoDay[];
  plans: PlanVersion[];
  rows: Row[];
  daysOff: DayOff[];
  holds: Hold[];
  history: Was[];
};
type Wish = { weekDays: readonly WeekDay[]; interval: number; weekOffset: number };
/** `which` chooses one of those that fit; `ahead` is a day, counted from today. */
type Act =
  | ({ kind: 'give' | 'claim'; worker: string; ahead: number } & Wish)
  | ({ kind: 'rhythm'; ahead: number } & Wish)
  | { kind: 'weekdays'; weekDays: readonly WeekDay[] }
  | { kind: 'decline' | 'release' | 'night' }
  | { kind: 'day off'; ahead: number; to: number | null }
  | { kind: 'days off of one'; worker: string; ahead: number; days: number; instead: number | string | null }
  | { kind: 'hold'; ahead: number; days: number | null }
  | { kind: 'move'; which: number; ahead: number; worker: string }
  | { kind: 'cover'; which: number; worker: string }
  | { kind: 'put back' | 'begin' | 'finish' | 'give up' | 'no day off' | 'no hold'; which: number }
  | { kind: 'take off' | 'put on'; which: number; by: 'customer' | 'worker' | 'employee' }
  | { kind: 'late tap'; which: number; before: number };

const toDo = ({ rows, plans, daysOff, holds, today }: Service): Changes<Row> =>
  reconcile(rows, { plans, daysOff, holds, today, until: addDays(weekOf(today), 5 * 7) });

function fill(service: Service): Service {
  const { make, move, end } = toDo(service);
  for (const { row, place } of move) Object.assign(row, place);
  for (const row of end) Object.assign(row, { state: 'off', offBy: 'plan' });
  for (const place of make) {
    service.rows.push({ id: service.rows.length, setDay: null, setWorker: null, setAt: 0, ...place });
  }
  return service;
}

const wasOf = ({ id, day, worker, state }: Row, at: number): Was => ({ at, id, day, worker, state });

function begin(weekDays: readonly WeekDay[], more: Partial<PlanVersion> = {}): Service {
  const plan = { firstDay: start, startDay: start, endedOn: null, worker: 'Wren', interval: 1, weekOffset: 0 };
  const service: Service = {
    today: start,
    at: 0,
    days: [start],
    plans: [{ ...plan, weekDays, ...more }],
    rows: [],
    daysOff: [],
    holds: [],
    history: [],
  };
  fill(service);
  service.history = service.rows.map((row) => wasOf(row, 0));
  return service;
}

const copyOf = ({ days, plans, rows, daysOff, holds, history, ...service }: Service): Service => ({
  ...service,
  plans: plans.map((plan) => ({ ...plan })),
  rows: rows.map((row) => ({ ...row })),
  ...{ days: [...days], daysOff: [...daysOff], holds: [...holds], history: [...history] },
});

/** @returns the service after an act; undefined when it is refused */
function apply(before: Service, act: Act): Service | undefined {
  const service = copyOf(before);
  service.at += 1;
  if (!perform(service, act)) return undefined;
  service.days[service.at] = service.today;
  fill(service);
  for (const row of service.rows) {
    const was = before.rows[row.id];
    if (was && was.day === row.day && was.worker === row.worker && was.state === row.state) continue;
    service.history.push(wasOf(row, service.at));
  }
  return service;
}
const play = (service: Service, acts: readonly Act[]): Service =>
  acts.reduce((one, act) => apply(one, act) ?? one, service);

const pick = <One>(list: readonly One[], which: number): One | undefined => list[which % Math.max(list.length, 1)];
const isOn = (on: IsoDay, { day, lastDay }: DayOff) => day <= on && on <= (lastDay ?? day);
/** @param worker of whom days off count, too; those of any worker unless given */
const isOffOn = ({ daysOff }: Service, on: IsoDay, worker?: string | null) =>
  daysOff.some((one) => isOn(on, one) && (!one.worker || worker === undefined || one.worker === worker));
const isHeldOn = ({ holds }: Service, on: IsoDay) =>
  holds.some(({ firstDay, lastDay }) => firstDay <= on && (!lastDay || on <= lastDay));
const keeperOf = ({ plans }: Service) => plans.findLast(({ endedOn }) => !endedOn);
const isMade = ({ state }: Row) => state === 'begun' || state === 'done' || state === 'could-not';

/** Writes what somebody chose or did. @returns false when that is refused */
function perform(service: Service, act: Act): boolean {
  const { today, rows, plans, daysOff, holds } = service;
  const planned = rows.filter(({ state, day }) => state === 'planned' && day >= today);
  const keeper = keeperOf(service);
  const day = 'ahead' in act ? addDays(today, act.ahead) : today;
  switch (act.kind) {
    case 'give':
    case 'claim': {
      if (Boolean(keeper?.worker) !== (act.kind === 'give')) return false;
      const { worker, weekDays, interval, weekOffset } = act;
      plans.push({ worker, weekDays, interval, weekOffset, firstDay: day, startDay: day, endedOn: null });
      return true;
    }
    case 'weekdays':
      if (!keeper?.worker) return false;
      plans.push({ ...keeper, weekDays: act.weekDays, firstDay: laterDay(today, keeper.firstDay) });
      return true;
    case 'rhythm': {
      if (!keeper?.worker) return false;
      const firstDay = laterDay(day, keeper.firstDay);
      const { weekDays, interval, weekOffset } = act;
      plans.push({ ...keeper, weekDays, interval, weekOffset, firstDay, startDay: firstDay });
      return true;
    }
    case 'decline':
    case 'release': {
      const worker = keeper?.worker;
      if (!worker) return false;
      const own = plans.filter((plan) => plan.worker === worker && !plan.endedOn);
      const before = plans.findLast((plan) => !plan.endedOn && !own.includes(plan));
      const isAfter = own.every((plan) => !before || plans.indexOf(plan) > plans.indexOf(before));
      const hasBegun = rows.some(
        (row) => row.worker === worker && isSettled(row, today) && row.day >= (own[0]?.firstDay ?? ''),
      );
      if ((act.kind === 'decline') !== Boolean(before?.worker && isAfter && !hasBegun)) return false;
      for (const plan of own) plan.endedOn = today;
      for (const row of rows)
        if (row.setWorker === worker && !isMade(row) && row.state !== 'missed') row.setWorker = null;
      if (act.kind === 'release') {
        plans.push({
          worker: null,
          weekDays: [],
          interval: 1,
          weekOffset: 0,
          firstDay: today,
          startDay: today,
          endedOn: null,
        });
      }
      return true;
    }
    case 'night':
      for (const row of rows) if (row.state === 'planned' && row.day <= today) row.state = 'missed';
      service.today = addDays(today, 1);
      return true;
    case 'day off': {
      const to = act.to === null ? null : addDays(today, act.to);
      if (to === day || isOffOn(service, day, null)) return false;
      daysOff.push({ day, to });
      return true;
    }
    case 'days off of one': {
      const { worker, instead } = act;
      const by = typeof instead === 'string' ? instead : null;
      const to = typeof instead === 'number' ? addDays(today, instead) : null;
      const lastDay = to ? day : addDays(day, act.days);
      const isTwice = daysOff.some(
        (one) => one.worker === worker && day <= (one.lastDay ?? one.day) && one.day <= lastDay,
      );
      if (by === worker || to === day || isTwice) return false;
      daysOff.push({ day, lastDay, to, worker, by });
      return true;
    }
    case 'no day off': {
      const off = pick(
        daysOff.filter((one) => (one.lastDay ?? one.day) >= today),
        act.which,
      );
      if (off) daysOff.splice(daysOff.indexOf(off), 1);
      return Boolean(off);
    }
    case 'hold':
      holds.push({
        kind: act.days === null ? 'pause' : 'hold',
        firstDay: day,
        lastDay: act.days === null ? null : addDays(day, act.days),
      });
      return true;
    case 'no hold': {
      const hold = pick(holds, act.which);
      if (hold) holds.splice(holds.indexOf(hold), 1);
      return Boolean(hold);
    }
    case 'move':
    case 'cover': {
      const row = pick(
        act.kind === 'cover' ? planned : [...planned, ...rows.filter(({ state }) => state === 'missed')],
        act.which,
      );
      if (!row) return false;
      const to = act.kind === 'cover' ? row.day : day;
      const isFree =
        !rows.some((one) => isThere(one) && one.day === to) && !isOffOn(service, to, null) && !isHeldOn(service, to);
      if ((row.state === 'missed' || to !== row.day) && !isFree) return false;
      if (isOffOn(service, to, act.worker)) return false;
      Object.assign(row, { state: 'planned', day: to, setDay: to, setWorker: null, setAt: service.at });
      const { move, end } = toDo(service);
      const place = move.find((one) => one.row === row)?.place ?? row;
      if (end.includes(row) || place.worker !== act.worker) row.setWorker = act.worker;
      return true;
    }
    case 'put back': {
      const row = pick(
        planned.filter(({ setDay, home }) => setDay && home >= today),
        act.which,
      );
      if (row) Object.assign(row, { setDay: null, setWorker: null, setAt: 0 });
      return Boolean(row);
    }
    case 'take off': {
      const isDay = {
        customer: (on: IsoDay) => on > today,
        worker: (on: IsoDay) => on === today,
        employee: () => true,
      }[act.by];
      const row = pick(
        planned.filter((one) => isDay(one.day)),
        act.which,
      );
      if (row) Object.assign(row, { state: 'off', offBy: act.by });
      return Boolean(row);
    }
    case 'put on': {
      const row = pick(
        rows.filter((one) => one.state === 'off' && one.offBy === act.by && one.day >= today),
        act.which,
      );
      if (row) Object.assign(row, { state: 'planned', offBy: null });
      return Boolean(row);
    }
    case 'begin':
      return become(
        'begun',
        pick(
          planned.filter((one) => one.day === today),
          act.which,
        ),
      );
    case 'finish':
      return become(
        'done',
        pick(
          rows.filter(({ state }) => state === 'begun'),
          act.which,
        ),
      );
    case 'give up':
      return become(
        'could-not',
        pick(
          rows.filter(({ state }) => state === 'begun'),
          act.which,
        ),
      );
    case 'late tap':
      return tapLate(service, act);
  }
}

function become(state: Row['state'], row: Row | undefined): boolean {
  if (row) row.state = state;
  return Boolean(row);
}

/** A phone was without signal: a start counts if the visit was on that day, and that worker's, when it was tapped. */
function tapLate(service: Service, { which, before }: { which: number; before: number }): boolean {
  const then = Math.max(0, service.at - 1 - before);
  const wasThen = (row: Row) => service.history.findLast(({ id, at }) => id === row.id && at <= then);
  const row = pick(
    service.rows.filter((one) => wasThen(one)?.state === 'planned' && wasThen(one)?.day === service.days[then]),
    which,
  );
  const was = row && wasThen(row);
  if (!was || isMade(row) || service.rows.some((one) => one !== row && isMade(one) && one.day === was.day))
    return false;
  Object.assign(row, { state: 'begun', offBy: null, day: was.day, worker: was.worker });
  return true;
}

const ahead = (max: number) => fc.integer({ min: 0, max });
const which = fc.nat(7);
const who = fc.constantFrom(...workers);
const weekDays = fc.subarray([...weekDaysInOrder], { minLength: 1, maxLength: 3 });
const rhythm = { weekDays, interval: fc.constantFrom(1, 2), weekOffset: fc.constantFrom(0, 1) };
const by = fc.constantFrom('customer' as const, 'worker' as const, 'employee' as const);
const kind = <Kind extends Act['kind']>(one: Kind) => fc.constant(one);
const daysOffOfOne = fc.record({
  ...{ kind: kind('days off of one'), worker: who, ahead: ahead(12), days: ahead(5) },
  instead: fc.oneof(ahead(14), who, fc.constant(null)),
});
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: kind('give'), worker: who, ahead: ahead(16), ...rhythm }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('weekdays'), weekDays }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('rhythm'), ahead: ahead(16), ...rhythm }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('claim'), worker: who, ahead: ahead(9), ...rhythm }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('decline') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('release') }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('night') }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('day off'), ahead: ahead(12), to: fc.option(ahead(14)) }) },
  { weight: 2, arbitrary: daysOffOfOne },
  { weight: 1, arbitrary: fc.record({ kind: kind('no day off'), which }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('hold'), ahead: ahead(12), days: fc.option(ahead(8)) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('no hold'), which }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('move'), which, ahead: ahead(18), worker: who }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('cover'), which, worker: who }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('put back'), which }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('begin'), which }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('finish'), which }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('give up'), which }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('take off'), which, by }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('put on'), which, by }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('late tap'), which, before: fc.nat(8) }) },
);
const acts = fc.array(act, { maxLength: 25, size: 'max' });
const anyWeekDays = fc.subarray([...weekDaysInOrder], { minLength: 1, maxLength: 4 });

const label = ({ id, madeFor, home, day, worker, state, offBy, setDay, setWorker }: Row) =>
  `${id} for ${madeFor}, home ${home}: ${day} ${worker} ${state}${offBy ? ` by ${offBy}` : ''}${setDay ? `, set ${setDay} ${setWorker ?? ''}` : ''}`;
const spotOf = ({ day, worker, state }: Pick<Row, 'day' | 'worker' | 'state'>) => `${day} ${worker} ${state}`;
const isTouched = (row: Row, today: IsoDay) => isSettled(row, today) || row.setDay !== null;

/** How many visits the plan wants most that counts in a week on any day. */
const mostOf = (week: IsoDay, plans: readonly PlanVersion[]) =>
  Math.max(
    ...Array.from({ length: 7 }, (_, days) => planOn(plans, addDays(week, days))).map((plan) =>
      plan ? daysOf(plan, week).length : 0,
    ),
  );

/** What is true of a service at any time. */
function requireRules(service: Service): void {
  const { rows, today, plans, daysOff, holds } = service;
  const require = (is: boolean, what: string) => {
    if (!is)
      expect.fail(`${what}, on ${today}\n${rows.map(label).join('\n')}\n${JSON.stringify({ plans, daysOff, holds })}`);
  };
  const there = rows.filter(isThere).map(({ day }) => day);
  require(new Set(there).size === there.length, 'two on one day');
  require(new Set(rows.map(({ madeFor, nth }) => `${weekOf(madeFor)} ${nth}`)).size === rows.length, 'one key twice');
  for (const row of rows) {
    if (row.day < today || isEnded(row)) continue;
    const { day, state, offBy, worker, setDay, setWorker, setAt } = row;
    if (state === 'planned')
      require(!isOffOn(service, day, worker) && !isHeldOn(service, day), `planned on a day off, ${label(row)}`);
    const isCover =
      daysOff.some((one) => one.by === worker && isOn(day, one)) && (!setWorker || isOffOn(service, day, setWorker));
    if (state === 'planned')
      require(worker !== null && (worker === (setWorker ?? worker) || isCover), `nobody's, ${label(row)}`);
    const isTheirs = plans.some((one) => one.worker === worker && (one.endedOn === null || day < one.endedOn));
    if (state === 'planned')
      require(isTheirs || setWorker !== null || isCover, `of somebody who has left, ${label(row)}`);
    if (offBy === 'hold' || offBy === 'pause') require(isHeldOn(service, day), `no hold, ${label(row)}`);
    if (offBy === 'holiday') require(isOffOn(service, day), `no day off, ${label(row)}`);
    // What staff put on a day is there, unless nobody works then, or it met one that was begun or chosen later.
    if (state !== 'planned' || setDay === null || setDay < today || setDay === day) continue;
    const onIt = rows.some((one) => isThere(one) && one.day === setDay && (isSettled(one, today) || one.setAt > setAt));
    require(isOffOn(service, setDay) || onIt, `not where staff put it, ${label(row)}`);
  }
  for (const [week, own] of Map.groupBy(rows, ({ madeFor }) => weekOf(madeFor))) {
    const wanted = wantedWith(own, week, { plans, today }).length;
    const open = own.filter((row) => !isEnded(row));
    const touched = open.filter((row) => isTouched(row, today)).length;
    // A visit may be on its way to a day on which nobody has the service: then nobody comes.
    const last = own.map(({ day, setDay }) => laterDay(day, setDay ?? day)).reduce(laterDay, addDays(week, 6));
    let isAlwaysHad = week >= weekOf(today);
    for (let day = week; day <= last; day = addDays(day, 1)) isAlwaysHad &&= Boolean(planOn(plans, day)?.worker);
    require(open.length >= wanted || !isAlwaysHad, `lost in ${week}`);
    require(open.length <= Math.max(wanted, touched), `doubled in ${week}`);
    require(open.length <= Math.max(mostOf(week, plans), touched), `more than any plan wants in ${week}`);
  }
  const { make, move, end } = toDo(service);
  require(make.length + move.length + end.length === 0, 'not at rest');
  const turned = toDo({ ...service, rows: rows.toReversed() });
  require(turned.make.length + turned.move.length + turned.end.length === 0, 'rows in another order are not at rest');
}

/** Each has a wanted day that is over, whose visit counts for another day by now. */
const lostBefore: [WeekDay[], Act[]][] = [
  [
    ['DAY_OF_WEEK_FRIDAY'],
    [
      { kind: 'weekdays', weekDays: ['DAY_OF_WEEK_TUESDAY'] },
      { kind: 'move', which: 0, ahead: 2, worker: 'Wren' },
      ...[{ kind: 'night' } as const, { kind: 'night' } as const],
      { kind: 'weekdays', weekDays: ['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_WEDNESDAY', 'DAY_OF_WEEK_THURSDAY'] },
    ],
  ],
  [
    ['DAY_OF_WEEK_SUNDAY'],
    [
      { kind: 'move', which: 1, ahead: 0, worker: 'Wren' },
      {
        ...{ kind: 'give', worker: 'Wren', ahead: 0, interval: 1, weekOffset: 0 },
        weekDays: ['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_TUESDAY'],
      },
      ...[{ kind: 'night' } as const, { kind: 'night' } as const],
      { kind: 'weekdays', weekDays: ['DAY_OF_WEEK_WEDNESDAY', 'DAY_OF_WEEK_THURSDAY', 'DAY_OF_WEEK_SUNDAY'] },
    ],
  ],
  [
    ['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_FRIDAY'],
    [
      { kind: 'weekdays', weekDays: ['DAY_OF_WEEK_WEDNESDAY', 'DAY_OF_WEEK_SUNDAY'] },
      { kind: 'late tap', which: 0, before: 1 },
      {
        ...{ kind: 'give', worker: 'Theo', ahead: 0, interval: 1, weekOffset: 0 },
        weekDays: ['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_WEDNESDAY'],
      },
      ...[{ kind: 'night' } as const, { kind: 'decline' } as const],
    ],
  ],
];

test(
  'whatever happens, no visit is lost, doubled, or touched by a rule, and a second run finds nothing',
  () => {
    fc.assert(
      fc.property(weekDays, acts, (days, list) => {
        let service = begin(days);
        requireRules(service);
        for (const one of list) {
          const done = copyOf(service);
          done.at += 1;
          if (!perform(done, one)) continue;
          const { move, end } = toDo(done);
          for (const row of [...end, ...move.map((is) => is.row)])
            expect(isSettled(row, done.today), `${one.kind} touched ${label(row)}`).toBe(false);
          // Where the plan has what somebody chose may be another day, once the other one is over.
          const elsewhere = move.filter(({ row, place }) => spotOf(place) !== spotOf(row));
          if (one.kind === 'night')
            expect([...end, ...elsewhere.map((is) => is.row)].map(label), `a night on ${done.today}`).toEqual([]);
          service = apply(service, one) as Service;
          requireRules(service);
        }
      }),
      { ...some, examples: lostBefore },
    );
  },
  timeout,
);

const seen = ({ rows }: Service) =>
  rows
    .filter(isThere)
    .map(({ day, worker }) => `${day} ${worker}`)
    .sort();
/** All that is not off by the plan, as it is. */
const asItIs = ({ rows }: Service) => rows.filter((row) => !isEnded(row)).map(label);

test(
  'weekdays that are changed, however often, and changed back leave all as it was',
  () => {
    fc.assert(
      fc.property(weekDays, acts, fc.array(anyWeekDays, { minLength: 1, maxLength: 3 }), (days, list, others) => {
        const service = play(begin(days), list);
        const plan = keeperOf(service);
        if (!plan?.worker) return;
        const back: Act = { kind: 'weekdays', weekDays: plan.weekDays };
        // A version that was made today says the same as the one before it.
        const first = apply(service, back) as Service;
        const is = play(first, [...others.map((other): Act => ({ kind: 'weekdays', weekDays: other })), back]);
        expect(asItIs(is)).toEqual(asItIs(first));
      }),
      some,
    );
  },
  timeout,
);

test(
  'a decline gives back what was there before',
  () => {
    fc.assert(
      fc.property(
        weekDays,
        acts,
        weekDays,
        ahead(16),
        fc.array(anyWeekDays, { maxLength: 2 }),
        (days, list, other, from, own) => {
          const service = play(begin(days), list);
          const worker = workers.find((name) => !service.plans.some((plan) => plan.worker === name && !plan.endedOn));
          if (!worker || service.rows.some((row) => row.worker === worker || row.setWorker === worker)) return;
          const given = apply(service, {
            kind: 'give',
            worker,
            ahead: from,
            weekDays: other,
            interval: 1,
            weekOffset: 0,
          });
          if (!given) return;
          const is = apply(
            play(
              given,
              own.map((more): Act => ({ kind: 'weekdays', weekDays: more })),
            ),
            { kind: 'decline' },
          );
          expect(is && asItIs(is)).toEqual(asItIs(service));
        },
      ),
      some,
    );
  },
  timeout,
);

const thereAndBack: fc.Arbitrary<(service: Service) => Service | undefined> = fc.oneof(
  fc.tuple(ahead(12), fc.option(ahead(14))).map(([day, to]) => (service: Service) => {
    const off = apply(service, { kind: 'day off', ahead: day, to });
    return (
      off &&
      apply(off, {
        kind: 'no day off',
        which: off.daysOff.filter((one) => (one.lastDay ?? one.day) >= off.today).length - 1,
      })
    );
  }),
  daysOffOfOne.map((one) => (service: Service) => {
    const off = apply(service, one);
    return (
      off &&
      apply(off, {
        kind: 'no day off',
        which: off.daysOff.filter((is) => (is.lastDay ?? is.day) >= off.today).length - 1,
      })
    );
  }),
  fc.tuple(ahead(12), fc.option(ahead(8))).map(([day, days]) => (service: Service) => {
    const held = apply(service, { kind: 'hold', ahead: day, days });
    return held && apply(held, { kind: 'no hold', which: held.holds.length - 1 });
  }),
  fc.tuple(which, ahead(18), who).map(([one, to, worker]) => (service: Service) => {
    const moved = apply(service, { kind: 'move', which: one, ahead: to, worker });
    const row = moved?.rows.find(({ setAt }) => setAt === moved.at);
    if (!moved || !row || service.rows[row.id]?.setDay || service.rows[row.id]?.state === 'missed') return undefined;
    const may = moved.rows.filter(
      (is) => is.state === 'planned' && is.day >= moved.today && is.setDay && is.home >= moved.today,
    );
    return may.includes(row) ? apply(moved, { kind: 'put back', which: may.indexOf(row) }) : undefined;
  }),
);

test(
  'a day off, a hold or a move that is taken back leaves all as it was',
  () => {
    fc.assert(
      fc.property(weekDays, acts, thereAndBack, (days, list, go) => {
        const service = play(begin(days), list);
        const is = go(service);
        if (is) expect(asItIs(is)).toEqual(asItIs(service));
      }),
      some,
    );
  },
  timeout,
);

const [monday, tuesday, wednesday, thursday, friday, saturday, sunday] = weekDaysInOrder as [
  WeekDay,
  WeekDay,
  WeekDay,
  WeekDay,
  WeekDay,
  WeekDay,
  WeekDay,
];
const nights = (count: number): Act[] => Array.from({ length: count }, () => ({ kind: 'night' }));
const own = (...days: WeekDay[]): Act => ({ kind: 'weekdays', weekDays: days });
const give = (worker: string, from: number, ...days: WeekDay[]): Act => ({
  kind: 'give',
  worker,
  ahead: from,
  weekDays: days,
  interval: 1,
  weekOffset: 0,
});
const claim = (worker: string, ...days: WeekDay[]): Act => ({ ...give(worker, 0, ...days), kind: 'claim' }) as Act;
const move = (which: number, to: number, worker = 'Wren'): Act => ({ kind: 'move', which, ahead: to, worker });
const dayOff = (on: number, to: number | null): Act => ({ kind: 'day off', ahead: on, to });
const firstSeen = (service: Service, count = 2) => seen(service).slice(0, count);
const withoutChoices = (service: Service): Service => ({
  ...service,
  rows: service.rows.map((row) => ({ ...row, setDay: null, setWorker: null, setAt: 0 })),
});
const rowOf = (service: Service, id: number) => label(service.rows[id] as Row);

const foundWrong: [what: string, is: unknown, expected: unknown][] = [
  [
    'a service that has had no rows for months has the days of this week that are left, and no visit more for those that are over',
    [[], begin([monday, tuesday, friday]).rows].map((rows) => {
      // A Wednesday.
      const service = fill({ ...begin([monday, tuesday, friday]), today: '2027-10-20', rows });
      const { make, move } = toDo(service);
      const days = service.rows.flatMap(({ day }) => (day >= '2027-10-18' && day < '2027-10-27' ? day : []));
      return [days, make, move];
    }),
    Array(2).fill([['2027-10-22', '2027-10-25', '2027-10-26'], [], []]),
  ],
  [
    'whoever makes the visits of a worker who is off can be off, too: then these are on the other day',
    firstSeen(
      play(begin([wednesday, thursday]), [
        { kind: 'days off of one', worker: 'Wren', ahead: 2, days: 2, instead: 'Theo' },
        { kind: 'days off of one', worker: 'Theo', ahead: 3, days: 0, instead: 7 },
      ]),
    ),
    ['2027-03-10 Theo', '2027-03-15 Wren'],
  ],
  [
    'a start tapped without signal before its weekday was changed is that week’s visit, and the only one',
    firstSeen(play(begin([wednesday]), [...nights(2), own(friday), { kind: 'late tap', which: 0, before: 1 }])),
    ['2027-03-10 Wren', '2027-03-19 Wren'],
  ],
  [
    'so it is where the service was released and claimed meanwhile',
    firstSeen(
      play(begin([wednesday]), [
        ...nights(2),
        { kind: 'release' },
        claim('Theo', friday),
        { kind: 'late tap', which: 0, before: 2 },
      ]),
    ),
    ['2027-03-10 Wren', '2027-03-19 Theo'],
  ],
  [
    'Friday’s visit, changed to Monday on a Wednesday, stays on Friday',
    firstSeen(play(begin([friday]), [...nights(2), own(monday)])),
    ['2027-03-12 Wren', '2027-03-15 Wren'],
  ],
  [
    'every two weeks it stays, too, and the weeks are the same',
    firstSeen(play(begin([friday], { interval: 2 }), [...nights(2), own(monday)])),
    ['2027-03-12 Wren', '2027-03-22 Wren'],
  ],
  [
    'given to another worker, it stays with whoever had it',
    firstSeen(play(begin([friday]), [...nights(2), give('Theo', 0, monday)])),
    ['2027-03-12 Wren', '2027-03-15 Theo'],
  ],
  [
    'what staff took off stays so under a hold, and after it',
    [1, 2].map((acts) =>
      rowOf(
        play(
          begin([wednesday]),
          [
            { kind: 'take off', which: 0, by: 'employee' },
            { kind: 'hold', ahead: 2, days: 0 } as const,
            { kind: 'no hold', which: 0 } as const,
          ].slice(0, 1 + acts) as Act[],
        ),
        0,
      ),
    ),
    Array(2).fill('0 for 2027-03-10, home 2027-03-10: 2027-03-10 Wren off by employee'),
  ],
  [
    'a visit taken off while another worker had the service is that worker’s',
    rowOf(
      play(begin([tuesday, thursday]), [
        give('Theo', 0, tuesday, thursday),
        ...nights(1),
        { kind: 'take off', which: 0, by: 'worker' },
        ...nights(1),
        give('Wren', 0, tuesday, thursday),
      ]),
      0,
    ),
    '0 for 2027-03-09, home 2027-03-09: 2027-03-09 Theo off by worker',
  ],
  [
    'released and claimed within a second, the visit that falls away has its row, of which its worker can be told',
    rowOf(play(begin([tuesday, thursday]), [{ kind: 'release' }, claim('Theo', thursday)]), 1),
    '1 for 2027-03-11, home 2027-03-11: 2027-03-11 Wren off by plan',
  ],
  [
    'a service that is claimed after a day off was set has its visit moved like all others',
    firstSeen(play(begin([tuesday]), [dayOff(3, 4), { kind: 'release' }, claim('Theo', thursday)])),
    ['2027-03-12 Theo', '2027-03-18 Theo'],
  ],
  [
    'of two changes in one week the second, too, finds the visits in their order',
    firstSeen(
      play(begin([wednesday, saturday]), [give('Walt', 2, thursday, saturday), give('Theo', 4, tuesday, friday)]),
      3,
    ),
    ['2027-03-11 Walt', '2027-03-12 Theo', '2027-03-16 Theo'],
  ],
  [
    'Saturday’s visit, of which the new rhythm makes the Tuesday before, is on the Thursday that this has besides',
    firstSeen(
      play(begin([wednesday, saturday]), [
        { kind: 'rhythm', ahead: 10, weekDays: [tuesday, wednesday, thursday], interval: 2, weekOffset: 0 },
      ]),
      5,
    ),
    ['2027-03-10 Wren', '2027-03-13 Wren', '2027-03-17 Wren', '2027-03-18 Wren', '2027-03-30 Wren'],
  ],
  [
    'what staff have moved out of a week that is over, and its worker has left, whoever comes next does not make on any day',
    seen(
      play(withoutChoices(play(begin([wednesday]), [move(0, 7), ...nights(7), { kind: 'release' }])), [
        { ...give('Walt', 6, thursday, saturday), kind: 'claim' } as Act,
      ]),
    ).slice(0, 1),
    ['2027-03-25 Walt'],
  ],
  [
    'staff put Wednesday’s visit on Thursday, its worker releases the service that morning: who claims it has both days of that week',
    seen(
      play(withoutChoices(play(begin([wednesday]), [move(0, 3), ...nights(3), { kind: 'release' }])), [
        { ...give('Walt', 0, friday, saturday), kind: 'claim' } as Act,
      ]),
    ).slice(0, 3),
    ['2027-03-12 Walt', '2027-03-13 Walt', '2027-03-19 Walt'],
  ],
  [
    'the customer took Saturday’s visit off, which was Monday’s while another worker had the service: Tuesday’s is there again',
    seen(
      play(begin([tuesday, saturday]), [
        { kind: 'take off', which: 3, by: 'customer' },
        ...[...nights(4), give('Walt', 0, friday), ...nights(2), own(monday), ...nights(2)],
        { kind: 'decline' },
      ]),
    ).slice(0, 2),
    ['2027-03-16 Wren', '2027-03-23 Wren'],
  ],
  [
    'Wren releases the service, staff make up for Monday’s visit on Wednesday, and Wren claims Wednesdays: both visits are there',
    seen(
      play(begin([monday, wednesday]), [
        ...[...nights(2), { kind: 'release' } as const, move(0, 0)],
        { ...give('Wren', 0, wednesday), kind: 'claim' } as Act,
      ]),
    ).slice(0, 3),
    ['2027-03-10 Wren', '2027-03-11 Wren', '2027-03-17 Wren'],
  ],
  [
    'Wren changes to Tuesdays, staff put that visit on Wednesday, when Wren changes to Mondays, Wednesdays and Thursdays: none is lost',
    seen(play(begin([friday]), [own(tuesday), move(0, 2), ...nights(2), own(monday, wednesday, thursday)])).slice(0, 4),
    ['2027-03-10 Wren', '2027-03-11 Wren', '2027-03-12 Wren', '2027-03-15 Wren'],
  ],
];

const decided: [what: string, is: unknown, expected: unknown][] = [
  [
    'on a day of which staff take a visit off, the plan puts no other one that had no room there before',
    seen(play(begin([wednesday]), [move(2, 8), own(tuesday), { kind: 'take off', which: 2, by: 'employee' }])).slice(
      0,
      3,
    ),
    ['2027-03-09 Wren', '2027-03-17 Wren', '2027-03-30 Wren'],
  ],
  [
    'what staff move stays the visit of the week in which it was, and its day stays when weekdays change',
    firstSeen(play(begin([tuesday]), [move(0, 9), own(thursday)]), 3),
    ['2027-03-17 Wren', '2027-03-18 Wren', '2027-03-25 Wren'],
  ],
  [
    'who makes it follows the plan, unless staff named somebody else',
    ['Wren', 'Walt'].map(
      (worker) => firstSeen(play(begin([tuesday]), [move(1, 9, worker), give('Theo', 6, tuesday)]))[1],
    ),
    ['2027-03-17 Theo', '2027-03-17 Walt'],
  ],
  [
    'staff name the next worker for one visit: that worker makes it, even if another worker then gets the service',
    firstSeen(
      play(begin([wednesday, saturday]), [
        ...[give('Theo', 15, wednesday, friday), move(1, 3, 'Theo'), give('Walt', 2, tuesday, wednesday)],
      ]),
      3,
    ),
    ['2027-03-10 Walt', '2027-03-11 Theo', '2027-03-16 Walt'],
  ],
  [
    'a visit for which staff chose a day and a worker is theirs, also where the plan comes to have one on that day',
    seen(play(begin([wednesday, saturday]), [move(1, 15, 'Walt'), own(tuesday, saturday)])).slice(0, 6),
    ['2027-03-09 Wren', '2027-03-16 Wren', '2027-03-20 Wren', '2027-03-23 Walt', '2027-03-24 Wren', '2027-03-27 Wren'],
  ],
  [
    'a visit that staff put into another week is one of those of its own, of whichever day that is in the plan',
    seen(
      play(begin([wednesday, saturday]), [
        ...[own(monday, wednesday), move(5, 11, 'Walt'), give('Theo', 7, thursday, saturday)],
      ]),
    ).slice(2, 7),
    ['2027-03-18 Theo', '2027-03-19 Walt', '2027-03-20 Theo', '2027-03-25 Theo', '2027-04-01 Theo'],
  ],
  [
    'of too many visits of a week those count that somebody touched',
    firstSeen(play(begin([monday, thursday]), [{ kind: 'take off', which: 0, by: 'employee' }, own(thursday)]), 1),
    ['2027-03-18 Wren'],
  ],
  [
    'a visit that the plan puts on the day of one that staff put there is on the next free day',
    firstSeen(play(begin([monday]), [...nights(1), move(0, 15), own(wednesday)]), 3),
    ['2027-03-24 Wren', '2027-03-25 Wren', '2027-03-31 Wren'],
  ],
  [
    'a day off moves a visit to where there is room',
    firstSeen(play(begin([tuesday, thursday]), [dayOff(3, 4)])),
    ['2027-03-09 Wren', '2027-03-12 Wren'],
  ],
  [
    'and leaves it out where there is none',
    firstSeen(play(begin([tuesday, thursday]), [dayOff(3, 1)])),
    ['2027-03-09 Wren', '2027-03-16 Wren'],
  ],
  [
    'also where the other one came later',
    firstSeen(play(begin([wednesday, saturday]), [dayOff(5, 8), give('Wren', 8, tuesday, wednesday)]), 3),
    ['2027-03-10 Wren', '2027-03-16 Wren', '2027-03-17 Wren'],
  ],
  [
    'two days off follow each other',
    firstSeen(play(begin([tuesday]), [dayOff(1, 2), dayOff(2, 4)])),
    ['2027-03-12 Wren', '2027-03-16 Wren'],
  ],
  [
    'a wanted day that is over is that of a visit for which staff chose another day',
    firstSeen(play(begin([friday]), [move(0, 1), own(monday), ...nights(1), own(thursday, friday)]), 3),
    ['2027-03-09 Wren', '2027-03-12 Wren', '2027-03-18 Wren'],
  ],
  [
    'also when other weekdays came between',
    firstSeen(
      play(begin([friday]), [
        move(0, 1),
        own(monday),
        ...nights(1),
        own(tuesday, saturday),
        own(sunday),
        own(thursday, friday),
      ]),
      3,
    ),
    ['2027-03-09 Wren', '2027-03-12 Wren', '2027-03-18 Wren'],
  ],
  [
    'of two visits that days off send to one day the earlier has it, in whichever order their rows were made',
    fill(play(begin([thursday, sunday]), [dayOff(8, 12), dayOff(11, 12), own(monday, tuesday, friday)]))
      .rows.filter(({ day }) => day > '2027-03-15' && day < '2027-03-22')
      .map(label),
    [
      '3 for 2027-03-21, home 2027-03-16: 2027-03-20 Wren planned',
      '17 for 2027-03-19, home 2027-03-19: 2027-03-19 Wren off by holiday',
    ],
  ],
  [
    'of too many for which staff chose a day the one counts for which they named a worker, who makes it in any case',
    [0, 2].map((count) =>
      firstSeen(play(begin([thursday, saturday]), [move(0, 4), move(1, 1, 'Walt'), own(thursday), ...nights(count)])),
    ),
    [
      ['2027-03-09 Walt', '2027-03-18 Wren'],
      ['2027-03-18 Wren', '2027-03-25 Wren'],
    ],
  ],
  [
    'what has no room on its day is not made by somebody who has left',
    [[], [{ kind: 'release' } as const]].map((more) =>
      seen(play(begin([wednesday]), [move(1, 1), own(tuesday), ...nights(2), ...more])).slice(0, 1),
    ),
    [['2027-03-10 Wren'], []],
  ],
  [
    'a visit whose day another one has takes the day of one that staff put elsewhere, and no night changes that',
    [0, 2].map((count) =>
      firstSeen(play(begin([wednesday, friday]), [move(1, 3), move(2, 1), own(tuesday, friday), ...nights(count)]), 3),
    ),
    [
      ['2027-03-09 Wren', '2027-03-11 Wren', '2027-03-12 Wren'],
      ['2027-03-11 Wren', '2027-03-12 Wren', '2027-03-19 Wren'],
    ],
  ],
  [
    'so it has the same day before and after the night of the other one',
    [0, 1].map((count) =>
      play(begin([monday]), [
        ...[move(1, 1), move(2, 13), own(thursday, saturday)],
        ...[...nights(1), own(tuesday, friday, sunday), ...nights(count)],
      ])
        .rows.filter(({ madeFor, day }) => weekOf(madeFor) === '2027-03-15' && day > '2027-03-15')
        .map(({ madeFor, day }) => [madeFor, day]),
    ),
    Array(2).fill([
      ['2027-03-20', '2027-03-16'],
      ['2027-03-21', '2027-03-19'],
    ]),
  ],
];
test.each(foundWrong)('found wrong before: %s', (_, is, expected) => expect(is).toEqual(expected));
test.each(decided)('decided: %s', (_, is, expected) => expect(is).toEqual(expected));

const plans = fc.record({
  weekDays: anyWeekDays,
  interval: fc.constantFrom(1, 2),
  weekOffset: fc.constantFrom(0, 1),
  startDay: ahead(20).map((days) => addDays(start, days)),
});
const date = (day: IsoDay) => Temporal.PlainDate.from(day);
/** Who comes on each of 91 days, by the rows that are made from nothing. */
const byRows = (versions: readonly PlanVersion[], more: { daysOff?: DayOff[]; holds?: Hold[] } = {}) => {
  const until = addDays(start, 90);
  const { make } = reconcile<Row>([], { plans: versions, daysOff: [], holds: [], ...more, today: start, until });
  return make
    .filter((place) => isThere(place) && place.day <= until)
    .map(({ day, worker }) => `${day} ${worker}`)
    .sort();
};
const weekDayOf = (day: IsoDay) => weekDaysInOrder[date(day).dayOfWeek - 1] as WeekDay;
/** Who comes on each of these days, by its weekday and week alone. */
const byDay = (versionOn: (day: IsoDay) => PlanVersion, isLeftOut: (day: IsoDay) => boolean = () => false) =>
  Array.from({ length: 91 }, (_, days) => addDays(start, days)).flatMap((day) => {
    const { startDay, weekDays, worker, ...rhythm } = versionOn(day);
    const isDue = weekDays.includes(weekDayOf(day)) && isVisitDue(date(day), { ...rhythm, startDay: date(startDay) });
    return isDue && !isLeftOut(day) ? [`${day} ${worker}`] : [];
  });

test(
  'a plan has a visit on each of its weekdays in its weeks, but on days off and days away',
  () => {
    const away = fc.array(fc.tuple(ahead(90), ahead(9)), { maxLength: 2 });
    fc.assert(
      fc.property(plans, fc.uniqueArray(ahead(90), { maxLength: 4 }), away, (plan, off, held) => {
        const version = {
          ...plan,
          weekOffset: plan.weekOffset % plan.interval,
          worker: 'Wren',
          firstDay: plan.startDay,
          endedOn: null,
        };
        const daysOff = off.map((days) => ({ day: addDays(start, days), to: null }));
        const holds = held.map(([from, days]) => ({
          kind: 'hold' as const,
          firstDay: addDays(start, from),
          lastDay: addDays(start, from + days),
        }));
        const isLeftOut = (day: IsoDay) =>
          daysOff.some((one) => one.day === day) ||
          holds.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
        expect(byRows([version], { daysOff, holds })).toEqual(byDay(() => version, isLeftOut));
      }),
      some,
    );
  },
  timeout,
);

test(
  'given to another worker from a Monday on, each day is as the plan of its worker has it',
  () => {
    fc.assert(
      fc.property(plans, plans, fc.integer({ min: 3, max: 10 }), (one, other, weeks) => {
        const firstDay = addDays(start, 7 * weeks);
        const wren = {
          ...one,
          weekOffset: one.weekOffset % one.interval,
          worker: 'Wren',
          firstDay: one.startDay,
          endedOn: null,
        };
        const theo = {
          ...other,
          weekOffset: other.weekOffset % other.interval,
          worker: 'Theo',
          firstDay,
          endedOn: null,
        };
        expect(byRows([wren, theo])).toEqual(byDay((day) => (day < firstDay ? wren : theo)));
      }),
      some,
    );
  },
  timeout,
);

test(
  'a week in which the plan changes keeps the visits before that day, and has as many as both plans want',
  () => {
    const change = fc.record({ weekDays: anyWeekDays, from: ahead(6), isNew: fc.boolean() });
    fc.assert(
      fc.property(anyWeekDays, fc.array(change, { minLength: 1, maxLength: 4 }), (weekDays, changes) => {
        const plan = {
          firstDay: '2027-01-04',
          startDay: '2027-01-04',
          endedOn: null,
          worker: 'Wren',
          weekDays,
          interval: 1,
          weekOffset: 0,
        };
        const versions: PlanVersion[] = [plan];
        // Each from a later day on than the one before: what was never in force changes nothing.
        for (const { weekDays: other, from, isNew } of changes.sort((a, b) => a.from - b.from)) {
          const firstDay = addDays(start, from);
          const was = wantedDays(
            start,
            versions.filter((one) => one.firstDay < firstDay),
          );
          versions.push({ ...plan, weekDays: other, worker: 'Theo', firstDay, ...(isNew && { startDay: firstDay }) });
          const is = wantedDays(start, versions);
          const days = is.map(({ day }) => day);
          expect(days).toEqual([...new Set(days)].sort());
          expect(is.filter(({ day }) => day < firstDay)).toEqual(was.filter(({ day }) => day < firstDay));
          expect(
            days.length >= Math.min(was.length, other.length) && days.length <= Math.max(was.length, other.length),
          ).toBe(true);
          // One stays where the new plan has none only while no day is left on which it has one.
          const stays = is.some(({ day }) => day >= firstDay && !other.includes(weekDayOf(day)));
          const isLeft = other.some((one) => {
            const day = addDays(start, weekDaysInOrder.indexOf(one));
            return day >= firstDay && !days.includes(day);
          });
          expect(stays && isLeft).toBe(false);
          for (const one of is.filter(({ day }) => day >= firstDay)) {
            const isOfNew = one.plan === versions.at(-1);
            expect(
              isOfNew || was.includes(one) || was.some(({ day, plan: of }) => day === one.day && of === one.plan),
            ).toBe(true);
            if (isOfNew) expect(other.includes(weekDayOf(one.day))).toBe(true);
          }
        }
      }),
      some,
    );
  },
  timeout,
);
