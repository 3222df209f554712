import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { agreeToPrice, createQuote } from './price.ts';
import { createEngagement } from './request.ts';
import { updateEngagement, updateEngagements } from './update.ts';
import { getEngagement, listCustomerEngagements, listWorkerEngagements } from './views.ts';

export const engagementRoutes = (world: World) =>
  ({
    createQuote: async ({ caller, body }) => await createQuote(world, caller, body),
    createEngagement: async ({ params, caller, body }) => ({
      engagement: await createEngagement(world, caller, params.customerProfileId, body),
    }),
    listCustomerEngagements: async ({ params, caller, query }) =>
      await listCustomerEngagements(world, caller, params.customerProfileId, query.after),
    listWorkerEngagements: async ({ params, caller, query }) =>
      await listWorkerEngagements(world, caller, params.workerProfileId, query.after),
    getEngagement: async ({ params, caller }) => ({
      engagement: await getEngagement(world, caller, params.engagementId),
    }),
    updateEngagement: async ({ params, caller, body }) => ({
      engagement: await updateEngagement(world, caller, params.engagementId, body),
    }),
    agreeToPrice: async ({ params, caller, body }) => ({
      engagement: await agreeToPrice(world, caller, params.engagementId, body.baseCost),
    }),
    updateEngagements: async ({ caller, body }) => ({
      engagements: await updateEngagements(world, caller, body.engagements),
    }),
  }) satisfies Handlers;
