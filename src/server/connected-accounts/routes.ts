import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { createAccountSession, getConnectedAccount } from './service.ts';

export const connectedAccountRoutes = (world: World) =>
  ({
    getConnectedAccount: async ({ params }) => ({ connectedAccount: await getConnectedAccount(world, params.userId) }),
    createAccountSession: async ({ caller }) => ({ clientSecret: await createAccountSession(world, caller) }),
  }) satisfies Handlers;
