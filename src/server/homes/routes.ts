import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { getCustomerHome } from './customer-home.ts';

export const homeRoutes = (world: World) =>
  ({
    getCustomerHome: async ({ params }) => await getCustomerHome(world, params.customerProfileId),
  }) satisfies Handlers;
