import type { DaysAway } from './away-news.ts';
import { daysFrom, isBefore, isVisitDue, type VisitRhythm, type WeekDay, weekDayOf } from './calendar.ts';
import { isDueOn, isWithin } from './schedule-rules.ts';

type Day = Temporal.PlainDate;

/** How many weeks two plans are compared for. */
const weeksCompared = 8;

/** One visit that is elsewhere than the plan has it, or another worker's; see docs/decisions/027-exceptions-to-the-plan.md. */
export type PlanMove = {
  originalDay: Temporal.PlainDate;
  day: Temporal.PlainDate | null;
  /** Null for the service's worker. */
  workerProfileId: string | null;
  reason: string | null;
  /** The day off that moved it. */
  holidayId: string | null;
};

export type PlanHoliday = {
  id: string;
  day: Temporal.PlainDate;
  name: string;
  /** Whether people were told of it while visits of the service were due, since when they are due without a break. */
  isToldWhileActive?: boolean;
};

/** All that decides when a service's visits are and who makes them: as it is, or as people were told last. */
export type VisitPlan = VisitRhythm & {
  /** The day on which people knew it, if that is not today. */
  since?: Day;
  /** Null for a service of nobody. */
  workerProfileId: string | null;
  weekDays: readonly WeekDay[];
  moves: readonly PlanMove[];
  holds: readonly DaysAway[];
  /** The days away that people know, when these are others: of a service that rests they are told of them alone. */
  away?: readonly DaysAway[];
  /** The days off of which people were told. */
  holidays: readonly PlanHoliday[];
  /** The visits that were taken off, as those know who were to make them, and the customer; those that are when there is no list. */
  skips?: readonly { id: string; day: Temporal.PlainDate; by: string | null }[];
  /** What somebody has taken off or put back since, and so knows. */
  deeds?: readonly SkipDeed[];
  /** By workers, whether they know by what they have done since that it is theirs, or is not any more. */
  owns?: Readonly<Record<string, boolean>>;
  /** The worker who has changed the weekdays last, after others had, and the weekdays before. */
  chosen?: { by: string; before: readonly WeekDay[] };
};

/** @property who the customer, or a worker's profile */
export type SkipDeed = { day: Temporal.PlainDate; who: 'customer' | (string & {}); isOff: boolean };

/** Where a visit is; the worker null when that is not known. */
export type VisitSpot = { day: Temporal.PlainDate; workerProfileId: string | null };

/** @returns the first day to come on which it differs by two plans whether a visit is due, or who makes it */
export const firstDifference = (one: VisitPlan, other: VisitPlan, today: Day): Day | undefined =>
  daysFrom(today, lastDayOf([one, other], today)).find((day) => whoComesOn(one, day) !== whoComesOn(other, day));

/** @returns on which days to come who comes, as people were told: those who make visits for the service's worker */
export function coversTold(told: VisitPlan, today: Day): { day: Day; workerProfileId: string }[] {
  return daysFrom(today, lastDayOf([told], today)).flatMap((day) => {
    const worker = whoComesOn(told, day);
    return worker && worker !== told.workerProfileId ? [{ day, workerProfileId: worker }] : [];
  });
}

/** @returns who makes a visit on a day; undefined when none is due */
export function whoComesOn(plan: VisitPlan, day: Day): string | undefined {
  if (plan.workerProfileId === null) return undefined;
  const { moves, holds, holidays } = plan;
  if (!isDueOn(day, { ...plan, exceptions: { moves, holds, holidays } })) return undefined;
  return moves.find((move) => move.day?.equals(day))?.workerProfileId ?? plan.workerProfileId;
}

/**
 * @param isOff whether a visit was taken off
 * @returns the first day on which the weekdays and the rhythm of a plan have a visit; undefined when that is far ahead
 */
export const firstPlanned = (plan: VisitPlan, from: Day, isOff = (_day: Day) => false): Day | undefined =>
  daysFrom(from, from.add({ weeks: weeksCompared })).find((day) => isPlanned(plan, day) && !isOff(day));

/** @returns on which day the visit is that the plan has on a day */
export const placeOf = ({ moves }: VisitPlan, originalDay: Day): Day =>
  moves.find((move) => move.originalDay.equals(originalDay))?.day ?? originalDay;

/** @returns whether the weekdays and the rhythm of a plan have a visit on a day */
export const isPlanned = (plan: VisitPlan, day: Day) => plan.weekDays.includes(weekDayOf(day)) && isVisitDue(day, plan);

/** @returns whether the customer is away on a day */
export const isHeld = (plan: VisitPlan, day: Day) => plan.holds.some((hold) => isWithin(day, hold));

/** @returns who makes visits of a plan */
export const workersOf = ({ workerProfileId, moves }: VisitPlan): string[] =>
  [workerProfileId, ...moves.map((move) => move.workerProfileId)].filter((worker) => worker !== null);

/** @returns a day after which two plans differ by their weekdays at most */
export function lastDayOf(plans: readonly VisitPlan[], from: Day): Day {
  const days = plans.flatMap(({ moves, holds, holidays, startDay }) => [
    startDay,
    ...moves.flatMap(({ originalDay, day }) => [originalDay, day ?? originalDay]),
    ...holds.flatMap(({ lastDay }) => lastDay),
    ...holidays.map(({ day }) => day),
  ]);
  return days.reduce(later, from).add({ weeks: 2 });
}

/** @returns whether from a day on a service is another worker's, or on other weekdays */
export function isOtherPlan(told: VisitPlan, is: VisitPlan, from: Day): boolean {
  if (told.workerProfileId !== is.workerProfileId) return true;
  return daysFrom(from, from.add({ weeks: weeksCompared })).some((day) => isPlanned(told, day) !== isPlanned(is, day));
}

/** @returns the later of two days */
export const later = (one: Day, other: Day) => (isBefore(one, other) ? other : one);
