import { isBefore, isoWeekOf, mondayOf } from './calendar.ts';
import { isPlanned, type PlanHoliday, placeOf, type VisitPlan, type VisitSpot, whoComesOn } from './visit-plan.ts';

type Day = Temporal.PlainDate;

/** A day on which nobody comes. */
export type VisitOff = {
  day: Day;
  /** The day on which its visit was taken off, if that is why. */
  takenOff: Day | null;
  /** Whether the reader takes it for a day of visits because of the other plan of which they read. */
  isOfPlan: boolean;
};

type MovedVisit = { from: VisitSpot; to: VisitSpot; reason: string | null };

export type CustomerNews = {
  /** Visits that are on another day, or another worker's. */
  moved: MovedVisit[];
  /** Those of which they know that, and only that another plan does not say it. */
  movedStill: MovedVisit[];
  off: VisitOff[];
  /** Visits more. */
  more: VisitSpot[];
  /** Days off, and where the visit is instead. */
  holidays: { holiday: PlanHoliday; movedTo: VisitSpot | null }[];
  /** Days off that are none any more, and where their visits would have been instead. */
  afterAll: { holiday: PlanHoliday; instead: Day | null }[];
};

export type WorkerNews = {
  workerProfileId: string;
  moved: { from: Day; to: Day }[];
  given: Day[];
  /** Days of visits that another worker makes. */
  taken: Day[];
  /** What was so before there was another plan, and only that one does not say it. */
  still: { moved: { from: Day; to: Day }[]; taken: Day[] };
  off: VisitOff[];
};

/** What a customer reads who knows all. */
export const noNews: CustomerNews = { moved: [], movedStill: [], off: [], more: [], holidays: [], afterAll: [] };

/** What there is to know of a service's days, and what one reader reads of another plan. */
export type Finds = {
  /** Who makes the visit of a day; undefined when there is none. */
  isOn: (day: Day) => string | undefined;
  begunBy: (day: Day) => string | undefined;
  isSkipped: (day: Day) => boolean;
  isRestTold: boolean;
  hasAfterAll: (worker: string, holidayId: string) => boolean;
  /** Whether a letter about another plan tells the reader what is on a day. */
  isSaid: (day: Day) => boolean;
  /** Whether what is on a day was so before, and only the other plan of which the reader reads says something else. */
  isStill: (day: Day) => boolean;
  today: Day;
  told: VisitPlan;
  is: VisitPlan;
};

/**
 * @param days in question
 * @param believes who comes on a day, as the customer takes it to be; undefined when nobody does
 * @returns what the customer is to read of single visits
 */
export function customerNews(
  days: readonly Day[],
  believes: (day: Day) => string | undefined,
  finds: Finds,
): CustomerNews {
  const { isOn, isStill, begunBy, told, is, today } = finds;
  const lost = days.filter((day) => believes(day) !== undefined && isOn(day) === undefined);
  // Who is being served reads of that.
  const gained = days.filter((day) => believes(day) === undefined && isOn(day) !== undefined && !begunBy(day));
  const spot = (day: Day): VisitSpot => ({ day, workerProfileId: isOn(day) ?? null });
  const holidays = [...lost].flatMap((day) => {
    const holiday = is.holidays.find((one) => one.day.equals(day));
    if (!holiday) return [];
    take(lost, day);
    const movedTo = movedBy(is, told, holiday, gained)?.day;
    if (movedTo) take(gained, movedTo);
    return [{ holiday, movedTo: movedTo ? spot(movedTo) : null }];
  });
  const afterAll = [...gained].flatMap((day) => {
    const holiday = takenBack(told, is, day);
    if (!holiday) return [];
    take(gained, day);
    const instead = movedBy(told, is, holiday, lost)?.day ?? null;
    if (instead) take(lost, instead);
    return [{ holiday, instead }];
  });
  const reasonOn = (day: Day) => is.moves.find((move) => move.day?.equals(day))?.reason ?? null;
  const others = days.flatMap((day) => {
    const [was, now] = [believes(day), isOn(day)];
    if (!was || !now || was === now || begunBy(day)) return [];
    return [{ from: { day, workerProfileId: was }, to: { day, workerProfileId: now }, reason: reasonOn(day) }];
  });
  const isMissed = (day: Day) => isBefore(day, today);
  const offOn = offOf(finds, () => true);
  const skipped = takeAll(lost, (day) => offOn(day).takenOff !== null);
  const pairs = pairsOf(lost, gained, { told, is }, isMissed).map(({ from, to }) => ({
    from: { day: from, workerProfileId: believes(from) ?? told.workerProfileId },
    to: spot(to),
    reason: reasonOn(to),
  }));
  const all = [...pairs, ...others];
  const isMovedStill = ({ from, to }: MovedVisit) => isStill(from.day) && isStill(to.day);
  return {
    moved: all.filter((one) => !isMovedStill(one)),
    movedStill: all.filter(isMovedStill).sort((one, other) => Temporal.PlainDate.compare(one.from.day, other.from.day)),
    off: [...skipped, ...lost].map(offOn),
    more: gained.map(spot),
    holidays,
    afterAll,
  };
}

