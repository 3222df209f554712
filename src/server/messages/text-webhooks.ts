import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Id } from '#contract/fields.ts';
import type { TextIntent } from '#domain/text-keywords.ts';
import { systemClock } from '../clock.ts';
import { ApiError } from '../http/errors.ts';
import type { World } from '../world.ts';
import { takeInbound } from './inbound.ts';
import { type Reported, takeReport } from './reports.ts';
import { confirmSubscription, isSignedBySns, readInboundSms, readSnsNotice } from './sns-notices.ts';
import { isSignedByTwilio } from './twilio.ts';

/** What Twilio does after a text: nothing (https://www.twilio.com/docs/messaging/twiml). */
const emptyTwiml = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';

/**
 * Takes what providers of texts post: texts that people have sent, at `/webhooks/texts/twilio` and `/webhooks/texts/sns`, and
 * what became of ours, at `/webhooks/texts/twilio/status`. Unsigned calls are answered 403, malformed ones 400; each may come
 * again, and is answered alike.
 * @param noteOther takes what is reported of a text that is no message of ours
 */
export async function registerTextWebhooks(
  app: FastifyInstance,
  world: World,
  noteOther: (world: World, id: string, reported: Reported) => Promise<void>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Signatures cover what came, not what we make of it.
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post('/webhooks/texts/twilio', { schema: { hide: true } }, async (request, reply) => {
      const form = requireTwilio(world, request);
      const [providerId, from, text] = ['MessageSid', 'From', 'Body'].map((name) => form.get(name) ?? undefined);
      if (!providerId || providerId.length > 200 || !from || text === undefined) throw malformed();
      await takeInbound(world, {
        ...{ provider: 'twilio', providerId, from, to: (form.get('To') ?? '').slice(0, 40) },
        text,
        enclosed: enclosedWords(form),
        answered: takenFor[form.get('OptOutType') ?? ''],
      });
      return reply.type('text/xml; charset=utf-8').send(emptyTwiml);
    });
    scope.post<{ Querystring: { message?: string } }>(
      '/webhooks/texts/twilio/status',
      { schema: { hide: true } },
      async (request, reply) => {
        const form = requireTwilio(world, request);
        const messageId = Id.safeParse(request.query.message);
        const status = form.get('MessageStatus');
        if (!messageId.success || !status) throw malformed();
        const said = { status, code: (form.get('ErrorCode') ?? '').slice(0, 20) };
        const reported = await takeReport(world, messageId.data, said);
        if (reported && !reported.isOurs) await noteOther(world, messageId.data, reported);
        return reply.code(204).send();
      },
    );
    scope.post('/webhooks/texts/sns', { schema: { hide: true } }, async (request) => {
      await takeSnsNotice(world, typeof request.body === 'string' ? request.body : '');
      return { received: true };
    });
  });
}

const kinds = { image: 'picture', video: 'video', audio: 'recording', 'text/vcard': 'contact' } as const;

/**
 * Names what came with a text, which is not kept: https://www.twilio.com/docs/messaging/guides/webhook-request (NumMedia, and
 * MediaContentType0 and so on).
 * @returns for example 'With it came 2 pictures and 1 file, which are not kept.'; '' when nothing came
 */
function enclosedWords(form: URLSearchParams): string {
  const number = Math.min(20, Number(form.get('NumMedia') ?? 0) || 0);
  const counts = new Map<string, number>();
  for (let index = 0; index < number; index += 1) {
    const type = form.get(`MediaContentType${index}`) ?? 'image';
    const kind = Object.entries(kinds).find(([start]) => type.toLowerCase().startsWith(start))?.[1] ?? 'file';
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  if (counts.size === 0) return '';
  const named = [...counts].map(([kind, count]) => `${count} ${kind}${count === 1 ? '' : 's'}`);
  return `With it came ${new Intl.ListFormat('en-US').format(named)}, which ${number === 1 ? 'is' : 'are'} not kept.`;
}

/** https://www.twilio.com/docs/messaging/tutorials/advanced-opt-out */
const takenFor: Record<string, TextIntent> = { STOP: 'stop', START: 'start', HELP: 'help' };

const malformed = () => new ApiError('INVALID_INPUT', 'This is not what a provider of texts sends.');

function forbidden(world: World, why: string): ApiError {
  world.log.warn({ event: 'webhook-refused', reason: why }, 'webhook refused');
  return new ApiError('FORBIDDEN', 'The signature of this call is not good.');
}

/** @throws ApiError FORBIDDEN unless Twilio has signed this form for our address, INVALID_INPUT for one that it does not send */
function requireTwilio(world: World, { body, headers, raw }: FastifyRequest): URLSearchParams {
  const { twilioToken } = world.texts;
  const form = new URLSearchParams(typeof body === 'string' ? body : '');
  const url = `${world.publicUrl}${raw.url ?? ''}`;
  const signature = headers['x-twilio-signature'];
  if (!twilioToken || !isSignedByTwilio(twilioToken, url, form, signature)) throw forbidden(world, 'not by Twilio');
  // Only what people write may have any signs.
  if ([...form].some(([name, value]) => name !== 'Body' && name !== 'From' && value.includes('\u0000')))
    throw malformed();
  return form;
}

/** @throws ApiError INVALID_INPUT for what is no notice, FORBIDDEN for one that SNS has not signed, or of another's topic */
async function takeSnsNotice(world: World, text: string): Promise<void> {
  const { snsTopic, fetchText } = world.texts;
  const notice = readSnsNotice(text);
  if (!notice) throw malformed();
  if (!snsTopic || notice.TopicArn !== snsTopic) throw forbidden(world, 'another topic');
  if (!(await isSignedBySns(notice, systemClock.now(), fetchText))) throw forbidden(world, 'not by SNS');
  if (notice.Type !== 'Notification') {
    if (!(await confirmSubscription(notice, fetchText))) throw malformed();
    return;
  }
  const sms = readInboundSms(notice);
  if (!sms) throw malformed();
  const { inboundMessageId: providerId, originationNumber: from, destinationNumber: to, messageBody } = sms;
  await takeInbound(world, { provider: 'sns', providerId, from, to, text: messageBody });
}
