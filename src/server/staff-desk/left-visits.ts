import type { MissedVisit, UnfinishedVisit } from '#contract/staff-desk.ts';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { fullName } from '#domain/labels.ts';
import { firstDayForStaff } from '#domain/schedule-rules.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import { finishVisit } from '../itineraries/finish.ts';
import type { World } from '../world.ts';
import { listPage, type Slice, section, toPerson } from './desk-list.ts';
import {
  countLeft,
  countMissed,
  type LeftRow,
  type MissedRow,
  selectLeft,
  selectMissed,
  updateSeen,
} from './left-visits-store.ts';

/** The days of which staff still hear: those of a week before today. */
function recentDays({ clock }: World) {
  const today = businessDay(clock.now());
  return { first: firstDayForStaff(today), last: today.subtract({ days: 1 }) };
}

/** The missed visits of a week, and how many of them nobody has seen. */
function missed(world: World, { isUnseen }: { isUnseen: boolean }) {
  const { first } = recentDays(world);
  return {
    count: () => countMissed(world.database, first),
    select: (slice: Slice) => selectMissed(world.database, first, { ...slice, isUnseen }),
    show: ({ seenAt, seenBy, ...row }: MissedRow): MissedVisit => ({
      ...toVisit(row),
      seen: seenAt && seenBy ? { by: fullName(seenBy), at: seenAt.toString() } : null,
    }),
  };
}

/** The visits of a week that were begun and left at a step. */
function left(world: World) {
  const days = recentDays(world);
  return {
    count: () => countLeft(world.database, days),
    select: (slice: Slice) => selectLeft(world.database, days, slice),
    show: ({ status, ...row }: LeftRow): UnfinishedVisit => ({ ...toVisit(row), status }),
  };
}

function toVisit({ customer, worker, date, ...row }: Omit<MissedRow, 'seenAt' | 'seenBy'>) {
  return { ...row, customer: toPerson(customer), worker: toPerson(worker), date: calendarDay(date) };
}

/** The two sections of the desk. */
export async function leftVisits(world: World) {
  const [missedVisits, unfinishedVisits] = await Promise.all([
    section(missed(world, { isUnseen: true })),
    section(left(world)),
  ]);
  return { missedVisits, unfinishedVisits };
}

/** @param after the `next` of the page before; the first page unless given */
export const listMissedVisits = (world: World, after: string | undefined) =>
  listPage(world, missed(world, { isUnseen: false }), after);

/** The same of those that were left at a step. */
export const listUnfinishedVisits = (world: World, after: string | undefined) => listPage(world, left(world), after);

/**
 * Puts a missed visit aside as seen by the caller, or back on the desk; repeating it changes nothing.
 * @throws ApiError NOT_FOUND
 */
export async function seeMissedVisit(world: World, caller: Caller, skipId: string, isSeen: boolean): Promise<void> {
  const [seenBy] = profileIds(caller, 'PROFILE_TYPE_EMPLOYEE');
  const seen = isSeen && seenBy ? { seenAt: world.clock.now(), seenBy } : { seenAt: null, seenBy: null };
  if (!(await updateSeen(world.database, skipId, seen))) throw notFound('Visit');
}

/** Finishes a visit for its worker; see `finishVisit`. */
export async function finishLeftVisit(world: World, workId: string): Promise<void> {
  await finishVisit(world, workId);
}
