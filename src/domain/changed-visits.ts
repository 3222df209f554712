import { isoWeekOf, isVisitDue, mondayOf, type VisitRhythm, type WeekDay, weekDaysInOrder } from './calendar.ts';

/** Where a visit is that the plan has elsewhere, or that is another worker's. */
export type Standing = {
  /** The day by which the plan knows it. */
  originalDay: Temporal.PlainDate;
  /** Null for one that is on no day. */
  day: Temporal.PlainDate | null;
  /** Whether nobody moved it: it is where the plan had it until its weekdays changed. */
  isKept: boolean;
  /** Where it was before somebody moved it, if that is not the original day. */
  movedFrom?: Temporal.PlainDate | null;
  /** The original day that it had first, if other weekdays have given it another one. */
  leftDay?: Temporal.PlainDate | null;
  /** Whether a day off moved it. */
  isOfDayOff: boolean;
  /** Whether another worker makes it. */
  isCover: boolean;
};

export type Change<Move extends Standing> = {
  rhythm: VisitRhythm;
  /** The rhythm as it is to be; as it is, unless given. */
  rhythmAfter?: VisitRhythm | undefined;
  /** The weekdays as they were, and as they are to be. */
  before: readonly WeekDay[];
  after: readonly WeekDay[];
  today: Temporal.PlainDate;
  /** The first day that is as it is to be, until which visits stay as they were; unless given they count at once. */
  from?: Temporal.PlainDate | undefined;
  /** The first day of who takes other weekdays, when it is to come: visits before it are those of who has it until then. */
  begins?: Temporal.PlainDate | undefined;
  /** Whether the visits before `from` are another worker's. */
  isHandedOver: boolean;
  moves: readonly Move[];
  /** The days of visits that are begun or taken off, which stay where they are, also where no plan has them any more. */
  settled: readonly Temporal.PlainDate[];
  isOff: (day: Temporal.PlainDate) => boolean;
  /** Where the visits of days off go; those of others are left out. */
  putOff?: readonly { day: Temporal.PlainDate; to: Temporal.PlainDate }[];
};

/** Where a visit is that the new plan has elsewhere. */
export type Placed<Move extends Standing> = {
  originalDay: Temporal.PlainDate;
  day: Temporal.PlainDate | null;
  isKept: boolean;
  /** Where it was before somebody moved it, if that is not the original day. */
  movedFrom: Temporal.PlainDate | null;
  /** The original day that it had first, if this is another one: there it is again when the plan has a visit on it. */
  leftDay: Temporal.PlainDate | null;
  /** Whether the new plan has a visit on the original day. */
  isPlanned: boolean;
  /** Whether the new plan has it on a day off, whose visits go to this day. */
  isPutOff: boolean;
  /** How it differed from the old plan. */
  move: Move | undefined;
};

/** A visit of one week: where the old plan has it, or where it was kept when the plan changed before. */
type Old<Move> = { at: Temporal.PlainDate | null; move: Move | undefined };
type Pair<Move> = { old: Old<Move> | undefined; is: Temporal.PlainDate | null };

/**
 * Which visits are which when weekdays change, and where each one is then. Week by week a visit stays on its day if that is
 * among the new ones, and of the others the first one becomes the first new one, and so on. What is before `from` stays where
 * it is, what somebody moved stays where it was moved to unless the new plan has another visit there, and nothing else differs
 * from the new plan. No two visits are on one day.
 */
