import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { getStaffDesk, listFailedPayments, listTodaysVisits, listUnclaimedProposals } from './service.ts';

export const staffDeskRoutes = (world: World) =>
  ({
    getStaffDesk: async () => await getStaffDesk(world),
    listUnclaimedProposals: async ({ query }) => await listUnclaimedProposals(world, query.after),
    listFailedPayments: async ({ query }) => await listFailedPayments(world, query.after),
    listTodaysVisits: async ({ query }) => await listTodaysVisits(world, query),
  }) satisfies Handlers;
