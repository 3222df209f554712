import type * as z from 'zod/mini';
import type { Photo } from '#contract/files.ts';
import type { homes as contract, ServiceAtHome } from '#contract/homes.ts';
import { businessDay, calendarDay, plainDate, weekDayOf } from '#domain/calendar.ts';
import { isActive, isLive } from '#domain/engagement-status.ts';
import { whyBlocked } from '#domain/payment-failure.ts';
import { arrivalWindow, minutesUntilLast } from '#domain/route-time.ts';
import { isWithin } from '#domain/schedule-rules.ts';
import { endOfWork, firstDayToCome, isWorkOver } from '#domain/visit-class.ts';
import { pointOf } from '../addresses/service.ts';
import { getCalendarFeed } from '../calendar-feeds/service.ts';
import { photosOfFiles } from '../files/service.ts';
import { visitPrices } from '../products/service.ts';
import { wantedBeyond } from '../visits/days.ts';
import type { World } from '../world.ts';
import { type FoundService, selectLastOfAll, selectServicesAtHome, selectWaitingOrders } from './customer-store.ts';

/**
 * @returns what a customer wants to know first, of services that have not ended, or of which a visit is under way, the one
 *   that is visited next first
 */
export async function getCustomerHome(
  world: World,
  customerProfileId: string,
): Promise<z.input<typeof contract.getCustomerHome.response>> {
  const now = world.clock.now();
  const today = businessDay(now);
  const day = { today: today.toString(), weekDay: weekDayOf(today) };
  const found = await selectServicesAtHome(world.database, customerProfileId, day);
  const photos = await photosOfFiles(
    world,
    found.flatMap(({ lastDone }) => lastDone.flatMap((visit) => visit.photos)),
  );
  const isLater = ({ engagement, coming }: FoundService) => isActive(engagement) && coming.length === 0;
  const beyond = await wantedBeyond(
    world,
    found.filter(isLater).map(({ engagement }) => engagement.id),
  );
  const services = await Promise.all(
    found.map(async (row) => await toService(row, today, now, photos, beyond.get(row.engagement.id) ?? [])),
  );
  const isEmpty = services.length === 0;
  const lastOfAll = isEmpty ? await selectLastOfAll(world.database, customerProfileId) : undefined;
  return {
    today: calendarDay(today),
    services: services.sort(bySoonest),
    waitingOrders: found[0]?.waitingOrders ?? (await selectWaitingOrders(world.database, customerProfileId)),
    lastOfAll: lastOfAll ? { date: calendarDay(lastOfAll.date), workerName: lastOfAll.workerName } : null,
    hasFeed: !services.some(isLive) && (await getCalendarFeed(world, customerProfileId)).url !== null,
    hasProduct: !isEmpty || (await visitPrices(world)).length > 0,
  };
}

const nextDay = ({ next }: ServiceAtHome) => (next ? plainDate(next.date).toString() : '9999');
const bySoonest = (a: ServiceAtHome, b: ServiceAtHome) => nextDay(a).localeCompare(nextDay(b));

async function toService(
  row: FoundService,
  today: Temporal.PlainDate,
  now: Temporal.Instant,
  photos: Map<string, Photo[]>,
  beyond: readonly Temporal.PlainDate[],
): Promise<ServiceAtHome> {
  const { engagement, productName, yard } = row;
  const [hold] = row.holds;
  const [last] = row.lastDone;
  const failed = missedToday(row, today, now) ?? row.lastFailed[0];
  const [unfinished] = row.lastUnfinished;
  const isNews = failed && (!last || Temporal.PlainDate.compare(failed.date, last.date) > 0);
  return {
    engagementId: engagement.id,
    status: engagement.status,
    isPausedUnpaid: engagement.status === 'ENGAGEMENT_STATUS_PAUSED' && engagement.isPausedUnpaid,
    blockedWhy: engagement.blockedFor && whyBlocked(engagement.blockedFor),
    productName,
    yard: { ...yard, noAccessOn: yard.noAccessOn ? calendarDay(yard.noAccessOn) : undefined },
    priceToAgreeTo: engagement.awaitsAgreement ? engagement.baseCost : null,
    next: await nextOf(row, today, now, beyond),
    hold: hold ? { id: hold.id, firstDay: calendarDay(hold.firstDay), lastDay: calendarDay(hold.lastDay) } : null,
    last: last
      ? {
          date: calendarDay(last.date),
          completedAt: last.completedAt,
          workerName: last.workerName,
          photos: photos.get(last.id) ?? [],
        }
      : null,
    unfinished: unfinished ? { date: calendarDay(unfinished.date), workerName: unfinished.workerName } : null,
    failed: isNews ? { date: calendarDay(failed.date), kind: failed.kind, reason: failed.reason } : null,
  };
}

