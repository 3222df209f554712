import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { getCalendar } from './service.ts';

export const calendarRoutes = (world: World) =>
  ({
    getCalendar: async ({ query }) =>
      await getCalendar(world, Temporal.PlainDate.from(query.from), query.days, query.after),
  }) satisfies Handlers;
