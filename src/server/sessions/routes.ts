import type { Handlers } from '../http/route.ts';
import { sessionCookies } from '../http/session-cookies.ts';
import type { World } from '../world.ts';
import { refreshSession } from './refresh.ts';
import { endOwnSession, listSessions, signOut } from './service.ts';
import { completeSignIn, signIn } from './sign-in.ts';

export const sessionRoutes = (world: World) => {
  const cookies = sessionCookies(world);
  return {
    signIn: async ({ body, request, reply }) => {
      const started = await signIn(world, body.username, body.password, cookies.browserOf(request));
      if ('secondStep' in started) return started.secondStep;
      cookies.keep(started, reply);
      cookies.keepDevice(started.deviceToken, reply);
      return started.session;
    },
    completeSignIn: async ({ body, request, reply }) => {
      const started = await completeSignIn(world, body, cookies.browserOf(request));
      cookies.keep(started, reply);
      cookies.keepDevice(started.deviceToken, reply);
      return started.session;
    },
    refreshToken: async ({ request, reply }) => {
      const started = await refreshSession(world, cookies.refreshTokenOf(request));
      cookies.keep(started, reply);
      return started.session;
    },
    signOut: async ({ request, reply }) => {
      await signOut(world, cookies.refreshTokenOf(request));
      cookies.clear(reply);
      return {};
    },
    listSessions: async ({ caller }) => ({ sessions: await listSessions(world, caller) }),
    endSession: async ({ params, caller }) => {
      await endOwnSession(world, caller, params.sessionId);
      return {};
    },
  } satisfies Handlers;
};
