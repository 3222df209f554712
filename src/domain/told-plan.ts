import type { DaysAway } from './away-news.ts';
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
import { isDueOn, isWithin } from './schedule-rules.ts';

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
type PlanHoliday = { id: string; day: Temporal.PlainDate; name: string };

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
};
/** @property who the customer, or a worker's profile */
export type SkipDeed = { day: Temporal.PlainDate; who: 'customer' | (string & {}); isOff: boolean };

/** What has become of visits besides, and how the change was made. */
export type Circumstances = {
  today: Temporal.PlainDate;
  /** Whether visits are due at all. */
  isActive: boolean;
  /** Whether those who make visits for the service's worker were told that it rests. */
  isRestTold: boolean;
  /** From when on the plan is another. */
  planFrom: Temporal.PlainDate | null;
  /** Whether its worker has put it on other weekdays, which count at once. */
  isAtOnce: boolean;
  /** Whether its worker has accepted another rhythm, whose first day its customer chose. */
  isRhythm: boolean;
  /** The days of visits that were taken off. */
  skipped: readonly Temporal.PlainDate[];
  /** The days of visits to which nobody came, of which people are told otherwise. */
  missed: readonly Temporal.PlainDate[];
  begun: readonly { day: Temporal.PlainDate; workerProfileId: string }[];
  /** Whether the customer, or a worker, knows of a visit that was taken off: they have read that, or have done it themselves. */
  knowsOff: (who: SkipDeed['who'], day: Temporal.PlainDate) => boolean;
};

/** Where a visit is; the worker null when that is not known. */
export type VisitSpot = { day: Temporal.PlainDate; workerProfileId: string | null };
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
export type PlanNews = {
  /** The day from which on whose the service is, or on which weekdays, is otherwise; undefined when it is as they know. */
  otherFrom: Day | undefined;
  customer: CustomerNews;
  workers: WorkerNews[];
};

/** How many weeks two plans are compared for. */
const weeksCompared = 8;
/** How far apart two days may be for a visit that left one to be the one that came to the other. */
const daysOfOneVisit = 14;

/**
 * @param told what people know
 * @param is what is so
 * @returns what they are to be told, so that they know what is so: who has read of another plan takes that for what is so from
 * its first day on
 */
