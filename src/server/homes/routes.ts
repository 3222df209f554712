import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { getCustomerHome } from './customer-home.ts';
import { getStaffHome } from './staff-home.ts';
import { getWorkerBalance } from './worker-balance.ts';
import { getWorkerHome } from './worker-home.ts';

export const homeRoutes = (world: World) =>
  ({
    getCustomerHome: async ({ params }) => await getCustomerHome(world, params.customerProfileId),
    getWorkerHome: async ({ params }) => await getWorkerHome(world, params.workerProfileId),
    getWorkerBalance: async ({ caller }) => ({ balance: await getWorkerBalance(world, caller.userId) }),
    getStaffHome: async () => await getStaffHome(world),
  }) satisfies Handlers;
