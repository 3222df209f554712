import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { listChanges } from './service.ts';

export const changeRoutes = (world: World) =>
  ({ listChanges: async ({ query }) => await listChanges(world, query) }) satisfies Handlers;
