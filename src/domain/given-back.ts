import { isBefore } from './calendar.ts';
import {
  type Differing,
  type Followed,
  followed,
  homeOf,
  isAmong,
  isSame,
  isSamePlan,
  movedRow,
  type ServicePlan,
  type Visit,
  workerOf,
} from './followed-visits.ts';
import { oneADay, type Place } from './one-a-day.ts';
import { later } from './visit-plan.ts';

type Day = Temporal.PlainDate;

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

/**
 * Gives a service back in three steps: each visit is followed from how it was to how it is (`followed`); what others than its worker have
 * done to it since it was given is done to where it was (`placeOf`); and of two on one day one makes way (`oneADay`).
 * @returns what differs from the plan then, and the days on which visits are off that were taken off
 */
export function givenBack(change: GivenBack): { moves: Differing[]; takenOff: Day[] } {
  const { before, given, now, monday, worker, settled, takenOff, daysOff, firstToCome } = change;
  const days = [...settled, ...takenOff, ...daysOff.flatMap(({ day, movedTo }) => [day, movedTo]), firstToCome];
  const visits = followed(change, monday, days.reduce(later, monday));
  const wasOn = visits.flatMap(({ was }) => was.day ?? []);
  const places = oneADay(
    visits.map((visit) => placeOf(change, visit, wasOn)),
    change,
  );
  const early = before.moves.filter(({ day, isKept }) => day === null && isKept);
  // What was made up, or moved, from a week that was over when the service was given.
  const known = [...before.moves, ...given.moves].map(({ originalDay }) => originalDay);
  const others = now.moves
    .filter(({ originalDay }) => isBefore(originalDay, monday) && !isAmong(known, originalDay))
    .map((move) => ({ ...move, workerProfileId: move.workerProfileId === worker ? null : move.workerProfileId }));
  const isOffOn = (day: Day) => places.find(({ wasOffOn }) => isSame(wasOffOn, day))?.day ?? day;
  return {
    moves: [...early, ...places.flatMap(({ move }) => move ?? []), ...others],
    takenOff: takenOff.map(isOffOn),
  };
}

/**
 * Where a visit is: what is over or begun stays, what others have moved since is there, and all else is as it was before, through the days
 * off that were set and taken back since.
 */
function placeOf(change: GivenBack, visit: Followed, wasOn: readonly Day[]): Place {
  const { worker, firstThen, firstToCome, settled, takenOff } = change;
  const { was, is } = visit;
  const { isMoved, isGivenToOther, isCover } = deedsOfOthers(visit, isSamePlan(change.given, change.now));
  const itsWorker = is ? workerOf(is) : null;
  const maker = isGivenToOther ? (itsWorker === worker ? null : itsWorker) : workerOf(was);
  const wasOffOn = is?.day && isAmong(takenOff, is.day) ? is.day : null;
  const asBefore = { visit: was, day: was.day, move: was.move, isFixed: false, wasOffOn };
  const at = (day: Day, move: Differing | undefined): Place => ({
    ...asBefore,
    ...{ day, move: rowAt(was, day, maker, move) },
  });
  const isOver = (day: Day | null) => day !== null && isBefore(day, firstToCome);
  if (is?.day) {
    // Nor is one that is off put on its own day once that is over.
    const isSettled = isAmong(settled, is.day) || (wasOffOn !== null && isOver(was.day));
    // Who put today's visit on a day that is over, and has not made it, leaves it to who gets it back.
    const isLeft = was.day !== null && !isSettled && !isOver(was.day);
    if (isSettled || (isOver(is.day) && !isLeft)) return { ...at(is.day, is.move), isFixed: true };
    // A day that went by since is not made up for by itself; one that was over before has no visit to come.
    const isGone = was.day && isOver(was.day) && !isBefore(was.day, firstThen);
    if (isMoved || isGone) return at(is.day, is.move);
  }
  const { day, move } = was;
  if (move?.holidayId && !change.isStanding(move.holidayId)) return at(move.movedFrom ?? was.originalDay, undefined);
  const dayOff = day && !move?.holidayId && change.daysOff.find((one) => isSame(one.day, day));
  // One whose other day is taken is left out.
  if (dayOff && !change.isOff(dayOff.movedTo) && !isAmong(wasOn, dayOff.movedTo)) {
    const { id: holidayId, name: reason, movedTo } = dayOff;
    return { ...asBefore, day: movedTo, move: { ...movedRow(was, movedTo, maker), reason, holidayId } };
  }
  return day && isCover ? at(day, is?.move) : asBefore;
}

/**
 * @returns whether others than who declines have moved a visit since it was given, whether it is another worker's since, and whether staff
 *   have given that one by itself, as it was
 */
function deedsOfOthers({ was, gave, is }: Followed, isSamePlan: boolean) {
  if (!gave || !is) return { isMoved: false, isGivenToOther: false, isCover: false };
  const isGivenToOther = workerOf(is) !== workerOf(gave);
  const isStaffs = is.move !== undefined && !is.move.isKept && is.move.holidayId === null;
  const isElsewhere = is.day !== null && !isSame(is.day, gave.day);
  // Whom staff gave a single visit makes it where the plan has it again, on whichever day it was.
  const isWhereItWas = [homeOf(is), is.move?.leftDay ?? null].some((one) => isSame(one, is.day));
  const isCover = isStaffs && isGivenToOther && was.day !== null && isWhereItWas && !(isSamePlan && isElsewhere);
  const isChanged = is.day !== null && (isElsewhere || isGivenToOther) && !isCover;
  return { isMoved: isChanged && (isStaffs || (isSamePlan && isSame(gave.day, was.day))), isGivenToOther, isCover };
}

/** @param move where it is now, as the other plan has it */
function rowAt(visit: Visit, day: Day, worker: string | null, move: Differing | undefined): Differing | undefined {
  if (isSame(day, visit.day) && worker === workerOf(visit) && !(visit.move?.holidayId && !move?.holidayId)) {
    return visit.move;
  }
  const row = movedRow(visit, day, worker);
  const isInPlan = visit.isPlanned && isSame(day, visit.originalDay);
  const kept = { ...row, isKept: !isInPlan, movedFrom: null };
  if (isSame(day, homeOf(visit)) && worker === null) return isInPlan && !row.leftDay ? undefined : kept;
  return move && !move.isKept ? { ...row, reason: move.reason, holidayId: move.holidayId } : kept;
}
