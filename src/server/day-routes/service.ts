import type { DayRoute } from '#contract/day-routes.ts';
import type { WeekDay } from '#domain/calendar.ts';
import { fullName } from '#domain/labels.ts';
import { coordinatesOf, listAddresses } from '../addresses/service.ts';
import type { World } from '../world.ts';
import { selectStops } from './store.ts';

/**
 * Where a worker's accepted and running engagements of a weekday lie, in the order of the plan, and the worker's primary
 * address, from which the drive starts.
 * @returns coordinates in degrees (WGS 84), null where they are not known
 */
export async function getDayRoute(world: World, workerProfileId: string, dayOfWeek: WeekDay): Promise<DayRoute> {
  const [addresses, stops] = await Promise.all([
    listAddresses(world, workerProfileId),
    selectStops(world.database, workerProfileId, dayOfWeek),
  ]);
  const primary = addresses.find(({ primaryAddress }) => primaryAddress);
  const addressIds = stops.map(({ addressId }) => addressId);
  const coordinates = await coordinatesOf(world, primary ? [primary.id, ...addressIds] : addressIds);
  const start = primary && coordinates.get(primary.id);
  return {
    start: start ? { label: primary.label, ...start } : null,
    stops: stops.map(({ addressId, firstName, lastName, ...stop }) => ({
      ...stop,
      customerName: fullName({ firstName, lastName }),
      ...(coordinates.get(addressId) ?? { latitude: null, longitude: null }),
    })),
  };
}
