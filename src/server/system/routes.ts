import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { checkHealth, checkReady } from './health.ts';
import { clientConfig } from './service.ts';
import { endStandstill, getSystem, runJobAgain, runSystemCheck } from './state.ts';

export const systemRoutes = (world: World) =>
  ({
    getHealth: () => checkHealth(world),
    getReady: async () => await checkReady(world),
    getSystem: async () => await getSystem(world),
    runSystemCheck: async ({ params, caller }) => await runSystemCheck(world, caller, params.part),
    letMoneyGoOn: async ({ caller, body }) => await endStandstill(world, caller, body.lost),
    runJobAgain: async ({ params }) => await runJobAgain(world, params.jobId),
    getClientConfig: async () => await clientConfig(world),
  }) satisfies Handlers;
