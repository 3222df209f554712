import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import Fastify from 'fastify';
import { expect } from 'vitest';
import { inboundTexts, refusedNumbers } from '../database/schema/consents.ts';
import { messages } from '../database/schema/messages.ts';
import { registerErrors } from '../http/errors.ts';
import { agreeToAll, buildCustomer } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';
import { textStateOf } from './consents.ts';
import { type SnsNotice, signedText } from './sns-notices.ts';
import { registerTextWebhooks } from './text-webhooks.ts';
import { twilioSignature } from './twilio.ts';

const number = '+14795550123';
const path = '/webhooks/texts/twilio';

/** Posts a form as Twilio does, or as somebody else would. */
async function post(
  { app, world }: TestWorld,
  fields: Record<string, string>,
  { token = 'sandbox', url = path, signature }: { token?: string; url?: string; signature?: string } = {},
) {
  const form = new URLSearchParams(fields);
  const signed = signature ?? twilioSignature(token, `${world.publicUrl}${url}`, form);
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signed };
  return await app.inject({ method: 'POST', url, headers, payload: form.toString() });
}
const text = (yardpack: TestWorld, Body: string, more: Record<string, string> = {}) =>
  post(yardpack, { MessageSid: `SM${randomUUID()}`, From: number, To: '+14795550100', NumMedia: '0', Body, ...more });
const kept = ({ world }: TestWorld) => world.database.select().from(inboundTexts).orderBy(asc(inboundTexts.id));
const answers = async (yardpack: TestWorld) => {
  await yardpack.drain();
  return (await yardpack.messages())
    .filter(({ channel }) => channel === 'text')
    .map((one) => one.text)
    .reverse();
};
const reader = { email: 'carla@example.com', phone: number };
const purposesOf = async ({ world }: TestWorld) => (await textStateOf(world, world.database, number)).purposes;

test('STOP ends texts at once with one answer, START brings them back, HELP says who we are, and the rest is for staff', async ({
  yardpack,
}) => {
  await agreeToAll(yardpack.world, reader);
  for (const words of ['STOP', 'stop', 'HELP', 'Please stop by the gate', 'unstop', 'Start']) {
    expect((await text(yardpack, words)).statusCode, words).toBe(200);
  }
  expect(await answers(yardpack)).toEqual([
    'Yardpack: you get no more texts from us. Reply START to get them again.',
    expect.stringMatching(
      /^Yardpack: yard cleanup\. Call \(800\) 555-0142 or write to hello@business\.example\. Reply STOP/,
    ),
    'Yardpack: texts are on again. Reply STOP to end them, HELP for help.',
    'Yardpack: texts are on. Reply STOP to end them, HELP for help.',
  ]);
  expect((await kept(yardpack)).map(({ intent }) => intent)).toEqual(['stop', 'stop', 'help', null, 'start', 'start']);
  expect(await purposesOf(yardpack)).toEqual(['account', 'marketing', 'service']);
});

test('what is replayed is answered alike and does nothing twice', async ({ yardpack }) => {
  await agreeToAll(yardpack.world, reader);
  const stop = { MessageSid: 'SM1', From: number, To: '+14795550100', Body: 'STOP' };
  const start = { ...stop, MessageSid: 'SM2', Body: 'START' };
  const got = [await post(yardpack, stop), await post(yardpack, start)];
  const again = await Promise.all([post(yardpack, stop), post(yardpack, stop), post(yardpack, start)]);
  expect([...got, ...again].map(({ statusCode, body }) => [statusCode, body])).toEqual(
    Array(5).fill([200, '<?xml version="1.0" encoding="UTF-8"?><Response></Response>']),
  );
  // The old STOP has not come once more.
  expect(await purposesOf(yardpack)).toHaveLength(3);
  expect(await answers(yardpack)).toHaveLength(2);
});

test('a call that Twilio has not signed for this address is refused, and a malformed one is told so', async ({
  yardpack,
}) => {
  const good = { MessageSid: 'SM1', From: number, Body: 'STOP' };
  const refused = [
    await post(yardpack, good, { token: 'another' }),
    await post(yardpack, good, { signature: '' }),
    await post(yardpack, good, {
      signature: twilioSignature('sandbox', `http://evil.example${path}`, new URLSearchParams(good)),
    }),
    await post(
      yardpack,
      { ...good, Body: 'START' },
      {
        signature: twilioSignature('sandbox', yardpack.world.publicUrl + path, new URLSearchParams(good)),
      },
    ),
    await yardpack.app.inject({ method: 'POST', url: path }),
    await yardpack.app.inject({ method: 'POST', url: path, payload: { From: number } }),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(403));
  const malformed: Record<string, string>[] = [
    {},
    { From: number, Body: 'Hi' },
    { MessageSid: 'SM1', Body: 'Hi' },
    { MessageSid: 'SM1', From: number },
  ];
  for (const fields of malformed) expect((await post(yardpack, fields)).statusCode).toBe(400);
  expect(await kept(yardpack)).toEqual([]);
});

