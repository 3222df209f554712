import type * as z from 'zod/mini';
import type { visits as contract } from '#contract/visits.ts';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { couponDiscount } from '#domain/coupon-discount.ts';
import { isActive } from '#domain/engagement-status.ts';
import { whyBlocked } from '#domain/payment-failure.ts';
import { isWithin, maySkip } from '#domain/schedule-rules.ts';
import { mayUndo } from '#domain/skip-rules.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { toVisitCharge } from '../charges/service.ts';
import { tipsOf } from '../charges/tips.ts';
import { photosOfFiles } from '../files/service.ts';
import { type Caller, holds, profileIds } from '../http/access.ts';
import { actorsOf, hasPartIn, isCustomerOf, ownsOrStaff, requireSeen } from '../parties/parties.ts';
import type { World } from '../world.ts';
import { wantedBeyond } from './days.ts';
import { type FoundVisits, pageSize, selectVisits, upcomingVisits } from './list-store.ts';

type Day = { date: Temporal.PlainDate };

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
    { engagementId, today, from: firstDayToCome(now), before },
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
  const upcoming = await nextDates(world, engagementId, view);
  return {
    today: calendarDay(today),
    visits: works.map((work) => ({
      visitId: work.id,
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
    moved: view.coming.flatMap((visit) => toMoved(visit, view.engagement)),
    // While it is paused no visit would be due.
    daysOff: isActive(view.engagement) ? view.daysOff.map(({ day, name }) => ({ day: calendarDay(day), name })) : [],
    holds: view.holds.map(({ id, firstDay, lastDay }) => ({
      id,
      firstDay: calendarDay(firstDay),
      lastDay: calendarDay(lastDay),
    })),
    skippable: upcoming.filter((date) => actors.some((actor) => maySkip(actor, date, today))).map(calendarDay),
    skips: ownSkips.filter(isOnPage).map((skip) => ({
      visitId: skip.visitId,
      date: calendarDay(skip.date),
      kind: skip.kind,
      skippedBy: skip.skippedBy,
      reason: skip.reason,
      mayUndo: mayUndo(isOwn(skip) ? [...actors, 'worker'] : actors, skip, { now, own: workerProfileIds }),
    })),
    notes: view.notes.flatMap((note) => (note.date && isOnPage({ date: note.date }) ? [toNote(note, note.date)] : [])),
    openAmount: isOwnOrStaff ? view.openAmount : null,
    onItsWay: isOwnOrStaff ? view.onItsWay : null,
    givenUpAmount: isOwnOrStaff ? view.givenUpAmount : null,
    isPausedUnpaid: isOwnOrStaff && view.isPausedUnpaid,
    blockedWhy: isOwnOrStaff && view.blockedFor ? whyBlocked(view.blockedFor, isCustomerOf(view, caller)) : null,
    nextDiscount: isOwnOrStaff ? nextDiscount(view) : null,
  };
}

function toMoved(
  { date, home, workerName, reason, ...visit }: FoundVisits['coming'][number],
  { workerProfileId }: FoundVisits['engagement'],
) {
  const isOwn = visit.workerProfileId === workerProfileId;
  if (isOwn && home.equals(date)) return [];
  return [{ date: calendarDay(date), originalDay: calendarDay(home), workerName: isOwn ? null : workerName, reason }];
}

const toNote = ({ id, text, by, at, isToCustomer }: FoundVisits['notes'][number], date: Temporal.PlainDate) =>
  ({ id, date: calendarDay(date), text, by, at, reader: isToCustomer ? 'customer' : 'office' }) as const;

const isEarlier = (date: Temporal.PlainDate, than: Temporal.PlainDate) => Temporal.PlainDate.compare(date, than) < 0;

/** @returns the last date on the page; undefined when all days fit on it */
function endOfPage(days: Day[]): Temporal.PlainDate | undefined {
  const newestFirst = days.map(({ date }) => date).sort((a, b) => Temporal.PlainDate.compare(b, a));
  return newestFirst.length > pageSize ? newestFirst[pageSize - 1] : undefined;
}

function nextDiscount({ engagement, coupon, visitsCharged }: FoundVisits): number {
  return coupon ? couponDiscount(coupon, engagement.baseCost, visitsCharged) : 0;
}

/** @returns the next dates on which somebody comes; of a service that begins late, or is away for long, those that its plan has */
async function nextDates(
  world: World,
  engagementId: string,
  { engagement, coming, skips, holds }: FoundVisits,
): Promise<Temporal.PlainDate[]> {
  const dates = coming.map(({ date }) => date);
  if (dates.length >= upcomingVisits || !isActive(engagement)) return dates;
  const beyond = (await wantedBeyond(world, [engagementId])).get(engagementId) ?? [];
  const isOff = (day: Temporal.PlainDate) =>
    skips.some(({ date }) => date.equals(day)) || holds.some((hold) => isWithin(day, hold));
  return [...dates, ...beyond.filter((day) => !isOff(day))].slice(0, upcomingVisits);
}
