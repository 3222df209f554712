import type * as z from 'zod/mini';
import type { MissedVisit, UnfinishedVisit } from '#contract/desk-visits.ts';
import type { staffDesk } from '#contract/staff-desk.ts';
import { businessDay, calendarDay, dayLabel } from '#domain/calendar.ts';
import { firstDayForStaff } from '#domain/schedule-rules.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import type { Caller } from '../http/access.ts';
import { notFound, notNow } from '../http/errors.ts';
import { finishVisit } from '../itineraries/finish.ts';
import { letGo } from '../visits/states.ts';
import type { World } from '../world.ts';
import { readPage } from './desk-list.ts';
import type { Desk } from './desk-store.ts';
import { lockMissed, selectLeft, selectMissed } from './left-visits-store.ts';

/** @returns the first and last day of the week before today, which the desk shows, and the end of the first */
export function recentDays({ clock }: World) {
  const today = businessDay(clock.now());
  const firstDay = firstDayForStaff(today);
  return {
    firstDay: firstDay.toString(),
    lastDay: today.subtract({ days: 1 }).toString(),
    missedSince: firstDay.add({ days: 1 }).toZonedDateTime(businessTimeZone).toInstant().toString(),
  };
}

export const toMissedVisit = ({ seenAt, seenBy, date, ...row }: Desk['missedVisits']['rows'][number]): MissedVisit => ({
  ...row,
  date: calendarDay(date),
  seen: seenAt && { by: seenBy.name, at: seenAt.toString() },
});

export const toUnfinishedVisit = ({ date, ...row }: Desk['unfinishedVisits']['rows'][number]): UnfinishedVisit => ({
  ...row,
  date: calendarDay(date),
});

/** @param query `seen`: only those that somebody has seen, or nobody */
export const listMissedVisits = async (
  world: World,
  { seen, after }: z.output<typeof staffDesk.listMissedVisits.query>,
) => readPage(world, await selectMissed[seen ?? 'all'](world.database, after, recentDays(world)), toMissedVisit);

/** @param after the `next` of the page before; undefined for the first page */
export const listUnfinishedVisits = async (world: World, after: string | undefined) =>
  readPage(world, await selectLeft(world.database, after, recentDays(world)), toUnfinishedVisit);

/**
 * Marks a missed visit as seen by the caller, which takes it off the desk, or as not seen. A repeat changes nothing.
 * @throws ApiError NOT_FOUND, NOT_ALLOWED_NOW to put one back that is made up for: that is decided
 */
export async function seeMissedVisit(world: World, caller: Caller, skipId: string, isSeen: boolean): Promise<void> {
  await world.database.transaction(async (transaction) => {
    const skip = await lockMissed(transaction, skipId);
    if (!skip) throw notFound('Visit');
    if (!isSeen && skip.seenAt && skip.madeUpOn) {
      const message = `This visit is made up for on ${dayLabel(skip.madeUpOn)}. Take that back in the calendar first.`;
      throw notNow(message);
    }
    await letGo(world, transaction, caller, { ...skip, id: skipId }, { isSeen });
  });
}

/** Finishes a visit for its worker; see `finishVisit`. */
export async function finishLeftVisit(world: World, caller: Caller, workId: string): Promise<void> {
  await finishVisit(world, caller, workId);
}
