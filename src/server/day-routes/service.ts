import type { DayRoute } from '#contract/day-routes.ts';
import type { WeekDay } from '#domain/calendar.ts';
import { fullName } from '#domain/labels.ts';
import { pointOf } from '../addresses/service.ts';
import { notFound } from '../http/errors.ts';
import type { World } from '../world.ts';
import { selectDayRoute } from './store.ts';

/**
 * Where a worker's accepted and running engagements of a weekday lie, in the order of the plan, and the worker's primary
 * address, from which the drive starts.
 * @returns coordinates in degrees (WGS 84), null where they are not known
 */
export async function getDayRoute(world: World, workerProfileId: string, dayOfWeek: WeekDay): Promise<DayRoute> {
  const [found] = await selectDayRoute(world.database, { workerProfileId, dayOfWeek });
  if (!found) throw notFound('Profile');
  const start = found.start && (await pointOf(found.start));
  return {
    start: start ? { label: found.start?.label ?? '', ...start } : null,
    stops: await Promise.all(
      found.stops.map(async ({ scheduleTemplateDayId, engagementId, street, isPinned, ...stop }) => ({
        scheduleTemplateDayId,
        engagementId,
        street,
        isPinned,
        customerName: fullName(stop),
        ...((await pointOf(stop)) ?? { latitude: null, longitude: null }),
      })),
    ),
  };
}