/** @returns the visit of today that nobody began, once its work is over, as it is written down when the day has ended */
const missedToday = (
  { coming }: FoundService,
  today: Temporal.PlainDate,
  now: Temporal.Instant,
): FoundService['lastFailed'][number] | undefined =>
  isWorkOver(today, now) && coming.some(({ date }) => date.equals(today))
    ? { date: today, kind: 'missed', reason: null }
    : undefined;

const instantText = (moment: string) => Temporal.Instant.from(moment).toString();

/** @returns the visit of today that is not over, or else the next one that is due: of today as long as somebody may come */
async function nextOf(
  row: FoundService,
  today: Temporal.PlainDate,
  now: Temporal.Instant,
  beyond: readonly Temporal.PlainDate[],
): Promise<ServiceAtHome['next']> {
  const [underWay] = row.underWay;
  if (underWay) {
    const step = { status: underWay.status, since: instantText(underWay.since) };
    const isExpected = underWay.status === 'WORK_STATUS_PENDING';
    return {
      date: calendarDay(today),
      workerName: underWay.workerName,
      step,
      between: isExpected ? await betweenOf(row, now) : null,
      yardsBefore: isExpected ? yardsBefore(row) : null,
    };
  }
  const from = firstDayToCome(now);
  const next = row.coming.find(({ date }) => Temporal.PlainDate.compare(from, date) <= 0);
  // Of a service that begins late, or is away for long, only the plan is known.
  const isAway = (day: Temporal.PlainDate) =>
    row.skipped.some(({ date }) => date.equals(day)) || row.holds.some((hold) => isWithin(day, hold));
  const date = next?.date ?? beyond.find((day) => !isAway(day));
  if (!date) return null;
  const isToday = date.equals(today);
  return {
    date: calendarDay(date),
    workerName: next?.workerName ?? row.worker?.displayName ?? '',
    step: null,
    between: isToday ? await betweenOf(row, now) : null,
    yardsBefore: isToday ? yardsBefore(row) : null,
  };
}

/** @returns how many yards the worker does first today; null where the plan has no place for the visit */
const yardsBefore = ({ stopsAhead }: FoundService) => (stopsAhead.at(-1)?.isOwn ? stopsAhead.length - 1 : null);

/**
 * @returns when the worker comes today; null until the worker has set off to a yard, when work would be over by then, or
 *   the plan has no place for the visit
 */
async function betweenOf(row: FoundService, now: Temporal.Instant) {
  const { stopsAhead, workersYard } = row;
  const [at] = workersYard;
  const from = at && (await pointOf(at));
  const stops = await Promise.all(stopsAhead.map((stop) => pointOf(stop)));
  if (!from || yardsBefore(row) === null) return null;
  const known = stops.filter((stop) => stop !== undefined);
  if (known.length < stops.length) return null;
  const window = arrivalWindow(now, minutesUntilLast(from, known));
  // The day is as good as over: nobody knows whether it comes to that.
  const today = businessDay(now);
  const isAfterWork = Temporal.Instant.compare(window.from, endOfWork(today)) >= 0;
  if (isAfterWork || !businessDay(window.to).equals(today)) return null;
  return { from: window.from.toString(), to: window.to.toString() };
}
