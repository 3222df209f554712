import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoWeekOf, mondayOf, type WeekDay, weekDaysInOrder } from './calendar.ts';
import { type Change, changedVisits, type Standing } from './changed-visits.ts';
import { isDueOn, noExceptions } from './schedule-rules.ts';

const date = (text: string) => Temporal.PlainDate.from(text);
const [monday, tuesday, wednesday, thursday, friday, saturday] = weekDaysInOrder as [
  WeekDay,
  WeekDay,
  WeekDay,
  WeekDay,
  WeekDay,
  WeekDay,
];
const rhythm = { startDay: date('2026-01-01'), interval: 1, weekOffset: 0 };
/** 7 December 2026 is a Monday. */
const today = date('2026-12-07');
const december = (day: number) => date(`2026-12-${String(day).padStart(2, '0')}`);
const plain = { rhythm, today, isHandedOver: false, settled: [], isOff: () => false };
const moved = (original: number, day: number | null, more: Partial<Standing> = {}): Standing => ({
  originalDay: december(original),
  day: day === null ? null : december(day),
  isKept: false,
  isOfDayOff: false,
  isCover: false,
  ...more,
});
/** Each as 'original to day', '=' for one that was kept. */
const changed = (
  change: Pick<Change<Standing>, 'before' | 'after'> & { from?: number; moves?: Standing[]; off?: number[] },
) =>
  changedVisits({
    ...plain,
    ...change,
    moves: change.moves ?? [],
    from: change.from === undefined ? undefined : december(change.from),
    settled: [],
    isOff: (day) => (change.off ?? []).includes(day.day),
  }).map(({ originalDay, day, isKept }) => `${originalDay.day}${isKept ? '=' : '>'}${day?.day ?? '-'}`);

test('a visit keeps its weekday, and of the others the first becomes the first', () => {
  const of = (from: number, before = [tuesday], after = [thursday]) => changed({ before, after, from });
  expect(of(7)).toEqual([]);
  expect(of(15)).toEqual(['10=8']);
  // The new day of that week would be before the day on which it begins.
  expect(of(9, [thursday], [tuesday])).toEqual(['8=10']);
  expect(of(10, [monday, thursday], [thursday])).toEqual(['7=7']);
  // One visit more comes no earlier.
  expect(of(14, [monday], [monday, thursday])).toEqual(['10=-']);
});

test('what a day off moved is where the new plan has it; on a day off it stays moved', () => {
  const moves = [moved(9, 10, { isOfDayOff: true })];
  const on = (after: WeekDay[], off: number[] = [9]) =>
    changed({ before: [wednesday, saturday], after, from: 8, moves, off });
  // Its day is one of the new ones.
  expect(on([tuesday, thursday])).toEqual(['10>10']);
  expect(on([tuesday, friday])).toEqual(['8>8']);
  expect(on([wednesday, friday])).toEqual(['9>10']);
});

test('a visit that other weekdays put on a day off goes where its visits go, unless it has no room there', () => {
  const on = (after: WeekDay[], goesTo?: number, settled: number[] = []) =>
    changedVisits({
      ...plain,
      ...{ before: [monday, thursday], after, moves: [], settled: settled.map(december) },
      isOff: (day) => day.day === 9,
      putOff: goesTo ? [{ day: december(9), to: december(goesTo) }] : [],
    }).map(({ originalDay, day, isPutOff }) => [originalDay.day, day?.day, isPutOff]);
  expect(on([monday, wednesday], 10)).toEqual([[9, 10, true]]);
  // Its visits are left out; the other day has a visit already; that one is over.
  expect(on([monday, wednesday])).toEqual([]);
  expect(on([wednesday, thursday], 10)).toEqual([]);
  expect(on([monday, wednesday], 5)).toEqual([]);
  expect(on([monday, wednesday], 9)).toEqual([]);
});

test('what was moved beyond the first day never meets another visit of the new plan', () => {
  const inOtherWeek = changed({ before: [tuesday], after: [thursday], from: 10, moves: [moved(8, 17)] });
  expect(inOtherWeek).toEqual(['10>10']);
  // The new plan has it before the day on which it begins.
  const early = changed({ before: [thursday], after: [tuesday], from: 9, moves: [moved(10, 15)] });
  expect(early).toEqual(['8>16']);
});