/**
 * @param days in question
 * @param believes whether the worker takes a visit of a day to be the own
 * @returns what a worker is to read of single visits
 */
export function workerNews(
  days: readonly Day[],
  worker: string,
  believes: (day: Day) => boolean,
  finds: Finds,
): WorkerNews {
  const { isOn, isRestTold, hasAfterAll, isSaid, isStill, begunBy, told, is, today } = finds;
  const lost = days.filter((day) => believes(day) && isOn(day) !== worker);
  // Who has begun a visit knows of it.
  const gained = days.filter((day) => !believes(day) && isOn(day) === worker && !begunBy(day));
  // Of days off each worker has one letter, with all visits that they knew and that are theirs still, but for services that rested then.
  const ownerOf = (plan: VisitPlan, other: VisitPlan, holiday: PlanHoliday) =>
    (movedBy(plan, other, holiday) ?? plan.moves.find((move) => move.day?.equals(holiday.day)))?.workerProfileId ??
    plan.workerProfileId;
  for (const holiday of is.holidays) {
    if (isRestTold && !holiday.isToldWhileActive) continue;
    if (told.holidays.some(({ id }) => id === holiday.id) || ownerOf(is, told, holiday) !== worker) continue;
    if (whoComesOn(told, holiday.day) !== worker) continue;
    take(lost, holiday.day);
    const moved = movedBy(is, told, holiday, gained);
    if (moved?.day && !isSaid(moved.day)) take(gained, moved.day);
  }
  for (const day of [...gained]) {
    const holiday = takenBack(told, is, day);
    if (!holiday || ownerOf(told, is, holiday) !== worker) continue;
    if (isRestTold && !hasAfterAll(worker, holiday.id)) continue;
    take(gained, day);
    const moved = movedBy(told, is, holiday, lost);
    if (moved?.day) take(lost, moved.day);
  }
  const isMissed = (day: Day) => isBefore(day, today) && whoComesOn(told, day) === worker;
  const offOn = offOf(finds, (day) => whoComesOn(is, day) === worker);
  const skipped = takeAll(lost, (day) => offOn(day).takenOff !== null);
  const moved = pairsOf(lost, gained, { told, is }, isMissed);
  const isMadeByOther = (day: Day) => {
    const at = whereNow(told, is, day);
    return isOn(day) !== undefined || (isOn(at) !== undefined && isOn(at) !== worker);
  };
  const taken = lost.filter(isMadeByOther);
  const off = [...skipped, ...lost.filter((day) => !isAmong(taken, day))].map(offOn);
  const isMovedStill = ({ from, to }: { from: Day; to: Day }) => isStill(from) && isStill(to);
  return {
    ...{ workerProfileId: worker, given: gained, off },
    moved: moved.filter((one) => !isMovedStill(one)),
    taken: taken.filter((day) => !isStill(day)),
    still: { moved: moved.filter(isMovedStill), taken: taken.filter(isStill) },
  };
}

/**
 * @param isReaders whether the visit that is on a day is one of the reader's
 * @returns what is to be said of a day on which nobody comes
 */
