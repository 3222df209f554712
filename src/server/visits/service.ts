import type * as z from 'zod/mini';
import type { visits as contract } from '#contract/visits.ts';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { couponDiscount } from '#domain/coupon-discount.ts';
import { isActive } from '#domain/engagement-status.ts';
import { whyBlocked } from '#domain/payment-failure.ts';
import { firstDates, isDueOn, maySkip, noExceptions, scheduleOf } from '#domain/schedule-rules.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { toVisitCharge } from '../charges/service.ts';
import { tipsOf } from '../charges/tips.ts';
import { actorsOf, hasPartIn, isCustomerOf, ownsOrStaff, requireSeen } from '../engagements/views.ts';
import { photosOfFiles } from '../files/service.ts';
import { type Caller, holds, profileIds } from '../http/access.ts';
import { mayUndo } from '../skips/undo.ts';
import type { World } from '../world.ts';
import { type FoundVisits, pageSize, selectVisits } from './store.ts';

type Day = { date: Temporal.PlainDate };

const upcomingVisits = 5;

/**
 * Lists an engagement's started and skipped visits, newest first, by pages, and the dates of the next ones. Workers see
 * their own visits only, and not what the customer was charged.
 * @param after the `next` of the page before, such as '2027-03-10'; undefined for the first page
 * @throws ApiError NOT_FOUND unless the caller has a part in the engagement
 */
export async function listVisits(
  world: World,
  caller: Caller,
  engagementId: string,
  after?: string,
): Promise<z.input<typeof contract.listVisits.response>> {
  const now = world.clock.now();
  const today = businessDay(now);
  const workerProfileIds = profileIds(caller, 'PROFILE_TYPE_WORKER');
  const before = after === undefined ? today.add({ days: 1 }) : Temporal.PlainDate.from(after);
  const found = await selectVisits(
    world.database,
    { engagementId, today, before },
    {
      userId: caller.userId,
      isStaff: holds(caller, 'PROFILE_TYPE_EMPLOYEE'),
      customerProfileIds: profileIds(caller, 'PROFILE_TYPE_CUSTOMER'),
      workerProfileIds,
    },
  );
  const view = requireSeen(found, caller);
  const isOwnOrStaff = ownsOrStaff(view, caller);
  // A worker who looks at an open proposal has no part in it yet.
  const actors = hasPartIn(view, caller) ? actorsOf(view, caller) : [];
  // Those of the own visits are the worker's also after a release.
  const isOwn = ({ workerProfileId }: FoundVisits['skips'][number]) =>
    workerProfileId !== null && workerProfileIds.includes(workerProfileId);
  const ownSkips = actors.length > 0 ? view.skips : view.skips.filter(isOwn);
  const earliest = endOfPage([...view.works, ...ownSkips.filter(({ date }) => isEarlier(date, before))]);
  const isOnPage = ({ date }: Day) =>
    (!earliest || !isEarlier(date, earliest)) && (after === undefined || isEarlier(date, before));
  const works = view.works.filter(isOnPage);
  const photos = await photosOfFiles(
    world,
    works.flatMap((work) => work.photos),
  );
  // Today counts as a next visit only while nobody has started it, and somebody may still come.
  const from = view.isStartedToday ? today.add({ days: 1 }) : firstDayToCome(now);
  const upcoming = isActive(view.engagement) ? nextDates(view, from) : [];
  return {
    today: calendarDay(today),
    visits: works.map((work) => ({
      work: { id: work.id, status: work.status },
      date: calendarDay(work.date),
      isLeft: work.isLeft,
      workerName: work.workerName,
      startedAt: work.startedAt,
      completedAt: work.completedAt,
      charge: isOwnOrStaff && work.charge ? toVisitCharge(world, work.charge, work.payment) : null,
      ...tipsOf(isOwnOrStaff ? work : undefined, now),
      photos: photos.get(work.id) ?? [],
    })),
    next: earliest?.toString() ?? null,
    upcoming: upcoming.map(calendarDay),
    moved: view.moves.flatMap((move) => toMoved(move, upcoming)),
    daysOff: isActive(view.engagement) ? daysOff(view) : [],
    holds: view.holds.map(({ id, firstDay, lastDay }) => ({
      id,
      firstDay: calendarDay(firstDay),
      lastDay: calendarDay(lastDay),
    })),
    skippable: upcoming.filter((date) => actors.some((actor) => maySkip(actor, date, today))).map(calendarDay),
    skips: ownSkips.filter(isOnPage).map((skip) => ({
      date: calendarDay(skip.date),
      kind: skip.kind,
      skippedBy: skip.skippedBy,
      reason: skip.reason,
      mayUndo: mayUndo(isOwn(skip) ? [...actors, 'worker'] : actors, skip, { now, own: workerProfileIds }),
    })),
    notes: view.notes.flatMap((note) => (note.date && isOnPage({ date: note.date }) ? [toNote(note, note.date)] : [])),
    openAmount: isOwnOrStaff ? view.openAmount : null,
    givenUpAmount: isOwnOrStaff ? view.givenUpAmount : null,
    isPausedUnpaid: isOwnOrStaff && view.isPausedUnpaid,
    blockedWhy: isOwnOrStaff && view.blockedFor ? whyBlocked(view.blockedFor, isCustomerOf(view, caller)) : null,
    nextDiscount: isOwnOrStaff ? nextDiscount(view) : null,
  };
}