export function changedVisits<Move extends Standing>(change: Change<Move>): Placed<Move>[] {
  const { moves, settled, putOff = [], rhythm, rhythmAfter = rhythm, after, from, begins, today } = change;
  const counts = from ?? begins ?? today;
  const firstMonday = mondayOf(isoWeekOf(today));
  const isOfWeeks = ({ originalDay }: Move) => Temporal.PlainDate.compare(originalDay, firstMonday) >= 0;
  const moved = moves.flatMap(({ originalDay, day }) => [originalDay, day ?? originalDay]);
  const days = [...settled, ...moved, ...putOff.map(({ day }) => day)];
  const last = days.reduce(later, counts);
  const weeks = firstMonday.until(mondayOf(isoWeekOf(last)), { largestUnit: 'days' }).days / 7;
  const placed: Placed<Move>[] = moves.filter((move) => !isOfWeeks(move)).map(asItIs);
  for (let week = 0; week <= weeks; week += 1) {
    const monday = firstMonday.add({ weeks: week });
    const next = datesIn(monday, after, rhythmAfter);
    const rows = pairsOf(oldVisits(change, monday), next, counts, unplanned(change, monday)).flatMap((pair) =>
      placedPair(change, counts, pair),
    );
    for (const row of rows) {
      const isTaken = (date: Temporal.PlainDate) =>
        isIn(next)(date) || placed.some(({ originalDay }) => originalDay.equals(date));
      // What the new plan does not have keeps its own day by which it is known: where it is when nobody moves it.
      const originalDay = row.originalDay ?? weekOf(monday, homeOf(row)).find((date) => !isTaken(date));
      const leftDay = originalDay && row.leftDay?.equals(originalDay) ? null : row.leftDay;
      if (originalDay) placed.push({ ...row, originalDay, leftDay });
    }
  }
  return withoutSecondVisits(change, counts, placed);
}

/**
 * @returns the day itself, or the Monday after it when the days of its week would mix: one visit would stay behind the day, or
 * leave an empty day behind it. So whoever reads that all is otherwise from a day on knows what comes.
 */
export function firstDayOfChange<Move extends Standing>(
  change: Change<Move> & { from: Temporal.PlainDate },
): Temporal.PlainDate {
  const { from } = change;
  const isMixed = changedVisits(change).some(
    ({ originalDay, day, isKept }) => isKept && day && isFrom(from, originalDay) !== isFrom(from, day),
  );
  return isMixed ? from.add({ days: 8 - from.dayOfWeek }) : from;
}

const asItIs = <Move extends Standing>(move: Move): Placed<Move> => ({
  originalDay: move.originalDay,
  day: move.day,
  isKept: move.isKept,
  movedFrom: move.movedFrom ?? null,
  leftDay: move.leftDay ?? null,
  isPlanned: false,
  isPutOff: false,
  move,
});

/** @returns where a visit is as long as nobody moves it: where it is kept, or where the plan has it */
export const homeOf = ({
  originalDay,
  day,
  isKept,
  movedFrom,
}: Pick<Standing, 'day' | 'isKept' | 'movedFrom'> & {
  originalDay: Temporal.PlainDate | null;
}): Temporal.PlainDate | null => (isKept ? day : (movedFrom ?? originalDay ?? day));

function oldVisits<Move extends Standing>(
  { before, rhythm, moves }: Change<Move>,
  monday: Temporal.PlainDate,
): Old<Move>[] {
  const dates = datesIn(monday, before, rhythm);
  const planned = dates.map((date) => ({ date, move: moves.find(({ originalDay }) => originalDay.equals(date)) }));
  const others = moves.filter(({ originalDay }) => isIn(weekOf(monday))(originalDay) && !isIn(dates)(originalDay));
  return [...planned, ...others.map((move) => ({ date: move.originalDay, move }))].flatMap(
    ({ date, move }): Old<Move>[] => {
      if (move?.day !== null) return [{ at: move ? homeOf(move) : date, move }];
      // What the old plan had too early was never a visit.
      return move.isKept ? [] : [{ at: null, move }];
    },
  );
}

/** @returns the visits of a week that were made or taken off where the old plan has none: somebody had it until it was open. */
function unplanned<Move extends Standing>(
  { before, rhythm, moves, settled }: Change<Move>,
  monday: Temporal.PlainDate,
): Old<Move>[] {
  const planned = datesIn(monday, before, rhythm).filter(
    (date) => !moves.some(({ originalDay }) => originalDay.equals(date)),
  );
  const isThere = isIn([...planned, ...moves.flatMap(({ day }) => day ?? [])]);
  return weekOf(monday).flatMap((day) => (isIn(settled)(day) && !isThere(day) ? [{ at: day, move: undefined }] : []));
}

