import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { businessDay } from '#domain/calendar.ts';
import { consentPurposes } from '#domain/consents.ts';
import { noEmail } from '#domain/no-email.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { eraseInboundTexts } from '../database/erased-words.ts';
import { users } from '../database/schema/accounts.ts';
import { inboundTexts } from '../database/schema/consents.ts';
import { messages } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';
import { textAnswers } from '../database/schema/text-answers.ts';
import { giveConsents, resumeConsents, revokeConsents } from '../messages/consents.ts';
import { takeInbound } from '../messages/inbound.ts';
import { insertInbound } from '../messages/inbound-store.ts';
import { downloadExport } from '../testing/exports.ts';
import { buildCustomer, buildEmployee, type Person } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

const number = '+14795550177';

/** Two employees, and what comes from a phone. */
async function open(yardpack: TestWorld) {
  const { database, clock } = yardpack.world;
  const erin = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Moss' });
  const noel = await buildEmployee(yardpack, { firstName: 'Noel', lastName: 'Adams' });
  return {
    database,
    erin,
    noel,
    has: async ({ profileId }: Person, phone: string) => {
      await database.update(profiles).set({ phone }).where(eq(profiles.id, profileId));
    },
    receive: async (text: string, more: Partial<typeof inboundTexts.$inferInsert> = {}): Promise<string> => {
      const id = randomUUID();
      const arrived = { provider: 'twilio' as const, providerId: id, sender: number, recipient: '+14795550100' };
      await database.transaction((transaction) =>
        insertInbound(transaction, { id, ...arrived, text, receivedAt: clock.now(), ...more }),
      );
      await yardpack.advance('PT1M');
      return id;
    },
    list: async (query: { profileId?: string; only?: 'unread'; after?: string } = {}) =>
      (await yardpack.call('listInboundTexts', { as: erin.accessToken, query })).body,
    read: async (by: Person, textId: string, isRead = true) =>
      (await yardpack.call('readInboundText', { as: by.accessToken, params: { textId }, body: { isRead } })).status,
    answer: async (by: Person, textId: string, more: object = {}) => {
      const body = { id: randomUUID(), channel: 'text' as const, text: 'On our way.', answersSeen: 0, ...more };
      return await yardpack.call('answerInboundText', { as: by.accessToken, params: { textId }, body });
    },
    texted: async () => (await yardpack.messages()).filter(({ to }) => to === number).map(({ text }) => text),
  };
}

test('unread texts come first, then the newest; a text is of everybody who had its number', async ({ yardpack }) => {
  const { has, receive, list, read, erin } = await open(yardpack);
  const casey = await buildCustomer(yardpack, { firstName: 'Casey', lastName: 'Rivera' });
  const quinn = await buildCustomer(yardpack, { firstName: 'Quinn', lastName: 'Rivera' });
  await has(casey, number);
  await has(quinn, number);
  const first = await receive('The gate code is 1234.');
  const second = await receive('And the dog is inside.');
  await receive('STOP', { intent: 'stop' });
  const stranger = await receive('Do you come to Rogers?', { sender: '+14795550188' });
  await read(erin, second);
  const { texts } = await list();
  expect(texts.map(({ text, isUnread, people }) => [text, isUnread, people.map(({ name }) => name).sort()])).toEqual([
    ['Do you come to Rogers?', true, []],
    ['The gate code is 1234.', true, ['Casey Rivera', 'Quinn Rivera']],
    ['STOP', false, ['Casey Rivera', 'Quinn Rivera']],
    ['And the dog is inside.', false, ['Casey Rivera', 'Quinn Rivera']],
  ]);
  const only = async (query: Parameters<typeof list>[0]) =>
    (await list({ ...query, only: 'unread' })).texts.map(({ id }) => id);
  expect([await only({}), await only({ profileId: quinn.profileId })]).toEqual([[stranger, first], [first]]);
  expect((await list({ profileId: quinn.profileId })).texts.map(({ id }) => id)).toContain(first);
  expect((await list({ profileId: quinn.profileId })).texts.map(({ id }) => id)).not.toContain(stranger);
});