export function planNews(told: VisitPlan, is: VisitPlan, circumstances: Circumstances): PlanNews {
  const { today, isActive, isRestTold, skipped, begun, knowsOff } = circumstances;
  const wished = [circumstances.planFrom ?? today, is.startDay].reduce(later, today);
  const toldOff = told.skips?.map(({ day }) => day) ?? skipped;
  const daysOfSkips = [...skipped, ...toldOff, ...(told.deeds ?? []).map(({ day }) => day)];
  const isIn = (list: readonly Day[]) => (day: Day) => list.some((one) => one.equals(day));
  const isMissed = isIn(circumstances.missed);
  const ahead = daysFrom(today, lastDayOf([told, is], daysOfSkips.reduce(later, wished)));
  const days = ahead.filter((day) => !isMissed(day));
  // Who waited for somebody reads why nobody came, though the day is over by now; to a worker a day that is over is no news.
  const over = skipped.filter((day) => isBefore(day, today) && !isMissed(day));

  const toldOn = (day: Day) => whoComesOn(told, day);
  const isSkipped = isIn(skipped);
  const wasOff = isIn(toldOff);
  const ownDeed = (who: string, day: Day) =>
    told.deeds?.find((deed) => deed.who === who && deed.day.equals(day))?.isOff;
  const isHandedOver = told.workerProfileId !== is.workerProfileId;
  const begunBy = (day: Day) => begun.find((one) => one.day.equals(day))?.workerProfileId;
  const isOn = (day: Day) => begunBy(day) ?? (isActive && !isSkipped(day) ? whoComesOn(is, day) : undefined);
  // Of a day off that came while they were away they were not told.
  const isBack = (day: Day) => isHeld(told, day) && !isHeld(is, day);
  // Of days away the customer and the worker who keeps the service read in one letter.
  const known = { ...told, holds: is.holds, holidays: told.holidays.filter(({ day }) => !isBack(day)) };
  const wasConcerned = (day: Day) =>
    told.holidays.some((holiday) => holiday.day.equals(day)) &&
    (isPlanned(told, day) || told.moves.some(({ originalDay }) => originalDay.equals(day)));
  // Of a new service they read which visit is the first, wherever it was moved.
  const first = told.workerProfileId === null ? days.find((day) => isOn(day) !== undefined) : undefined;
  const asked = first && isBefore(first, wished) ? first : wished;
  const isAnnounced = (day: Day) =>
    first?.equals(day) ||
    (isPlanned(is, day) && !isHeld(is, day) && !wasConcerned(day) && !isBefore(day, first ?? today));
  const announced = (day: Day) => (isAnnounced(day) ? is.workerProfileId : undefined);
  // Of a week in which a visit has been made already the new weekdays say too much.
  const mixed = daysFrom(asked, sundayOf(asked)).filter((day) => (announced(day) ?? undefined) !== isOn(day));
  const [lastMixed] = mixed.toReversed();
  const from = circumstances.isAtOnce && lastMixed ? sundayOf(asked).add({ days: 1 }) : asked;
  // Its worker knows the first day; its customer reads of one from which on all is as it says, unless that leaves a week out.
  const isLater = circumstances.isRhythm && is.interval === 1;
  const toldFrom = isLater && lastMixed ? lastMixed.add({ days: 1 }) : from;
  const isOther = isActive && is.workerProfileId !== null && isOtherPlan(told, is, asked);
  const isAfter = (day: Day) => isOther && !isBefore(day, from);

  // Who has put it on other weekdays knows what they say, also of a week in which they say too much.
  const isOwnChange = (day: Day) => isOther && circumstances.isAtOnce && !isBefore(day, asked);

  // Who reads that another worker comes on these weekdays takes that for all of them.
  const isSaid = (day: Day) => isOther && !isBefore(day, toldFrom);
  const customerBelieves = (day: Day) => {
    // On days on which nobody was to come they may not have read that a visit was taken off.
    const isOff = wasOff(day) && (toldOn(day) !== undefined || knowsOff('customer', day));
    if (ownDeed('customer', day) ?? isOff) return undefined;
    return isSaid(day) ? (announced(day) ?? undefined) : whoComesOn(known, day);
  };
  const workerBelieves = (worker: string) => (day: Day) => {
    const isOwn = worker === told.workerProfileId;
    const isInPlan = isAfter(day) && worker === is.workerProfileId && isHandedOver;
    const isOff = wasOff(day) && (toldOn(day) === worker || knowsOff(worker, day)) && !isInPlan;
    if (ownDeed(worker, day) ?? isOff) return false;
    if (isAfter(day) && worker === is.workerProfileId) return announced(day) === worker;
    if (isOwnChange(day) && worker === is.workerProfileId && (announced(day) ?? undefined) === isOn(day))
      return isOn(day) === worker;
    if (isOwn ? isAfter(day) : isRestTold) return false;
    return whoComesOn(isOwn && worker === is.workerProfileId ? known : told, day) === worker;
  };

  // What differed from the plan before differs from another one still: that stands in the letter of the plan.
  const isStill = (day: Day) => {
    const was = whoComesOn(known, day);
    return told.workerProfileId !== null && (was === told.workerProfileId ? is.workerProfileId : was) === isOn(day);
  };
  const isByWorker = circumstances.isAtOnce || circumstances.isRhythm;
  const workers = new Set([...workersOf(told), ...workersOf(is), ...begun.map((one) => one.workerProfileId)]);
  // That the service rests its own worker is told with its customer.
  const concerned = [...workers].filter((worker) => isActive || worker !== told.workerProfileId);
  const finds = { isOn, isSkipped, isRestTold, begunBy, today, told, is };
  return {
    otherFrom: isOther ? toldFrom : undefined,
    customer: isActive
      ? customerNews([...over, ...days], customerBelieves, {
          ...finds,
          isSaid,
          isStill: (day) => isSaid(day) && isStill(day),
        })
      : nothing,
    workers: concerned.map((worker) =>
      workerNews(days, worker, workerBelieves(worker), {
        ...finds,
        isSaid: isAfter,
        isStill: (day) => !isByWorker && worker === is.workerProfileId && isAfter(day) && isStill(day),
      }),
    ),
  };
}

/** @returns the first day of which people are told something, of those to come if there is one; undefined when they know all */
export function firstDayTold({ otherFrom, customer, workers }: PlanNews, today: Day): Temporal.PlainDate | undefined {
  const { moved, off, more, holidays, afterAll } = customer;
  const days = [
    ...(otherFrom ? [otherFrom] : []),
    ...off.map(({ day }) => day),
    ...[...moved.flatMap(({ from, to }) => [from, to]), ...more].map(({ day }) => day),
    ...afterAll.flatMap(({ holiday, instead }) => [holiday.day, instead ?? holiday.day]),
    ...holidays.flatMap(({ holiday, movedTo }) => [holiday.day, movedTo?.day ?? holiday.day]),
    ...workers.flatMap((one) => [...one.given, ...one.taken, ...one.off.map(({ day }) => day)]),
    ...workers.flatMap((one) => one.moved.flatMap(({ from, to }) => [from, to])),
  ];
  const inOrder = days.sort(Temporal.PlainDate.compare);
  return inOrder.find((day) => !isBefore(day, today)) ?? inOrder[0];
}

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

