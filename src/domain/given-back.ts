import {
  daysFrom,
  isBefore,
  isoWeekOf,
  isVisitDue,
  mondayOf,
  type VisitRhythm,
  type WeekDay,
  weekDayOf,
} from './calendar.ts';

type Day = Temporal.PlainDate;

/** How one visit differs from the plan, as a row of moves has it. */
export type Differing = {
  originalDay: Day;
  day: Day | null;
  isKept: boolean;
  movedFrom: Day | null;
  leftDay: Day | null;
  /** Null for the service's own worker. */
  workerProfileId: string | null;
  reason: string | null;
  holidayId: string | null;
};
export type ServicePlan = { rhythm: VisitRhythm; weekDays: readonly WeekDay[]; moves: readonly Differing[] };

export type GivenBack = {
  /** As it was before the service was given to who declines, as it was given, and as it is now. */
  before: ServicePlan;
  given: ServicePlan;
  now: ServicePlan;
  /** Whose it was before. */
  worker: string;
  /** The Monday of the week in which it was given; what was over by then is in none of the three. */
  monday: Day;
  /** The first day of which visits were still to come when it was given, and that of which they are now. */
  firstThen: Day;
  firstToCome: Day;
  /** The days of visits that are begun or over, and of those to come that were taken off. */
  settled: readonly Day[];
  takenOff: readonly Day[];
  /** Where the visits of days off go that were set since it was given. */
  daysOff: readonly { id: string; day: Day; name: string; movedTo: Day }[];
  /** Whether a day off stands still. */
  isStanding: (holidayId: string) => boolean;
  isOff: (day: Day) => boolean;
};

/** A visit: where it is, and how it differs from the plan that has it. */
type Visit = { originalDay: Day; isPlanned: boolean; day: Day | null; move: Differing | undefined };
type Place = { visit: Visit; day: Day | null; move: Differing | undefined; isFixed: boolean; wasOffOn?: Day | null };

/**
 * @returns what differs from the plan once a service is given back: what differed from it before it was given, with what others than its
 * worker have done since; and the days on which visits are off that were taken off. What is over or begun stays where it is. No two
 * visits are on one day.
 */
export function givenBack(change: GivenBack): { moves: Differing[]; takenOff: Day[] } {
  const { before, given, now, monday, worker, takenOff } = change;
  const isSamePlan =
    given.weekDays.length === now.weekDays.length &&
    given.weekDays.every((day) => now.weekDays.includes(day)) &&
    isSame(given.rhythm.startDay, now.rhythm.startDay) &&
    given.rhythm.interval === now.rhythm.interval &&
    given.rhythm.weekOffset === now.rhythm.weekOffset;
  const places: Place[] = [];
  const wasOn = mondaysOf(change).flatMap((week) => visitsOf(before, week, monday).flatMap(({ day }) => day ?? []));
  for (const week of mondaysOf(change)) {
    const was = visitsOf(before, week, monday);
    const gave = visitsOf(given, week, monday);
    const givenOf = paired(was, gave, [byDay, byOriginal, inOrder]);
    const nowOf = paired(gave, visitsOf(now, week, monday), isSamePlan ? [byOriginal] : [byDay, inOrder]);
    for (const visit of was) {
      const given = givenOf.get(visit);
      places.push(placeOf(change, visit, given, given && nowOf.get(given), { isSamePlan, wasOn }));
    }
  }
  // What was made up, or moved, from a week that was over when the service was given.
  const known = [...before.moves, ...given.moves];
  const own = (id: string | null) => (id === worker ? null : id);
  const others = now.moves.filter(
    ({ originalDay }) => isBefore(originalDay, monday) && !known.some((move) => isSame(move.originalDay, originalDay)),
  );
  const early = before.moves.filter(({ day, isKept }) => day === null && isKept);
  const placed = withoutSecond(change, places);
  const rows = placed.flatMap(({ visit, move }) => (move ? [{ ...move, ...at(visit) }] : []));
  const ofOthers = others.map((move) => ({ ...move, workerProfileId: own(move.workerProfileId) }));
  const isOffOn = (day: Day) => placed.find(({ wasOffOn = null }) => isSame(wasOffOn, day))?.day ?? day;
  return { moves: [...early, ...rows, ...ofOthers], takenOff: takenOff.map(isOffOn) };
}

const at = ({ originalDay }: Visit) => ({ originalDay });

/**
 * Where a visit is: what is over or begun stays, what others have moved since is there, and all else is as it was before, through the days
 * off that were set and taken back since.
 */