test('pages follow each other without a gap, though all came at one moment', async ({ yardpack }) => {
  const { database, list, erin } = await open(yardpack);
  const at = yardpack.world.clock.now();
  await database.insert(inboundTexts).values(
    Array.from({ length: 50 }, (_, index) => ({
      ...{ provider: 'twilio' as const, providerId: `${index}`, sender: number, recipient: '+14795550100' },
      ...{ text: `${index}`, receivedAt: at },
      ...(index % 3 === 0 && { readAt: at, readBy: erin.userId }),
    })),
  );
  const seen: [string, boolean][] = [];
  let after: string | undefined;
  do {
    const page = await list(after === undefined ? {} : { after });
    seen.push(...page.texts.map(({ text, isUnread }): [string, boolean] => [text, isUnread]));
    after = page.next ?? undefined;
  } while (after !== undefined);
  expect(new Set(seen.map(([text]) => text)).size).toBe(50);
  expect(seen.findIndex(([, isUnread]) => !isUnread)).toBe(33);
});

test('who reads a text first is who has read it, also of two at once', async ({ yardpack }) => {
  const { receive, list, read, erin, noel } = await open(yardpack);
  const id = await receive('The gate code is 1234.');
  expect(await Promise.all([read(erin, id), read(noel, id), read(erin, id)])).toEqual([200, 200, 200]);
  const [before] = (await list()).texts;
  expect(['Erin Moss', 'Noel Adams']).toContain(before?.read?.by);
  await yardpack.advance('PT1M');
  await read(noel, id);
  await read(erin, id);
  expect((await list()).texts[0]?.read).toEqual(before?.read);
  await read(noel, id, false);
  expect((await list()).texts[0]).toMatchObject({ isUnread: true, read: null });
  expect(await read(erin, randomUUID())).toBe(404);
});

test('an answer goes out once however often it is sent, in its words, and the record has it', async ({ yardpack }) => {
  const { receive, list, answer, texted, has, erin } = await open(yardpack);
  const casey = await buildCustomer(yardpack, { firstName: 'Casey', lastName: 'Rivera' });
  await has(casey, number);
  const textId = await receive('The gate code is 1234.');
  const same = { id: randomUUID(), text: `Thank you! See example.com/gate or call (479) 555-0100. ${'x'.repeat(400)}` };
  const answers = await Promise.all([answer(erin, textId, same), answer(erin, textId, same)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await answer(erin, textId, same)).status).toBe(200);
  await yardpack.drain();
  expect(await texted()).toEqual([`Yardpack: ${same.text}`]);
  const [text] = (await list()).texts;
  expect(text).toMatchObject({ isUnread: false, read: { by: 'Erin Moss' } });
  expect(text?.answers).toMatchObject([
    { by: 'Erin Moss', channel: 'text', text: same.text, message: { state: 'sent' } },
  ]);
  const { changes } = (await yardpack.call('listChanges', { as: erin.accessToken, query: { kind: 'text-answered' } }))
    .body;
  expect(changes.map(({ by, about }) => [by?.name, about?.name])).toEqual([['Erin Moss', 'Casey Rivera']]);
});

test('one id with other words is refused, as is a second answer of somebody who has not seen the first', async ({
  yardpack,
}) => {
  const { receive, answer, texted, erin, noel } = await open(yardpack);
  const textId = await receive('The gate code is 1234.');
  const id = randomUUID();
  expect((await answer(erin, textId, { id })).status).toBe(200);
  expect((await answer(erin, textId, { id, text: 'Something else.' })).status).toBe(409);
  expect((await answer(noel, textId, { id })).status).toBe(409);
  const late = await answer(noel, textId, { text: 'Me too.' });
  expect([late.status, late.error?.message]).toEqual([
    409,
    'Somebody has answered this text meanwhile. Please read that first.',
  ]);
  expect((await answer(noel, textId, { text: 'Me too.', answersSeen: 1 })).status).toBe(200);
  await yardpack.drain();
  expect((await texted()).sort()).toEqual(['Yardpack: Me too.', 'Yardpack: On our way.']);
});

