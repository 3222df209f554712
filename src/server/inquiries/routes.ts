import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { sendInquiry } from './send.ts';
import { eraseInquiry, getInquiry, listInquiries, loseInquiry, updateInquiry } from './service.ts';

export const inquiryRoutes = (world: World) =>
  ({
    sendInquiry: async ({ body }) => {
      await sendInquiry(world, body);
      return {};
    },
    listInquiries: async ({ query }) => await listInquiries(world, query),
    getInquiry: async ({ params }) => ({ inquiry: await getInquiry(world, params.inquiryId) }),
    eraseInquiry: async ({ params, caller }) => {
      await eraseInquiry(world, caller, params.inquiryId);
      return {};
    },
    loseInquiry: async ({ params, caller, body }) => ({
      inquiry: await loseInquiry(world, caller, params.inquiryId, body),
    }),
    updateInquiry: async ({ params, caller, body }) => ({
      inquiry: await updateInquiry(world, caller, params.inquiryId, body.answered),
    }),
  }) satisfies Handlers;
