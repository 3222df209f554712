import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { signUp } from './service.ts';

export const signUpRoutes = (world: World) =>
  ({ signUp: async ({ body }) => await signUp(world, body) }) satisfies Handlers;
