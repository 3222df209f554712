import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { validateJoinCode } from './service.ts';

export const joinCodeRoutes = (world: World) =>
  ({
    validateJoinCode: async ({ body }) => ({ valid: await validateJoinCode(world, body.joinCode) }),
  }) satisfies Handlers;
