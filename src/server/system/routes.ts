import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { checkHealth, checkReady } from './health.ts';
import { clientConfig } from './service.ts';

export const systemRoutes = (world: World) =>
  ({
    getHealth: () => checkHealth(world),
    getReady: async () => await checkReady(world),
    getClientConfig: async () => await clientConfig(world),
  }) satisfies Handlers;
