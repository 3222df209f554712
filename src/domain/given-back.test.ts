import { expect, test } from 'vitest';
import { daysFrom, type WeekDay, weekDaysInOrder } from './calendar.ts';
import type { Differing, ServicePlan } from './followed-visits.ts';
import { type GivenBack, givenBack as givenBackOf } from './given-back.ts';
import { isDueOn } from './schedule-rules.ts';

type Day = Temporal.PlainDate;
const day = (text: string): Day => Temporal.PlainDate.from(`2027-03-${text}`);
const monday = day('08');
const rhythm = { startDay: day('01'), interval: 1, weekOffset: 0 };
const [wren, walt, theo] = ['wren', 'walt', 'theo'];

const row = (originalDay: Day, to: Day | null, details: Partial<Differing> = {}): Differing => ({
  ...{ originalDay, day: to, isKept: false, movedFrom: null, leftDay: null, workerProfileId: null },
  ...{ reason: null, holidayId: null, ...details },
});
const plan = (weekDays: WeekDay[], moves: Differing[] = []): ServicePlan => ({ rhythm, weekDays, moves });
const visits = ({ weekDays, moves }: ServicePlan, last: Day) =>
  daysFrom(monday, last).filter((on) =>
    isDueOn(on, { ...rhythm, weekDays, exceptions: { moves, holds: [], holidays: [] } }),
  );
const change = (details: Partial<GivenBack> & Pick<GivenBack, 'before' | 'given'>): GivenBack => ({
  ...{
    now: details.given,
    worker: wren,
    monday,
    firstThen: monday,
    firstToCome: day('10'),
    settled: [],
    takenOff: [],
    daysOff: [],
  },
  ...{ isStanding: () => true, isOff: () => false, ...details },
});

const givenBack = (details: GivenBack) => givenBackOf(details).moves;

/** The same random numbers every time. */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

const someDays = (next: (below: number) => number, count: number): WeekDay[] => {
  const left = [...weekDaysInOrder];
  return Array.from({ length: count }, () => left.splice(next(left.length), 1)).flat();
};

/** Moves visits of a plan at random to free days. */
function movedAtRandom(next: (below: number) => number, service: ServicePlan, first: Day): ServicePlan {
  let is = service;
  for (let step = next(4); step > 0; step -= 1) {
    const due = visits(is, day('31')).filter((on) => Temporal.PlainDate.compare(on, first) >= 0);
    const from = due[next(due.length)];
    const to = first.add({ days: next(20) });
    if (!from || due.some((on) => on.equals(to)) || isTaken(is, to)) continue;
    const was = is.moves.find((move) => move.day?.equals(from));
    const originalDay = was?.originalDay ?? from;
    const others = is.moves.filter((move) => move !== was);
    const workerProfileId = [null, walt, theo][next(3)] ?? null;
    const isBack = to.equals(originalDay) && workerProfileId === null;
    is = { ...is, moves: isBack ? others : [...others, row(originalDay, to, { workerProfileId })] };
  }
  return is;
}
const isTaken = ({ moves }: ServicePlan, to: Day) => moves.some((move) => move.day?.equals(to));

test('what nobody else has done anything to is as it was, and otherwise no visit is lost or doubled', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const next = random(seed);
    const count = 1 + next(3);
    const before = movedAtRandom(next, plan(someDays(next, count)), day('10'));
    const given = plan(someDays(next, count));
    const firstToCome = day('08').add({ days: next(5) });
    const untouched = givenBack(change({ before, given: before, firstToCome }));
    expect(visits({ ...before, moves: untouched }, day('31')), `seed ${seed}`).toEqual(visits(before, day('31')));

    const now = movedAtRandom(next, given, day('12'));
    const moves = givenBack(change({ before, given, now, firstToCome }));
    const days = moves.flatMap((move) => (move.day ? [`${move.day}`] : []));
    expect(new Set(days).size, `seed ${seed}`).toBe(days.length);
    const originals = moves.map(({ originalDay }) => `${originalDay}`);
    expect(new Set(originals).size, `seed ${seed}`).toBe(originals.length);
    // Each visit of the plan until then is on a day.
    const after = visits({ ...before, moves }, day('31').add({ weeks: 8 }));
    const planned = visits(plan([...before.weekDays]), day('31').add({ weeks: 8 }));
    expect(after.length, `seed ${seed}`).toBe(planned.length);
  }
});

test('also where days have gone by, and visits were made or taken off since, no two rows are of one visit or on one day', () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const next = random(seed);
    const before = movedAtRandom(next, plan(someDays(next, 1 + next(3))), day('10'));
    const given = movedAtRandom(next, plan(someDays(next, 1 + next(3))), day('10'));
    const now = movedAtRandom(next, next(2) ? given : plan(someDays(next, 1 + next(3))), day('10'));
    const off = visits(now, day('31')).filter(() => next(4) === 0);
    const firstToCome = day('10').add({ days: next(14) });
    const firstThen = monday.add({ days: next(3) });
    const isOff = (on: Day) => Temporal.PlainDate.compare(on, firstToCome) >= 0 && on.day % 2 === 0;
    const [takenOff, settled] = [off.filter(isOff), off.filter((on) => !isOff(on))];
    const after = givenBackOf(change({ before, given, now, firstThen, firstToCome, settled, takenOff }));
    const { moves } = after;
    const is = visits({ ...before, moves }, day('31').add({ weeks: 4 }));
    const elsewhere = after.takenOff.filter((on, index) => !on.equals(takenOff[index] ?? day('01')));
    expect(
      elsewhere.filter((on) => !is.some((one) => one.equals(on))),
      `seed ${seed}`,
    ).toEqual([]);
    const days = moves.flatMap((move) => (move.day ? [`${move.day}`] : []));
    expect(new Set(days).size, `seed ${seed}`).toBe(days.length);
    const originals = moves.map(({ originalDay }) => `${originalDay}`);
    expect(new Set(originals).size, `seed ${seed}`).toBe(originals.length);
  }
});