test('a change that is taken back leaves nothing that differs, and a third one plans anew what the second had kept', () => {
  const first = changedVisits({ ...plain, before: [friday], after: [wednesday], from: december(14), moves: [] });
  const moves = first.map(({ move: _, ...place }) => moved(place.originalDay.day, place.day?.day ?? null, place));
  expect(moves.map(({ originalDay, day }) => [originalDay.day, day?.day])).toEqual([[9, 11]]);
  expect(changed({ before: [wednesday], after: [friday], from: 14, moves })).toEqual(['11=11']);
  expect(changed({ before: [wednesday], after: [thursday], from: 8, moves })).toEqual(['10>10']);
});

const someWeekDays = fc.subarray([...weekDaysInOrder], { minLength: 1, maxLength: 4 });

test('until that day all is as it was, from the week after it on all is as it is to be', () => {
  fc.assert(
    fc.property(
      someWeekDays,
      someWeekDays,
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 0, max: 6 }),
      fc.constantFrom(1, 2),
      fc.constantFrom(0, 1),
      (before, after, ahead, start, interval, offset) => {
        const first = today.add({ days: start });
        const from = first.add({ days: ahead });
        const own = { startDay: date('2026-11-03'), interval, weekOffset: interval === 2 ? offset : 0 };
        const moves = changedVisits({ ...plain, rhythm: own, before, after, from, today: first, moves: [] });
        const was = { ...own, weekDays: before, exceptions: noExceptions };
        const is = { ...own, weekDays: after, exceptions: { ...noExceptions, moves } };
        const next = { ...own, weekDays: after, exceptions: noExceptions };
        const nextMonday = from.add({ days: 8 - from.dayOfWeek });
        for (const day of daysFrom(first, first.until(nextMonday).days + 14)) {
          if (Temporal.PlainDate.compare(day, from) < 0)
            expect(isDueOn(day, is), day.toString()).toBe(isDueOn(day, was));
          if (Temporal.PlainDate.compare(day, nextMonday) >= 0) {
            expect(isDueOn(day, is), day.toString()).toBe(isDueOn(day, next));
          }
        }
      },
    ),
  );
});

const daysFrom = (first: Temporal.PlainDate, count: number) =>
  Array.from({ length: count }, (_, days) => first.add({ days }));

type Plan = { weekDays: WeekDay[]; moves: Standing[] };
const visitsOf = ({ weekDays, moves }: Plan) =>
  daysFrom(today, 70).filter((day) => isDueOn(day, { ...rhythm, weekDays, exceptions: { ...noExceptions, moves } }));
/** The days of all moves, and those of the plan that no move leads away from: each one visit. */
const daysOf = ({ weekDays, moves }: Plan) => [
  ...moves.flatMap(({ day }) => day ?? []),
  ...daysFrom(today, 70).filter(
    (day) =>
      isDueOn(day, { ...rhythm, weekDays, exceptions: noExceptions }) &&
      !moves.some(({ originalDay }) => originalDay.equals(day)),
  ),
];
const step = fc.oneof(
  fc.record({
    kind: fc.constant('plan' as const),
    weekDays: fc.subarray([...weekDaysInOrder], { minLength: 2, maxLength: 2 }),
    from: fc.integer({ min: 0, max: 21 }),
    isHandedOver: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('own' as const),
    weekDays: fc.subarray([...weekDaysInOrder], { minLength: 2, maxLength: 2 }),
  }),
  fc.record({
    kind: fc.constant('move' as const),
    which: fc.nat(9),
    by: fc.integer({ min: -6, max: 16 }),
    isOfDayOff: fc.boolean(),
  }),
);

