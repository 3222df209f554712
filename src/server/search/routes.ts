import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { search } from './service.ts';

export const searchRoutes = (world: World) =>
  ({
    search: async ({ query }) => await search(world, query.q ?? ''),
  }) satisfies Handlers;
