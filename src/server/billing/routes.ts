import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { collectOverdue } from './collect.ts';
import { findOverdue } from './overdue.ts';
import { listPaymentsToConfirm } from './service.ts';

export const billingRoutes = (world: World) =>
  ({
    listPaymentsToConfirm: async ({ params, caller }) => ({
      payments: await listPaymentsToConfirm(world, caller, params.engagementId),
    }),
    getOverdue: ({ params }) => findOverdue(world, world.database, params.customerProfileId),
    collectOverdue: ({ params, caller, body }) => collectOverdue(world, caller, params.customerProfileId, body),
  }) satisfies Handlers;
