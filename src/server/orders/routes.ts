import type { Handlers } from '../http/route.ts';
import { sessionCookies } from '../http/session-cookies.ts';
import type { World } from '../world.ts';
import { acceptOrder, checkOrderLink, requireAcceptance } from './accepting.ts';
import { openOrderAccount } from './account.ts';
import { eraseOrder } from './erase.ts';
import { openWaitingOrder, renewOrderLink } from './links.ts';
import { createOrder, sendOrder, takeBackOrder } from './service.ts';
import { findAccounts, getOrder, listOrders } from './views.ts';

export const orderRoutes = (world: World) => {
  const cookies = sessionCookies(world);
  return {
    createOrder: async ({ caller, body }) => ({ order: await createOrder(world, caller, body) }),
    listOrders: async ({ query }) => await listOrders(world, query),
    getOrder: async ({ params }) => ({ order: await getOrder(world, params.orderId) }),
    sendOrder: async ({ caller, params, body }) => ({ order: await sendOrder(world, caller, params.orderId, body) }),
    takeBackOrder: async ({ caller, params }) => ({ order: await takeBackOrder(world, caller, params.orderId) }),
    eraseOrder: async ({ caller, params }) => {
      await eraseOrder(world, caller, params.orderId);
      return {};
    },
    findAccounts: async ({ query }) => await findAccounts(world, query),
    checkOrderLink: async ({ body }) => await checkOrderLink(world, body.token),
    openWaitingOrder: async ({ caller, params }) => await openWaitingOrder(world, caller, params.orderId),
    renewOrderLink: async ({ body }) => {
      await renewOrderLink(world, body.token);
      return {};
    },
    openOrderAccount: async ({ body, request, reply }) => {
      const started = await openOrderAccount(world, body, cookies.browserOf(request));
      cookies.keep(started, reply);
      cookies.keepDevice(started.deviceToken, reply);
      return started.session;
    },
    checkAcceptance: async ({ caller, body }) => {
      await requireAcceptance(world, caller, body);
      return {};
    },
    acceptOrder: async ({ caller, body }) => await acceptOrder(world, caller, body),
  } satisfies Handlers;
};
