import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { getReconciliation, startReconciliation } from './service.ts';

export const reconciliationRoutes = (world: World) =>
  ({
    getReconciliation: async () => await getReconciliation(world),
    startReconciliation: async ({ caller }) => await startReconciliation(world, caller),
  }) satisfies Handlers;
