import { randomUUID } from 'node:crypto';
import { eq, like } from 'drizzle-orm';
import { expect } from 'vitest';
import { noEmail } from '#domain/no-email.ts';
import { users } from '../database/schema/accounts.ts';
import { messages } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';
import { markBroken } from '../messages/broken-emails.ts';
import { giveConsents, revokeConsents } from '../messages/consents.ts';
import { tell } from '../messages/service.ts';
import { buildCustomer, buildEmployee, buildWorker, type Person } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

const number = '+14795550177';

/** An employee, and a customer with a number of their own who has agreed to texts. */
async function open(yardpack: TestWorld) {
  // Texts go out by day.
  await yardpack.advance('2026-06-10T10:00:00-05:00');
  const { database } = yardpack.world;
  const erin = await buildEmployee(yardpack);
  const casey = await buildCustomer(yardpack);
  await database.update(profiles).set({ phone: number }).where(eq(profiles.id, casey.profileId));
  const about = { channel: 'text', address: number, source: 'profile', profileId: casey.profileId } as const;
  await database.transaction((transaction) =>
    giveConsents(yardpack.world, transaction, { ...about, purposes: ['account', 'service'], wording: 'texts-2' }),
  );
  const write = (by: Person, to: Pick<Person, 'profileId'>, more: object = {}) =>
    yardpack.call('writeToPerson', {
      as: by.accessToken,
      params: { profileId: to.profileId },
      body: { id: randomUUID(), channel: 'text', text: 'Is the side gate open on Friday?', ...more },
    });
  const sent = async () => {
    await yardpack.drain();
    return (await yardpack.messages()).map(({ channel, to, text }) => ({ channel, to, text }));
  };
  return { erin, casey, write, sent };
}

test('staff text a customer, and it stands among the messages to them', async ({ yardpack }) => {
  const { erin, casey, write, sent } = await open(yardpack);
  expect((await write(erin, casey)).status).toBe(200);
  expect(await sent()).toEqual([{ channel: 'text', to: number, text: 'Yardpack: Is the side gate open on Friday?' }]);
  const query = { profileId: casey.profileId };
  const { body } = await yardpack.call('listMessages', { as: erin.accessToken, query });
  expect(body.messages.map(({ subject, channel }) => [subject, channel])).toEqual([
    ['A message from Yardpack: Is the side gate open on Friday?', 'text'],
  ]);
  const changes = await yardpack.call('listChanges', { as: erin.accessToken, query: {} });
  expect(changes.body.changes.map(({ kind }) => kind)).toContain('person-written');
});

test('staff email a worker, about their work, also one who has ended emails about visits', async ({ yardpack }) => {
  const { erin, casey, write, sent } = await open(yardpack);
  const wren = await buildWorker(yardpack);
  const { world } = yardpack;
  await world.database.transaction((transaction) =>
    revokeConsents(world, transaction, {
      channel: 'email',
      address: wren.email,
      source: 'mail-link',
      purposes: ['service'],
    }),
  );
  expect((await write(erin, wren, { channel: 'email', text: 'Hi Wren,\ncan you cover Friday?' })).status).toBe(200);
  const [email] = await sent();
  expect(email).toMatchObject({ channel: 'email', to: wren.email });
  expect(email?.text).toContain('can you cover Friday?');
  expect(email?.text).toContain('You get this because it is about your work.');
  expect(email?.text).not.toMatch(/visits/);
  expect((await write(erin, casey, { channel: 'email' })).status).toBe(200);
  expect((await sent())[0]?.text).toContain('You get this because it is about your visits.');
});

test('a repeat sends nothing more, and other words under its id are refused', async ({ yardpack }) => {
  const { erin, casey, write, sent } = await open(yardpack);
  const id = randomUUID();
  const answers = await Promise.all([write(erin, casey, { id }), write(erin, casey, { id })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await write(erin, casey, { id, text: 'Other words' })).error).toMatchObject({
    errorCode: 'CONFLICT',
    fields: [{ path: 'body.id', message: 'This was sent before with other words in it.' }],
  });
  expect((await write(erin, casey, { id, channel: 'email' })).error.errorCode).toBe('CONFLICT');
  expect(await sent()).toHaveLength(1);
});

