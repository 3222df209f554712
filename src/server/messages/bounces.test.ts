import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { messages } from '../database/schema/messages.ts';
import { getSystem } from '../system/state.ts';
import { markSwept } from '../system/store.ts';
import { buildCustomer, buildEmployee, signUpBody } from '../testing/factories.ts';
import { dsnOf, openImapServer } from '../testing/imap-server.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest } from '../testing/yardpack-test.ts';
import type { World } from '../world.ts';
import { readBounces } from './bounces.ts';
import { takeBounceTurn } from './bounces-store.ts';
import { brokenEmailOf } from './broken-emails.ts';
import { readUnread } from './mailbox.ts';
import { tell } from './service.ts';

const letter = { subject: 'Your yard is done', paragraphs: ['Enjoy!'], short: 'Done. Enjoy!' };
const test = yardpackTest.extend<{ mailbox: Awaited<ReturnType<typeof openImapServer>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names out of the pattern
  mailbox: async ({}, use) => {
    const mailbox = await openImapServer();
    await use(mailbox);
    await mailbox.close();
  },
});

async function open(yardpack: TestWorld, url: string) {
  const { world } = yardpack;
  const config = { ...world.config, BOUNCE_MAILBOX_URL: url, BOUNCE_ADDRESS: 'bounces@business.example' };
  const reading: World = { ...world, config };
  const casey = await buildCustomer(yardpack);
  await markSwept(world.database);
  await yardpack.drain();
  const reader = { ...casey, notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' } as const;
  const rowOf = async (event: string) =>
    (
      await world.database
        .select()
        .from(messages)
        .where(eq(messages.dedupeKey, `${event}:email`))
    )[0];
  return {
    casey,
    reading,
    /** @returns the id of a mail to Casey that was sent */
    send: async (event: string) => {
      await world.database.transaction((transaction) =>
        tell(world, transaction, event, reader, letter, { class: 'now' }),
      );
      await yardpack.drain();
      return (await rowOf(event))?.id ?? '';
    },
    deliveryOf: async (event: string) => {
      const row = await rowOf(event);
      return [row?.delivery, row?.deliveryCode];
    },
    broken: async () => (await brokenEmailOf(world.database, casey.email))?.why,
    part: async () => (await getSystem(reading)).parts.find(({ part }) => part === 'bounces'),
    later: (minutes: number) => yardpack.advance(`PT${minutes}M`),
  };
}

test('what came back to the mailbox is noted by the message it names, hard and soft apart, and read once', async ({
  yardpack,
  mailbox,
}) => {
  const { casey, reading, send, deliveryOf, broken, part, later } = await open(yardpack, mailbox.url);
  expect(await part()).toMatchObject({ state: 'unknown', reason: 'mailbox-unread' });
  const [soft, hard] = [await send('done:1'), await send('done:2')];
  mailbox.receive('Subject: Out of office\r\n\r\nBack on Monday.');
  mailbox.receive(dsnOf(soft, casey.email, '5.2.2'));
  await readBounces(reading);
  expect([await deliveryOf('done:1'), await broken()]).toEqual([['undelivered', 'soft'], undefined]);
  mailbox.receive(dsnOf(hard, casey.email));
  // Its turn comes five minutes after the last, whoever reads.
  await Promise.all([readBounces(reading), readBounces(reading)]);
  expect(await deliveryOf('done:2')).toEqual([null, null]);
  await later(5);
  await Promise.all([readBounces(reading), readBounces(reading)]);
  expect([await deliveryOf('done:2'), await broken()]).toEqual([['undelivered', 'hard'], 'bounced']);
  const fetched = () => mailbox.commands.filter((command) => command.startsWith('UID FETCH'));
  expect([fetched().length, mailbox.mails.every(({ isRead }) => isRead)]).toEqual([3, true]);
  await later(5);
  await readBounces(reading);
  expect(fetched()).toHaveLength(3);
  expect(await part()).toMatchObject({ state: 'good', reason: 'works' });
});

test('a link of an account that came back stands on the desk, unless its address does', async ({
  yardpack,
  mailbox,
}) => {
  const { casey, reading } = await open(yardpack, mailbox.url);
  const erin = await buildEmployee(yardpack);
  const { accessToken: as } = casey;
  const params = { profileId: casey.profileId };
  const { profile } = (await yardpack.call('getProfile', { as, params })).body;
  const links = {
    confirm: signUpBody('PROFILE_TYPE_CUSTOMER'),
    mistyped: signUpBody('PROFILE_TYPE_CUSTOMER'),
    reset: { username: casey.username, email: casey.email },
    email: { email: signUpBody('PROFILE_TYPE_CUSTOMER').email },
  };
  for (const body of [links.confirm, links.mistyped]) await yardpack.call('signUp', { body });
  await yardpack.call('resetPassword', { body: { username: casey.username } });
  await yardpack.call('updateProfile', { as, params, body: { ...profile, ...links.email } });
  await yardpack.drain();
  const waiting = async () => {
    const { deadMessages } = (await yardpack.call('getStaffDesk', { as: erin.accessToken })).body;
    return deadMessages.rows.map(({ messageId }) => messageId);
  };
  const linkOf = async (kind: keyof typeof links) => {
    const { email } = links[kind];
    const sent = await yardpack.world.database.select().from(messages).where(eq(messages.recipient, email));
    const [link] = sent.filter(({ dedupeKey }) => dedupeKey.startsWith(kind === 'mistyped' ? 'confirm:' : `${kind}:`));
    return { id: link?.id ?? '', email };
  };
  const expected: [string, boolean][] = [];
  for (const [kind, status, isOnDesk] of [
    ['confirm', '5.2.2', true],
    ['mistyped', '5.1.1', false],
    ['reset', '5.2.2', true],
    ['email', '5.1.1', true],
  ] as const) {
    const { id, email } = await linkOf(kind);
    mailbox.receive(dsnOf(id, email, status));
    expected.push([id, isOnDesk]);
  }
  await readBounces(reading);
  const rows = await waiting();
  expect(expected.map(([id]) => [id, rows.includes(id)])).toEqual(expected);
  const { id } = await linkOf('confirm');
  const again = { as: erin.accessToken, params: { messageId: id }, body: { resolveBy: 'sending-again' as const } };
  expect((await yardpack.call('resolveDeadMessage', again)).error.message).toMatch(
    /They get a new one by signing in\.$/,
  );
});

test('of two who ask at once one reads the mailbox, whoever looked at the clock first', async ({ yardpack }) => {
  const { database, clock } = yardpack.world;
  await markSwept(database);
  const now = clock.now();
  const turns: boolean[] = [];
  for (const seconds of [0, -1, -289, 289, 291, 0, -1])
    turns.push(await takeBounceTurn(database, now.add({ seconds })));
  // The last is of a clock that was set back.
  expect(turns).toEqual([true, false, false, false, true, true, false]);
});

test('an email in the mailbox counts for the message it names, and breaks no other address', async ({
  yardpack,
  mailbox,
}) => {
  const { casey, reading, send, deliveryOf, broken } = await open(yardpack, mailbox.url);
  await send('done:1');
  mailbox.receive(dsnOf('019aa000-0000-7000-8000-00000000c0de', casey.email));
  mailbox.receive(dsnOf('', casey.email));
  mailbox.receive(`${'x'.repeat(300_000)}${dsnOf('', casey.email)}`);
  await readBounces(reading);
  expect([await deliveryOf('done:1'), await broken()]).toEqual([[null, null], undefined]);
  expect(mailbox.mails.every(({ isRead }) => isRead)).toBe(true);
});

test.for(['LOGIN', 'UID SEARCH', 'UID FETCH', 'UID STORE'])(
  'a mailbox that hangs up at %s is read the next time',
  async (drop, { yardpack, mailbox }) => {
    const { casey, reading, send, deliveryOf, broken, part, later } = await open(yardpack, mailbox.url);
    mailbox.receive(dsnOf(await send('done:1'), casey.email));
    mailbox.trouble.drop = drop;
    await readBounces(reading);
    expect(mailbox.mails[0]?.isRead).toBe(false);
    await later(5);
    await readBounces(reading);
    expect([await deliveryOf('done:1'), await broken()]).toEqual([['undelivered', 'hard'], 'bounced']);
    expect([mailbox.mails[0]?.isRead, (await part())?.reason]).toEqual([true, 'works']);
  },
);

test('an outage stands on the page after a quarter of an hour, with since when, until the mailbox is read again', async ({
  yardpack,
  mailbox,
}) => {
  const { reading, part, later } = await open(yardpack, mailbox.url);
  await readBounces(reading);
  await mailbox.close();
  await later(5);
  const since = reading.clock.now().toString();
  await readBounces(reading);
  expect(await part()).toMatchObject({ state: 'good' });
  await later(20);
  await readBounces(reading);
  const { state, reason, since: told } = (await part()) ?? {};
  expect([
    state,
    reason,
    Temporal.Instant.from(told ?? '')
      .since(Temporal.Instant.from(since))
      .total('seconds') < 60,
  ]).toEqual(['failed', 'mailbox-away', true]);
  await mailbox.reopen();
  await later(5);
  await readBounces(reading);
  expect(await part()).toMatchObject({ state: 'good', reason: 'works' });
});

test.for([
  ['a password', 'mailbox-refused', (url: string) => url.replace(':p%40ss', ':wrong')],
  ['a folder', 'mailbox-folder', (url: string) => url.replace(/INBOX$/, 'Bounces')],
] as const)('%s that is wrong stands on the page at once', async ([, reason, wrong], { yardpack, mailbox }) => {
  const { reading, part } = await open(yardpack, wrong(mailbox.url));
  await readBounces(reading);
  expect(await part()).toMatchObject({ state: 'failed', reason });
});

test('a reading ends although the server never answers', async ({ mailbox }) => {
  mailbox.trouble.silent = 'UID SEARCH';
  await expect(readUnread(mailbox.url, async () => {}, { timeoutMs: 5000, wholeMs: 300 })).rejects.toThrow();
});

test('what our database cannot take stays unread, and is no trouble of the mailbox’s', async ({
  yardpack,
  mailbox,
}) => {
  const { casey, reading, send, deliveryOf, part, later } = await open(yardpack, mailbox.url);
  mailbox.receive(dsnOf(await send('done:1'), casey.email));
  const away = () => Promise.reject(new Error('The database is away'));
  const database = Object.assign(Object.create(reading.database), { transaction: away });
  await expect(readBounces({ ...reading, database })).rejects.toThrow('The database is away');
  expect([mailbox.mails[0]?.isRead, (await part())?.reason]).toEqual([false, 'mailbox-unread']);
  await later(5);
  await readBounces(reading);
  expect(await deliveryOf('done:1')).toEqual(['undelivered', 'hard']);
});