test('a visit that has been made stays where it was, and no other takes its place; one that is off is off where the plan has it', () => {
  const before = plan(['DAY_OF_WEEK_MONDAY']);
  const given = plan(['DAY_OF_WEEK_THURSDAY'], [row(day('11'), day('08'), { isKept: true, workerProfileId: wren })]);
  expect(givenBack(change({ before, given, firstToCome: day('16') }))).toEqual([
    row(day('15'), day('18'), { isKept: true }),
  ]);
  expect(givenBack(change({ before, given, settled: [day('25')] }))).toEqual([
    row(day('22'), day('25'), { isKept: true }),
  ]);
  const firstToCome = day('15');
  const takenOff = [day('18'), day('25')];
  expect(givenBackOf(change({ before, given, firstToCome, takenOff }))).toEqual({
    moves: [],
    takenOff: [day('15'), day('22')],
  });
  // What is over is not off any more.
  expect(givenBackOf(change({ before, given, firstToCome: day('17'), takenOff }))).toEqual({
    moves: [row(day('15'), day('18'), { isKept: true })],
    takenOff: [day('18'), day('22')],
  });
});

test('a visit that was over when the service was given is none to come, wherever who declines has put it', () => {
  const before = plan(['DAY_OF_WEEK_MONDAY']);
  const now = plan(['DAY_OF_WEEK_FRIDAY']);
  expect(givenBack(change({ before, given: before, now, firstThen: day('09') }))).toEqual([]);
  // One that went by since is where who declines has it.
  expect(givenBack(change({ before, given: before, now }))).toEqual([row(monday, day('12'), { isKept: true })]);
});

test('what was put back since is back, and what was given to somebody else is theirs', () => {
  const weekDays: WeekDay[] = ['DAY_OF_WEEK_THURSDAY'];
  const before = plan(weekDays, [row(day('11'), day('12')), row(day('18'), day('19'), { workerProfileId: walt })]);
  const given = plan(weekDays, [row(day('11'), day('12')), row(day('18'), day('19'))]);
  expect(givenBack(change({ before, given }))).toEqual(before.moves);
  const now = plan(weekDays, [row(day('18'), day('20')), row(day('25'), day('26'), { workerProfileId: theo })]);
  expect(givenBack(change({ before, given, now }))).toEqual([
    row(day('18'), day('20'), { workerProfileId: walt }),
    row(day('25'), day('26'), { workerProfileId: theo }),
  ]);
  // Two are not on one day.
  const both = plan(weekDays, [row(day('11'), day('19')), row(day('18'), day('12'))]);
  const days = givenBack(change({ before, given, now: both })).map((move) => `${move.day}`);
  expect(new Set(days).size).toBe(2);
});

test('a day off that was taken back since moves nothing, and one that was set since does', () => {
  const holidayId = 'parade';
  const before = plan(['DAY_OF_WEEK_MONDAY'], [row(day('15'), day('17'), { holidayId, reason: 'Parade' })]);
  const given = plan(['DAY_OF_WEEK_TUESDAY']);
  expect(givenBack(change({ firstToCome: monday, before, given }))).toEqual(before.moves);
  expect(givenBack(change({ firstToCome: monday, before, given, isStanding: () => false }))).toEqual([]);
  const daysOff = [{ id: 'fair', day: day('22'), name: 'Fair', movedTo: day('24') }];
  expect(givenBack(change({ firstToCome: monday, before, given, daysOff }))).toEqual([
    ...before.moves,
    row(day('22'), day('24'), { holidayId: 'fair', reason: 'Fair' }),
  ]);
});

test('a visit before an agreed rhythm is where staff have moved it since, or kept where it was once it is put back', () => {
  const kept = row(day('12'), day('12'), { isKept: true });
  const gone = row(day('12'), day('13'), { movedFrom: day('12') });
  const weekDays: WeekDay[] = ['DAY_OF_WEEK_MONDAY'];
  const agreed = { ...rhythm, startDay: day('22') };
  const of = (...moves: Differing[]): ServicePlan => ({ rhythm: agreed, weekDays, moves });
  const others = (move: Differing): Differing => ({ ...move, workerProfileId: move.workerProfileId ?? wren });
  const given = of(others(kept));
  expect(givenBack(change({ before: of(kept), given }))).toEqual([kept]);
  expect(givenBack(change({ before: of(kept), given, now: of(others(gone)) }))).toEqual([gone]);
  expect(givenBack(change({ before: of(gone), given: of(others(gone)) }))).toEqual([gone]);
  expect(givenBack(change({ before: of(gone), given: of(others(gone)), now: given }))).toEqual([kept]);
});
