import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { systemClock } from '../clock.ts';
import { ApiError } from '../http/errors.ts';
import type { World } from '../world.ts';
import { takeBounce, takeMailReport } from './broken-emails.ts';
import type { MailReport } from './dsn.ts';
import { readMailgun, readPlain, readPostmark, readSes } from './mail-reports.ts';
import { confirmSubscription, isSignedBySns, readSnsNotice } from './sns-notices.ts';

/**
 * Takes what becomes of our mails: from Amazon SES by a topic, Postmark and Mailgun in their own forms, and from any mail server at
 * `/webhooks/mail/reports`, in a form of ours or as the mail that came back. Calls that do not prove who they are by are answered 403,
 * malformed ones 400; each may come again.
 */
export async function registerMailWebhooks(app: FastifyInstance, world: World): Promise<void> {
  const { snsTopic, postmarkLogin, mailgunKey, reportsToken } = world.mails;
  const take = async (reports: MailReport[] | undefined) => {
    if (!reports) throw malformed();
    for (const report of reports) await takeMailReport(world, report);
    return { received: true };
  };
  const requireSecret = (secret: string | undefined, given: string | undefined, scheme: string) => {
    if (!secret || !isSame(given ?? '', `${scheme} ${secret}`)) throw forbidden(world, `not by ${scheme}`);
  };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    const hidden = { schema: { hide: true } };
    scope.post('/webhooks/mail/ses', hidden, async ({ body }) => {
      const notice = readSnsNotice(String(body ?? ''));
      if (!notice) throw malformed();
      if (!snsTopic || notice.TopicArn !== snsTopic) throw forbidden(world, 'another topic');
      const { fetchText } = world.texts;
      if (!(await isSignedBySns(notice, systemClock.now(), fetchText))) throw forbidden(world, 'not by SNS');
      if (notice.Type === 'Notification') return await take(readSes(notice.Message));
      if (!(await confirmSubscription(notice, fetchText))) throw malformed();
      return { received: true };
    });
    scope.post('/webhooks/mail/postmark', hidden, async ({ body, headers }) => {
      requireSecret(postmarkLogin && btoa(postmarkLogin), headers.authorization, 'Basic');
      return await take(readPostmark(String(body ?? '')));
    });
    scope.post('/webhooks/mail/mailgun', hidden, async ({ body }) => {
      const read = readMailgun(String(body ?? ''));
      if (!read) throw malformed();
      if (!mailgunKey || !read.isSigned(mailgunKey)) throw forbidden(world, 'not by Mailgun');
      return await take(read.reports);
    });
    scope.post('/webhooks/mail/reports', hidden, async ({ body, headers }) => {
      requireSecret(reportsToken, headers.authorization, 'Bearer');
      const text = String(body ?? '');
      if (headers['content-type']?.startsWith('application/json')) return await take(readPlain(text));
      if (!(await takeBounce(world, text))) throw malformed();
      return { received: true };
    });
  });
}

const malformed = () => new ApiError('INVALID_INPUT', 'This does not report what became of an email.');

function forbidden(world: World, why: string): ApiError {
  world.log.warn({ event: 'webhook-refused', reason: why }, 'webhook refused');
  return new ApiError('FORBIDDEN', 'This call does not prove who it is by.');
}

function isSame(given: string, own: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(own)];
  return one.length === other.length && timingSafeEqual(one, other);
}
