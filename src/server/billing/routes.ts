import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { collectOverdue, getOverdue } from './collect.ts';
import { listRefunds, refundBill } from './refunds.ts';
import { listPaymentsToConfirm } from './service.ts';

export const billingRoutes = (world: World) =>
  ({
    listPaymentsToConfirm: async ({ params, caller }) => ({
      payments: await listPaymentsToConfirm(world, caller, params.engagementId),
    }),
    getOverdue: ({ params }) => getOverdue(world, params.customerProfileId),
    collectOverdue: ({ params, caller, body }) => collectOverdue(world, caller, params.customerProfileId, body),
    listRefunds: ({ params }) => listRefunds(world, params.billId),
    refundBill: ({ params, caller, body }) => refundBill(world, caller, params.billId, body),
  }) satisfies Handlers;
