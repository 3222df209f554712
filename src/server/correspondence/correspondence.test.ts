import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull } from 'drizzle-orm';
import { expect } from 'vitest';
import type { MessagesQuery } from '#contract/correspondence.ts';
import { consentWordings } from '#domain/consents.ts';
import { users } from '../database/schema/accounts.ts';
import { consents, inboundTexts } from '../database/schema/consents.ts';
import { messages } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';
import { giveConsents } from '../messages/consents.ts';
import { deliverDueMessages } from '../messages/deliver.ts';
import { takeInbound } from '../messages/inbound.ts';
import { RefusedError } from '../messages/refused.ts';
import { type MessageOptions, tell } from '../messages/service.ts';
import { drop } from '../messages/take-back.ts';
import { downloadExport } from '../testing/exports.ts';
import { agreeToAll, buildCustomer, buildEmployee, type Person } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

const letter = {
  subject: 'Your yard is done',
  paragraphs: ['Enjoy!'],
  short: 'Done. Enjoy!',
  action: { label: 'Look', url: 'https://yardpack.example/look?token=abc123' },
};

const carla = { email: 'carla@example.com', phone: '+14795550111' };

/** An employee who looks, and what tells somebody. */
async function open(yardpack: TestWorld) {
  const erin = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Moss' });
  await yardpack.drain();
  const { database, clock } = yardpack.world;
  await database.delete(messages);
  await agreeToAll(yardpack.world, carla);
  return {
    database,
    clock,
    erin,
    list: async (query: MessagesQuery = {}) =>
      (await yardpack.call('listMessages', { as: erin.accessToken, query })).body,
    read: async (messageId: string) =>
      (await yardpack.call('getMessage', { as: erin.accessToken, params: { messageId } })).body,
    tell: (
      event: string,
      to: { email: string; phone: string; profileId?: string },
      by: 'EMAIL' | 'TEXT',
      options: MessageOptions = {},
    ) =>
      database.transaction((transaction) =>
        tell(
          yardpack.world,
          transaction,
          event,
          { ...to, notificationPreference: `NOTIFICATION_PREFERENCE_${by}` },
          letter,
          options,
        ),
      ),
  };
}
const receive = ({ world }: TestWorld, from: string, text: string) =>
  takeInbound(world, { provider: 'twilio', providerId: randomUUID(), from, to: '+14795550100', text });
const setPhone = async ({ world }: TestWorld, { profileId }: Person, phone: string) => {
  await world.database.update(profiles).set({ phone }).where(eq(profiles.id, profileId));
};

test('each message says how it stands, and one that waits says why and until when', async ({ yardpack }) => {
  // Ten at night in Arkansas. Its clock is no good to another test.
  yardpack.spoil();
  yardpack.world.clock.now = () => Temporal.Instant.from('2026-11-24T04:00:00Z');
  const { list, tell, clock } = await open(yardpack);
  await tell('sent:1', carla, 'EMAIL');
  await deliverDueMessages(yardpack.world);
  await tell('turn:1', carla, 'EMAIL', { class: 'bill' });
  await tell('undo:1', carla, 'EMAIL', { class: 'now', notBefore: clock.now().add({ minutes: 1 }) });
  await tell('day:1', carla, 'TEXT');
  await tell('planned:1', carla, 'EMAIL', { notBefore: clock.now().add({ hours: 5 }) });
  await tell('dropped:1', carla, 'EMAIL');
  await yardpack.world.database.transaction((transaction) =>
    drop(yardpack.world, transaction, 'dropped:1', 'The visit is off.'),
  );
  const { messages: all } = await list();
  const standing = all.map(({ channel, class: kind, state, wait, dueAt, reason }) =>
    [channel, kind, state, wait, dueAt, reason].filter((one) => one !== null).join(' '),
  );
  expect(standing.sort()).toEqual([
    'email bill waiting turn 2026-11-24T04:00:00Z',
    'email now waiting undo 2026-11-24T04:01:00Z',
    'email service dropped The visit is off.',
    'email service sent',
    'email service waiting planned 2026-11-24T09:00:00Z',
    // Eight in the morning.
    'text service waiting day 2026-11-24T14:00:00Z',
  ]);
});

