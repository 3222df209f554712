import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Handlers } from '../http/route.ts';
import type { World } from '../world.ts';
import { refreshSession, refreshTokenLife, type StartedSession, signIn, signOut } from './service.ts';

export const sessionRoutes = (world: World) => {
  const secure = world.publicUrl.startsWith('https:');
  // The prefix makes browsers insist on Secure, no Domain and Path=/ (RFC 6265bis, section 4.1.3.2).
  const cookieName = secure ? '__Host-yardpack-refresh' : 'yardpack-refresh';
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const refreshToken = (request: FastifyRequest) => request.cookies[cookieName];

  const answer = ({ session, refreshToken: token }: StartedSession, reply: FastifyReply) => {
    if (token) reply.setCookie(cookieName, token, { ...cookieOptions, maxAge: refreshTokenLife.hours * 3600 });
    return session;
  };

  return {
    signIn: async ({ body, request, reply }) =>
      answer(await signIn(world, body.username, body.password, refreshToken(request)), reply),
    refreshToken: async ({ request, reply }) => answer(await refreshSession(world, refreshToken(request)), reply),
    signOut: async ({ request, reply }) => {
      await signOut(world, refreshToken(request));
      reply.clearCookie(cookieName, cookieOptions);
      return {};
    },
  } satisfies Handlers;
};
