import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { confirmInquiry, sendInquiry } from './send.ts';
import { eraseInquiry, getInquiry, joinInquiry, listInquiries, loseInquiry, updateInquiry } from './service.ts';

export const inquiryRoutes = (world: World) =>
  ({
    sendInquiry: async ({ body, request }) => await sendInquiry(world, body, request.ip ?? ''),
    confirmInquiry: async ({ body }) => {
      await confirmInquiry(world, body.token);
      return {};
    },
    listInquiries: async ({ query }) => await listInquiries(world, query),
    getInquiry: async ({ params }) => ({ inquiry: await getInquiry(world, params.inquiryId) }),
    eraseInquiry: async ({ params, caller }) => {
      await eraseInquiry(world, caller, params.inquiryId);
      return {};
    },
    joinInquiry: async ({ params, caller, body }) => ({
      inquiry: await joinInquiry(world, caller, params.inquiryId, body.customerProfileId),
    }),
    separateInquiry: async ({ params, caller }) => ({
      inquiry: await joinInquiry(world, caller, params.inquiryId, null),
    }),
    loseInquiry: async ({ params, caller, body }) => ({
      inquiry: await loseInquiry(world, caller, params.inquiryId, body),
    }),
    updateInquiry: async ({ params, caller, body }) => ({
      inquiry: await updateInquiry(world, caller, params.inquiryId, body.answered),
    }),
  }) satisfies Handlers;
