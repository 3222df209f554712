import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { listCustomerActs } from './record.ts';

export const actRoutes = (world: World) =>
  ({
    listCustomerActs: async ({ params, query }) => await listCustomerActs(world, params.customerProfileId, query.after),
  }) satisfies Handlers;