const nothing: CustomerNews = { moved: [], movedStill: [], off: [], more: [], holidays: [], afterAll: [] };

type Finds = {
  /** Who makes the visit of a day; undefined when there is none. */
  isOn: (day: Day) => string | undefined;
  begunBy: (day: Day) => string | undefined;
  isSkipped: (day: Day) => boolean;
  isRestTold: boolean;
  /** Whether a letter about another plan tells the reader what is on a day. */
  isSaid: (day: Day) => boolean;
  /** Whether what is on a day was so before, and only the other plan of which the reader reads says something else. */
  isStill: (day: Day) => boolean;
  today: Day;
  told: VisitPlan;
  is: VisitPlan;
};

function customerNews(days: readonly Day[], believes: (day: Day) => string | undefined, finds: Finds): CustomerNews {
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

function workerNews(days: readonly Day[], worker: string, believes: (day: Day) => boolean, finds: Finds): WorkerNews {
  const { isOn, isRestTold, isSaid, isStill, begunBy, told, is, today } = finds;
  const lost = days.filter((day) => believes(day) && isOn(day) !== worker);
  // Who has begun a visit knows of it.
  const gained = days.filter((day) => !believes(day) && isOn(day) === worker && !begunBy(day));
  // Of days off each worker has one letter, with all visits that they knew and that are theirs still, but for services that rest.
  const ownerOf = (plan: VisitPlan, other: VisitPlan, holiday: PlanHoliday) =>
    (movedBy(plan, other, holiday) ?? plan.moves.find((move) => move.day?.equals(holiday.day)))?.workerProfileId ??
    plan.workerProfileId;
  for (const day of isRestTold ? [] : [...lost]) {
    const holiday = is.holidays.find((one) => one.day.equals(day));
    if (!holiday || told.holidays.some(({ id }) => id === holiday.id) || ownerOf(is, told, holiday) !== worker)
      continue;
    if (whoComesOn(told, day) !== worker) continue;
    take(lost, day);
    const moved = movedBy(is, told, holiday, gained);
    if (moved?.day && !isSaid(moved.day)) take(gained, moved.day);
  }
  for (const day of isRestTold ? [] : [...gained]) {
    const holiday = takenBack(told, is, day);
    if (!holiday || ownerOf(told, is, holiday) !== worker) continue;
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

/** @returns on which day the visit is that the plan has on a day */
const placeOf = ({ moves }: VisitPlan, originalDay: Day): Day =>
  moves.find((move) => move.originalDay.equals(originalDay))?.day ?? originalDay;

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

function isOtherPlan(told: VisitPlan, is: VisitPlan, from: Day): boolean {
  if (told.workerProfileId !== is.workerProfileId) return true;
  return daysFrom(from, from.add({ weeks: weeksCompared })).some((day) => isPlanned(told, day) !== isPlanned(is, day));
}

const isPlanned = (plan: VisitPlan, day: Day) => plan.weekDays.includes(weekDayOf(day)) && isVisitDue(day, plan);
const isHeld = (plan: VisitPlan, day: Day) => plan.holds.some((hold) => isWithin(day, hold));
/** @returns who makes visits of a plan */
export const workersOf = ({ workerProfileId, moves }: VisitPlan): string[] =>
  [workerProfileId, ...moves.map((move) => move.workerProfileId)].filter((worker) => worker !== null);

/** @returns a day after which two plans differ by their weekdays at most */
function lastDayOf(plans: readonly VisitPlan[], from: Day): Day {
  const days = plans.flatMap(({ moves, holds, holidays, startDay }) => [
    startDay,
    ...moves.flatMap(({ originalDay, day }) => [originalDay, day ?? originalDay]),
    ...holds.flatMap(({ lastDay }) => lastDay),
    ...holidays.map(({ day }) => day),
  ]);
  return days.reduce(later, from).add({ weeks: 2 });
}

const sundayOf = (day: Day) => mondayOf(isoWeekOf(day)).add({ days: 6 });
const later = (one: Day, other: Day) => (isBefore(one, other) ? other : one);
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
