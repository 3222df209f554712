import type { Handlers } from '../http/route.ts';
import { sessionCookies } from '../http/session-cookies.ts';
import type { World } from '../world.ts';
import { getSetup, isSetupLinkGood, openSetup, runSetupCheck } from './service.ts';

export const setupRoutes = (world: World) => {
  const cookies = sessionCookies(world);
  return {
    checkSetupLink: async ({ body }) => ({ valid: await isSetupLinkGood(world, body.token) }),
    openSetup: async ({ body, request, reply }) => {
      const started = await openSetup(world, body, cookies.browserOf(request));
      cookies.keep(started, reply);
      cookies.keepDevice(started.deviceToken, reply);
      return started.session;
    },
    getSetup: async () => await getSetup(world),
    runSetupCheck: async ({ params, caller }) => await runSetupCheck(world, caller, params.check),
  } satisfies Handlers;
};