function pairsOf<Move extends Standing>(
  olds: Old<Move>[],
  next: Temporal.PlainDate[],
  counts: Temporal.PlainDate,
  more: Old<Move>[],
): Pair<Move>[] {
  const pairs: Pair<Move>[] = [];
  const left = { olds: [...olds], next: [...next] };
  const pairBy = (dayOf: (old: Old<Move>) => Temporal.PlainDate | null | undefined) => {
    for (const old of [...left.olds]) {
      const day = dayOf(old);
      const is = day && left.next.find((date) => date.equals(day));
      if (!is) continue;
      pairs.push({ old, is });
      left.olds = left.olds.filter((one) => one !== old);
      left.next = left.next.filter((date) => date !== is);
    }
  };
  // What was moved to a day of the new plan is the visit of that day.
  pairBy(({ move }) => (move && !move.isKept && move.day && isFrom(counts, move.day) ? move.day : undefined));
  pairBy(({ move }) => move?.leftDay);
  pairBy(({ at }) => at);
  const unpaired = more.filter(({ at }) => {
    const is = left.next.find((date) => at && date.equals(at));
    left.next = left.next.filter((date) => date !== is);
    return !is;
  });
  const [first, second] = [left.olds.filter(({ at }) => at), left.olds.filter(({ at }) => !at)];
  first.sort((one, other) => (one.at && other.at ? Temporal.PlainDate.compare(one.at, other.at) : 0));
  // Those besides are visits of the week as far as the new plan has room for them.
  const gone = [...first, ...second, ...unpaired].slice(0, Math.max(first.length + second.length, left.next.length));
  const length = Math.max(gone.length, left.next.length);
  const others = Array.from({ length }, (_, index) => ({ old: gone[index], is: left.next[index] ?? null }));
  return [...pairs, ...others];
}

type Row<Move extends Standing> = Omit<Placed<Move>, 'originalDay'> & { originalDay: Temporal.PlainDate | null };

function placedPair<Move extends Standing>(
  { from, begins, rhythm, rhythmAfter = rhythm, isHandedOver, isOff, putOff, settled }: Change<Move>,
  counts: Temporal.PlainDate,
  { old, is }: Pair<Move>,
): Row<Move>[] {
  const place = { originalDay: is, isPlanned: is !== null, isKept: false, isPutOff: false };
  const row = { ...place, movedFrom: null, leftDay: null, move: old?.move };
  const isTooEarly = is !== null && !isFrom(counts, is);
  if (!old) return (from ?? begins) && isTooEarly ? [{ ...row, day: null, isKept: true }] : [];
  const { at, move } = old;
  if (at === null) return [{ ...row, day: is && isFrom(counts, is) ? is : null }];
  const isSettled = isIn(settled)(at) || (move?.day && isIn(settled)(move.day));
  // Until the rhythm begins that was accepted, visits are where the one before had them, whosever they are.
  const isOfRhythmBefore = !isFrom(rhythmAfter.startDay, at);
  const stays = isSettled || isOfRhythmBefore || !isFrom(counts, at) || isTooEarly;
  const other = is && !isSettled && isFrom(counts, is) ? putOff?.find(({ day }) => day.equals(is))?.to : undefined;
  const isFree = other && isFrom(counts, other) && !isOff(other) && !isIn(settled)(other);
  const putOffRow = isFree ? { ...row, day: other, isPutOff: true } : undefined;
  if (!move) {
    const isInPlan = is?.equals(at) && !isHandedOver;
    // Who has had it before, until somebody else was to begin, has visits too before the day on which they begin again.
    const isOwnBefore = begins && !isFrom(counts, at);
    if ((from || isSettled || isOwnBefore) && stays && !isInPlan) return [{ ...row, day: at, isKept: true }];
    // As today a weekday that is over has none any more, one before its worker begins has none yet.
    if (begins && isTooEarly) return [{ ...row, day: null, isKept: true }];
    return putOffRow ? [putOffRow] : [];
  }
  // What stays where it is, is the visit that it was once the weekdays are so again.
  const first = move.leftDay ?? move.originalDay;
  const leftDay = is?.equals(first) ? null : first;
  if (move.isKept && (stays || !from)) return [{ ...row, day: at, isKept: true, leftDay: from ? null : leftDay }];
  if (move.isKept) return [putOffRow ?? { ...row, day: is }];
  const isEarly = move.day !== null && !isFrom(counts, move.day);
  if (move.isOfDayOff && !stays && !isEarly && is && !isOff(is)) return [{ ...row, day: is }];
  const movedFrom = stays && !is?.equals(at) ? at : null;
  if (is !== null) return [{ ...row, day: move.day, movedFrom, leftDay }];
  // Of one visit less a week it is the moved one that goes, unless another worker makes it and staff did not ask for less.
  const isLeft = stays || isEarly || (!from && move.isCover);
  return [{ ...row, day: isLeft ? move.day : null, movedFrom, leftDay }];
}

