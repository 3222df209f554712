import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { checkHealth } from './health.ts';
import { clientConfig } from './service.ts';

export const systemRoutes = (world: World) =>
  ({
    getHealth: async () => await checkHealth(world),
    getClientConfig: async () => await clientConfig(world),
  }) satisfies Handlers;
