import { addressRoutes } from './addresses/routes.ts';
import type { Handlers } from './http/route.ts';
import { systemRoutes } from './system/routes.ts';
import type { World } from './world.ts';

/** The answer to every endpoint that has one. */
export const createHandlers = (world: World): Handlers => ({
  ...systemRoutes(world),
  ...addressRoutes(world),
});