/**
 * What was moved to a day on which the new plan has another visit goes back into the plan, or else to the next free day; what the
 * new plan has on a day off is left out then.
 */
function withoutSecondVisits<Move extends Standing>(
  { after, rhythm, rhythmAfter = rhythm, isOff }: Change<Move>,
  counts: Temporal.PlainDate,
  rows: Placed<Move>[],
): Placed<Move>[] {
  const isPlanned = (date: Temporal.PlainDate) =>
    isIn(datesIn(mondayOf(isoWeekOf(date)), after, rhythmAfter))(date) &&
    !rows.some(({ originalDay }) => originalDay.equals(date));
  const placed: Placed<Move>[] = [...rows];
  const leftOut: Placed<Move>[] = [];
  for (const [index, row] of placed.entries()) {
    const { originalDay, day } = row;
    if (!day || day.equals(originalDay) || !isFrom(counts, day)) continue;
    const isOther = (date: Temporal.PlainDate) =>
      isPlanned(date) || placed.some((one, place) => place !== index && one.day?.equals(date));
    if (!isOther(day)) continue;
    if (row.isPutOff) {
      leftOut.push(row);
      continue;
    }
    const days = [originalDay, ...Array.from({ length: daysToFind }, (_, days) => day.add({ days: days + 1 }))];
    const free = days.find((date) => isFrom(counts, date) && !isOff(date) && !isOther(date));
    placed[index] = { ...row, day: free ?? null };
  }
  return placed.filter((row) => !leftOut.includes(row));
}

/** How far away a free day is looked for. */
const daysToFind = 21;

const isFrom = (first: Temporal.PlainDate, date: Temporal.PlainDate) => Temporal.PlainDate.compare(date, first) >= 0;
const isIn = (dates: readonly Temporal.PlainDate[]) => (date: Temporal.PlainDate) =>
  dates.some((one) => one.equals(date));

/** @returns the days of a week, the one in question first */
const weekOf = (monday: Temporal.PlainDate, first: Temporal.PlainDate | null = null) => {
  const days = Array.from({ length: 7 }, (_, index) => monday.add({ days: index }));
  return first && isIn(days)(first) ? [first, ...days] : days;
};

const datesIn = (monday: Temporal.PlainDate, weekDays: readonly WeekDay[], rhythm: VisitRhythm) =>
  weekDaysInOrder.flatMap((weekDay, index) => {
    const date = monday.add({ days: index });
    return weekDays.includes(weekDay) && isVisitDue(date, rhythm) ? [date] : [];
  });

const later = (one: Temporal.PlainDate, other: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(one, other) < 0 ? other : one;