test('a mail goes to the one of two who is chosen, and to nobody else', async ({ yardpack }) => {
  const { receive, answer, has, erin, database } = await open(yardpack);
  const casey = await buildCustomer(yardpack, { firstName: 'Casey', lastName: 'Rivera' });
  const quinn = await buildCustomer(yardpack, { firstName: 'Quinn', lastName: 'Rivera' });
  await has(quinn, number);
  const textId = await receive('The gate code is 1234.');
  const mail = { channel: 'email' };
  expect((await answer(erin, textId, mail)).error?.errorCode).toBe('NOT_ALLOWED_NOW');
  expect((await answer(erin, textId, { ...mail, profileId: casey.profileId })).error?.errorCode).toBe(
    'NOT_ALLOWED_NOW',
  );
  expect((await answer(erin, textId, { ...mail, profileId: quinn.profileId })).status).toBe(200);
  const [profile] = await database.select().from(profiles).where(eq(profiles.id, quinn.profileId));
  await yardpack.drain();
  const answered = 'An answer to your text “The gate code is 1234.”';
  const sent = (await yardpack.messages()).filter(({ subject }) => subject === answered);
  expect(sent).toMatchObject([{ to: profile?.email, text: expect.stringContaining('On our way.') }]);
  expect(sent[0]?.text).toContain('The gate code is 1234.');
  // What was refused has left nothing behind.
  expect(await database.$count(textAnswers)).toBe(1);
});

test('an answer of more than 480 characters, or of none, is refused at its field', async ({ yardpack }) => {
  const { receive, answer, erin } = await open(yardpack);
  const textId = await receive('Hello');
  for (const text of ['x'.repeat(481), '  ']) {
    const refused = await answer(erin, textId, { text });
    expect([refused.status, refused.error?.fields?.[0]?.path]).toEqual([400, 'body.text']);
  }
  expect((await answer(erin, randomUUID())).status).toBe(404);
});

test('an answer by text is as long as four texts at most, counted as the phone company does, and by mail as long as it is', async ({
  yardpack,
}) => {
  const { receive, answer, has, erin, database } = await open(yardpack);
  const casey = await buildCustomer(yardpack, { firstName: 'Casey', lastName: 'Rivera' });
  await has(casey, number);
  const textId = await receive('Hello');
  const dogs = '🐶'.repeat(200);
  const refused = await answer(erin, textId, { text: dogs });
  expect([refused.status, refused.error?.fields?.[0]?.path]).toEqual([400, 'body.text']);
  expect(refused.error?.fields?.[0]?.message).toContain('This goes as 7 texts, and 4 are the most.');
  expect(await database.$count(textAnswers)).toBe(0);
  expect((await answer(erin, textId, { text: '🐶'.repeat(120) })).status).toBe(200);
  const byMail = { channel: 'email', profileId: casey.profileId, answersSeen: 1 };
  expect((await answer(erin, textId, { ...byMail, text: dogs })).status).toBe(200);
});

test('a short number and one of another country are not texted', async ({ yardpack }) => {
  const { receive, answer, erin } = await open(yardpack);
  for (const sender of ['12345', '+442079460018']) {
    const refused = await answer(erin, await receive('HELP me', { sender }));
    expect([refused.status, refused.error?.message]).toEqual([
      409,
      'This number is a short one, or of another country, and is not texted.',
    ]);
  }
});

