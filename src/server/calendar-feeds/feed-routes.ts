import type { FastifyInstance } from 'fastify';
import { manyCallers } from '#contract/endpoint.ts';
import { limitCalls } from '../http/rate-limit.ts';
import type { World } from '../world.ts';
import { readCalendarFeed } from './service.ts';

/** Answers calendar programs, which can only read an address: that it is secret is the only permission. */
export function registerCalendarFeeds(app: FastifyInstance, world: World): void {
  app.get<{ Params: { token: string } }>(
    '/v1/calendar-feeds/:token.ics',
    { schema: { hide: true }, onRequest: limitCalls(world, 'calendar-feed', manyCallers) },
    async (request, reply) => {
      const text = await readCalendarFeed(world, request.params.token);
      return await reply
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex')
        .type('text/calendar; charset=utf-8')
        .send(text);
    },
  );
}
