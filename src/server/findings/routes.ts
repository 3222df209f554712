import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { seeFinding } from './service.ts';

export const findingRoutes = (world: World) =>
  ({
    seeFinding: async ({ caller, params, body }) => {
      await seeFinding(world, caller, params.findingId, body.isSeen);
      return {};
    },
  }) satisfies Handlers;