test('who has said STOP is not texted: the answer is refused with words, and goes by mail; after START it goes again', async ({
  yardpack,
}) => {
  const { receive, answer, has, erin, texted } = await open(yardpack);
  const { world } = yardpack;
  const casey = await buildCustomer(yardpack, { firstName: 'Casey', lastName: 'Rivera' });
  await has(casey, number);
  const about = { channel: 'text', address: number, profileId: casey.profileId } as const;
  await world.database.transaction((transaction) =>
    giveConsents(world, transaction, {
      ...about,
      purposes: ['account', 'service'],
      wording: 'texts-2',
      source: 'profile',
    }),
  );
  const textId = await receive('The gate code is 1234.');
  await world.database.transaction((transaction) =>
    revokeConsents(world, transaction, { ...about, purposes: consentPurposes, source: 'text-reply', word: 'STOP' }),
  );
  const refused = await answer(erin, textId);
  expect([refused.status, refused.error?.message]).toEqual([
    409,
    'They have stopped texts to this number. Answer by email, or call.',
  ]);
  // Whoever has no address is called.
  const isOf = eq(users.id, casey.userId);
  await world.database
    .update(users)
    .set({ email: noEmail('x') })
    .where(isOf);
  expect((await answer(erin, textId)).error?.message).toBe('They have stopped texts to this number. Call them.');
  await world.database.update(users).set({ email: casey.email }).where(isOf);
  expect((await answer(erin, textId, { channel: 'email', profileId: casey.profileId })).status).toBe(200);
  await world.database.transaction((transaction) => resumeConsents(world, transaction, number, 'START'));
  expect((await answer(erin, textId, { answersSeen: 1 })).status).toBe(200);
  await yardpack.drain();
  expect(await texted()).toEqual(['Yardpack: On our way.']);
});

test('a stranger who texts is answered, since they have asked; without a provider nobody is', async ({ yardpack }) => {
  const { receive, answer, erin, database } = await open(yardpack);
  const textId = await receive('Do you come to Rogers?');
  expect((await answer(erin, textId)).status).toBe(200);
  expect((await database.select().from(messages).where(eq(messages.recipient, number)))[0]).toMatchObject({
    basis: 'asked',
  });
  const { sendText } = yardpack.world;
  Object.assign(yardpack.world, { sendText: undefined });
  const refused = await answer(erin, textId, { answersSeen: 1 });
  // The world is another test's afterwards.
  Object.assign(yardpack.world, { sendText });
  expect(refused.error?.message).toMatch(/^This server sends no texts/);
});

test('a text stays theirs who had the number when it came, with its answer, whoever has the number later', async ({
  yardpack,
}) => {
  const { receive, answer, list, has, erin } = await open(yardpack);
  const casey = await buildCustomer(yardpack, { firstName: 'Casey', lastName: 'Rivera' });
  const dana = await buildCustomer(yardpack, { firstName: 'Dana', lastName: 'Lowe' });
  await has(casey, number);
  const textId = await receive('Please leave the gate open, my complaint.');
  await has(casey, '+14795550881');
  await has(dana, number);
  const named = async (query: { profileId?: string } = {}) =>
    (await list(query)).texts.map(({ people }) => people.map(({ name }) => name));
  expect(await named()).toEqual([['Casey Rivera']]);
  expect(await named({ profileId: casey.profileId })).toEqual([['Casey Rivera']]);
  expect(await named({ profileId: dana.profileId })).toEqual([]);
  const params = { as: erin.accessToken };
  const { unreadTexts } = (await yardpack.call('getStaffDesk', params)).body;
  expect(unreadTexts.rows.map(({ names }) => names)).toEqual([['Casey Rivera']]);
  // By mail to where Casey is now, and to nobody else.
  expect((await answer(erin, textId, { channel: 'email', profileId: dana.profileId })).status).toBe(409);
  expect((await answer(erin, textId, { channel: 'email', profileId: casey.profileId })).status).toBe(200);
  expect((await answer(erin, textId, { answersSeen: 1 })).status).toBe(200);
  await yardpack.drain();
  const written = async (profileId: string) => {
    const { messages } = (await yardpack.call('listMessages', { ...params, query: { profileId } })).body;
    return messages
      .filter(({ subject }) => subject.startsWith('An answer to your text “'))
      .map(({ channel }) => channel);
  };
  expect((await written(casey.profileId)).sort()).toEqual(['email', 'text']);
  expect(await written(dana.profileId)).toEqual([]);
});

