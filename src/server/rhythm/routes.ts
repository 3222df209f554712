import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { agreedRhythm, takeBackRhythm } from './agreed.ts';
import { acceptRhythm, askRhythm, getRhythmRequest, withdrawRhythm } from './service.ts';

export const rhythmRoutes = (world: World) =>
  ({
    getRhythmRequest: async ({ params, caller }) => ({
      request: await getRhythmRequest(world, caller, params.engagementId),
      agreed: await agreedRhythm(world, world.database, params.engagementId),
    }),
    askRhythm: async ({ params, body, caller }) => ({
      request: await askRhythm(world, caller, params.engagementId, body),
    }),
    withdrawRhythm: async ({ params, caller }) => {
      await withdrawRhythm(world, caller, params.engagementId);
      return {};
    },
    takeBackRhythm: async ({ params, body, caller }) => {
      await takeBackRhythm(world, caller, params.engagementId, body);
      return {};
    },
    acceptRhythm: async ({ params, body, caller }) => {
      await acceptRhythm(world, caller, params.engagementId, body);
      return {};
    },
  }) satisfies Handlers;
