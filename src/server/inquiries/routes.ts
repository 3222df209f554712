import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { listInquiries, sendInquiry, updateInquiry } from './service.ts';

export const inquiryRoutes = (world: World) =>
  ({
    sendInquiry: async ({ body }) => {
      await sendInquiry(world, body);
      return {};
    },
    listInquiries: async ({ query }) => await listInquiries(world, query),
    updateInquiry: async ({ params, caller, body }) => ({
      inquiry: await updateInquiry(world, caller, params.inquiryId, body.answered),
    }),
  }) satisfies Handlers;
