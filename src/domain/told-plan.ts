import { daysFrom, isBefore, isoWeekOf, mondayOf } from './calendar.ts';
import { type CustomerNews, customerNews, noNews, type WorkerNews, workerNews } from './told-visits.ts';
import {
  isHeld,
  isOtherPlan,
  isPlanned,
  lastDayOf,
  later,
  type SkipDeed,
  type VisitPlan,
  whoComesOn,
  workersOf,
} from './visit-plan.ts';

type Day = Temporal.PlainDate;

/** What has become of visits besides, and how the change was made. */
export type Circumstances = {
  /** The first day to come: by night that is tomorrow. */
  today: Temporal.PlainDate;
  /** Whether visits are due at all. */
  isActive: boolean;
  /** Whether those who make visits for the service's worker were told that it rests. */
  isRestTold: boolean;
  /** Whether a worker has the one letter of a day off that is none any more, which counts visits of this service among them. */
  hasAfterAll: (worker: string, holidayId: string) => boolean;
  /** From when on the plan is another. */
  planFrom: Temporal.PlainDate | null;
  /** Whether its worker has put it on other weekdays, which count at once. */
  isAtOnce: boolean;
  /** Whether its worker has accepted another rhythm, whose first day its customer chose. */
  isRhythm: boolean;
  /** The days of visits that were taken off, also of such that are over by now. */
  skipped: readonly Temporal.PlainDate[];
  /** The days of visits to which nobody came, of which people are told otherwise. */
  missed: readonly Temporal.PlainDate[];
  begun: readonly { day: Temporal.PlainDate; workerProfileId: string }[];
  /** Whether the customer, or a worker, knows of a visit that was taken off: they have read that, or have done it themselves. */
  knowsOff: (who: SkipDeed['who'], day: Temporal.PlainDate) => boolean;
};

export type PlanNews = {
  /** The day from which on whose the service is, or on which weekdays, is otherwise; undefined when it is as they know. */
  otherFrom: Day | undefined;
  /** The workers who know the service to be theirs, and it is another's; and from which day on they read that. */
  left: { workers: string[]; from: Day };
  customer: CustomerNews;
  workers: WorkerNews[];
};

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
  // Of a new service they read which visit is the first, wherever it was moved; what another worker has begun was that one's.
  const isOthers = (day: Day) => (begunBy(day) ?? is.workerProfileId) !== is.workerProfileId;
  const isFirst = (day: Day) => isOn(day) !== undefined && !isOthers(day);
  const first = told.workerProfileId === null ? days.find(isFirst) : undefined;
  const asked = first && isBefore(first, wished) ? first : wished;
  const isAnnounced = (day: Day) =>
    first?.equals(day) ||
    (isPlanned(is, day) && !isHeld(is, day) && !wasConcerned(day) && !isBefore(day, first ?? today));
  const announced = (day: Day) => (isAnnounced(day) ? is.workerProfileId : undefined);
  // Of a week in which a visit has been made already the new weekdays say too much; what is taken off they read besides.
  const isNewlyOff = (day: Day) => isSkipped(day) && !wasOff(day);
  const isMixed = (day: Day) => (announced(day) ?? undefined) !== isOn(day) && !isNewlyOff(day);
  const mixed = daysFrom(asked, sundayOf(asked)).filter(isMixed);
  const [lastMixed] = mixed.toReversed();
  const from = circumstances.isAtOnce && lastMixed ? sundayOf(asked).add({ days: 1 }) : asked;
  // Its worker knows the first day; its customer reads of one from which on all is as it says, unless that leaves a week out.
  const isLater = circumstances.isRhythm && is.interval === 1;
  const toldFrom = isLater && lastMixed ? lastMixed.add({ days: 1 }) : from;
  const isOther = isActive && is.workerProfileId !== null && isOtherPlan(told, is, asked);
  const isAfter = (day: Day) => isOther && !isBefore(day, from);

  // Who has put it on other weekdays knows what they say, also of a week in which they say too much; of those that stay they know what
  // they have read.
  const isOwnChange = (day: Day) => isOther && circumstances.isAtOnce && !isBefore(day, asked);
  const isAsPlanned = (day: Day) => isOwnChange(day) && isPlanned(told, day) === isPlanned(is, day);

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
    if (isOwn && worker === is.workerProfileId && isAsPlanned(day)) return whoComesOn(known, day) === worker;
    if (isOwnChange(day) && worker === is.workerProfileId && (announced(day) ?? undefined) === isOn(day))
      return isOn(day) === worker;
    if (isAfter(day) && worker === is.workerProfileId) return announced(day) === worker;
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
  const { workerProfileId: owner, owns = {} } = told;
  const knowing = Object.entries(owner === null ? owns : { [owner]: true, ...owns });
  const owners = knowing.flatMap(([id, isTheirs]) => (isTheirs && id !== is.workerProfileId ? id : []));
  const leavers = isActive && is.workerProfileId !== null ? owners : [];
  const { hasAfterAll } = circumstances;
  const finds = { isOn, isSkipped, isRestTold, hasAfterAll, begunBy, today, told, is };
  return {
    otherFrom: isOther ? toldFrom : undefined,
    left: { workers: leavers, from: isOther ? toldFrom : today },
    customer: isActive
      ? customerNews([...over, ...days], customerBelieves, {
          ...finds,
          isSaid,
          isStill: (day) => isSaid(day) && isStill(day),
        })
      : noNews,
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
export function firstDayTold(
  { otherFrom, left, customer, workers }: PlanNews,
  today: Day,
): Temporal.PlainDate | undefined {
  const { moved, off, more, holidays, afterAll } = customer;
  const days = [
    ...(otherFrom ? [otherFrom] : left.workers.map(() => left.from)),
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

const sundayOf = (day: Day) => mondayOf(isoWeekOf(day)).add({ days: 6 });
