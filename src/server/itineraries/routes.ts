import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { getItinerary } from './service.ts';
import { createWork, undoWork, updateWork } from './steps.ts';

export const itineraryRoutes = (world: World) =>
  ({
    getItinerary: async ({ params, caller, query }) => await getItinerary(world, caller, params.workerProfileId, query),
    createWork: async ({ params, body }) => ({
      work: await createWork(world, params.workerProfileId, body),
    }),
    updateWork: async ({ params, body }) => ({
      work: await updateWork(world, params.workerProfileId, params.workId, body),
    }),
    undoWork: async ({ params, body }) => ({
      work: await undoWork(world, params.workerProfileId, params.workId, body.status),
    }),
  }) satisfies Handlers;
