import type { FastifyInstance, FastifyReply } from 'fastify';
import { manyCallers } from '#contract/endpoint.ts';
import { escapeHtml } from '#domain/escape-html.ts';
import { callUs } from '#domain/settings.ts';
import { limitCalls } from '../http/rate-limit.ts';
import type { World } from '../world.ts';
import { smallPage, smallPageHeaders, smallPagePolicy } from './small-page.ts';
import { findUnsubscribing, type Unsubscribing, unsubscribe } from './unsubscribe.ts';

type UnsubscribeRequest = { Params: { token: string }; Querystring: { back?: string } };

const kinds = { service: 'emails about your visits', marketing: 'offers by email' } as const;

/**
 * Ends mails by the link that stands in each of them, without signing in: a POST does it, as mail programs send it for a press of their
 * button (RFC 8058). A GET only asks, since programs that look for viruses open every link.
 */
export function registerUnsubscribing(app: FastifyInstance, world: World): void {
  const answer = (reply: FastifyReply, title: string, body: string, code = 200) =>
    reply
      .code(code)
      .headers(smallPageHeaders)
      .header('content-security-policy', smallPagePolicy(world))
      .type('text/html; charset=utf-8')
      .send(smallPage(world, title, body));
  const unknown = (reply: FastifyReply) =>
    answer(
      reply,
      'This link is not known',
      `<p>Please use the link of a newer email, or ${escapeHtml(callUs(world.settings.now()))}.</p>`,
      404,
    );
  app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    pages.addHook('onRequest', limitCalls(world, 'unsubscribe', manyCallers));
    // The body says the same in every one, so nobody reads it.
    pages.addContentTypeParser('*', { bodyLimit: 10_000, parseAs: 'string' }, (_request, _body, done) => done(null));
    pages.get<UnsubscribeRequest>('/unsubscribe/:token', { schema: { hide: true } }, async (request, reply) => {
      const found = await findUnsubscribing(world, request.params.token);
      if (!found) return await unknown(reply);
      const asked = `<p>No more ${kinds[found.purpose]} to ${addressesOf(found, 'and')}?</p>`;
      return await answer(reply, 'Unsubscribe', `${asked}${form(request.params.token, 'Unsubscribe')}${rest(found)}`);
    });
    pages.post<UnsubscribeRequest>('/unsubscribe/:token', { schema: { hide: true } }, async (request, reply) => {
      const { token } = request.params;
      const isBack = request.query.back === '1';
      const found = await unsubscribe(world, token, isBack);
      if (!found) return await unknown(reply);
      if (isBack)
        return await answer(
          reply,
          'You are back',
          `<p>We send ${kinds[found.purpose]} to ${addressesOf(found, 'and')} again.</p>`,
        );
      const back = found.purpose === 'service' ? form(`${token}?back=1`, 'That was a mistake: bring them back') : '';
      const said = `<p>We send no more ${kinds[found.purpose]} to ${addressesOf(found, 'nor')}.</p>`;
      return await answer(reply, 'You are unsubscribed', `${said}${rest(found)}${back}`);
    });
  });
}

/** The address of now is not told to who has the mail of before: the mailbox may be another's. */
const addressesOf = ({ address, isMoved }: Unsubscribing, joint: 'and' | 'nor') =>
  `${escapeHtml(address)}${isMoved ? ` ${joint} to the email address that your account has now` : ''}`;

const form = (to: string, label: string) =>
  `<form method="post" action="/unsubscribe/${escapeHtml(to)}"><p><button type="submit">${escapeHtml(label)}</button></p></form>`;

const rest = ({ purpose }: Unsubscribing) =>
  purpose === 'service'
    ? '<p>What is about your account and your bills still comes by email, and to workers which services are theirs. If you have texts, those about your visits continue; you can change both on your profile.</p>'
    : '';