/** @param upcoming the days of which it is told: what differs on others is nobody's matter */
function toMoved(
  { day, isKept, movedFrom, workerName, reason, ...move }: FoundVisits['moves'][number],
  upcoming: Temporal.PlainDate[],
) {
  if (!day || !isAmong(upcoming, day)) return [];
  // What stayed where people knew it to be was not moved for them.
  const originalDay = isKept ? day : (movedFrom ?? move.originalDay);
  if (!workerName && originalDay.equals(day)) return [];
  return [{ date: calendarDay(day), originalDay: calendarDay(originalDay), workerName, reason }];
}

const toNote = ({ id, text, by, at, isToCustomer }: FoundVisits['notes'][number], date: Temporal.PlainDate) =>
  ({ id, date: calendarDay(date), text, by, at, reader: isToCustomer ? 'customer' : 'office' }) as const;

const isAmong = (dates: Temporal.PlainDate[], date: Temporal.PlainDate) => dates.some((one) => one.equals(date));

/** @returns the holidays on which a visit would be due */
function daysOff({ scheduleTemplate, weekDays, moves, holidays }: FoundVisits) {
  const schedule = scheduleOf(scheduleTemplate, weekDays, { ...noExceptions, moves });
  return holidays.filter(({ day }) => isDueOn(day, schedule)).map(({ day, name }) => ({ day: calendarDay(day), name }));
}

const isEarlier = (date: Temporal.PlainDate, than: Temporal.PlainDate) => Temporal.PlainDate.compare(date, than) < 0;

/** @returns the last date on the page; undefined when all days fit on it */
function endOfPage(days: Day[]): Temporal.PlainDate | undefined {
  const newestFirst = days.map(({ date }) => date).sort((a, b) => Temporal.PlainDate.compare(b, a));
  return newestFirst.length > pageSize ? newestFirst[pageSize - 1] : undefined;
}

function nextDiscount({ engagement, coupon, visitsCharged }: FoundVisits): number {
  return coupon ? couponDiscount(coupon, engagement.baseCost, visitsCharged) : 0;
}

/** @returns the next dates on which somebody comes, from this day on */
function nextDates(found: FoundVisits, from: Temporal.PlainDate): Temporal.PlainDate[] {
  const schedule = scheduleOf(found.scheduleTemplate, found.weekDays, found);
  return firstDates(schedule, from, upcomingVisits, (date) => found.skips.some((skip) => skip.date.equals(date)));
}
