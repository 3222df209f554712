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
import { later } from './visit-plan.ts';

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

/** A visit: where it is, and how it differs from the plan that has it. */
export type Visit = { originalDay: Day; isPlanned: boolean; day: Day | null; move: Differing | undefined };

/** One visit as it was before its service was given to somebody, as it was given, and as it is; undefined where the plan has none for it. */
export type Followed = { was: Visit; gave: Visit | undefined; is: Visit | undefined };

type Plans = { before: ServicePlan; given: ServicePlan; now: ServicePlan };

/**
 * Follows each visit through three plans, week by week: it is the visit of the same day, or else the next one of its week.
 * @param monday of the week in which the service was given; all weeks before count as one
 * @param until a day of the last week, unless something differs later
 */
export function followed({ before, given, now }: Plans, monday: Day, until: Day): Followed[] {
  const days = [before, given, now].flatMap(({ moves }) => moves.flatMap(({ originalDay, day }) => [originalDay, day]));
  const last = mondayBefore(days.reduce<Day>((latest, day) => (day ? later(latest, day) : latest), until));
  const mondays = Array.from({ length: monday.until(last, { largestUnit: 'days' }).days / 7 + 1 }, (_, week) =>
    monday.add({ weeks: week }),
  );
  return [undefined, ...mondays].flatMap((week) => {
    const gave = visitsOf(given, week, monday);
    const was = visitsOf(before, week, monday);
    const givenOf = paired(was, gave, [byDay, byOriginal, inOrder]);
    const nowOf = paired(gave, visitsOf(now, week, monday), isSamePlan(given, now) ? [byOriginal] : [byDay, inOrder]);
    return was.map((visit) => {
      const one = givenOf.get(visit);
      return { was: visit, gave: one, is: one && nowOf.get(one) };
    });
  });
}

export const isSamePlan = (one: ServicePlan, other: ServicePlan): boolean =>
  one.weekDays.length === other.weekDays.length &&
  one.weekDays.every((day) => other.weekDays.includes(day)) &&
  isSame(one.rhythm.startDay, other.rhythm.startDay) &&
  one.rhythm.interval === other.rhythm.interval &&
  one.rhythm.weekOffset === other.rhythm.weekOffset;

/** @param week its Monday; undefined for all weeks before the first */
function visitsOf({ rhythm, weekDays, moves }: ServicePlan, week: Day | undefined, first: Day): Visit[] {
  const isOfWeek = (day: Day) => (week ? isSame(mondayBefore(day), week) : isBefore(day, first));
  const isPlanned = (day: Day) => weekDays.includes(weekDayOf(day)) && isVisitDue(day, rhythm);
  const planned = week ? daysFrom(week, week.add({ days: 6 })).filter(isPlanned) : [];
  const others = moves.map(({ originalDay }) => originalDay).filter((day) => isOfWeek(day) && !isAmong(planned, day));
  return [...planned, ...others].flatMap((originalDay, index): Visit[] => {
    const move = moves.find((one) => isSame(one.originalDay, originalDay));
    // What the plan has too early was never a visit.
    if (move?.day === null && move.isKept) return [];
    return [{ originalDay, isPlanned: index < planned.length, day: move ? move.day : originalDay, move }];
  });
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

/** Null for the service's own worker. */
export const workerOf = (visit: Visit) => visit.move?.workerProfileId ?? null;

/** Where a visit is when nobody moves it. */
export const homeOf = ({ originalDay, day, move }: Visit): Day =>
  move?.movedFrom ?? (move?.isKept && day ? day : originalDay);

/** @returns the row of a visit that somebody has moved */
export function movedRow(visit: Visit, day: Day, workerProfileId: string | null): Differing {
  const home = homeOf(visit);
  const { originalDay, isPlanned, move } = visit;
  const movedFrom = isPlanned && isSame(home, originalDay) ? null : home;
  const leftDay = move?.leftDay ?? null;
  return { originalDay, day, isKept: false, movedFrom, leftDay, workerProfileId, reason: null, holidayId: null };
}

const mondayBefore = (day: Day) => mondayOf(isoWeekOf(day));
export const isSame = (one: Day | null, other: Day | null) => (one && other ? one.equals(other) : one === other);
export const isAmong = (days: readonly Day[], day: Day) => days.some((one) => one.equals(day));
