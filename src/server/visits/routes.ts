import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { listVisits } from './list.ts';

export const visitRoutes = (world: World) =>
  ({
    listVisits: async ({ params, caller, query }) => await listVisits(world, caller, params.engagementId, query.after),
  }) satisfies Handlers;