test('however plans and visits are moved, no two visits are on one day, and no week loses or gains one', () => {
  fc.assert(
    fc.property(someWeekDaysOfTwo(), fc.array(step, { maxLength: 8 }), (weekDays, steps) => {
      let plan: Plan = { weekDays, moves: [] };
      for (const one of steps) {
        const before = visitsOf(plan);
        if (one.kind === 'move') {
          const day = before[one.which % before.length];
          const to = day?.add({ days: one.by });
          if (!day || !to || Temporal.PlainDate.compare(to, today) < 0 || before.some((other) => other.equals(to)))
            continue;
          const move = plan.moves.find((other) => other.day?.equals(day));
          const { by: _, ...more } = one;
          const next = {
            originalDay: move?.originalDay ?? day,
            day: to,
            isKept: false,
            isCover: false,
            isOfDayOff: more.isOfDayOff,
          };
          plan = { ...plan, moves: [...plan.moves.filter((other) => other !== move), next] };
        } else {
          const from = one.kind === 'plan' ? today.add({ days: one.from }) : undefined;
          const isHandedOver = one.kind === 'plan' && one.isHandedOver;
          const change = {
            ...plain,
            before: plan.weekDays,
            after: one.weekDays,
            from,
            isHandedOver,
            settled: [],
            moves: plan.moves,
          };
          const placed = changedVisits(change);
          const moves = placed.map(({ move, ...place }) => ({
            isOfDayOff: false,
            isCover: false,
            ...move,
            ...place,
          }));
          plan = { weekDays: one.weekDays, moves };
          if (from) {
            // What is before the day stays as it was, unless a visit of after it had to make room.
            const early = (days: Temporal.PlainDate[]) =>
              days.filter((day) => Temporal.PlainDate.compare(day, from) < 0).map(String);
            expect(early(visitsOf(plan))).toEqual(early(before));
          }
        }
        const days = daysOf(plan).map(String);
        expect(new Set(days).size, days.toSorted().join(' ')).toBe(days.length);
        const places = plan.moves.map(({ originalDay }) => originalDay.toString());
        expect(new Set(places).size).toBe(places.length);
        // Two a week, whichever days they are on: as many as weeks, while nothing was moved away from the end.
        const weeks = 10;
        expect(
          days.filter((day) => day < mondayOf(isoWeekOf(today.add({ days: 70 }))).toString()).length,
        ).toBeGreaterThanOrEqual(2 * weeks - 2);
        expect(days.length).toBeLessThanOrEqual(2 * weeks + 2);
      }
    }),
    { numRuns: 300 },
  );
});

/** What is so after a change, with the rows as they are written. */
const after = (
  plan: Plan,
  weekDays: WeekDay[],
  settled: Temporal.PlainDate[] = [],
  from?: Temporal.PlainDate,
): Plan => ({
  weekDays,
  moves: changedVisits({ ...plain, before: plan.weekDays, after: weekDays, moves: plan.moves, settled, from })
    .filter(({ isPlanned, day }) => isPlanned || day !== null)
    .filter(({ originalDay, day, leftDay, move }) => !day?.equals(originalDay) || leftDay || move?.isCover)
    .map(({ move, ...place }) => ({ isOfDayOff: false, isCover: false, ...move, ...place })),
});

test('what staff moved stays there, also onto a day of other weekdays, and is the visit that it was once these are as before', () => {
  // Monday's visit was moved to Tuesday, on which the worker comes for a while instead of Thursday, or of Monday.
  const plan = { weekDays: [monday, thursday], moves: [moved(7, 8)] };
  for (const other of [
    [monday, tuesday],
    [tuesday, thursday],
  ]) {
    const back = after(after(plan, other), plan.weekDays);
    expect(visitsOf(back).map(String)).toEqual(visitsOf(plan).map(String));
    // A third change is as if the second had never been.
    const third = [monday, friday];
    const through = after(after(plan, other), third);
    expect(visitsOf(through).slice(0, 2)).toEqual(visitsOf(after(plan, third)).slice(0, 2));
  }
});

test('weekdays that are changed and changed back, at once or from a Monday on, leave all visits where they were', () => {
  const someDay = fc.integer({ min: 0, max: 20 });
  const someMove = fc.record({ from: someDay, to: someDay, isCover: fc.boolean() });
  fc.assert(
    fc.property(
      someWeekDaysOfTwo(),
      fc.array(someWeekDaysOfTwo(), { minLength: 1, maxLength: 3 }),
      fc.array(someMove, { maxLength: 4 }),
      fc.array(someDay, { maxLength: 3 }),
      fc.constantFrom(undefined, december(14)),
      (weekDays, others, moves, off, counts) => {
        let plan: Plan = { weekDays, moves: [] };
        for (const { from, to, isCover } of moves) {
          const [day, other] = [today.add({ days: from }), today.add({ days: to })];
          const visits = visitsOf(plan);
          // In another week it may meet a visit of the other weekdays, to which it makes room.
          const isOfWeek = mondayOf(isoWeekOf(day)).equals(mondayOf(isoWeekOf(other)));
          const isFree = isOfWeek && (!visits.some((visit) => visit.equals(other)) || from === to);
          if (!visits.some((visit) => visit.equals(day)) || !isFree) continue;
          const move = plan.moves.find((one) => one.day?.equals(day));
          const next = { ...moved(0 + 7, null), originalDay: move?.originalDay ?? day, day: other, isCover };
          plan = { ...plan, moves: [...plan.moves.filter((one) => one !== move), next] };
        }
        const settled = off
          .map((ahead) => today.add({ days: ahead }))
          .filter((day) => visitsOf(plan).some((one) => one.equals(day)));
        const due = ({ ...one }: Plan) =>
          visitsOf(one)
            .filter((day) => !settled.some((other) => other.equals(day)))
            .map(String);
        let changed = plan;
        for (const other of others) changed = after(changed, other, settled, counts);
        changed = after(changed, weekDays, settled, counts);
        expect(due(changed)).toEqual(due(plan));
      },
    ),
    { numRuns: 300 },
  );
});

