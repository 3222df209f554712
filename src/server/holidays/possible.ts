import { dayLabel, daySpanLabel, isBefore } from '#domain/calendar.ts';
import { ApiError } from '../http/errors.ts';
import { type Asked, type HolidayRow, lastDayOf } from './store.ts';

const workIsOver = 'The work of this day is over. Please pick another day.';

/** How many days before or after a day off its visits can be, how far ahead one can be set, and how many a worker has at once. */
const farthest = { move: 14, ahead: 400, days: 31 };

type Today = { today: Temporal.PlainDate; toCome: Temporal.PlainDate };

type Field = 'day' | 'movedTo' | 'lastDay' | 'workerProfileId' | 'toWorkerProfileId';
const wrong = (field: Field, message: string, code: 'INVALID_INPUT' | 'CONFLICT' = 'INVALID_INPUT') =>
  new ApiError(code, message, [{ path: `body.${field}`, message }]);

/**
 * @param standing the days off of all
 * @throws ApiError INVALID_INPUT, CONFLICT for a day that cannot be one on which nobody works
 */
export function requirePossible(standing: readonly HolidayRow[], { day, movedTo }: Asked, when: Today): void {
  requireToCome({ day, movedTo }, when);
  const there = standing.find((one) => one.day.equals(day));
  if (there) throw wrong('day', `This is a day off already: ${there.name}. Take that back first.`, 'CONFLICT');
  const goesHere = !movedTo && standing.find((one) => one.movedTo?.equals(day));
  if (goesHere) throw wrong('day', `The visits of ${goesHere.name} were moved to this day. Move these as well.`);
  requireWorked(standing, movedTo);
}

/** @returns the first of some days off that are also among others */
type Span = Pick<Asked, 'day' | 'lastDay'>;
/** @returns whether two spans of days have a day in common */
export const isOverlapping = (one: Span, other: Span): boolean =>
  !isBefore(lastDayOf(other), one.day) && !isBefore(lastDayOf(one), other.day);
const overlapOf = (rows: readonly HolidayRow[], asked: Span) => rows.find((one) => isOverlapping(one, asked));

/**
 * @param own the worker's days off that are set or asked for
 * @throws ApiError INVALID_INPUT, CONFLICT for days off that a worker cannot ask for
 */
export function requireAskable(
  own: readonly HolidayRow[],
  asked: Pick<Asked, 'day' | 'lastDay'>,
  { hasBegun, ...when }: Today & { hasBegun: boolean },
): void {
  requireToCome({ ...asked, movedTo: null }, when);
  requireSpan(asked);
  const there = overlapOf(own, asked);
  if (there?.wantedAt && !there.acceptedAt) {
    const span = daySpanLabel({ firstDay: there.day, lastDay: lastDayOf(there) });
    throw wrong('day', `You’ve asked for days off ${span} already.`, 'CONFLICT');
  }
  const first = there && (isBefore(there.day, asked.day) ? asked.day : there.day);
  if (first) throw wrong('day', `You’re off on ${dayLabel(first)} already.`, 'CONFLICT');
  if (hasBegun && asked.day.equals(when.today))
    throw wrong('day', 'You’ve begun work today. Please call the office, or pick another day.');
}

function requireSpan({ day, lastDay }: Pick<Asked, 'day' | 'lastDay'>): void {
  const days = day.until(lastDayOf({ day, lastDay })).days;
  if (days < 0) throw wrong('lastDay', 'Please pick a day that is not before the first one.');
  if (days >= farthest.days) throw wrong('lastDay', `Please pick at most ${farthest.days} days.`);
}

/**
 * @param workers to whom visits can be given
 * @param standing all days off
 * @param wishes days off for which the worker has asked, but for those that are decided now
 * @throws ApiError INVALID_INPUT, CONFLICT for days off that a worker cannot have
 */
export function requirePossibleOf(
  workers: readonly { profileId: string; name: string }[],
  standing: readonly HolidayRow[],
  wishes: readonly HolidayRow[],
  asked: Asked & { workerProfileId: string },
  when: Today,
): void {
  const { day, movedTo, workerProfileId, byProfileId } = asked;
  const last = lastDayOf(asked);
  requireToCome(asked, when);
  const name = nameOf('workerProfileId', workerProfileId, workers);
  requireSpan(asked);
  if (movedTo && isBefore(day, last)) throw wrong('movedTo', 'Visits can only go to another day if one day is off.');
  if (movedTo && byProfileId) throw wrong('movedTo', 'Please pick another day or another worker, not both.');
  /** The first of some days on which a worker is off already. */
  const offIn = (worker: string, [first, end]: [Temporal.PlainDate, Temporal.PlainDate]) => {
    const theirs = standing.filter((one) => one.workerProfileId === worker);
    const off = overlapOf(theirs, { day: first, lastDay: end });
    return off && (isBefore(off.day, first) ? first : off.day);
  };
  const own = offIn(workerProfileId, [day, last]);
  if (own) throw wrong('day', `${name} is off on ${dayLabel(own)} already. Take that back first.`, 'CONFLICT');
  const wish = overlapOf(wishes, asked);
  if (wish) {
    const span = daySpanLabel({ firstDay: wish.day, lastDay: lastDayOf(wish) });
    throw wrong('day', `${name} asked for days off ${span}. Please decide that first.`, 'CONFLICT');
  }
  if (movedTo && offIn(workerProfileId, [movedTo, movedTo]))
    throw wrong('movedTo', `${name} is off on ${dayLabel(movedTo)}.`);
  requireWorked(
    standing.filter((one) => one.workerProfileId === null),
    movedTo,
  );
  if (!byProfileId) return;
  if (byProfileId === workerProfileId) throw wrong('toWorkerProfileId', 'Please choose another worker.');
  const other = nameOf('toWorkerProfileId', byProfileId, workers);
  const others = offIn(byProfileId, [day, last]);
  if (others) throw wrong('toWorkerProfileId', `${other} is off on ${dayLabel(others)}.`);
}

function nameOf(field: Field, id: string, workers: readonly { profileId: string; name: string }[]): string {
  const worker = workers.find(({ profileId }) => profileId === id);
  if (!worker) throw wrong(field, 'Please choose a worker who can make visits.');
  return worker.name;
}

function requireToCome({ day, movedTo }: Pick<Asked, 'day' | 'movedTo'>, { today, toCome }: Today): void {
  const isPast = (date: Temporal.PlainDate) => Temporal.PlainDate.compare(date, toCome) < 0;
  // Of today nobody comes any more in the evening: what was not made was missed, whatever is said of the day afterwards.
  const tooLate = (date: Temporal.PlainDate) => (date.equals(today) ? workIsOver : 'This day is over.');
  if (isPast(day)) throw wrong('day', tooLate(day));
  if (day.since(today).days > farthest.ahead) throw wrong('day', 'A day off can be set about a year ahead.');
  if (!movedTo) return;
  if (movedTo.equals(day)) throw wrong('movedTo', 'Please pick another day.');
  if (isPast(movedTo)) throw wrong('movedTo', tooLate(movedTo));
  if (Math.abs(day.until(movedTo).days) > farthest.move) {
    throw wrong('movedTo', `Please pick a day at most ${farthest.move} days away.`);
  }
}

function requireWorked(standing: readonly HolidayRow[], day: Temporal.PlainDate | null): void {
  const off = day && standing.find((one) => one.day.equals(day));
  if (off) throw wrong('movedTo', `Nobody works on this day either: ${off.name}.`);
}
