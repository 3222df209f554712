import { isBefore } from './calendar.ts';
import { type Differing, isSame, movedRow, type Visit, workerOf } from './followed-visits.ts';

type Day = Temporal.PlainDate;

/** Where a visit is, and how it differs there from the plan; `visit` is as it was before. */
export type Place = {
  visit: Visit;
  day: Day | null;
  move: Differing | undefined;
  /** Whether it stays there in any case. */
  isFixed: boolean;
  /** The day on which it was taken off. */
  wasOffOn: Day | null;
};

/** How far away a free day is looked for. */
const daysToFind = 21;

/** What others have moved to a day on which another visit is goes back to where it was, or else to the next free day. */
export function oneADay(
  places: readonly Place[],
  { firstToCome, isOff }: { firstToCome: Day; isOff: (day: Day) => boolean },
): Place[] {
  const rows = [...places];
  const isTaken = (index: number, day: Day) => rows.some((row, other) => other !== index && isSame(row.day, day));
  // What was moved makes way for what was not.
  const isLater = (row: Place) => !row.isFixed && !isSame(row.day, row.visit.day);
  const order = [...places.entries()].sort(([, one], [, other]) => Number(isLater(other)) - Number(isLater(one)));
  for (const [index, row] of order) {
    const { visit, day } = row;
    if (row.isFixed || !day || !isTaken(index, day)) continue;
    if (isBefore(day, firstToCome)) {
      // One that was moved there, and is over, was the visit of that day.
      const gone = { ...movedRow(visit, day, null), day: null, movedFrom: null, isKept: true };
      rows[index] = { ...row, day: null, move: gone };
      continue;
    }
    const days = Array.from({ length: daysToFind }, (_, days) => day.add({ days: days + 1 }));
    const free =
      [...(visit.day ? [visit.day] : []), ...days].find(
        (one) => !isBefore(one, firstToCome) && !isOff(one) && !isTaken(index, one),
      ) ?? null;
    const isBack = free && isSame(free, visit.day);
    const move = isBack ? visit.move : { ...movedRow(visit, free ?? day, workerOf(visit)), day: free };
    rows[index] = { ...row, day: free, move };
  }
  return rows;
}
