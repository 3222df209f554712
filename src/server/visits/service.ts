import type * as z from 'zod/mini';
import type { visits as contract } from '#contract/visits.ts';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { couponDiscount } from '#domain/coupon-discount.ts';
import { isDueOn, maySkip, type VisitSchedule } from '#domain/schedule-rules.ts';
import { chargesOfVisits } from '../billing/service.ts';
import { isActive } from '../engagements/schedule-service.ts';
import { actorsOf, hasPartIn, ownsOrStaff, requireVisible } from '../engagements/service.ts';
import { photosOfVisits } from '../files/service.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { mayTakeBack, skipsOf } from '../skips/service.ts';
import type { World } from '../world.ts';
import { hasWorkOn, selectCoupon, selectWorks } from './store.ts';

const upcomingVisits = 5;

/** How many dates ahead are looked at, so that visits which are all skipped come to an end. */
const farthestDays = 400;

/**
 * The visits of an engagement that were started, those that were skipped, newest first, and the dates of the next ones.
 * A worker sees the visits that he or she made, without what the customer was charged.
 * @throws ApiError NOT_FOUND unless the caller has a part in the engagement
 */
export async function listVisits(
  world: World,
  caller: Caller,
  engagementId: string,
): Promise<z.input<typeof contract.listVisits.response>> {
  const view = await requireVisible(world, caller, engagementId);
  const today = businessDay(world.clock.now());
  const isOwnOrStaff = ownsOrStaff(view, caller);
  const whose = isOwnOrStaff ? 'any' : profileIds(caller, 'PROFILE_TYPE_WORKER');
  const works = await selectWorks(world.database, engagementId, whose);
  const workIds = works.map((work) => work.id);
  const charges = await chargesOfVisits(world, isOwnOrStaff ? workIds : []);
  const photos = await photosOfVisits(world, workIds);
  const skips = await skipsOf(world, engagementId);
  // Who only looks at an open proposal has no part in it yet.
  const actors = hasPartIn(view, caller) ? actorsOf(view, caller) : [];
  const upcoming = isActive(view) ? await nextDates(world, view, today, skips) : [];
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
    upcoming: upcoming.map(calendarDay),
    skippable: upcoming.filter((date) => actors.some((actor) => maySkip(actor, date, today))).map(calendarDay),
    skips: (actors.length > 0 ? skips : []).map((skip) => ({
      date: calendarDay(skip.date),
      skippedBy: skip.skippedBy,
      reason: skip.reason,
      mayTakeBack: mayTakeBack(actors, skip, today),
    })),
    openAmount: isOwnOrStaff ? openAmount([...charges.values()]) : null,
    nextDiscount: isOwnOrStaff ? await nextDiscount(world, view, charges.size) : null,
  };
}

/** What is charged and not paid, nor given back. */
function openAmount(charges: { amount: number; status: string }[]): number {
  const open = charges.filter(({ status }) => status !== 'paid' && status !== 'refunded');
  return open.reduce((sum, charge) => sum + charge.amount, 0);
}

async function nextDiscount(
  world: World,
  { engagement: { couponId, baseCost } }: Awaited<ReturnType<typeof requireVisible>>,
  visitsCharged: number,
): Promise<number> {
  const coupon = couponId && (await selectCoupon(world.database, couponId));
  return coupon ? couponDiscount(coupon, baseCost, visitsCharged) : 0;
}

/** @returns the next dates on which somebody comes; today only while nobody has started yet */
async function nextDates(
  world: World,
  { engagement, scheduleTemplate, days }: Awaited<ReturnType<typeof requireVisible>>,
  today: Temporal.PlainDate,
  skips: { date: Temporal.PlainDate }[],
): Promise<Temporal.PlainDate[]> {
  const { startDay, interval } = scheduleTemplate;
  const schedule: VisitSchedule = { startDay, interval, weekDays: days.map((day) => day.dayOfWeek) };
  const from = (await hasWorkOn(world.database, engagement.id, today)) ? today.add({ days: 1 }) : today;
  const first = Temporal.PlainDate.compare(from, startDay) < 0 ? startDay : from;
  const dates: Temporal.PlainDate[] = [];
  for (let ahead = 0; ahead < farthestDays && dates.length < upcomingVisits; ahead += 1) {
    const date = first.add({ days: ahead });
    if (isDueOn(date, schedule) && !skips.some((skip) => skip.date.equals(date))) dates.push(date);
  }
  return dates;
}
