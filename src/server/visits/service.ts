import type * as z from 'zod/mini';
import type { visits as contract } from '#contract/visits.ts';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { couponDiscount } from '#domain/coupon-discount.ts';
import { isActive } from '#domain/engagement-status.ts';
import { isDueOn, maySkip, type VisitSchedule } from '#domain/schedule-rules.ts';
import { findOverdue } from '../charges/overdue.ts';
import { chargesOfVisits } from '../charges/service.ts';
import { actorsOf, hasPartIn, ownsOrStaff, requireVisible } from '../engagements/views.ts';
import { photosOfVisits } from '../files/service.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { mayTakeBack } from '../skips/service.ts';
import type { World } from '../world.ts';
import { selectSkips, selectSummary, selectWorks, type VisitSummary } from './store.ts';

type Day = { date: Temporal.PlainDate };
type View = Awaited<ReturnType<typeof requireVisible>>;

/** How many visits and skips together one page has. */
const pageSize = 50;

const upcomingVisits = 5;

/** How far ahead we look for the next visits, in case all of them are skipped. */
const farthestDays = 400;

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
  const view = await requireVisible(world, caller, engagementId);
  const today = businessDay(world.clock.now());
  const isOwnOrStaff = ownsOrStaff(view, caller);
  const whose = isOwnOrStaff ? 'any' : profileIds(caller, 'PROFILE_TYPE_WORKER');
  // A worker who looks at an open proposal has no part in it yet.
  const actors = hasPartIn(view, caller) ? actorsOf(view, caller) : [];
  const summary = await selectSummary(world.database, engagementId, today);

  const before = after === undefined ? today.add({ days: 1 }) : Temporal.PlainDate.from(after);
  // One row more than the page holds tells whether another page follows.
  const slice = { engagementId, before, limit: pageSize + 1 };
  const foundWorks = await selectWorks(world.database, slice, whose);
  const foundSkips = await selectSkips(world.database, slice, today);
  const ownSkips = actors.length > 0 ? foundSkips : [];
  const earliest = endOfPage([...foundWorks, ...ownSkips.filter(({ date }) => isEarlier(date, before))]);
  const isOnPage = ({ date }: Day) =>
    (!earliest || !isEarlier(date, earliest)) && (after === undefined || isEarlier(date, before));
  const works = foundWorks.filter(isOnPage);

  const workIds = works.map((work) => work.id);
  const charges = await chargesOfVisits(world, isOwnOrStaff ? workIds : []);
  const photos = await photosOfVisits(world, workIds);
  // Today counts as a next visit only while nobody has started it.
  const from = summary.isStartedToday ? today.add({ days: 1 }) : today;
  const upcoming = isActive(view.engagement) ? nextDates(view, from, foundSkips) : [];
  const { customerProfileId } = view.engagement;
  const { givenUpAmount } = isOwnOrStaff
    ? await findOverdue(world, world.database, customerProfileId)
    : { givenUpAmount: null };
  return {
    today: calendarDay(today),
    visits: works.map((work) => ({
      work: { id: work.id, status: work.status },
      date: calendarDay(work.date),
      startedAt: work.workStartedAt?.toString() ?? null,
      completedAt: work.workCompletedAt?.toString() ?? null,
      charge: charges.get(work.id) ?? null,
      photos: photos.get(work.id) ?? [],
    })),
    next: earliest?.toString() ?? null,
    upcoming: upcoming.map(calendarDay),
    skippable: upcoming.filter((date) => actors.some((actor) => maySkip(actor, date, today))).map(calendarDay),
    skips: ownSkips.filter(isOnPage).map((skip) => ({
      date: calendarDay(skip.date),
      kind: skip.kind,
      skippedBy: skip.skippedBy,
      reason: skip.reason,
      mayTakeBack: mayTakeBack(actors, skip, { today, own: profileIds(caller, 'PROFILE_TYPE_WORKER') }),
    })),
    openAmount: isOwnOrStaff ? summary.openAmount : null,
    givenUpAmount,
    nextDiscount: isOwnOrStaff ? nextDiscount(view, summary) : null,
  };
}

const isEarlier = (date: Temporal.PlainDate, than: Temporal.PlainDate) => Temporal.PlainDate.compare(date, than) < 0;

/** @returns the last date on the page; undefined when all days fit on it */
function endOfPage(days: Day[]): Temporal.PlainDate | undefined {
  const newestFirst = days.map(({ date }) => date).sort((a, b) => Temporal.PlainDate.compare(b, a));
  return newestFirst.length > pageSize ? newestFirst[pageSize - 1] : undefined;
}

function nextDiscount({ engagement }: View, { coupon, visitsCharged }: VisitSummary): number {
  return coupon ? couponDiscount(coupon, engagement.baseCost, visitsCharged) : 0;
}

/** @returns the next dates on which somebody comes, from this day on */
function nextDates({ scheduleTemplate, days }: View, from: Temporal.PlainDate, skips: Day[]): Temporal.PlainDate[] {
  const { startDay, interval, weekOffset } = scheduleTemplate;
  const schedule: VisitSchedule = { startDay, interval, weekOffset, weekDays: days.map((day) => day.dayOfWeek) };
  const first = isEarlier(from, startDay) ? startDay : from;
  const dates: Temporal.PlainDate[] = [];
  for (let ahead = 0; ahead < farthestDays && dates.length < upcomingVisits; ahead += 1) {
    const date = first.add({ days: ahead });
    if (isDueOn(date, schedule) && !skips.some((skip) => skip.date.equals(date))) dates.push(date);
  }
  return dates;
}
