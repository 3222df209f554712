import type { FastifyInstance } from 'fastify';
import { manyCallers } from '#contract/endpoint.ts';
import { escapeHtml } from '#domain/escape-html.ts';
import { limitCalls } from '../http/rate-limit.ts';
import type { World } from '../world.ts';
import { hasPhoto, readPhoto } from './photos.ts';
import { smallPage, smallPageHeaders, smallPagePolicy } from './small-page.ts';

type TokenRequest = { Params: { token: string } };

/** Shows the photo of a visit to whoever has its link from a mail or a text. */
export function registerPhotos(app: FastifyInstance, world: World): void {
  const options = { schema: { hide: true }, onRequest: limitCalls(world, 'photo', manyCallers) };
  app.get<TokenRequest>('/p/:token.jpg', options, async (request, reply) => {
    const url = await readPhoto(world, request.params.token);
    return await reply.headers(smallPageHeaders).header('cross-origin-resource-policy', 'cross-origin').redirect(url);
  });
  app.get<TokenRequest>('/p/:token', options, async (request, reply) => {
    const { token } = request.params;
    const isThere = await hasPhoto(world, token);
    const picture = `<img src="/p/${escapeHtml(token)}.jpg" alt="Your yard, as it was when the visit was done">`;
    const on = `<p><a href="${escapeHtml(world.publicUrl)}/dashboard">See your visits</a></p>`;
    const page = isThere
      ? smallPage(world, 'A photo of your visit', `${picture}${on}`)
      : smallPage(
          world,
          'This photo is not here anymore',
          `<p>Sign in to see your visits and their photos: <a href="${escapeHtml(world.publicUrl)}/dashboard">your account</a>.</p>`,
        );
    return await reply
      .code(isThere ? 200 : 404)
      .headers(smallPageHeaders)
      .header('content-security-policy', smallPagePolicy(world))
      .type('text/html; charset=utf-8')
      .send(page);
  });
}
