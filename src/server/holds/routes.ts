import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { createHold, endHold } from './service.ts';

export const holdRoutes = (world: World) =>
  ({
    createHold: async ({ params, body, caller }) => ({
      hold: await createHold(world, caller, params.engagementId, body),
    }),
    endHold: async ({ params, caller }) => {
      await endHold(world, caller, params.engagementId, params.holdId);
      return {};
    },
  }) satisfies Handlers;