function placeOf(
  change: GivenBack,
  visit: Visit,
  given: Visit | undefined,
  now: Visit | undefined,
  { isSamePlan, wasOn }: { isSamePlan: boolean; wasOn: readonly Day[] },
): Place {
  const { worker, firstThen, firstToCome, settled, takenOff } = change;
  const wasOffOn = now?.day && isAmong(takenOff, now.day) ? now.day : null;
  const { isMoved, isGivenToOther, isCover } = deedsOfOthers(visit, given, now, isSamePlan);
  const itsWorker = now && workerOf(now);
  const maker = isGivenToOther ? (itsWorker === worker ? null : (itsWorker ?? null)) : workerOf(visit);
  const isOver = (day: Day | null) => day !== null && isBefore(day, firstToCome);
  const at = (day: Day, move: Differing | undefined, isFixed = false): Place => ({
    ...{ visit, day, move: moved(visit, day, maker, move), isFixed, wasOffOn },
  });
  if (now?.day) {
    // Nor is one that is off put on its own day once that is over.
    const isSettled = isAmong(settled, now.day) || (wasOffOn !== null && isOver(visit.day));
    // Who put today's visit on a day that is over, and has not made it, leaves it to who gets it back.
    const isLeft = visit.day !== null && !isSettled && !isOver(visit.day);
    if (isSettled || (isOver(now.day) && !isLeft)) return at(now.day, now.move, true);
    // A day that went by since is not made up for by itself; one that was over before has no visit to come.
    const isGone = visit.day && isOver(visit.day) && !isBefore(visit.day, firstThen);
    if (isMoved || isGone) return at(now.day, now.move);
  }
  const { day, move } = visit;
  if (move?.holidayId && !change.isStanding(move.holidayId)) return at(move.movedFrom ?? visit.originalDay, undefined);
  const dayOff = day && !move?.holidayId && change.daysOff.find((one) => isSame(one.day, day));
  // One whose other day is taken is left out.
  if (dayOff && !change.isOff(dayOff.movedTo) && !isAmong(wasOn, dayOff.movedTo)) {
    const { id: holidayId, name: reason, movedTo } = dayOff;
    const row = { ...differing(visit, movedTo, maker), reason, holidayId };
    return { visit, day: movedTo, move: row, isFixed: false, wasOffOn };
  }
  return day && isCover ? at(day, now?.move) : { visit, day, move, isFixed: false, wasOffOn };
}

/**
 * @returns whether others than who declines have moved a visit since it was given, whether it is another worker's since, and whether staff
 *   have given that one by itself, as it was
 */
function deedsOfOthers(visit: Visit, given: Visit | undefined, now: Visit | undefined, isSamePlan: boolean) {
  if (!given || !now) return { isMoved: false, isGivenToOther: false, isCover: false };
  const isGivenToOther = workerOf(now) !== workerOf(given);
  const isStaffs = now.move !== undefined && !now.move.isKept && now.move.holidayId === null;
  const isElsewhere = now.day !== null && !isSame(now.day, given.day);
  // Whom staff gave a single visit makes it where the plan has it again, on whichever day it was.
  const isWhereItWas = [unmovedDay(now), now.move?.leftDay ?? null].some((one) => isSame(one, now.day));
  const isCover = isStaffs && isGivenToOther && visit.day !== null && isWhereItWas && !(isSamePlan && isElsewhere);
  const isChanged = now.day !== null && (isElsewhere || isGivenToOther) && !isCover;
  return { isMoved: isChanged && (isStaffs || (isSamePlan && isSame(given.day, visit.day))), isGivenToOther, isCover };
}

const workerOf = (visit: Visit) => visit.move?.workerProfileId ?? null;

const unmovedDay = ({ originalDay, day, move }: Visit): Day =>
  move?.movedFrom ?? (move?.isKept && day ? day : originalDay);

/** @param move where it is now, as the other plan has it */
function moved(visit: Visit, day: Day, worker: string | null, move: Differing | undefined): Differing | undefined {
  if (isSame(day, visit.day) && worker === workerOf(visit) && !(visit.move?.holidayId && !move?.holidayId)) {
    return visit.move;
  }
  const row = differing(visit, day, worker);
  if (isSame(day, unmovedDay(visit)) && worker === null) {
    const isInPlan = visit.isPlanned && isSame(day, visit.originalDay);
    return isInPlan && !row.leftDay ? undefined : { ...row, isKept: !isInPlan, movedFrom: null };
  }
  const isMoved = move !== undefined && !move.isKept;
  return isMoved
    ? { ...row, reason: move.reason, holidayId: move.holidayId }
    : { ...row, isKept: !(visit.isPlanned && isSame(day, visit.originalDay)), movedFrom: null };
}

/** @returns the row of a visit that somebody has moved */
function differing(visit: Visit, day: Day, workerProfileId: string | null): Differing {
  const was = unmovedDay(visit);
  const { originalDay, isPlanned, move } = visit;
  const movedFrom = isPlanned && isSame(was, originalDay) ? null : was;
  const leftDay = move?.leftDay ?? null;
  return { originalDay, day, isKept: false, movedFrom, leftDay, workerProfileId, reason: null, holidayId: null };
}

