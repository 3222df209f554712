import type { FastifyInstance } from 'fastify';
import { notFound } from '../http/errors.ts';
import type { World } from '../world.ts';
import { readLogo } from './logo.ts';

/** Answers the pictures of logos, which pages and mails show to anybody. Another picture has another address. */
export function registerLogos(app: FastifyInstance, world: Pick<World, 'database'>): void {
  app.get<{ Params: { hash: string } }>('/logos/:hash.png', { schema: { hide: true } }, async (request, reply) => {
    const picture = await readLogo(world, request.params.hash);
    if (!picture) throw notFound('Logo');
    return await reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type('image/png')
      .send(picture);
  });
}
