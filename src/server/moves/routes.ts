import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { assignWorker, previewAssignment } from './assignment.ts';
import { moveVisit, previewMove } from './service.ts';

export const moveRoutes = (world: World) =>
  ({
    moveVisit: async ({ params, body, caller }) => await moveVisit(world, caller, params.engagementId, body),
    previewMove: async ({ params, body, caller }) => ({
      told: await previewMove(world, caller, params.engagementId, body),
    }),
    assignWorker: async ({ params, body, caller }) => await assignWorker(world, caller, params.engagementId, body),
    previewAssignment: async ({ params, body, caller }) => ({
      told: await previewAssignment(world, caller, params.engagementId, body),
    }),
  }) satisfies Handlers;
