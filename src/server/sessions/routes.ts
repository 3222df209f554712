import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionHintCookie } from '#contract/session-hint.ts';
import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import {
  deviceTokenOf,
  endOwnSession,
  listSessions,
  refreshSession,
  type StartedSession,
  signIn,
  signOut,
} from './service.ts';

/** The longest that browsers keep a cookie: 400 days (RFC 6265bis, section 5.5). */
const deviceSeconds = 400 * 24 * 3600;

export const sessionRoutes = (world: World) => {
  const secure = world.publicUrl.startsWith('https:');
  // The prefix makes browsers insist on Secure, no Domain and Path=/ (RFC 6265bis, section 4.1.3.2).
  const cookieName = (name: string) => `${secure ? '__Host-' : ''}yardpack-${name}`;
  const [refreshName, deviceName] = [cookieName('refresh'), cookieName('device')];
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const refreshToken = (request: FastifyRequest) => request.cookies[refreshName];

  const answer = ({ session, refreshToken: token, refreshUntil }: StartedSession, reply: FastifyReply) => {
    if (token) {
      const maxAge = Math.ceil(world.clock.now().until(refreshUntil).total('seconds'));
      reply.setCookie(refreshName, token, { ...cookieOptions, maxAge });
      reply.setCookie(sessionHintCookie, '1', { ...cookieOptions, httpOnly: false, maxAge });
    }
    return session;
  };

  return {
    signIn: async ({ body, request, reply }) => {
      const deviceToken = deviceTokenOf(request.cookies[deviceName]);
      const browser = {
        refreshToken: refreshToken(request),
        deviceToken,
        userAgent: request.headers['user-agent'],
      };
      const session = answer(await signIn(world, body.username, body.password, browser), reply);
      reply.setCookie(deviceName, deviceToken, { ...cookieOptions, maxAge: deviceSeconds });
      return session;
    },
    refreshToken: async ({ request, reply }) => answer(await refreshSession(world, refreshToken(request)), reply),
    signOut: async ({ request, reply }) => {
      await signOut(world, refreshToken(request));
      reply.clearCookie(refreshName, cookieOptions);
      reply.clearCookie(sessionHintCookie, { ...cookieOptions, httpOnly: false });
      return {};
    },
    listSessions: async ({ caller }) => ({ sessions: await listSessions(world, caller) }),
    endSession: async ({ params, caller }) => {
      await endOwnSession(world, caller, params.sessionId);
      return {};
    },
  } satisfies Handlers;
};