const offOf =
  ({ isSkipped, isSaid, told, is }: Finds, isReaders: (day: Day) => boolean) =>
  (day: Day): VisitOff => {
    const isOfPlan = isSaid(day) && isPlanned(is, day);
    const at = isOfPlan ? placeOf(is, day) : whereNow(told, is, day);
    const takenOff = isSkipped(day) ? day : isSkipped(at) && isReaders(at) ? at : null;
    return { day, takenOff, isOfPlan };
  };

/** @returns on which day the visit is that was told to be on a day */
function whereNow(told: VisitPlan, is: VisitPlan, day: Day): Day {
  const original = told.moves.find((move) => move.day?.equals(day))?.originalDay ?? day;
  return placeOf(is, original);
}

/**
 * @param plan with the day off; `other` without it
 * @param days on one of which it is; on any unless given
 * @returns the visit of a day off that is elsewhere by a plan: that one moved it, or another one from where that one had
 */
const movedBy = (plan: VisitPlan, other: VisitPlan, { id, day }: PlanHoliday, days?: readonly Day[]) =>
  plan.moves.find(
    (move) =>
      move.holidayId !== null &&
      (move.holidayId === id || (move.day !== null && whereNow(plan, other, move.day).equals(day))) &&
      (days === undefined || isAmong(days, move.day)),
  );

/** @returns the day off of which people were told, and that is none any more */
const takenBack = (told: VisitPlan, is: VisitPlan, day: Day) =>
  is.holidays.some((one) => one.day.equals(day)) ? undefined : told.holidays.find((one) => one.day.equals(day));

/** How far apart two days may be for a visit that left one to be the one that came to the other. */
const daysOfOneVisit = 14;

/**
 * Which of the visits that came is which of those that left; both are taken out of the lists. What was moved is known by the
 * day that the plan had it on, and otherwise the nearest in time are one.
 * @param isMissed whether a visit of a day was missed, so that another one can make up for it
 */
function pairsOf(
  lost: Day[],
  gained: Day[],
  { told, is }: Pick<Finds, 'told' | 'is'>,
  isMissed: (day: Day) => boolean,
): { from: Day; to: Day }[] {
  const pairs: { from: Day; to: Day }[] = [];
  const pairBy = (leftBy: (to: Day) => Day | undefined) => {
    for (const to of [...gained]) {
      const from = leftBy(to);
      if (!from) continue;
      pairs.push({ from, to });
      take(lost, from);
      take(gained, to);
    }
  };
  const originalOf = (day: Day) => is.moves.find((move) => move.day?.equals(day))?.originalDay ?? day;
  pairBy((to) => {
    const original = originalOf(to);
    const was = told.moves.find(({ originalDay }) => originalDay.equals(original))?.day ?? original;
    if (isAmong(lost, was)) return was;
    // One that was missed is over where it was; one that was moved before is where the plan has it to who reads of another plan.
    return isMissed(original) || isAmong(lost, original) ? original : undefined;
  });
  const known = is.moves.filter((move) =>
    told.moves.some(
      (was) => was.originalDay.equals(move.originalDay) && isAmong([was.day ?? was.originalDay], move.day),
    ),
  );
  const isOther = (from: Day, to: Day) =>
    known.some(({ originalDay, day }) => originalDay.equals(from) || day?.equals(to));
  const weekOf = (day: Day) => mondayOf(isoWeekOf(day));
  pairBy((to) => lost.find((day) => !isOther(day, to) && weekOf(day).equals(weekOf(to))));
  pairBy((to) => lost.find((day) => !isOther(day, to) && Math.abs(day.until(to).days) <= daysOfOneVisit));
  return pairs.sort((one, other) => Temporal.PlainDate.compare(one.from, other.from));
}

const isAmong = (days: readonly Day[], day: Day | null) => day !== null && days.some((one) => one.equals(day));

function take(days: Day[], day: Day): void {
  const place = days.findIndex((one) => one.equals(day));
  if (place >= 0) days.splice(place, 1);
}

/** @returns the days that were taken out of a list */
function takeAll(days: Day[], isToTake: (day: Day) => boolean): Day[] {
  const taken = days.filter(isToTake);
  for (const day of taken) take(days, day);
  return taken;
}
