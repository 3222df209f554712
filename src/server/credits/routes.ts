import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { giveCredit, listCredits } from './service.ts';

export const creditRoutes = (world: World) =>
  ({
    listCredits: async ({ params, query, caller }) =>
      await listCredits(world, caller, params.customerProfileId, query.after),
    giveCredit: async ({ params, body, caller }) => await giveCredit(world, caller, params.customerProfileId, body),
  }) satisfies Handlers;
