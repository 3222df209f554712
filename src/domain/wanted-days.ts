import { type WeekDay, weekDaysInOrder } from './calendar.ts';
import { addDays, type IsoDay, laterDay, weekOf, weeksFrom } from './iso-days.ts';

/** One version of who visits a service on which weekdays. Versions are listed in the order in which they were made. */
export type PlanVersion = {
  /** From this day on it counts, unless one that was made later does. */
  firstDay: IsoDay;
  /** From this day on it counts no more: its worker has left, and makes none of its visits. */
  endedOn: IsoDay | null;
  /** Null while the service is open to all workers. */
  worker: string | null;
  /** None while it is open. */
  weekDays: readonly WeekDay[];
  /** 1 is every week, 2 every other week, counted from the week of `startDay`. */
  interval: number;
  /** The first day of its rhythm, before which it does not count either. */
  startDay: IsoDay;
  /** With an interval of 2: 1 when the first visit is in the week after that of `startDay`. */
  weekOffset: number;
};

/** A day on which a service wants a visit, and the version whose worker makes it. */
export type WantedDay = { day: IsoDay; plan: PlanVersion };

/** @returns the version in force on a day: of those that have begun and have not ended, the one that was made last */
export const planOn = <Version extends PlanVersion>(plans: readonly Version[], day: IsoDay): Version | undefined =>
  plans.findLast(
    ({ firstDay, startDay, endedOn }) => firstDay <= day && startDay <= day && (endedOn === null || day < endedOn),
  );

/**
 * The only place that knows weekdays and parity.
 * @param monday the first day of the week in question
 * @param isMissing whether the visit of a day that is over never was, as its worker had left: then the next version has all its days
 * @returns the days of that week on which a service wants a visit, in order
 * @example
 * Wren has Tuesdays. From Wednesday, March 10, 2027 on it is Theo who comes on Fridays. The week from Monday, March 8 wants
 * Wren's visit on Tuesday, March 9; the next week wants Theo's on Friday, March 19.
 * @example
 * Wren has Fridays, and on Wednesday, March 10, 2027 changes them to Mondays. That week's visit cannot be on Monday, March 8 any
 * more: it stays on Friday, March 12. The next one is on Monday, March 15.
 * @example
 * Wren has Wednesdays. Staff put the visit of March 10, 2027 on Thursday, March 11, and that morning Wren releases the service. Theo
 * claims it for Fridays and Saturdays: nobody came on March 10, so that week wants March 12 and 13, and not March 13 alone.
 */
export function wantedDays(
  monday: IsoDay,
  plans: readonly PlanVersion[],
  isMissing: (day: IsoDay) => boolean = () => false,
): WantedDay[] {
  const next = addDays(monday, 7);
  const changes = plans.flatMap(({ firstDay, startDay, endedOn }) => [firstDay, startDay, endedOn ?? monday]);
  const days = new Set([monday, ...changes.filter((day) => monday < day && day < next).sort()]);
  let wanted: WantedDay[] = [];
  let current: PlanVersion | undefined;
  for (const day of days) {
    const plan = planOn(plans, day);
    if (plan === current) continue;
    const had = wanted.filter((one) => !(one.day < day && one.plan.endedOn && isMissing(one.day)));
    wanted = followed(had, plan ? daysOf(plan, monday) : [], day);
    current = plan;
  }
  return wanted;
}

/**
 * @param plan a version that is to be made
 * @returns the day from which on a service has the days of this version alone: its first one, or else the Monday after that
 * @example
 * Wren has Tuesdays. Theo is to have Fridays from Wednesday, March 10, 2027 on: that week's visit is Wren's, so Theo's days
 * begin on Monday, March 15.
 */
export function firstDayAlone(plans: readonly PlanVersion[], plan: PlanVersion): IsoDay {
  const begins = laterDay(plan.firstDay, plan.startDay);
  const monday = weekOf(begins);
  const daysIn = (wanted: readonly WantedDay[]) => wanted.flatMap(({ day }) => (day >= begins ? day : [])).join();
  const isAlone = daysIn(wantedDays(monday, [...plans, plan])) === daysIn(daysOf(plan, monday));
  return isAlone ? plan.firstDay : addDays(monday, 7);
}

/** @returns the days that a version has in a week of its rhythm, also those before it counts */
export function daysOf(plan: PlanVersion, monday: IsoDay): WantedDay[] {
  const { weekDays, interval, startDay, weekOffset } = plan;
  if ((weeksFrom(startDay, monday) + weekOffset) % interval !== 0) return [];
  const numbers = weekDays.map((weekDay) => weekDaysInOrder.indexOf(weekDay)).sort();
  return numbers.map((number) => ({ day: addDays(monday, number), plan }));
}

/** @returns the first days on which a plan wants visits, from a day on; none without weekdays */
export function firstDays(
  plan: Pick<PlanVersion, 'weekDays' | 'interval' | 'startDay' | 'weekOffset'>,
  from: IsoDay,
  count: number,
): IsoDay[] {
  if (plan.weekDays.length === 0) return [];
  const version = { ...plan, firstDay: plan.startDay, endedOn: null, worker: null };
  const first = laterDay(from, plan.startDay);
  const days: IsoDay[] = [];
  for (let week = weekOf(first); days.length < count; week = addDays(week, 7))
    days.push(...daysOf(version, week).flatMap(({ day }) => (day >= first ? day : [])));
  return days.slice(0, count);
}

/**
 * A week in which one version follows another. A visit stays on its day if both have it; of the others the first becomes the first,
 * and so on. It stays where it was, for whoever had it, if that is before `from`. If only its new day is, it is on the first one that
 * the new version has besides, or else stays, too.
 */
function followed(old: readonly WantedDay[], next: readonly WantedDay[], from: IsoDay): WantedDay[] {
  const on = (list: readonly WantedDay[], { day }: WantedDay) => list.find((one) => one.day === day);
  const left = old.filter((one) => !on(next, one));
  const come = next.filter((one) => !on(old, one));
  const both = old.flatMap((was) => on(next, was) ?? []).map((is) => (is.day < from ? (on(old, is) ?? is) : is));
  const more = come.slice(left.length).filter(({ day }) => day >= from);
  const moved = left.flatMap((was, index) => {
    const is = come[index];
    if (was.day < from) return [was];
    return is && is.day < from ? [more.shift() ?? was] : (is ?? []);
  });
  return [...both, ...moved, ...more].sort((one, other) => (one.day < other.day ? -1 : 1));
}
