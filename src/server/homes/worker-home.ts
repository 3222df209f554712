import type * as z from 'zod/mini';
import type { homes as contract, NearProposal } from '#contract/homes.ts';
import { drivingMiles, type Point, routeMiles, withStopsOnTheWay } from '#domain/best-order.ts';
import { businessDay, calendarDay, type WeekDay } from '#domain/calendar.ts';
import { drivingMinutes, usualVisitMinutes } from '#domain/route-time.ts';
import { pointOf } from '../addresses/service.ts';
import { payOf } from '../engagements/views.ts';
import { notFound } from '../http/errors.ts';
import type { World } from '../world.ts';
import { type FoundRoute, selectWorkerHome } from './worker-store.ts';

/** How many proposals a home shows. */
const mostShown = 3;
/** What a visit takes on average, in minutes, within bounds: taps that were forgotten make it meaningless. */
const bounded = (minutes: number) => Math.min(90, Math.max(5, minutes));

type Yard = FoundRoute['stops'][number];

/**
 * @returns how far and how long a worker's route is that is left today, and tomorrow's, and the open proposals that make
 * the plan the least longer; and whom nobody came to on the last working day
 * @throws ApiError NOT_FOUND
 */
export async function getWorkerHome(
  world: World,
  workerProfileId: string,
): Promise<z.input<typeof contract.getWorkerHome.response>> {
  const today = businessDay(world.clock.now());
  const found = await selectWorkerHome(world.database, workerProfileId, today);
  if (!found) throw notFound('Profile');
  const minutesOf = visitMinutes(found);
  const [start] = await pointsOf(found.start);
  const [reached] = await pointsOf(found.reached);
  const stopsOf = (day: Temporal.PlainDate) => found.stops.filter(({ date }) => date === day.toString());
  const legOf = async (stops: Yard[], from: Point | undefined) => {
    const [placed, others] = [
      await pointsOf(stops.filter(isPlaced)),
      await pointsOf(stops.filter((stop) => !isPlaced(stop))),
    ];
    const points = withStopsOnTheWay(placed, others, { start: from, pointOf: (point) => point, settled: 0 });
    const [first] = points;
    const miles = first ? routeMiles(from ?? first, points) : 0;
    return { stops: stops.length, miles, minutes: Math.round(drivingMinutes(miles) + sum(stops.map(minutesOf))) };
  };
  return {
    today: calendarDay(today),
    left: await legOf(
      stopsOf(today).filter(({ isDone }) => !isDone),
      reached ?? start,
    ),
    tomorrow: await legOf(stopsOf(today.add({ days: 1 })), start),
    missed: missedOf(found),
    proposalCount: found.proposals.length,
    proposals: await nearest(world, found, start, minutesOf),
  };
}

function missedOf({ missed }: FoundRoute) {
  const [first] = missed;
  return first
    ? {
        date: calendarDay(Temporal.PlainDate.from(first.date)),
        names: missed.map(({ name }) => name),
        isTold: missed.every(({ isTold }) => isTold),
      }
    : null;
}

type Visit = Pick<Yard, 'productId' | 'multiplier'>;

const sum = (values: readonly number[]) => values.reduce((before, value) => before + value, 0);

/** @returns how long a worker is at a visit: as at those of its product, or else of others by what a product is worth of a plain one */
function visitMinutes({ taken }: Pick<FoundRoute, 'taken'>): (visit: Visit) => number {
  const plainVisits = sum(taken.map(({ visits, multiplier }) => visits * multiplier));
  const plain = bounded(plainVisits > 0 ? sum(taken.map(({ minutes }) => minutes)) / plainVisits : usualVisitMinutes);
  return ({ productId, multiplier }) => {
    const own = taken.find((one) => one.productId === productId);
    return bounded(own ? own.minutes / own.visits : plain * multiplier);
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
  minutesOf: (visit: Visit) => number,
): Promise<NearProposal[]> {
  const percent = world.settings.now().platformFeePercent;
  const routes = await Promise.all(
    [...Map.groupBy(planned, ({ dayOfWeek }) => dayOfWeek)].map(async ([dayOfWeek, yards]) => ({
      dayOfWeek,
      stops: await pointsOf(yards),
    })),
  );
  const near = await Promise.all(
    proposals.map(
      async ({ engagementId, productName, street, city, frequency, interval, discount, isDiscountUsed, ...row }) => {
        const point = await pointOf(row);
        const added = point && wayAdded(point, routes, start);
        const pay = payOf({ engagement: row, discount, isDiscountUsed: true }, percent);
        const firstPay = payOf({ engagement: row, discount, isDiscountUsed }, percent);
        const minutes = added ? Math.round(drivingMinutes(added.miles) + minutesOf(row)) : null;
        return {
          engagementId,
          productName,
          street,
          city,
          frequency,
          interval,
          pay,
          firstPay: firstPay === pay ? null : firstPay,
          minutesAdded: minutes,
          dayOfWeek: added?.dayOfWeek ?? null,
          payPerHour: minutes === null ? null : Math.round((pay * 60) / Math.max(1, minutes)),
        };
      },
    ),
  );
  const order = ({ minutesAdded }: NearProposal) => minutesAdded ?? Number.POSITIVE_INFINITY;
  return near.sort((a, b) => order(a) - order(b)).slice(0, mostShown);
}

type Route = { dayOfWeek: WeekDay; stops: Point[] };

/** @returns the weekday whose way the yard lies nearest to, and how much longer it becomes; undefined when nothing is known */
function wayAdded(
  yard: Point,
  routes: readonly Route[],
  start: Point | undefined,
): { dayOfWeek: WeekDay | null; miles: number } | undefined {
  const ways = routes.flatMap(({ dayOfWeek, stops }) => {
    const stations = start ? [start, ...stops] : stops;
    return stations.map((from, index) => {
      const to = stations[index + 1];
      const back = to ? drivingMiles(yard, to) - drivingMiles(from, to) : 0;
      return { dayOfWeek, miles: drivingMiles(from, yard) + back };
    });
  });
  const [nearest] = ways.sort((one, other) => one.miles - other.miles);
  return nearest ?? (start && { dayOfWeek: null, miles: drivingMiles(start, yard) });
}