/** What others have moved to a day on which another visit is goes back to where it was, or else to the next free day. */
function withoutSecond({ firstToCome, isOff }: GivenBack, places: Place[]): Place[] {
  const rows = [...places];
  const isTaken = (index: number, day: Day) => rows.some((row, other) => other !== index && isSame(row.day, day));
  const isLater = (row: Place) => !row.isFixed && !isSame(row.day, row.visit.day);
  const order = [...rows.keys()].sort(
    (one, other) => Number(isLater(places[other] as Place)) - Number(isLater(places[one] as Place)),
  );
  for (const index of order) {
    const row = rows[index] as Place;
    const { visit, day } = row;
    if (row.isFixed || !day || !isTaken(index, day)) continue;
    if (isBefore(day, firstToCome)) {
      // One that was moved there, and is over, was the visit of that day.
      rows[index] = {
        ...row,
        day: null,
        move: { ...differing(visit, day, null), day: null, movedFrom: null, isKept: true },
      };
      continue;
    }
    const days = [
      ...(visit.day ? [visit.day] : []),
      ...Array.from({ length: daysToFind }, (_, days) => day.add({ days: days + 1 })),
    ];
    const free = days.find((one) => !isBefore(one, firstToCome) && !isOff(one) && !isTaken(index, one));
    const isBack = free && isSame(free, visit.day);
    const place = isBack ? visit.move : { ...differing(visit, free ?? day, workerOf(visit)), day: free ?? null };
    rows[index] = { ...row, day: free ?? null, move: place };
  }
  return rows;
}

/** How far away a free day is looked for. */
const daysToFind = 21;

/** @returns the Mondays of the weeks in which something differs; undefined for all weeks before */
function mondaysOf({
  before,
  given,
  now,
  monday,
  settled,
  takenOff,
  daysOff,
  firstToCome,
}: GivenBack): (Day | undefined)[] {
  const days = [before, given, now].flatMap(({ moves }) => moves.flatMap(({ originalDay, day }) => [originalDay, day]));
  const others = [...settled, ...takenOff, ...daysOff.flatMap(({ day, movedTo }) => [day, movedTo]), firstToCome];
  const last = [...days, ...others].reduce<Day>((latest, day) => (day && isBefore(latest, day) ? day : latest), monday);
  const weeks = monday.until(mondayOf(isoWeekOf(last)), { largestUnit: 'days' }).days / 7;
  return [undefined, ...Array.from({ length: weeks + 1 }, (_, week) => monday.add({ weeks: week }))];
}

/** @param week its Monday; undefined for all weeks before the one in which the service was given */
function visitsOf({ rhythm, weekDays, moves }: ServicePlan, week: Day | undefined, first: Day): Visit[] {
  const isOf = (day: Day) =>
    week ? !isBefore(day, week) && isBefore(day, week.add({ weeks: 1 })) : isBefore(day, first);
  const planned = week
    ? daysFrom(week, week.add({ days: 6 })).filter(
        (day) => weekDays.includes(weekDayOf(day)) && isVisitDue(day, rhythm),
      )
    : [];
  const inPlan = planned.map((originalDay) => ({
    originalDay,
    isPlanned: true,
    move: moves.find((move) => isSame(move.originalDay, originalDay)),
  }));
  const others = moves.filter(({ originalDay }) => isOf(originalDay) && !isAmong(planned, originalDay));
  return [...inPlan, ...others.map((move) => ({ originalDay: move.originalDay, isPlanned: false, move }))].flatMap(
    ({ move, ...visit }): Visit[] =>
      // What the plan has too early was never a visit.
      move?.day === null && move.isKept ? [] : [{ ...visit, day: move ? move.day : visit.originalDay, move }],
  );
}

type IsPair = (one: Visit, other: Visit) => boolean;
const byDay: IsPair = (one, other) => isSame(one.day, other.day);
const byOriginal: IsPair = (one, other) => isSame(one.originalDay, other.originalDay);
const inOrder: IsPair = () => true;

/** @returns which visit of one plan is which of another one: those that are alike, by one rule after the other */
function paired(ones: readonly Visit[], others: readonly Visit[], rules: readonly IsPair[]): Map<Visit, Visit> {
  const pairs = new Map<Visit, Visit>();
  const inTime = (visits: readonly Visit[]) =>
    visits.toSorted((one, other) =>
      Temporal.PlainDate.compare(one.day ?? one.originalDay, other.day ?? other.originalDay),
    );
  const left = inTime(others);
  for (const isPair of rules) {
    for (const one of inTime(ones)) {
      if (pairs.has(one)) continue;
      const place = left.findIndex((other) => isPair(one, other));
      const [other] = place < 0 ? [] : left.splice(place, 1);
      if (other) pairs.set(one, other);
    }
  }
  return pairs;
}

const isSame = (one: Day | null, other: Day | null) => (one && other ? one.equals(other) : one === other);
const isAmong = (days: readonly Day[], day: Day) => days.some((one) => one.equals(day));