test('a STOP stands in the export of who had the number then, and not of who has it later', async ({ yardpack }) => {
  const { has, erin } = await open(yardpack);
  const casey = await buildCustomer(yardpack, { firstName: 'Casey', lastName: 'Rivera' });
  const dana = await buildCustomer(yardpack, { firstName: 'Dana', lastName: 'Lowe' });
  await has(casey, number);
  const from = { provider: 'twilio' as const, providerId: randomUUID(), from: number, to: '+14795550100' };
  await takeInbound(yardpack.world, { ...from, text: 'Stop' });
  await yardpack.advance('PT2M');
  await has(casey, '+14795550881');
  await has(dana, number);
  const words = async (profileId: string) => {
    const { data } = await downloadExport(yardpack, erin, { profileId });
    const { consents } = data as { consents: { word: string | null }[] };
    return new Set(consents.flatMap(({ word }) => word ?? []));
  };
  expect([await words(casey.profileId), await words(dana.profileId)]).toEqual([new Set(['Stop']), new Set()]);
});

test('what an erased person has texted goes, with what was answered; what two have texted goes with the second', async ({
  yardpack,
}) => {
  const { receive, answer, list, has, erin, database } = await open(yardpack);
  const casey = await buildCustomer(yardpack, { firstName: 'Casey', lastName: 'Rivera' });
  await has(casey, number);
  const textId = await receive('The gate code is 1234.');
  await answer(erin, textId, { text: 'Thank you for the code.', channel: 'email', profileId: casey.profileId });
  const quinn = await buildCustomer(yardpack, { firstName: 'Quinn', lastName: 'Rivera' });
  await has(quinn, number);
  await receive('The code is another one.');
  await yardpack.drain();
  const erase = (profileId: string) =>
    database.transaction((transaction) => eraseInboundTexts(transaction, [profileId], []));
  const kept = async () =>
    (await list()).texts.map(({ text, isUnread, answers }) => [text, isUnread, answers.map((one) => one.text)]);
  await erase(casey.profileId);
  expect(await kept()).toEqual([
    ['The code is another one.', true, []],
    ['', false, ['']],
  ]);
  expect((await list()).texts[0]?.people.map(({ name }) => name)).toEqual(['Quinn Rivera']);
  await erase(quinn.profileId);
  expect(await kept()).toEqual([
    ['', false, []],
    ['', false, ['']],
  ]);
});

test('at night who has just texted is answered, and who did so hours ago is let sleep until eight', async ({
  yardpack,
}) => {
  const { receive, answer, texted } = await open(yardpack);
  const { clock } = yardpack.world;
  const midnight = businessDay(clock.now()).add({ days: 1 }).toZonedDateTime(businessTimeZone).toInstant();
  const old = await receive('Which day do you come?', { receivedAt: midnight.subtract({ hours: 5 }) });
  const fresh = await receive('Did you close the gate?', { receivedAt: midnight.subtract({ minutes: 20 }) });
  await yardpack.advance(midnight.toString());
  const night = await buildEmployee(yardpack);
  expect((await answer(night, old, { text: 'On Monday.' })).status).toBe(200);
  expect((await answer(night, fresh, { text: 'Yes, we did.' })).status).toBe(200);
  await yardpack.drain();
  expect(await texted()).toEqual(['Yardpack: Yes, we did.']);
  await yardpack.advance('PT8H');
  expect(await texted()).toEqual(['Yardpack: On Monday.', 'Yardpack: Yes, we did.']);
});
