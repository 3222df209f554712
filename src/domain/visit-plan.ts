import type { DaysAway } from './away-news.ts';
import { isBefore, type VisitRhythm, type WeekDay } from './calendar.ts';
import { isDueOn } from './schedule-rules.ts';

type Day = Temporal.PlainDate;

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

/** @returns who makes a visit on a day; undefined when none is due */
export function whoComesOn(plan: VisitPlan, day: Day): string | undefined {
  if (plan.workerProfileId === null) return undefined;
  const { moves, holds, holidays } = plan;
  if (!isDueOn(day, { ...plan, exceptions: { moves, holds, holidays } })) return undefined;
  return moves.find((move) => move.day?.equals(day))?.workerProfileId ?? plan.workerProfileId;
}

/** @returns the later of two days */
export const later = (one: Day, other: Day) => (isBefore(one, other) ? other : one);
