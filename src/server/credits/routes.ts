import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { listCredits } from './service.ts';

export const creditRoutes = (world: World) =>
  ({
    listCredits: async ({ params, query, caller }) =>
      await listCredits(world, caller, params.customerProfileId, query.after),
  }) satisfies Handlers;
