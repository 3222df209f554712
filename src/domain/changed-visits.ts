import { isoWeekOf, isVisitDue, mondayOf, type VisitRhythm, type WeekDay, weekDaysInOrder } from './calendar.ts';

type Change = {
  rhythm: VisitRhythm;
  /** The rhythm as it is to be; as it is, unless given. */
  rhythmAfter?: VisitRhythm;
  /** The weekdays as they were, and as they are to be. */
  before: readonly WeekDay[];
  after: readonly WeekDay[];
  /** The first day that is as it is to be. */
  from: Temporal.PlainDate;
  /** The weeks of both days, and those between them, are looked at. */
  first: Temporal.PlainDate;
  last: Temporal.PlainDate;
};

/** A visit of a service whose weekdays change. */
export type ChangedVisit = {
  /** The day on which the old weekdays have it; null for one more than before. */
  was: Temporal.PlainDate | null;
  /** The day on which the new weekdays have it; null for one less than before. */
  is: Temporal.PlainDate | null;
  /** Whether it stays as it was, because one of its days is before the change counts. */
  isKept: boolean;
};

/**
 * Which visits are which when weekdays change: week by week a visit stays on its weekday if that is among the new ones, and
 * of the others the first one becomes the first new one, and so on.
 * @returns the visits of all weeks that are looked at
 */
export function changedVisits({
  rhythm,
  rhythmAfter = rhythm,
  before,
  after,
  from,
  first,
  last,
}: Change): ChangedVisit[] {
  const isNew = (date: Temporal.PlainDate | null) => !date || Temporal.PlainDate.compare(date, from) >= 0;
  const firstMonday = mondayOf(isoWeekOf(first));
  const weeks = firstMonday.until(mondayOf(isoWeekOf(last)), { largestUnit: 'days' }).days / 7;
  const visits: ChangedVisit[] = [];
  for (let week = 0; week <= weeks; week += 1) {
    const monday = firstMonday.add({ weeks: week });
    const [old, next] = [datesIn(monday, before, rhythm), datesIn(monday, after, rhythmAfter)];
    const isIn = (dates: Temporal.PlainDate[]) => (date: Temporal.PlainDate) => dates.some((one) => one.equals(date));
    const same = old.filter(isIn(next));
    const gone = old.filter((date) => !isIn(next)(date));
    const fresh = next.filter((date) => !isIn(old)(date));
    const others = Array.from({ length: Math.max(gone.length, fresh.length) }, (_, index) => ({
      was: gone[index] ?? null,
      is: fresh[index] ?? null,
    }));
    const pairs = [...same.map((date) => ({ was: date, is: date })), ...others];
    visits.push(...pairs.map(({ was, is }) => ({ was, is, isKept: !(isNew(was) && isNew(is)) })));
  }
  return visits;
}

const datesIn = (monday: Temporal.PlainDate, weekDays: readonly WeekDay[], rhythm: VisitRhythm) =>
  weekDaysInOrder.flatMap((weekDay, index) => {
    const date = monday.add({ days: index });
    return weekDays.includes(weekDay) && isVisitDue(date, rhythm) ? [date] : [];
  });
