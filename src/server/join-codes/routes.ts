import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { createJoinCode, listJoinCodes, revokeJoinCode, validateJoinCode } from './service.ts';

export const joinCodeRoutes = (world: World) =>
  ({
    validateJoinCode: async ({ body }) => ({ valid: await validateJoinCode(world, body.joinCode) }),
    createJoinCode: async ({ body, caller }) => await createJoinCode(world, caller, body.role),
    listJoinCodes: async () => ({ joinCodes: await listJoinCodes(world) }),
    revokeJoinCode: async ({ params, caller }) => {
      await revokeJoinCode(world, caller, params.joinCodeId);
      return {};
    },
  }) satisfies Handlers;
