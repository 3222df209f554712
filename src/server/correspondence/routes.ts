import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { getMessage, listMessages } from './service.ts';

export const correspondenceRoutes = (world: World) =>
  ({
    listMessages: async ({ query }) => await listMessages(world, query),
    getMessage: async ({ params }) => await getMessage(world, params.messageId),
  }) satisfies Handlers;