test('a try that failed waits for the next one and says what went wrong; what was refused is dead', async ({
  yardpack,
}) => {
  const { list, tell } = await open(yardpack);
  await tell('failing:1', carla, 'EMAIL');
  const failing = { ...yardpack.world, sendMail: () => Promise.reject(new Error('The server is busy')) };
  await deliverDueMessages(failing);
  const [waiting] = (await list({ state: 'waiting' })).messages;
  expect(waiting).toMatchObject({ wait: 'retry', reason: 'The server is busy' });
  const retryAt = Temporal.Instant.from(waiting?.dueAt ?? '');
  // Its clock is no good to another test.
  yardpack.spoil();
  yardpack.world.clock.now = () => retryAt;
  await deliverDueMessages({ ...failing, sendMail: () => Promise.reject(new RefusedError('No such mailbox')) });
  expect((await list({ state: 'dead' })).messages).toMatchObject([
    { state: 'dead', wait: null, dueAt: null, reason: 'No such mailbox' },
  ]);
});

test('filters narrow by channel, state, class and days of the business, each alone and together', async ({
  yardpack,
}) => {
  const { list, tell, database } = await open(yardpack);
  const row = (at: string, channel: 'email' | 'text', kind: 'bill' | 'now', outcome: 'sent' | 'dead') => ({
    ...{ dedupeKey: randomUUID(), channel, class: kind, recipient: 'carla@example.com', subject: at, text: 'Hello' },
    createdAt: Temporal.Instant.from(at),
    giveUpAt: Temporal.Instant.from(at),
    endedAt: Temporal.Instant.from(at),
    outcome,
  });
  await tell('waiting:1', carla, 'TEXT', { notBefore: yardpack.world.clock.now().add({ hours: 1 }) });
  await database.insert(messages).values([
    // The last minute of November 20, and the first of the 21st, in Arkansas.
    row('2026-11-21T05:59:00Z', 'email', 'bill', 'sent'),
    row('2026-11-21T06:00:00Z', 'email', 'now', 'dead'),
    row('2026-11-22T05:59:00Z', 'text', 'now', 'sent'),
    row('2026-11-22T06:00:00Z', 'text', 'bill', 'sent'),
  ]);
  const found = async (query: MessagesQuery) =>
    (await list(query)).messages.map(({ subject }) => subject.replace('2026-11-', ''));
  expect(await found({ channel: 'email' })).toEqual(['21T06:00:00Z', '21T05:59:00Z']);
  expect(await found({ state: 'dead' })).toEqual(['21T06:00:00Z']);
  expect(await found({ class: 'bill' })).toEqual(['22T06:00:00Z', '21T05:59:00Z']);
  expect(await found({ from: '2026-11-21', to: '2026-11-21' })).toEqual(['22T05:59:00Z', '21T06:00:00Z']);
  expect(await found({ channel: 'text', class: 'now', state: 'sent', to: '2026-11-22' })).toEqual(['22T05:59:00Z']);
  expect(await found({ q: 'carla@example.com', channel: 'text', class: 'bill' })).toEqual(['22T06:00:00Z']);
  expect(await found({ state: 'waiting' })).toEqual(['Your yard is done']);
});

