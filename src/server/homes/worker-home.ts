import type * as z from 'zod/mini';
import type { homes as contract, NearProposal } from '#contract/homes.ts';
import { drivingMiles, type Point, routeMiles, withStopsOnTheWay } from '#domain/best-order.ts';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { drivingMinutes, usualVisitMinutes } from '#domain/route-time.ts';
import { pointOf } from '../addresses/service.ts';
import { payOf } from '../engagements/views.ts';
import { notFound } from '../http/errors.ts';
import type { World } from '../world.ts';
import { type FoundRoute, selectWorkerHome } from './worker-store.ts';

/** How many proposals a home shows. */
const mostShown = 3;
/** Bounds of what a visit takes on average, in minutes: taps that were forgotten make it meaningless. */
const visitBounds = { least: 5, most: 90 };

type Yard = FoundRoute['stops'][number];

/**
 * @returns how far and how long a worker's route is that is left today, and tomorrow's, and the open proposals that make
 * the plan the least longer
 * @throws ApiError NOT_FOUND
 */
export async function getWorkerHome(
  world: World,
  workerProfileId: string,
): Promise<z.input<typeof contract.getWorkerHome.response>> {
  const today = businessDay(world.clock.now());
  const found = await selectWorkerHome(world.database, workerProfileId, today);
  if (!found) throw notFound('Profile');
  const { least, most } = visitBounds;
  const visitMinutes = Math.min(most, Math.max(least, found.visitMinutes ?? usualVisitMinutes));
  const [start] = await pointsOf(found.start);
  const [reached] = await pointsOf(found.reached);
  const stopsOf = (day: Temporal.PlainDate) =>
    found.stops.filter(({ date, isOff }) => date === day.toString() && !isOff);
  const legOf = async (stops: Yard[], from: Point | undefined) => {
    const [placed, others] = [
      await pointsOf(stops.filter(isPlaced)),
      await pointsOf(stops.filter((stop) => !isPlaced(stop))),
    ];
    const points = withStopsOnTheWay(placed, others, { start: from, pointOf: (point) => point, settled: 0 });
    const [first] = points;
    const miles = first ? routeMiles(from ?? first, points) : 0;
    return { stops: stops.length, miles, minutes: Math.round(drivingMinutes(miles) + stops.length * visitMinutes) };
  };
  return {
    today: calendarDay(today),
    left: await legOf(
      stopsOf(today).filter(({ isDone }) => !isDone),
      reached ?? start,
    ),
    tomorrow: await legOf(stopsOf(today.add({ days: 1 })), start),
    proposalCount: found.proposals.length,
    proposals: await nearest(world, found, start, visitMinutes),
  };
}

const isPlaced = (stop: Yard) => stop.isPlaced;

/** @returns where they lie, without those that nobody knows */
async function pointsOf(yards: readonly Parameters<typeof pointOf>[0][]): Promise<Point[]> {
  return (await Promise.all(yards.map((one) => pointOf(one)))).filter((point) => point !== undefined);
}

async function nearest(
  world: World,
  { proposals, planned }: FoundRoute,
  start: Point | undefined,
  visitMinutes: number,
): Promise<NearProposal[]> {
  const percent = world.settings.now().platformFeePercent;
  const routes = await Promise.all(
    [...Map.groupBy(planned, ({ dayOfWeek }) => dayOfWeek).values()].map(async (yards) => await pointsOf(yards)),
  );
  const near = await Promise.all(
    proposals.map(
      async ({ engagementId, productName, street, city, frequency, interval, discount, isDiscountUsed, ...row }) => {
        const point = await pointOf(row);
        const miles = point && milesAdded(point, routes, start);
        const pay = payOf({ engagement: row, discount, isDiscountUsed }, percent);
        const minutes = miles === undefined ? null : Math.round(drivingMinutes(miles) + visitMinutes);
        return {
          engagementId,
          productName,
          street,
          city,
          frequency,
          interval,
          pay,
          minutesAdded: minutes,
          payPerHour: minutes === null ? null : Math.round((pay * 60) / Math.max(1, minutes)),
        };
      },
    ),
  );
  const order = ({ minutesAdded }: NearProposal) => minutesAdded ?? Number.POSITIVE_INFINITY;
  return near.sort((a, b) => order(a) - order(b)).slice(0, mostShown);
}

/** @returns how much longer the weekday becomes whose way the yard lies nearest to; undefined when nothing is known */
function milesAdded(yard: Point, routes: readonly Point[][], start: Point | undefined): number | undefined {
  const ways = routes.flatMap((stops) => {
    const stations = start ? [start, ...stops] : stops;
    return stations.map((from, index) => {
      const to = stations[index + 1];
      return drivingMiles(from, yard) + (to ? drivingMiles(yard, to) - drivingMiles(from, to) : 0);
    });
  });
  if (ways.length > 0) return Math.min(...ways);
  return start && drivingMiles(start, yard);
}