test('until an agreed rhythm begins no visit is lost or moved, whatever becomes of the weekdays to come', () => {
  const someDay = fc.integer({ min: 0, max: 20 });
  const someMove = fc.record({ from: someDay, to: someDay, isCover: fc.boolean(), isOfDayOff: fc.boolean() });
  const isBefore = (first: Temporal.PlainDate) => (day: Temporal.PlainDate) =>
    Temporal.PlainDate.compare(day, first) < 0;
  fc.assert(
    fc.property(
      someWeekDaysOfTwo(),
      fc.integer({ min: 7, max: 20 }),
      fc.array(fc.record({ weekDays: someWeekDays, isOwn: fc.boolean() }), { minLength: 2, maxLength: 4 }),
      fc.array(someMove, { maxLength: 4 }),
      fc.array(fc.boolean(), { maxLength: 4 }),
      (weekDays, start, changes, moves, moreMoves) => {
        const startDay = today.add({ days: start });
        const agreed = { ...rhythm, startDay };
        let standing: Standing[] = [];
        let own = { rhythm, weekDays };
        const due = () =>
          daysFrom(today, 70).filter((day) =>
            isDueOn(day, { ...own.rhythm, weekDays: own.weekDays, exceptions: { ...noExceptions, moves: standing } }),
          );
        const early = () => due().filter(isBefore(startDay)).map(String);
        const moveOne = ({
          from,
          to,
          isCover,
          isOfDayOff,
        }: {
          from: number;
          to: number;
          isCover: boolean;
          isOfDayOff: boolean;
        }) => {
          const [day, other] = [today.add({ days: from }), today.add({ days: to })];
          const isHere = (one: Temporal.PlainDate) => due().some((visit) => visit.equals(one));
          if (!isHere(day) || isHere(other) || !isBefore(startDay)(other) || !isBefore(startDay)(day)) return;
          const move = standing.find((one) => one.day?.equals(day));
          // As `moveVisit` and `moveAll` write it.
          const home = move?.isKept ? move.day : (move?.movedFrom ?? null);
          const isKept = home?.equals(other) ?? false;
          const next = {
            ...{
              originalDay: move?.originalDay ?? day,
              day: other,
              isCover,
              isOfDayOff,
              leftDay: move?.leftDay ?? null,
            },
            ...{ isKept, movedFrom: isKept ? null : home },
          };
          standing = [...standing.filter((one) => one !== move), next].filter(
            (one) => one.isCover || one.isKept || one.movedFrom || one.leftDay || !one.day?.equals(one.originalDay),
          );
        };
        for (const move of moves) moveOne(move);
        changes.forEach(({ weekDays: after, isOwn }, index) => {
          const before = early();
          const placed = changedVisits({
            ...plain,
            ...{ rhythm: own.rhythm, rhythmAfter: agreed, before: own.weekDays, after, moves: standing },
            // The first change is the acceptance.
            from: index > 0 && isOwn ? undefined : startDay,
          });
          standing = placed
            .filter(({ isPlanned, day }) => isPlanned || day !== null)
            .map(({ move, ...place }) => ({ isOfDayOff: false, isCover: false, ...move, ...place }));
          own = { rhythm: agreed, weekDays: after };
          expect(early()).toEqual(before);
          const move = moves[index];
          if (move && moreMoves[index]) {
            const count = due().length;
            moveOne(move);
            expect(due().length).toBe(count);
          }
        });
      },
    ),
    { numRuns: 500 },
  );
});

function someWeekDaysOfTwo() {
  return fc.subarray([...weekDaysInOrder], { minLength: 2, maxLength: 2 });
}
