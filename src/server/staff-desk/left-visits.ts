import type { MissedVisit, UnfinishedVisit } from '#contract/staff-desk.ts';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { fullName } from '#domain/labels.ts';
import { firstDayForStaff } from '#domain/schedule-rules.ts';
import type { Slice } from '../database/page.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import { finishVisit } from '../itineraries/finish.ts';
import type { World } from '../world.ts';
import { readPage, readSection, toPerson } from './desk-list.ts';
import {
  countLeft,
  countMissed,
  type LeftRow,
  type MissedRow,
  selectLeft,
  selectMissed,
  updateSeen,
} from './left-visits-store.ts';

/** @returns the first and last day of the week before today, which the desk shows */
function recentDays({ clock }: World) {
  const today = businessDay(clock.now());
  return { first: firstDayForStaff(today), last: today.subtract({ days: 1 }) };
}

/** The missed visits of the week; the count is of those that no employee has seen. */
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

/** The visits of the week that were begun and left at a step. */
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

/** Reads the desk's two sections of such visits. */
export async function readLeftVisits(world: World) {
  const [missedVisits, unfinishedVisits] = await Promise.all([
    readSection(missed(world, { isUnseen: true })),
    readSection(left(world)),
  ]);
  return { missedVisits, unfinishedVisits };
}

/** @param after the `next` of the page before; undefined for the first page */
export const listMissedVisits = (world: World, after: string | undefined) =>
  readPage(world, missed(world, { isUnseen: false }), after);

/** @param after the `next` of the page before; undefined for the first page */
export const listUnfinishedVisits = (world: World, after: string | undefined) => readPage(world, left(world), after);

/**
 * Marks a missed visit as seen by the caller, which takes it off the desk, or as not seen. A repeat changes nothing.
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