test('a recipient is found by address, number in any spelling, or name, with or without an account', async ({
  yardpack,
}) => {
  const { list, tell, erin } = await open(yardpack);
  const casey = await buildCustomer(yardpack, { firstName: 'Casey', lastName: 'Rivera' });
  const quinn = await buildCustomer(yardpack, { firstName: 'Quinn', lastName: 'Rivera' });
  await setPhone(yardpack, casey, '+14795550177');
  await setPhone(yardpack, quinn, '+14795550177');
  await yardpack.drain();
  await yardpack.world.database.delete(messages);
  const [email] = await yardpack.world.database.select().from(profiles).where(eq(profiles.id, casey.profileId));
  await tell('to-casey:1', { email: email?.email ?? '', phone: '' }, 'EMAIL');
  await yardpack.advance('PT1M');
  await receive(yardpack, '+14795550177', 'HELP');
  await yardpack.advance('PT1M');
  await tell('to-quinn:1', { email: '', phone: '+14795550177', profileId: quinn.profileId }, 'TEXT');
  await yardpack.advance('PT1M');
  await tell('to-stranger:1', { email: '', phone: '+14795550188' }, 'TEXT');
  const found = async (query: MessagesQuery) =>
    (await list(query)).messages.map(({ people, recipient }) =>
      people.length > 0 ? people.map(({ name }) => name).join(' and ') : recipient,
    );
  // The answer to what was texted from the number of two is of both.
  const both = 'Casey Rivera and Quinn Rivera';
  expect(await found({ q: 'casey' })).toEqual([both, 'Casey Rivera']);
  expect(await found({ profileId: casey.profileId })).toEqual([both, 'Casey Rivera']);
  expect(await found({ profileId: quinn.profileId })).toEqual(['Quinn Rivera', both]);
  expect(await found({ q: '(479) 555-0177' })).toEqual(['Quinn Rivera', both]);
  // As people say it whose area code it is.
  expect(await found({ q: '555-0177' })).toEqual(['Quinn Rivera', both]);
  expect(await found({ q: '555-0199' })).toEqual([]);
  expect(await found({ q: email?.email.toUpperCase() })).toEqual(['Casey Rivera']);
  expect(await found({ q: '479 555 01' })).toEqual(['Quinn Rivera', both]);
  expect(await found({ q: '479 555 0188' })).toEqual(['+14795550188']);
  expect(await found({ q: '%' })).toEqual([]);
  // As somebody types it into the address bar.
  const typed = { url: '/v1/messages?q=%', headers: { authorization: `Bearer ${erin.accessToken}` } };
  expect((await yardpack.app.inject(typed)).json().messages).toEqual([]);
  expect(await found({ q: 'nobody' })).toEqual([]);
  // Too short to look for.
  expect(await found({ q: 'c' })).toHaveLength(4);
  expect(await found({ profileId: randomUUID() })).toEqual([]);
});

