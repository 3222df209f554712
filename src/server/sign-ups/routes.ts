import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { takeSignUp } from './service.ts';

export const signUpRoutes = (world: World) =>
  ({ signUp: async ({ body }) => await takeSignUp(world, body) }) satisfies Handlers;
