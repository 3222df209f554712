import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { createSkip, deleteSkip } from './service.ts';

export const skipRoutes = (world: World) =>
  ({
    createSkip: async ({ params, caller, body }) => ({
      skip: await createSkip(world, caller, params.engagementId, body),
    }),
    deleteSkip: async ({ params, caller }) => {
      await deleteSkip(world, caller, params.engagementId, params.date);
      return {};
    },
  }) satisfies Handlers;
