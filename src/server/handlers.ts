import { accountRoutes } from './accounts/routes.ts';
import { addressRoutes } from './addresses/routes.ts';
import type { Handlers } from './http/route.ts';
import { joinCodeRoutes } from './join-codes/routes.ts';
import { profileRoutes } from './profiles/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { systemRoutes } from './system/routes.ts';
import type { World } from './world.ts';

/** The answer to every endpoint that has one. */
export const createHandlers = (world: World): Handlers => ({
  ...systemRoutes(world),
  ...sessionRoutes(world),
  ...accountRoutes(world),
  ...joinCodeRoutes(world),
  ...profileRoutes(world),
  ...addressRoutes(world),
});
