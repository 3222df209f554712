import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { endCalendarFeed, getCalendarFeed, renewCalendarFeed } from './service.ts';

export const calendarFeedRoutes = (world: World) =>
  ({
    getCalendarFeed: async ({ params }) => await getCalendarFeed(world, params.customerProfileId),
    renewCalendarFeed: async ({ params }) => await renewCalendarFeed(world, params.customerProfileId),
    endCalendarFeed: async ({ params }) => await endCalendarFeed(world, params.customerProfileId),
  }) satisfies Handlers;
