import { createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { wordingsNow } from '#domain/consents.ts';
import { messages } from '../database/schema/messages.ts';
import { buildCustomer, buildEmployee } from '../testing/factories.ts';
import { dsnOf as dsn } from '../testing/imap-server.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';
import { markBroken } from './broken-emails.ts';
import { giveConsents, revokeConsents } from './consents.ts';
import { tell } from './service.ts';
import { type SnsNotice, signedText } from './sns-notices.ts';

const letter = { subject: 'Your yard is done', paragraphs: ['Enjoy!'], short: 'Done. Enjoy!' };

async function open(yardpack: TestWorld) {
  const office = await buildEmployee(yardpack);
  const casey = await buildCustomer(yardpack);
  await yardpack.drain();
  const { world } = yardpack;
  const as = office.accessToken;
  const rowOf = async (key: string) =>
    (await world.database.select().from(messages).where(eq(messages.dedupeKey, key)))[0];
  return {
    casey,
    as,
    rowOf,
    send: async (event: string, by: 'EMAIL' | 'EMAIL_TEXT' = 'EMAIL') => {
      const reader = { ...casey, notificationPreference: `NOTIFICATION_PREFERENCE_${by}` } as const;
      await world.database.transaction((transaction) =>
        tell(world, transaction, event, reader, letter, { class: 'now' }),
      );
      await yardpack.drain();
      return await rowOf(`${event}:email`);
    },
    desk: async () => (await yardpack.call('getStaffDesk', { as })).body,
    broken: async () =>
      (await yardpack.call('getProfile', { as, params: { profileId: casey.profileId } })).body.profile.emailBroken,
    post: async (path: string, payload: object | string, headers: Record<string, string> = {}) =>
      (
        await yardpack.app.inject({
          method: 'POST',
          url: `/webhooks/mail/${path}`,
          headers: { 'content-type': 'application/json', ...headers },
          payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
        })
      ).statusCode,
  };
}

const topic = 'arn:aws:sns:us-east-1:123456789012:mail';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const certificate = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const certificateUrl = `https://sns.us-east-1.amazonaws.com/SimpleNotificationService-${randomUUID()}.pem`;
/** What SES tells a topic, signed by SNS. */
function fromSes(message: object, more: Partial<SnsNotice> = {}): SnsNotice {
  const notice: SnsNotice = {
    ...{ Type: 'Notification', MessageId: randomUUID(), TopicArn: topic, Message: JSON.stringify(message) },
    ...{ Timestamp: new Date().toISOString(), SignatureVersion: '2', SigningCertURL: certificateUrl, Signature: '' },
    ...more,
  };
  return { ...notice, Signature: createSign('RSA-SHA256').update(signedText(notice)).sign(privateKey, 'base64') };
}
const ses = (id: string, email: string, bounceType = 'Permanent') => ({
  notificationType: 'Bounce',
  bounce: { bounceType, bouncedRecipients: [{ emailAddress: email, diagnosticCode: 'smtp; 550 5.1.1 unknown' }] },
  mail: { messageId: 'ses-1', headers: [{ name: 'Message-ID', value: `<${id}@business.example>` }] },
});
function mailgun(id: string, recipient: string, severity = 'permanent', key = 'mailgun-key') {
  const [timestamp, token] = ['1780000000', randomUUID()];
  return {
    signature: {
      timestamp,
      token,
      signature: createHmac('sha256', key)
        .update(timestamp + token)
        .digest('hex'),
    },
    'event-data': {
      ...{ event: 'failed', severity, recipient, message: { headers: { 'message-id': `${id}@business.example` } } },
      'delivery-status': { code: 550, message: '5.1.1 unknown' },
    },
  };
}
const postmark = (id: string, Email: string, Type = 'HardBounce') => ({
  ...{
    RecordType: 'Bounce',
    Type,
    TypeCode: 1,
    Email,
    Description: 'The server was unable to deliver',
    Details: '550 5.1.1 unknown',
  },
  Metadata: { message: id },
});
const basic = (login: string) => ({ authorization: `Basic ${btoa(login)}` });
const mimes = { 'content-type': 'message/rfc822' };
const bearer = { authorization: 'Bearer sandbox' };

type Case = [
  name: string,
  path: string,
  hard: (id: string, email: string) => object | string,
  soft: (id: string, email: string) => object | string,
  headers: Record<string, string>,
  forged: (id: string, email: string) => [object | string, Record<string, string>],
];
const cases: Case[] = [
  [
    'Amazon SES',
    'ses',
    (...to) => fromSes(ses(...to)),
    (...to) => fromSes(ses(...to, 'Transient')),
    {},
    (...to) => [{ ...fromSes(ses(...to)), Signature: '' }, {}],
  ],
  [
    'Postmark',
    'postmark',
    postmark,
    (...to) => postmark(...to, 'SoftBounce'),
    basic('postmark:a-long-password'),
    (...to) => [postmark(...to), basic('postmark:another')],
  ],
  ['Mailgun', 'mailgun', mailgun, mailgunFull, {}, (...to) => [mailgun(...to, 'permanent', 'another'), {}]],
  [
    'a mail server with its own words',
    'reports',
    (message, recipient) => ({ kind: 'hard', message, recipient, reason: '550 5.1.1 unknown' }),
    (message, recipient) => ({ kind: 'soft', message, recipient }),
    bearer,
    (message) => [{ kind: 'hard', message }, { authorization: 'Bearer other' }],
  ],
  [
    'a mail that came back',
    'reports',
    dsn,
    (...to) => dsn(...to, '5.2.2'),
    { ...bearer, ...mimes },
    (...to) => [dsn(...to), mimes],
  ],
];
/** It gives it up for a full mailbox. */
function mailgunFull(id: string, recipient: string) {
  const told = mailgun(id, recipient);
  return {
    ...told,
    'event-data': { ...told['event-data'], 'delivery-status': { 'enhanced-code': '5.2.2', message: 'full' } },
  };
}

test.for(cases)(
  '%s reports what came back: the address gets no more once it did for good',
  async ([_, path, hard, soft, headers, forged], { yardpack }) => {
    const { casey, as, send, rowOf, desk, broken, post } = await open(yardpack);
    const { world } = yardpack;
    const before = world.texts.fetchText;
    Object.assign(world.texts, { fetchText: async () => certificate });
    const first = await send('done:1');
    const id = first?.id ?? '';
    const [body, wrong] = forged(id, casey.email);
    expect(await post(path, body, wrong)).toBe(403);
    expect(await post(path, path === 'ses' ? fromSes({}) : '{', headers)).toBe(400);
    // It is no end that a mail is late.
    const late = dsn(id, casey.email).replace('Action: failed', 'Action: delayed');
    expect(await post('reports', late, { ...bearer, ...mimes })).toBe(200);
    expect([(await rowOf('done:1:email'))?.delivery, await broken()]).toEqual([null, undefined]);

    expect(await post(path, soft(id, casey.email), headers)).toBe(200);
    expect([(await rowOf('done:1:email'))?.delivery, await broken()]).toEqual(['undelivered', undefined]);
    expect((await desk()).brokenEmails.count).toBe(0);

    const second = await send('done:2');
    expect(second?.outcome).toBe('sent');
    for (const _time of [1, 2]) expect(await post(path, hard(second?.id ?? '', casey.email), headers)).toBe(200);
    expect(await broken()).toMatchObject({ why: 'bounced', reason: expect.stringContaining('5') });
    expect((await desk()).brokenEmails.rows).toMatchObject([
      { email: casey.email, why: 'bounced', person: { profileId: casey.profileId } },
    ]);
    // Nothing else told of it, so it is the office's.
    expect((await desk()).deadMessages.rows.map(({ messageId, state }) => [messageId, state])).toContainEqual([
      second?.id,
      'undelivered',
    ]);
    expect(await send('done:3')).toMatchObject({ outcome: 'dropped', reason: 'This email address does not work.' });
    // Who has texts as well is told by text.
    await send('done:4', 'EMAIL_TEXT');
    expect([(await rowOf('done:4:email'))?.outcome, (await rowOf('done:4:text'))?.channel]).toEqual([
      'dropped',
      'text',
    ]);

    const params = { profileId: casey.profileId };
    const works = { email: casey.email.toUpperCase(), works: true };
    expect(
      (await yardpack.call('setEmailWorks', { as, params, body: { ...works, email: 'old@example.com' } })).status,
    ).toBe(409);
    expect((await yardpack.call('setEmailWorks', { as, params, body: works })).status).toBe(200);
    expect([(await send('done:5'))?.outcome, await broken(), (await desk()).brokenEmails.count]).toEqual([
      'sent',
      undefined,
      0,
    ]);
    Object.assign(world.texts, { fetchText: before });
  },
);

test('a report of another recipient says nothing of the message, and the last reason counts', async ({ yardpack }) => {
  const { casey, send, rowOf, broken, post } = await open(yardpack);
  const message = (await send('done:1'))?.id;
  const hard = (recipient: string, reason: string) =>
    post('reports', { kind: 'hard', message, recipient, reason }, bearer);
  expect(await hard('friend@example.net', '550 No such friend')).toBe(200);
  expect([(await rowOf('done:1:email'))?.delivery, await broken()]).toEqual([null, undefined]);
  for (const reason of ['550 Unknown', '550 Moved']) expect(await hard(casey.email, reason)).toBe(200);
  expect(await broken()).toMatchObject({ why: 'bounced', reason: '550 Moved' });
  expect(await rowOf('done:1:email')).toMatchObject({
    delivery: 'undelivered',
    deliveryReason: expect.stringContaining('550 Moved'),
  });
});

test('a NUL in a report is left out', async ({ yardpack }) => {
  const { post, casey, broken } = await open(yardpack);
  const soft = { kind: 'soft', recipient: 'a\0@example.org' };
  expect(await post('reports', soft, bearer)).toBe(200);
  const hard = { kind: 'hard', recipient: `${casey.email}\0`, reason: '550\0 no such user' };
  expect(await post('reports', hard, bearer)).toBe(200);
  expect(await broken()).toMatchObject({ reason: '550 no such user' });
});

test('staff say that an address does not work: what waits is dropped, and a link that was asked for goes and proves it', async ({
  yardpack,
}) => {
  const { casey, as, broken, rowOf } = await open(yardpack);
  const { world } = yardpack;
  const reader = { ...casey, notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' } as const;
  const notBefore = world.clock.now().add({ hours: 1 });
  await world.database.transaction((transaction) =>
    tell(world, transaction, 'later:1', reader, letter, { class: 'service', notBefore }),
  );
  const params = { profileId: casey.profileId };
  for (const _time of [1, 2])
    expect(
      (await yardpack.call('setEmailWorks', { as, params, body: { email: casey.email, works: false } })).status,
    ).toBe(200);
  expect(await rowOf('later:1:email')).toMatchObject({ outcome: 'dropped' });
  expect(await broken()).toMatchObject({ why: 'staff' });
  await yardpack.call('resetPassword', { body: { username: casey.email } });
  await yardpack.drain();
  const [mail] = (await yardpack.messages()).filter(({ to, text }) => to === casey.email && text.includes('token='));
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect((await yardpack.call('setNewPassword', { body: { token, newPassword: 'Another-pass-word-1!' } })).status).toBe(
    200,
  );
  expect(await broken()).toBeUndefined();
});

test('the sandbox’s addresses report by themselves, on the same path', async ({ yardpack }) => {
  const { rowOf } = await open(yardpack);
  const { world } = yardpack;
  const email = 'bounce+casey@simulator.amazonses.com';
  const reader = { email, phone: '', notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' } as const;
  await world.database.transaction((transaction) =>
    tell(world, transaction, 'hi:1', reader, letter, { class: 'now', basis: 'asked' }),
  );
  await yardpack.drain();
  await expect.poll(async () => (await rowOf('hi:1:email'))?.deliveryCode).toBe('hard');
});

test.for([
  ['email only, with a number on the profile', 'EMAIL', 'none', []],
  ['email only, of before, when both were chosen', 'EMAIL', 'revoked', []],
  ['both', 'EMAIL_TEXT', 'given', ['text']],
  ['texts', 'TEXT', 'given', ['text']],
  ['both, and never agreed', 'EMAIL_TEXT', 'none', []],
  ['both, and STOP since', 'EMAIL_TEXT', 'stopped', []],
  ['texts, and STOP since', 'TEXT', 'stopped', []],
] as const)(
  'an address does not work, and they chose %s: texts take over where they agreed to texts',
  async ([, chosen, consent, channels], { yardpack }) => {
    const { casey } = await open(yardpack);
    const { world } = yardpack;
    // A consent speaks for a number that its profile has.
    const phone = consent === 'none' ? '+14795550187' : casey.phone;
    const texts = {
      channel: 'text',
      address: phone,
      purposes: ['account', 'service'],
      profileId: casey.profileId,
    } as const;
    const reader = { ...casey, phone, notificationPreference: `NOTIFICATION_PREFERENCE_${chosen}` } as const;
    await world.database.transaction(async (transaction) => {
      await markBroken(world, transaction, casey.email, { why: 'bounced' });
      if (consent !== 'none')
        await giveConsents(world, transaction, { ...texts, source: 'profile', wording: wordingsNow.texts });
      if (consent === 'stopped' || consent === 'revoked')
        await revokeConsents(world, transaction, {
          ...texts,
          ...(consent === 'stopped'
            ? { source: 'text-reply', word: 'STOP' }
            : { source: 'profile', word: 'Email only' }),
        });
      await tell(world, transaction, 'done:9', reader, letter, { class: 'now' });
    });
    await yardpack.drain();
    const sent = await world.database.select().from(messages).where(eq(messages.outcome, 'sent'));
    expect(sent.filter(({ dedupeKey }) => dedupeKey.startsWith('done:9:')).map(({ channel }) => channel)).toEqual(
      channels,
    );
  },
);