test('a YES after STOP gets one answer a day, which says START, and is no unread text', async ({ yardpack }) => {
  await agreeToAll(yardpack.world, reader);
  for (const words of ['YES', 'STOP', 'Yes.', 'yes', 'Sí', 'Yes, come on Friday']) {
    await text(yardpack, words);
    await yardpack.drain();
  }
  expect(await answers(yardpack)).toEqual([
    'Yardpack: you get no more texts from us. Reply START to get them again.',
    'Yardpack: texts to this number are off. Reply START to get them again.',
  ]);
  const unread = (await kept(yardpack)).filter(({ intent, isToRead }) => intent === null || isToRead);
  expect(unread.map((one) => one.text)).toEqual(['YES', 'Yes, come on Friday']);
  expect(await purposesOf(yardpack)).toEqual([]);
});

test('a reaction to one of our texts is kept, and is no unread text', async ({ yardpack }) => {
  await agreeToAll(yardpack.world, reader);
  await text(yardpack, 'HELP');
  const [answer = ''] = await answers(yardpack);
  for (const words of [`Loved “${answer}”`, `Gefällt „${answer}“`, `Who is this? “${answer}”`])
    await text(yardpack, words);
  const rows = await kept(yardpack);
  expect(rows.map(({ intent }) => intent)).toEqual(['help', 'reaction', 'reaction', null]);
});

test('what comes with words is named by number and kind, and a STOP with a picture is a STOP', async ({ yardpack }) => {
  await agreeToAll(yardpack.world, reader);
  const media = (...types: string[]) =>
    Object.fromEntries([
      ['NumMedia', String(types.length)],
      ...types.map((type, index) => [`MediaContentType${index}`, type]),
    ]);
  await text(yardpack, 'Look at this', media('image/jpeg', 'image/heic', 'application/pdf'));
  await text(yardpack, 'STOP', media('video/mp4'));
  const [look, stop] = await kept(yardpack);
  expect(look?.text).toBe('Look at this\n(With it came 2 pictures and 1 file, which are not kept.)');
  expect([stop?.text, stop?.intent]).toEqual(['STOP\n(With it came 1 video, which is not kept.)', 'stop']);
});

test('ten thousand characters are kept cut, a picture is said, and other countries are kept and not answered', async ({
  yardpack,
}) => {
  await text(yardpack, `${'Woof! '.repeat(1700)}\u0000`);
  await text(yardpack, '', { NumMedia: '1' });
  await text(yardpack, 'STOP', { From: '+442079460018' });
  await text(yardpack, 'HELP', { From: '54321' });
  await text(yardpack, ' ');
  await text(yardpack, 'Woof!', { From: '4'.repeat(10_000) });
  expect((await text(yardpack, 'Woof!', { From: '\u0000' })).statusCode).toBe(200);
  const [long, picture, abroad, short, empty, endless, nameless] = await kept(yardpack);
  expect(nameless?.sender).toBe('\ufffd');
  expect([empty?.text, endless?.sender.length]).toEqual(['(An empty text.)', 40]);
  expect(long).toMatchObject({ isCut: true, intent: null, readAt: null });
  expect([long?.text.length, long?.text.endsWith('(cut)')]).toEqual([1600, true]);
  expect(picture?.text).toBe('(With it came 1 picture, which is not kept.)');
  expect([abroad?.sender, abroad?.intent, short?.sender]).toEqual(['+442079460018', 'stop', '54321']);
  const { world } = yardpack;
  expect((await textStateOf(world, world.database, '+442079460018')).isStopped).toBe(true);
  expect(await answers(yardpack)).toEqual([]);
});

test('two who answer each other by machine come to an end', async ({ yardpack }) => {
  for (let time = 0; time < 13; time += 1) await text(yardpack, 'HELP');
  expect(await answers(yardpack)).toHaveLength(10);
});

