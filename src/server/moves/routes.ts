import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { assignWorker, previewAssignment } from './assignment.ts';
import { moveVisit, previewMove } from './service.ts';
import { changeVisits, previewVisits } from './several.ts';

export const moveRoutes = (world: World) =>
  ({
    moveVisit: async ({ params, body, caller }) => await moveVisit(world, caller, params.engagementId, body),
    previewMove: async ({ params, body, caller }) => ({
      told: await previewMove(world, caller, params.engagementId, body),
    }),
    changeVisits: async ({ body, caller }) => ({ effect: await changeVisits(world, caller, body) }),
    previewVisitChanges: async ({ body, caller }) => ({ effect: await previewVisits(world, caller, body) }),
    assignWorker: async ({ params, body, caller }) => await assignWorker(world, caller, params.engagementId, body),
    previewAssignment: async ({ params, body, caller }) => ({
      told: await previewAssignment(world, caller, params.engagementId, body),
    }),
  }) satisfies Handlers;
