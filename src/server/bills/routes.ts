import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { getBill, getBilling, listBills } from './service.ts';

export const billRoutes = (world: World) =>
  ({
    getBilling: async ({ params }) => await getBilling(world, params.customerProfileId),
    listBills: async ({ params, query }) => await listBills(world, params.customerProfileId, query.after),
    getBill: async ({ params }) => await getBill(world, params.customerProfileId, params.billId),
  }) satisfies Handlers;
