import { isVisitDue, type VisitRhythm, type WeekDay, weekDaysInOrder } from './calendar.ts';

type Change = {
  rhythm: VisitRhythm;
  /** The weekdays as they were, and as they are to be. */
  before: readonly WeekDay[];
  after: readonly WeekDay[];
  /** The first day that is as it is to be. */
  from: Temporal.PlainDate;
  today: Temporal.PlainDate;
};

/** A visit that stays on its day, though the plan has it on another one by now. */
export type KeptVisit = { originalDay: Temporal.PlainDate; day: Temporal.PlainDate };

/**
 * Which visits stay where they are when weekdays change at once but are to count from a later day on. Week by week the
 * first visit of before is the first one of after, and so on; it is where it is to be when both days are on or after `from`.
 * @returns the visits from this week on that the plan has elsewhere, or not at all, before `from`
 */
export function keptVisits({ rhythm, before, after, from, today }: Change): KeptVisit[] {
  const kept: KeptVisit[] = [];
  const isNew = (date: Temporal.PlainDate) => Temporal.PlainDate.compare(date, from) >= 0;
  const firstMonday = mondayOf(today);
  const weeks = firstMonday.until(mondayOf(from), { largestUnit: 'days' }).days / 7;
  for (let week = 0; week <= weeks; week += 1) {
    const monday = firstMonday.add({ weeks: week });
    const was = datesIn(monday, before, rhythm);
    const is = datesIn(monday, after, rhythm);
    for (const [index, day] of was.entries()) {
      const originalDay = is[index];
      if (originalDay && !(isNew(day) && isNew(originalDay))) kept.push({ originalDay, day });
      if (!originalDay && !isNew(day)) kept.push({ originalDay: day, day });
    }
  }
  return kept;
}

const mondayOf = (date: Temporal.PlainDate) => date.subtract({ days: date.dayOfWeek - 1 });

const datesIn = (monday: Temporal.PlainDate, weekDays: readonly WeekDay[], rhythm: VisitRhythm) =>
  weekDaysInOrder.flatMap((weekDay, index) => {
    const date = monday.add({ days: index });
    return weekDays.includes(weekDay) && isVisitDue(date, rhythm) ? [date] : [];
  });
