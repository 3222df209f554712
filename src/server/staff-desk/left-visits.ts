import type { MissedVisit, UnfinishedVisit } from '#contract/staff-desk.ts';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { fullName } from '#domain/labels.ts';
import { firstDayForStaff } from '#domain/schedule-rules.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import { finishVisit } from '../itineraries/finish.ts';
import type { World } from '../world.ts';
import {
  countLeft,
  countMissed,
  placeTables,
  selectLeft,
  selectMissed,
  updateSeen,
  visitExists,
} from './left-visits-store.ts';
import { page, pageSize, requireCursor } from './pages.ts';
import type { Slice } from './store.ts';

/** The days of which staff still hear: those of a week before today. */
function recentDays({ clock }: World) {
  const today = businessDay(clock.now());
  return { first: firstDayForStaff(today), last: today.subtract({ days: 1 }) };
}

/** The two sections of the desk. */
export async function leftVisits(world: World, slice: Slice) {
  const { database } = world;
  const days = recentDays(world);
  const [missedCount, missedRows, leftCount, leftRows] = await Promise.all([
    countMissed(database, days.first),
    missed(world, { ...slice, isUnseen: true }),
    countLeft(database, days),
    left(world, slice),
  ]);
  return {
    missedVisits: { count: missedCount, rows: missedRows },
    unfinishedVisits: { count: leftCount, rows: leftRows },
  };
}

/**
 * @param after the `next` of the page before; the first page unless given
 * @throws ApiError NOT_FOUND for an `after` that is not in the list
 */
export async function listMissedVisits(world: World, after: string | undefined) {
  const rows = await missed(world, { after, limit: pageSize + 1 });
  if (rows.length === 0)
    await requireCursor('Visit', after, (id) => visitExists(world.database, placeTables.missed, id));
  return page(world, rows, ({ id }) => id);
}

/**
 * Puts a missed visit aside as seen by the caller, or back on the desk; repeating it changes nothing.
 * @throws ApiError NOT_FOUND
 */
export async function seeMissedVisit(world: World, caller: Caller, skipId: string, isSeen: boolean): Promise<void> {
  const [seenBy] = profileIds(caller, 'PROFILE_TYPE_EMPLOYEE');
  const seen = isSeen && seenBy ? { seenAt: world.clock.now(), seenBy } : { seenAt: null, seenBy: null };
  if (!(await updateSeen(world.database, skipId, seen))) throw notFound('Visit');
}

/** The same of those that were left at a step. */
export async function listUnfinishedVisits(world: World, after: string | undefined) {
  const rows = await left(world, { after, limit: pageSize + 1 });
  if (rows.length === 0) await requireCursor('Visit', after, (id) => visitExists(world.database, placeTables.left, id));
  return page(world, rows, ({ id }) => id);
}

/** Finishes a visit for its worker; see `finishVisit`. */
export async function finishLeftVisit(world: World, workId: string): Promise<void> {
  await finishVisit(world, workId);
}

const missed = async (world: World, slice: Slice & { isUnseen?: boolean }): Promise<MissedVisit[]> =>
  (await selectMissed(world.database, recentDays(world).first, slice)).map(({ seenAt, seenBy, ...row }) => ({
    ...toVisit(row),
    seen: seenAt && seenBy ? { by: fullName(seenBy), at: seenAt.toString() } : null,
  }));

const left = async (world: World, slice: Slice): Promise<UnfinishedVisit[]> =>
  (await selectLeft(world.database, recentDays(world), slice)).map((row) => ({ ...toVisit(row), status: row.status }));

function toVisit(row: Omit<Awaited<ReturnType<typeof selectMissed>>[number], 'seenAt' | 'seenBy'>) {
  const { id, engagementId, customer, worker, streetAddress1, city, date } = row;
  return {
    id,
    engagementId,
    customer: { profileId: customer.profileId, name: fullName(customer) },
    worker: { profileId: worker.profileId, name: fullName(worker) },
    streetAddress1,
    city,
    date: calendarDay(date),
  };
}
