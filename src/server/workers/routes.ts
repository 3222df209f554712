import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { decideApproval, getWorker, listWorkers } from './service.ts';

export const workerRoutes = (world: World) =>
  ({
    listWorkers: async ({ query }) => await listWorkers(world, query),
    getWorker: async ({ params }) => await getWorker(world, params.workerProfileId),
    decideApproval: async ({ params, body, caller }) =>
      await decideApproval(world, caller, params.workerProfileId, body),
  }) satisfies Handlers;
