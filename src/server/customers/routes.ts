import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { getCustomer, listCustomers } from './service.ts';

export const customerRoutes = (world: World) =>
  ({
    listCustomers: async ({ query }) => await listCustomers(world, query),
    getCustomer: async ({ params }) => await getCustomer(world, params.customerProfileId),
  }) satisfies Handlers;
