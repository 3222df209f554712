import { daysFrom, isBefore } from './calendar.ts';

type Day = Temporal.PlainDate;
/** Days on which a customer wants no visits, from one to another. */
export type DaysAway = { firstDay: Day; lastDay: Day };

export type AwayNews = {
  /** All that stand. */
  standing: DaysAway[];
  /** Whether nobody comes on days of which they do not know that; else some days only have their visits again. */
  isMore: boolean;
  /** The days on which somebody may come again. */
  back: Day[];
  /** The first and the last day that are otherwise than they know. */
  first: Day;
  last: Day;
};

/**
 * @param told the days away that people know
 * @param is those that stand
 * @returns what they are to be told: which days away there are by now, however that came about; undefined when they know that
 */
export function awayNews(told: readonly DaysAway[], is: readonly DaysAway[], today: Day): AwayNews | undefined {
  const more = without(daysOf(is, today), daysOf(told, today));
  const back = without(daysOf(told, today), daysOf(is, today));
  const changed = [...more, ...back].sort(Temporal.PlainDate.compare);
  const [first, last] = [changed[0], changed.at(-1)];
  if (!first || !last) return undefined;
  // Of what ends today there is nothing more to say, unless it begins today, too.
  const isToSay = ({ lastDay }: DaysAway) => isBefore(today, lastDay) || more.some((day) => day.equals(lastDay));
  const standing = is.filter(isToSay).sort((one, other) => Temporal.PlainDate.compare(one.firstDay, other.firstDay));
  return { standing, isMore: more.length > 0, back, first, last };
}

const without = (days: readonly Day[], others: readonly Day[]) => {
  const known = new Set(others.map(String));
  return days.filter((day) => !known.has(String(day)));
};
const daysOf = (all: readonly DaysAway[], from: Day) =>
  all.flatMap(({ firstDay, lastDay }) => daysFrom(isBefore(firstDay, from) ? from : firstDay, lastDay));
