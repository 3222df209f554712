import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { listPaymentsToConfirm } from './service.ts';

export const billingRoutes = (world: World) =>
  ({
    listPaymentsToConfirm: async ({ params, caller }) => ({
      payments: await listPaymentsToConfirm(world, caller, params.engagementId),
    }),
  }) satisfies Handlers;