test('a number whose owner has not agreed, or has said STOP, is not texted', async ({ yardpack }) => {
  const { erin, casey, write, sent } = await open(yardpack);
  const { world } = yardpack;
  const stranger = await buildCustomer(yardpack, { notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' });
  await world.database.update(profiles).set({ phone: '+14795550178' }).where(eq(profiles.id, stranger.profileId));
  expect((await write(erin, stranger)).error).toMatchObject({
    errorCode: 'NOT_ALLOWED_NOW',
    message: 'They have not agreed to texts. Write an email, or call.',
  });
  await world.database.transaction((transaction) =>
    revokeConsents(world, transaction, {
      channel: 'text',
      address: number,
      source: 'text-reply',
      purposes: ['account', 'service', 'marketing'],
      word: 'STOP',
    }),
  );
  const refused = async () => (await write(erin, casey)).error.message;
  expect(await refused()).toBe('They have stopped texts to this number. Write an email, or call.');
  // No refusal leads to another.
  await world.database.transaction((transaction) => markBroken(world, transaction, casey.email, { why: 'bounced' }));
  expect(await refused()).toBe('They have stopped texts to this number. Emails do not reach their address. Call them.');
  expect(await sent()).toEqual([]);
});

test('of whom neither email nor text reaches the office reads what is left', async ({ yardpack }) => {
  const { erin, casey, write, sent } = await open(yardpack);
  const { world } = yardpack;
  const none = noEmail('x');
  await world.database.update(users).set({ email: none }).where(eq(users.id, casey.userId));
  await world.database.transaction((transaction) => markBroken(world, transaction, none, { why: 'taken' }));
  const refused = async (channel: string) => (await write(erin, casey, { channel })).error?.message;
  expect(await refused('email')).toBe('They have no email address. Text them, or call.');
  const texts = { channel: 'text', address: number, source: 'text-reply', word: 'STOP' } as const;
  await world.database.transaction((transaction) =>
    revokeConsents(world, transaction, { ...texts, purposes: ['account', 'service', 'marketing'] }),
  );
  expect(await refused('text')).toBe('They have stopped texts to this number. They have no email address. Call them.');
  expect(await refused('email')).toBe('They have no email address. Call them.');
  expect(await sent()).toEqual([]);
});

test('a message to an account without an address that went to no phone either says that there is none', async ({
  yardpack,
}) => {
  const { world } = yardpack;
  const none = noEmail('x');
  await world.database.transaction(async (transaction) => {
    await markBroken(world, transaction, none, { why: 'taken' });
    const recipient = { email: none, phone: number, notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' } as const;
    await tell(world, transaction, 'a:1', recipient, { subject: 'A word', paragraphs: [], short: 'A word' });
  });
  const [message] = await world.database.select().from(messages);
  expect([message?.outcome, message?.reason]).toEqual(['dropped', 'They have no email address.']);
});

test('a message without words or a channel is refused at its field', async ({ yardpack }) => {
  const { erin, casey, write } = await open(yardpack);
  const refused = async (more: object) => (await write(erin, casey, more)).error.fields;
  expect(await refused({ text: '  ' })).toEqual([{ path: 'body.text', message: 'Please write a message.' }]);
  expect(await refused({ channel: 'fax' })).toEqual([
    { path: 'body.channel', message: 'Please choose text or email.' },
  ]);
});

test('staff cannot write to an employee or to an unknown person; a customer cannot write at all', async ({
  yardpack,
}) => {
  const { erin, casey, write } = await open(yardpack);
  const noel = await buildEmployee(yardpack);
  expect((await write(erin, noel)).status).toBe(404);
  expect((await write(erin, { profileId: randomUUID() })).status).toBe(404);
  expect((await write(casey, casey)).status).toBe(403);
});

test('what staff wrote and was not delivered is told apart: for whom it was, and how it begins', async ({
  yardpack,
}) => {
  const { erin, casey, write } = await open(yardpack);
  const wren = await buildWorker(yardpack);
  const long = 'The gate behind the house on Mission Boulevard was open again this morning, and the dogs were out.';
  await write(erin, casey, { channel: 'email' });
  await write(erin, casey, { channel: 'email', text: `  ${long}\nPlease close it.` });
  await write(erin, wren, { channel: 'email', text: 'Can you cover Friday?\nAll day.' });
  const { database, clock } = yardpack.world;
  const ended = { outcome: 'dead', endedAt: clock.now(), dueAt: null, reason: 'Refused' } as const;
  await database.update(messages).set(ended).where(like(messages.dedupeKey, 'staff-message:%'));
  const { body } = await yardpack.call('listDeadMessages', { as: erin.accessToken, query: {} });
  expect(body.rows.map(({ people, subject }) => [people.map(({ profileId }) => profileId), subject])).toEqual([
    [[wren.profileId], 'A message from Yardpack: Can you cover Friday?'],
    [[casey.profileId], 'A message from Yardpack: The gate behind the house on Mission Boulevard was...'],
    [[casey.profileId], 'A message from Yardpack: Is the side gate open on Friday?'],
  ]);
});