test('what Twilio has answered itself is not answered again', async ({ yardpack }) => {
  await agreeToAll(yardpack.world, reader);
  await text(yardpack, 'STOP', { OptOutType: 'STOP' });
  expect([await answers(yardpack), await purposesOf(yardpack)]).toEqual([[], []]);
  // By whichever word, such as one of the account's own.
  await text(yardpack, 'VUELVE', { OptOutType: 'START' });
  expect((await purposesOf(yardpack)).length).toBeGreaterThan(0);
  await text(yardpack, 'ALTO', { OptOutType: 'STOP' });
  expect([await answers(yardpack), await purposesOf(yardpack)]).toEqual([[], []]);
});

test('a report marks what did not arrive: a STOP at the carrier ends texts, and a refused number is mailed until a text comes from it', async ({
  yardpack,
}) => {
  const casey = await buildCustomer(yardpack, { notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' });
  const { database } = yardpack.world;
  const write = async (event: string) => {
    const { tell } = await import('./service.ts');
    const letter = { subject: 'Your yard is done', paragraphs: ['Enjoy!'], short: 'Done. Enjoy!' };
    const to = { ...casey, notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' } as const;
    await database.transaction((transaction) => tell(yardpack.world, transaction, event, to, letter, { class: 'now' }));
    await yardpack.drain();
    const [row] = await database
      .select()
      .from(messages)
      .where(eq(messages.dedupeKey, `${event}:text`));
    return row;
  };
  const report = (id: string | undefined, status: string, code = '') =>
    post(
      yardpack,
      { MessageSid: 'SM1', MessageStatus: status, ErrorCode: code },
      { url: `${path}/status?message=${id}` },
    );
  const first = await write('done:1');
  expect(first?.outcome).toBe('sent');
  for (const status of ['queued', 'sent', 'undelivered', 'undelivered']) {
    expect((await report(first?.id, status, '30005')).statusCode).toBe(204);
  }
  expect(await database.select().from(refusedNumbers)).toMatchObject([{ number, code: '30005' }]);
  await yardpack.advance('PT1M');
  const mails = async () =>
    (await yardpack.messages()).filter(({ channel, to }) => channel === 'email' && to === casey.email);
  expect(await mails()).toHaveLength(1);
  expect(await write('done:2')).toMatchObject({
    outcome: 'dropped',
    reason: 'The carrier of this number takes no texts for it.',
  });
  expect(await mails()).toHaveLength(2);
  await text(yardpack, 'I am back');
  const third = await write('done:3');
  expect(third?.outcome).toBe('sent');
  await report(third?.id, 'delivered');
  expect(await database.select().from(refusedNumbers)).toEqual([]);
  await report(third?.id, 'failed', '30006');
  expect(
    (
      await database
        .select()
        .from(messages)
        .where(eq(messages.id, third?.id ?? ''))
    ).map((row) => row.delivery),
  ).toEqual(['delivered']);
  expect(await database.select().from(refusedNumbers)).toEqual([]);
  await report((await write('done:4'))?.id, 'failed', '21610');
  expect(await purposesOf(yardpack)).toEqual([]);
  expect((await report('no-id', 'delivered')).statusCode).toBe(400);
  expect((await report(randomUUID(), 'delivered')).statusCode).toBe(204);
  expect((await post(yardpack, {}, { url: `${path}/status?message=${third?.id}`, token: 'another' })).statusCode).toBe(
    403,
  );
});

test('at the sandbox somebody answers a text as the phone’s owner, on the same path', async ({ yardpack }) => {
  await agreeToAll(yardpack.world, reader);
  const answer = await yardpack.app.inject({
    method: 'POST',
    url: '/sandbox/answers.json',
    payload: { from: number, text: 'Stop, please' },
  });
  expect([answer.statusCode, await purposesOf(yardpack)]).toEqual([200, []]);
});

const topic = 'arn:aws:sns:us-east-1:123456789012:texts';
const { privateKey: key, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
/** A public key is read where a certificate is. */
const certificate = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const certificateUrl = `https://sns.us-east-1.amazonaws.com/SimpleNotificationService-${randomUUID()}.pem`;

test('Amazon’s notices count when SNS has signed them for our topic; a subscription is confirmed there and nowhere else', async ({
  yardpack,
}) => {
  const asked: string[] = [];
  const fetchText = async (url: string) => {
    asked.push(url);
    return url.endsWith('.pem') ? certificate : '';
  };
  const app = Fastify();
  registerErrors(app);
  const texts = { ...yardpack.world.texts, snsTopic: topic, fetchText };
  await registerTextWebhooks(app, { ...yardpack.world, texts }, async () => {});
  const notice = (more: Partial<SnsNotice> = {}): SnsNotice => {
    const sms = {
      originationNumber: number,
      destinationNumber: '+14795550100',
      messageKeyword: 'KEYWORD_1',
      messageBody: 'STOP',
      inboundMessageId: 'in-1',
    };
    const one: SnsNotice = {
      Type: 'Notification',
      MessageId: randomUUID(),
      TopicArn: topic,
      Message: JSON.stringify(sms),
      Timestamp: new Date().toISOString(),
      SignatureVersion: '2',
      SigningCertURL: certificateUrl,
      Signature: '',
      ...more,
    };
    const sign = createSign(one.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256').update(signedText(one));
    return { ...one, Signature: sign.sign(key, 'base64') };
  };
  const send = async (body: object | string) => {
    const headers = { 'content-type': 'text/plain; charset=UTF-8' };
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    return (await app.inject({ method: 'POST', url: '/webhooks/texts/sns', headers, payload })).statusCode;
  };
  await agreeToAll(yardpack.world, reader);
  expect([await send(notice()), await send(notice({ SignatureVersion: '1' }))]).toEqual([200, 200]);
  expect(await purposesOf(yardpack)).toEqual([]);
  expect(await kept(yardpack)).toMatchObject([{ provider: 'sns', providerId: 'in-1', intent: 'stop' }]);
  const from = {
    originationNumber: `${number}\u0000`,
    destinationNumber: '+1479\u00005550100',
    messageBody: 'Hi\u0000',
    inboundMessageId: 'in-\u00002',
  };
  expect(await send(notice({ Message: JSON.stringify(from) }))).toBe(200);
  expect((await kept(yardpack)).at(-1)).toMatchObject({ providerId: 'in-2', sender: number, text: 'Hi' });
  const token = { Type: 'SubscriptionConfirmation', Token: 't' } as const;
  const at = (host: string) => `https://${host}/?Action=ConfirmSubscription&TopicArn=${topic}&Token=t`;
  expect(await send(notice({ ...token, SubscribeURL: at('sns.us-east-1.amazonaws.com') }))).toBe(200);
  expect(asked).toEqual([certificateUrl, at('sns.us-east-1.amazonaws.com')]);
  expect(await send(notice({ ...token, SubscribeURL: at('sns.us-east-1.amazonaws.com.evil.example') }))).toBe(400);
  const forged = [
    notice({ TopicArn: 'arn:aws:sns:us-east-1:999999999999:texts' }),
    { ...notice(), Message: notice().Message.replace('STOP', 'START') },
    notice({ SigningCertURL: 'https://evil.example/SimpleNotificationService-1.pem' }),
    notice({ SigningCertURL: 'https://sns.us-east-1.amazonaws.com.evil.example/SimpleNotificationService-1.pem' }),
    notice({ SigningCertURL: 'http://sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem' }),
    notice({ SigningCertURL: 'https://bucket.s3.amazonaws.com/SimpleNotificationService-1.pem' }),
    notice({ Timestamp: '2020-01-01T00:00:00Z' }),
    { ...notice(), Signature: '' },
  ];
  for (const one of forged) expect(await send(one), JSON.stringify(one)).toBe(403);
  for (const one of ['', '{', 'null', '[]', { Type: 'Notification' }, notice({ Message: 'Hello' })]) {
    expect(await send(one), JSON.stringify(one)).toBe(400);
  }
  expect(asked).toHaveLength(2);
  await app.close();
});

test('of one number sixty texts are kept in an hour; of more only a STOP counts', async ({ yardpack }) => {
  for (let time = 0; time < 62; time += 1)
    expect((await text(yardpack, `Is the gate open? ${time}`)).statusCode).toBe(200);
  expect(await kept(yardpack)).toHaveLength(60);
  const sentence = 'please stop texting me right now, I do not want these messages';
  for (const words of [sentence, 'stop']) expect((await text(yardpack, words)).statusCode).toBe(200);
  expect((await kept(yardpack)).map(({ intent }) => intent).slice(-2)).toEqual(['stop', 'stop']);
  expect((await textStateOf(yardpack.world, yardpack.world.database, number)).isStopped).toBe(true);
  // Another number has its own count.
  await text(yardpack, 'Hello, who is this?', { From: '+14795550124' });
  expect(await kept(yardpack)).toHaveLength(63);
});
