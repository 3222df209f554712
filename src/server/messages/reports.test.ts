import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { noTextsWords } from '#domain/no-texts.ts';
import { refusedNumbers } from '../database/schema/consents.ts';
import { messages } from '../database/schema/messages.ts';
import { buildCustomer, buildEmployee, type Person } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';
import { textStateOf } from './consents.ts';
import { type MessageOptions, tell } from './service.ts';
import { twilioSignature } from './twilio.ts';

const path = '/webhooks/texts/twilio';

async function post({ app, world }: TestWorld, url: string, fields: Record<string, string>) {
  const form = new URLSearchParams(fields);
  const signature = twilioSignature('sandbox', `${world.publicUrl}${url}`, form);
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature };
  return await app.inject({ method: 'POST', url, headers, payload: form.toString() });
}
const report = (yardpack: TestWorld, id: string | undefined, code = '') =>
  post(yardpack, `${path}/status?message=${id}`, {
    MessageStatus: code === '' ? 'delivered' : 'undelivered',
    ErrorCode: code,
  });

const letter = { subject: 'Your yard is done', paragraphs: ['Enjoy!'], short: 'Done. Enjoy!' };
async function open(yardpack: TestWorld) {
  const office = await buildEmployee(yardpack);
  const casey = await buildCustomer(yardpack, { notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' });
  await yardpack.drain();
  const { world } = yardpack;
  const rowOf = async (key: string) =>
    (await world.database.select().from(messages).where(eq(messages.dedupeKey, key)))[0];
  return {
    office,
    casey,
    rowOf,
    desk: async () => (await yardpack.call('getStaffDesk', { as: office.accessToken })).body,
    text: async () => {
      const { body } = await yardpack.call('getSystem', { as: office.accessToken });
      return body.parts.find(({ part }) => part === 'text');
    },
    /** Writes something, and sends it. @returns the text */
    send: async (
      event: string,
      { to = casey, by = 'TEXT', ...options }: { to?: Person; by?: string } & MessageOptions = {},
    ) => {
      const reader = {
        ...to,
        notificationPreference: `NOTIFICATION_PREFERENCE_${by}` as 'NOTIFICATION_PREFERENCE_TEXT',
      };
      await world.database.transaction((transaction) =>
        tell(world, transaction, event, reader, letter, { class: 'now', ...options }),
      );
      await yardpack.drain();
      return await rowOf(`${event}:text`);
    },
    stateOf: async (id: string | undefined) =>
      (await yardpack.call('getMessage', { as: office.accessToken, params: { messageId: id ?? '' } })).body.state,
  };
}

const senders = [
  ['30034', 'unregistered', /A2P 10DLC/],
  ['30007', 'filtered', /spam/],
  ['30032', 'unverified', /toll-free/],
] as const;
test.for(senders)(
  '%s in a row stands on the desk and at /system with what to do, until a text arrives',
  async ([code, trouble], { yardpack }) => {
    const { desk, text, send } = await open(yardpack);
    await report(yardpack, (await send('done:1'))?.id, code);
    expect([(await desk()).textTrouble, (await text())?.state]).toEqual([null, 'good']);
    // What says nothing of us interrupts nothing.
    await report(yardpack, (await send('done:2'))?.id, '30008');
    await report(yardpack, (await send('done:3'))?.id, code);
    expect((await desk()).textTrouble).toMatchObject({ trouble, count: 2 });
    expect(await text()).toMatchObject({ state: 'failed', reason: `texts-${trouble}`, count: 2 });
    await report(yardpack, (await send('done:4'))?.id);
    expect([(await desk()).textTrouble, (await text())?.state]).toEqual([null, 'good']);
  },
);

const numbers = [
  ['30005', 31, false],
  ['30006', 400, false],
  ['21614', 31, false],
  ['30003', 29, false],
  ['30003', 31, true],
  ['30034', 0, true],
] as const;
test.for(numbers)('after %s a number gets texts %i days later: %s', async ([code, days, isTexted], { yardpack }) => {
  const { casey, send, rowOf } = await open(yardpack);
  const { world } = yardpack;
  await report(yardpack, (await send('done:1'))?.id, code);
  await yardpack.drain();
  // Who wants texts only is emailed instead.
  expect(await rowOf('done:1:email')).toMatchObject({ recipient: casey.email, outcome: 'sent' });
  const at = world.clock.now().subtract({ hours: 24 * days });
  await world.database.update(refusedNumbers).set({ at });
  const second = await send('done:2');
  expect(second?.outcome).toBe(isTexted ? 'sent' : 'dropped');
  expect(second?.reason).toBe(isTexted ? null : noTextsWords[code === '30003' ? 'away' : 'refused']);
  expect((await rowOf('done:2:email'))?.outcome).toBe(isTexted ? undefined : 'sent');
  // A text from the number, or another number, brings texts back.
  await post(yardpack, path, { MessageSid: 'SM1', From: casey.phone, To: '+14795550100', NumMedia: '0', Body: 'Hi' });
  expect((await textStateOf(world, world.database, casey.phone)).refusal).toBe(undefined);
  expect((await send('done:3'))?.outcome).toBe('sent');
});

test('an answer that staff typed and that did not arrive is back on the desk, is sent again, and is gone once it arrives', async ({
  yardpack,
}) => {
  const { office, casey, desk, stateOf } = await open(yardpack);
  await post(yardpack, path, {
    MessageSid: 'SM1',
    From: casey.phone,
    To: '+14795550100',
    NumMedia: '0',
    Body: 'When?',
  });
  const as = office.accessToken;
  const [asked] = (await yardpack.call('listInboundTexts', { as })).body.texts;
  const body = { id: crypto.randomUUID(), channel: 'text', text: 'At nine.', answersSeen: 0 };
  expect((await yardpack.call('answerInboundText', { as, params: { textId: asked?.id ?? '' }, body })).status).toBe(
    200,
  );
  await yardpack.drain();
  expect((await desk()).deadMessages.count).toBe(0);
  const [sent] = (await yardpack.call('listMessages', { as, query: { channel: 'text' } })).body.messages;
  await report(yardpack, sent?.id, '30007');
  expect((await desk()).deadMessages.rows).toMatchObject([
    {
      messageId: sent?.id,
      state: 'undelivered',
      reason: expect.stringMatching(/^The carrier reports: undelivered, 30007\. .*spam/),
    },
  ]);
  const again = { as, params: { messageId: sent?.id ?? '' }, body: { resolveBy: 'sending-again' as const } };
  expect((await yardpack.call('resolveDeadMessage', again)).status).toBe(200);
  expect([await stateOf(sent?.id), (await desk()).deadMessages.count]).toEqual(['waiting', 0]);
  await yardpack.drain();
  await report(yardpack, sent?.id);
  // Late and twice: what has arrived has arrived.
  await report(yardpack, sent?.id, '30007');
  expect([await stateOf(sent?.id), (await desk()).deadMessages.count]).toEqual(['delivered', 0]);
});

test('what was told by email as well, and what nobody has to know, is no matter for the desk', async ({ yardpack }) => {
  const { desk, send } = await open(yardpack);
  await report(yardpack, (await send('done:1', { by: 'EMAIL_TEXT' }))?.id, '30008');
  await report(yardpack, (await send('done:2'))?.id, '30008');
  await report(
    yardpack,
    (await send('offer:1', { by: 'EMAIL_TEXT', class: 'marketing', basis: 'asked' }))?.id,
    '30008',
  );
  expect((await desk()).deadMessages.count).toBe(0);
});

test('a report before our own note of the answer stays, and ends a text that we would have tried again', async ({
  yardpack,
}) => {
  const { send, stateOf } = await open(yardpack);
  const { world } = yardpack;
  const { sendText } = world;
  if (!sendText) throw new Error('No texts');
  for (const [event, code, state] of [
    ['done:1', '', 'delivered'],
    ['done:2', '30007', 'undelivered'],
  ] as const) {
    Object.assign(world, {
      sendText: async (...args: Parameters<typeof sendText>) => {
        await sendText(...args);
        await report(yardpack, args[0].id, code);
        throw Object.assign(new Error('The answer is lost'), { name: 'UnansweredError' });
      },
    });
    const sent = await send(event);
    Object.assign(world, { sendText });
    expect([await stateOf(sent?.id), sent?.dueAt]).toEqual([state, null]);
  }
});

test('a number of the sandbox reports by itself, on the same path', async ({ yardpack }) => {
  const { casey, rowOf, send } = await open(yardpack);
  await yardpack.world.database.execute(sql`update profiles set phone = '+14795559006' where id = ${casey.profileId}`);
  await yardpack.world.database.execute(sql`insert into consents (id, channel, address, purpose, number, kind, wording, source, at)
    select gen_random_uuid(), 'text', '+14795559006', 'service', 1, 'given', 'texts-2', 'profile', now()`);
  await send('done:1', { to: { ...casey, phone: '+14795559006' } });
  await expect.poll(async () => (await rowOf('done:1:text'))?.deliveryCode).toBe('30006');
});