test('a message stays with the person whom it was written to, whoever has the number or the mail address later', async ({
  yardpack,
}) => {
  const { list, read, tell, erin, database } = await open(yardpack);
  const casey = await buildCustomer(yardpack, { firstName: 'Casey', lastName: 'Rivera' });
  const old = '+14795550177';
  const asCasey = { as: casey.accessToken, params: { profileId: casey.profileId } };
  const { profile } = (await yardpack.call('getProfile', asCasey)).body;
  const wanting = { notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL_TEXT', marketingTexts: false } as const;
  const moved = (version: number, phone: string) =>
    yardpack.call('updateProfile', { ...asCasey, body: { ...profile, ...wanting, version, phone } });
  const first = (await moved(profile.version, old)).body.profile;
  await receive(yardpack, old, 'STOP');
  await yardpack.advance('PT1M');
  await receive(yardpack, old, 'START');
  await yardpack.advance('PT1M');
  await tell('paused:1', { email: profile.email, phone: old, profileId: casey.profileId }, 'TEXT');
  await yardpack.drain();
  const subjects = async (query: MessagesQuery) =>
    (await list(query)).messages.filter(({ channel }) => channel === 'text').map(({ subject }) => subject);
  const theirs = ['Your yard is done', 'Answer to a text', 'Answer to a text'];
  expect(await subjects({ profileId: casey.profileId })).toEqual(theirs);
  await moved(first.version, '+14795550881');
  const dana = await buildCustomer(yardpack, { firstName: 'Dana', lastName: 'Lowe' });
  const asDana = { as: dana.accessToken, params: { profileId: dana.profileId } };
  const ofDana = (await yardpack.call('getProfile', asDana)).body.profile;
  await yardpack.call('updateProfile', { ...asDana, body: { ...ofDana, ...wanting, phone: old } });
  await tell('to-dana:1', { email: '', phone: old, profileId: dana.profileId }, 'TEXT', { basis: 'asked' });
  expect(await subjects({ profileId: casey.profileId })).toEqual(theirs);
  expect(await subjects({ q: 'casey' })).toEqual(theirs);
  expect(await subjects({ profileId: dana.profileId })).toEqual(['Your yard is done']);
  const { messages: toNumber } = await list({ q: old });
  expect(toNumber.map(({ people }) => people[0]?.name)).toEqual([
    'Dana Lowe',
    'Casey Rivera',
    'Casey Rivera',
    'Casey Rivera',
  ]);
  // The proof of each is one call: the text that it answers, or whose consent.
  const [, mine, , stopped] = toNumber;
  expect(await read(stopped?.id ?? '')).toMatchObject({
    basis: 'asked',
    consent: null,
    answers: { sender: old, text: 'STOP', intent: 'stop', receivedAt: expect.any(String) },
  });
  expect(await read(mine?.id ?? '')).toMatchObject({
    basis: 'consent',
    consent: { by: { profileId: casey.profileId, name: 'Casey Rivera' }, source: 'text-reply', word: 'START' },
    answers: null,
  });
  // A mail to an address of before, and the link to a new one that is not theirs yet.
  const changed = { ...profile, ...wanting, version: first.version + 1, email: 'casey.new@example.com' };
  expect((await yardpack.call('updateProfile', { ...asCasey, body: changed })).status).toBe(200);
  const mails = (await list({ profileId: casey.profileId, channel: 'email' })).messages.map((one) => one.recipient);
  expect(mails.toSorted()).toEqual([profile.email, 'casey.new@example.com'].toSorted());
  await database.update(users).set({ email: 'casey.new@example.com' }).where(eq(users.id, casey.userId));
  await database.update(users).set({ email: profile.email }).where(eq(users.id, dana.userId));
  const { messages: toMail } = await list({ q: profile.email });
  expect(toMail.map(({ people }) => people.map(({ name }) => name))).toEqual([['Casey Rivera']]);
  // Erased is what was theirs, wherever it went, and nothing of Dana's.
  await database.update(users).set({ deactivatedAt: yardpack.world.clock.now() }).where(eq(users.id, casey.userId));
  const erased = await yardpack.call('eraseData', { as: erin.accessToken, params: asCasey.params });
  expect(erased.status).toBe(200);
  expect((await list({ q: old })).messages.map(({ people }) => people[0]?.name)).toEqual(['Dana Lowe']);
  const kept = await database
    .select()
    .from(consents)
    .where(and(eq(consents.address, old), isNotNull(consents.profileId)));
  expect(new Set(kept.map((row) => row.profileId))).toEqual(new Set([dana.profileId]));
  expect(await database.$count(inboundTexts, eq(inboundTexts.sender, old))).toBe(0);
});

test('the export of a person has their messages of numbers of before, and none of who has these now', async ({
  yardpack,
}) => {
  const { tell, erin } = await open(yardpack);
  const casey = await buildCustomer(yardpack, { firstName: 'Casey', lastName: 'Rivera' });
  const dana = await buildCustomer(yardpack, { firstName: 'Dana', lastName: 'Lowe' });
  const [old, other] = ['+14795550177', '+14795550881'];
  const to = (person: Person, phone: string) => ({ email: '', phone, profileId: person.profileId });
  await setPhone(yardpack, casey, old);
  await receive(yardpack, old, 'The gate code is 1234.');
  await tell('casey:1', to(casey, old), 'TEXT', { basis: 'asked', class: 'now' });
  await setPhone(yardpack, casey, other);
  await setPhone(yardpack, dana, old);
  await receive(yardpack, old, 'My dog is kind.');
  await tell('dana:1', to(dana, old), 'TEXT', { basis: 'asked', class: 'now' });
  const exported = async ({ profileId }: Person) => {
    const { messages: sent, texts } = (await downloadExport(yardpack, erin, { profileId })).data;
    const done = sent.filter(({ subject }: { subject: string }) => subject === 'Your yard is done');
    return [done.length, texts.map(({ text }: { text: string }) => text)];
  };
  expect(await exported(casey)).toEqual([1, ['The gate code is 1234.']]);
  expect(await exported(dana)).toEqual([1, ['My dog is kind.']]);
});

test('pages follow each other without a gap, and a common name says that it finds more people', async ({
  yardpack,
}) => {
  const { list, database } = await open(yardpack);
  const at = yardpack.world.clock.now();
  await database.insert(messages).values(
    Array.from({ length: 120 }, (_, index) => ({
      ...{
        dedupeKey: `many:${index}`,
        channel: index % 2 ? ('text' as const) : ('email' as const),
        subject: `${index}`,
      },
      class: index % 3 ? ('bill' as const) : ('now' as const),
      ...{ recipient: 'carla@example.com', text: 'Hello', giveUpAt: at, endedAt: at, outcome: 'sent' as const },
      // Some at the same moment.
      createdAt: at.subtract({ seconds: index >> 1 }),
    })),
  );
  for (const query of [{}, { q: 'carla@example.com' }]) {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await list({ ...query, ...(after !== undefined && { after }) });
      seen.push(...page.messages.map(({ subject }) => subject));
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
  }
  expect((await list({ q: 'rivera' })).onlyPeople).toBe(null);
  const casey = await buildCustomer(yardpack, { lastName: 'Rivera' });
  await database.execute(`
    insert into users select (jsonb_populate_record(users, jsonb_build_object('id', gen_random_uuid(),
      'username', 'u' || n, 'email', 'u' || n || '@example.com'))).* from users, generate_series(1, 50) n
      where id = '${casey.userId}';
    insert into profiles select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
      'user_id', u.id, 'email', u.email))).* from profiles p, users u where p.id = '${casey.profileId}' and u.username ~ '^u\\d+$'`);
  expect((await list({ q: 'rivera' })).onlyPeople).toBe(50);
});

test('a message opens to its words, but no link of it works, and a secret one keeps its words', async ({
  yardpack,
}) => {
  const { list, read, tell } = await open(yardpack);
  await tell('open:1', carla, 'EMAIL', { notBefore: yardpack.world.clock.now().add({ hours: 1 }) });
  await tell('secret:1', carla, 'TEXT', { isSecret: true, class: 'security' });
  const { messages: both } = await list();
  const [plain, secret] = await Promise.all(
    ['email', 'text'].map((one) => both.find(({ channel }) => channel === one)),
  );
  const opened = await read(plain?.id ?? '');
  expect(opened.text).toContain('Look: https://yardpack.example/look?token=…');
  expect(opened.html).toContain('look?token=…');
  expect(opened.html).not.toContain('<img');
  // The foot's link, by which anybody would end or bring back the mails.
  expect(opened.text).toContain('/unsubscribe/…');
  expect(JSON.stringify(opened)).not.toMatch(/[\w-]{40}/);
  expect(JSON.stringify(opened)).not.toContain('abc123');
  expect(await read(secret?.id ?? '')).toMatchObject({ text: null, html: null, isSecret: true });
  const missing = await yardpack.call('getMessage', {
    as: (await buildEmployee(yardpack)).accessToken,
    params: { messageId: randomUUID() },
  });
  expect(missing.status).toBe(404);
});

test('what a provider has reported is a state of its own, with why, and the proof is in the words that were agreed to', async ({
  yardpack,
}) => {
  const { list, read, tell, database } = await open(yardpack);
  const address = { channel: 'text', address: carla.phone, purposes: ['service'] } as const;
  await database.transaction((transaction) =>
    giveConsents(yardpack.world, transaction, { ...address, wording: 'texts-2', source: 'sign-up' }),
  );
  await tell('arrived:1', carla, 'TEXT', { class: 'now', basis: 'consent' });
  await tell('lost:1', carla, 'TEXT', { class: 'now', basis: 'consent' });
  await yardpack.drain();
  await database.update(messages).set({ delivery: 'delivered' }).where(eq(messages.dedupeKey, 'arrived:1:text'));
  const undelivered = { delivery: 'undelivered' as const, deliveryReason: '30003: Unreachable' };
  await database.update(messages).set(undelivered).where(eq(messages.dedupeKey, 'lost:1:text'));
  expect((await list({ state: 'delivered' })).messages).toHaveLength(1);
  const [lost] = (await list({ state: 'undelivered' })).messages;
  expect(lost).toMatchObject({ state: 'undelivered', reason: '30003: Unreachable' });
  expect((await list({ state: 'sent' })).messages).toEqual([]);
  expect(await read(lost?.id ?? '')).toMatchObject({
    basis: 'consent',
    consent: { version: 'texts-2', wording: consentWordings['texts-2'], source: 'sign-up' },
  });
});
