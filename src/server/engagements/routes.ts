import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { createQuote } from './price.ts';
import { createEngagement, getEngagement, listCustomerEngagements, listWorkerEngagements } from './service.ts';
import { updateEngagement } from './update-service.ts';

export const engagementRoutes = (world: World) =>
  ({
    createQuote: async ({ body }) => await createQuote(world, body),
    createEngagement: async ({ params, caller, body }) => ({
      engagement: await createEngagement(world, caller, params.customerProfileId, body),
    }),
    listCustomerEngagements: async ({ params, caller }) => ({
      engagements: await listCustomerEngagements(world, caller, params.customerProfileId),
    }),
    listWorkerEngagements: async ({ params, caller }) => ({
      engagements: await listWorkerEngagements(world, caller, params.workerProfileId),
    }),
    getEngagement: async ({ params, caller }) => ({
      engagement: await getEngagement(world, caller, params.engagementId),
    }),
    updateEngagement: async ({ params, caller, body }) => ({
      engagement: await updateEngagement(world, caller, params.engagementId, body),
    }),
  }) satisfies Handlers;
