import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { exportEarnings, getEarnings, getFailedPayout, getYearOfEarnings, listEarnings } from './service.ts';

export const earningRoutes = (world: World) =>
  ({
    getEarnings: async ({ params, caller }) => await getEarnings(world, caller, params.workerProfileId),
    getFailedPayout: async ({ params, caller }) => await getFailedPayout(world, caller, params.workerProfileId),
    listEarnings: async ({ params, query, caller }) =>
      await listEarnings(world, caller, params.workerProfileId, query.after),
    getYearOfEarnings: async ({ params, query, caller }) =>
      await getYearOfEarnings(world, caller, params.workerProfileId, query.year),
    exportEarnings: async ({ params, query, caller }) =>
      await exportEarnings(world, caller, params.workerProfileId, query.year),
  }) satisfies Handlers;
