import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionHintCookie } from '#contract/session-hint.ts';
import type { World } from '../world.ts';

/** The longest that browsers keep a cookie: 400 days (RFC 6265bis, section 5.5). */
const deviceSeconds = 400 * 24 * 3600;

/** A session's refresh token, and until when it is good; undefined leaves the cookie as it is. */
type Kept = { refreshToken: string | undefined; refreshUntil: Temporal.Instant };

/** The cookies by which a browser stays signed in, and by which it is known again. */
export function sessionCookies(world: Pick<World, 'publicUrl' | 'clock'>) {
  const secure = world.publicUrl.startsWith('https:');
  // The prefix makes browsers insist on Secure, no Domain and Path=/ (RFC 6265bis, section 4.1.3.2).
  const cookieName = (name: string) => `${secure ? '__Host-' : ''}${name}`;
  const [refreshName, deviceName] = [cookieName('refresh'), cookieName('device')];
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    refreshTokenOf: (request: FastifyRequest) => request.cookies[refreshName],
    /** The browser that a request comes from, as `signIn` takes it. */
    browserOf: (request: FastifyRequest) => ({
      refreshToken: request.cookies[refreshName],
      heldDeviceToken: request.cookies[deviceName],
      userAgent: request.headers['user-agent'],
      address: request.ip,
    }),
    keep: ({ refreshToken, refreshUntil }: Kept, reply: FastifyReply) => {
      if (!refreshToken) return;
      const maxAge = Math.ceil(world.clock.now().until(refreshUntil).total('seconds'));
      reply.setCookie(refreshName, refreshToken, { ...cookieOptions, maxAge });
      reply.setCookie(sessionHintCookie, '1', { ...cookieOptions, httpOnly: false, maxAge });
    },
    keepDevice: (deviceToken: string, reply: FastifyReply) => {
      reply.setCookie(deviceName, deviceToken, { ...cookieOptions, maxAge: deviceSeconds });
    },
    clear: (reply: FastifyReply) => {
      reply.clearCookie(refreshName, cookieOptions);
      reply.clearCookie(sessionHintCookie, { ...cookieOptions, httpOnly: false });
    },
  };
}
