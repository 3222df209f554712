import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { getDayRoute } from './service.ts';

export const dayRouteRoutes = (world: World) =>
  ({
    getDayRoute: async ({ params }) => await getDayRoute(world, params.workerProfileId, params.dayOfWeek),
  }) satisfies Handlers;
