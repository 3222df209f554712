import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { businessTimeZone } from '#domain/time-zone.ts';
import { profiles } from '../database/schema/profiles.ts';
import { giveConsents, textStateOf } from '../messages/consents.ts';
import { deliverDueMessages } from '../messages/deliver.ts';
import { takeInbound } from '../messages/inbound.ts';
import { tell } from '../messages/service.ts';
import { buildCustomer, buildEmployee } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

const number = '+14795550899';
const lastWord = 'Yardpack: you get no more texts from us. Reply START to get them again.';

/** An employee of the least role, a number that may be texted, and what comes from it; by day, unless told. */
async function open(yardpack: TestWorld, hour = 12) {
  const { world } = yardpack;
  const now = world.clock.now().toZonedDateTimeISO(businessTimeZone);
  await yardpack.advance(now.add({ days: 1 }).round('day').with({ hour }).toInstant().toString());
  const erin = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Moss' });
  const as = erin.accessToken;
  const agree = (profileId?: string) =>
    world.database.transaction((transaction) =>
      giveConsents(world, transaction, {
        ...{ channel: 'text', address: number, source: 'order', wording: 'staff-1', profileId },
        purposes: ['account', 'service'],
      }),
    );
  return {
    as,
    agree,
    receive: (text: string) =>
      takeInbound(world, { provider: 'twilio', providerId: randomUUID(), from: number, to: '+14795550100', text }),
    write: (event: string) =>
      world.database.transaction((transaction) =>
        tell(
          world,
          transaction,
          event,
          { email: '', phone: number, notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' },
          { subject: 'News', paragraphs: ['News'], short: 'News' },
        ),
      ),
    list: async () => (await yardpack.call('listInboundTexts', { as, query: {} })).body.texts,
    answer: async (textId: string) => {
      const body = { id: randomUUID(), channel: 'text', text: 'We come on Friday.', answersSeen: 0 } as const;
      return (await yardpack.call('answerInboundText', { as, params: { textId }, body })).status;
    },
    end: (textId: string) => yardpack.call('endTextsToSender', { as, params: { textId } }),
    texted: async () => {
      await yardpack.drain();
      return (await yardpack.messages())
        .filter(({ to }) => to === number)
        .map(({ text }) => text)
        .reverse();
    },
    state: () => textStateOf(world, world.database, number),
    kinds: async () =>
      (await yardpack.call('listChanges', { as, query: {} })).body.changes
        .filter(({ kind }) => kind === 'texts-ended' || kind === 'sender-ended')
        .map(({ kind, by, about }) => [kind, by?.name, about?.name]),
  };
}

test('the office ends texts to a number that is nobody’s, which reads it once; forms do not bring them back, START does', async ({
  yardpack,
}) => {
  const { agree, receive, write, list, end, texted, state, kinds } = await open(yardpack);
  await agree();
  await receive('I would really rather hear nothing from you');
  const [asked] = await list();
  expect(asked).toMatchObject({ isUnread: true, isStopped: false });
  const textId = asked?.id ?? '';
  expect((await Promise.all([end(textId), end(textId)])).map(({ status }) => status)).toEqual([200, 200]);
  expect((await end(textId)).status).toBe(200);
  expect(await texted()).toEqual([lastWord]);
  expect((await list())[0]).toMatchObject({ isUnread: false, isStopped: true, read: { by: 'Erin Moss' } });
  expect(await kinds()).toEqual([['sender-ended', 'Erin Moss', undefined]]);
  await agree();
  await write('news:1');
  expect([await texted(), (await state()).isStopped]).toEqual([[lastWord], true]);
  await receive('START');
  await write('news:2');
  expect((await texted()).slice(1)).toEqual([
    'Yardpack: texts are on again. Reply STOP to end them, HELP for help.',
    'Yardpack: News',
  ]);
  expect((await end(randomUUID())).status).toBe(404);
});

test('START of a number whose texts the office has ended, and that had asked for none, is told no untruth and is unread', async ({
  yardpack,
}) => {
  const { agree, receive, write, list, end, texted, state } = await open(yardpack);
  await receive('I would really rather hear nothing from you');
  await end((await list())[0]?.id ?? '');
  // Of two that wait the answer to START would go first.
  expect(await texted()).toEqual([lastWord]);
  await receive('START');
  expect(await texted()).toEqual([
    lastWord,
    'Yardpack: texts to this number may come again. Reply STOP to end them, HELP for help.',
  ]);
  expect((await list())[0]).toMatchObject({ text: 'START', isUnread: true, isStopped: false });
  // What it says is so: nothing comes by itself, and what is asked for does.
  await write('news:1');
  await agree();
  await write('news:2');
  expect([(await texted()).slice(2), (await state()).isStopped]).toEqual([['Yardpack: News'], false]);
});

test.for(['STOP', 'by the office'])(
  'a number that had asked for no texts is answered after an end (%s) and START, not before, and a second START hears the same',
  async (how, { yardpack }) => {
    const { receive, write, list, end, answer, texted } = await open(yardpack);
    const ask = async (words: string) => {
      await receive(words);
      await yardpack.advance('PT1M');
      return (await list()).find(({ text }) => text === words)?.id ?? '';
    };
    const before = await ask('Do you mow?');
    if (how === 'STOP') await receive('STOP');
    else await end(before);
    expect(await texted()).toEqual([lastWord]);
    expect(await answer(before)).toBe(409);
    await receive('START');
    await receive('START');
    const mayCome = 'Yardpack: texts to this number may come again. Reply STOP to end them, HELP for help.';
    expect(await texted()).toEqual([lastWord, mayCome, mayCome]);
    expect([await answer(before), await answer(await ask('What do you cost?'))]).toEqual([200, 200]);
    // Nothing comes that is not asked for.
    await write('news:1');
    const answers = (await texted()).slice(3);
    expect([answers.length, answers.every((text) => text.includes('We come on Friday.'))]).toEqual([2, true]);
    await receive('STOP');
    expect(await answer(await ask('And on Monday?'))).toBe(409);
  },
);

test.for(['STOP', 'by the office'])(
  'an answer that waits does not go to a number whose texts have ended since (%s)',
  async (how, { yardpack }) => {
    const { receive, list, end, answer, texted } = await open(yardpack);
    await receive('Do you mow?');
    const textId = (await list())[0]?.id ?? '';
    expect(await answer(textId)).toBe(200);
    if (how === 'STOP') await receive('STOP');
    else await end(textId);
    expect(await texted()).toEqual([lastWord]);
    await yardpack.advance('P1D');
    expect(await texted()).toEqual([lastWord]);
  },
);

test('from a customer’s record the office ends texts to the number that it has read there, and what waits is dropped', async ({
  yardpack,
}) => {
  // So late that what is written waits.
  const { as, agree, write, texted, state, kinds } = await open(yardpack, 22);
  const casey = await buildCustomer(yardpack, { firstName: 'Casey', lastName: 'Rivera' });
  const { profileId } = casey;
  await yardpack.world.database.update(profiles).set({ phone: number }).where(eq(profiles.id, profileId));
  await agree(profileId);
  await write('news:1');
  const end = (phone: string) => yardpack.call('endTextsToPerson', { as, params: { profileId }, body: { phone } });
  expect((await end('+14795550111')).status).toBe(409);
  expect((await end(number)).status).toBe(200);
  expect((await end(number)).status).toBe(200);
  expect([(await state()).isStopped, await kinds()]).toEqual([true, [['texts-ended', 'Erin Moss', 'Casey Rivera']]]);
  expect(await texted()).toEqual([]);
  await yardpack.advance('PT14H');
  await deliverDueMessages(yardpack.world);
  expect(await texted()).toEqual([lastWord]);
});

test('a STOP that says more, and a bare Cancel, are done and stay unread; START of a number without texts is answered and unread', async ({
  yardpack,
}) => {
  const { agree, receive, list, state, texted } = await open(yardpack);
  await receive('START');
  expect((await list())[0]).toMatchObject({ intent: 'start', isUnread: true });
  expect((await texted())[0]).toMatch(/^Yardpack: no texts are set up for this number\. Call/);
  for (const words of ['STOP texting me. The gate is broken.', 'Cancel']) {
    await agree();
    await receive('START');
    await receive(words);
    expect([(await state()).isStopped, (await list())[0]]).toMatchObject([
      true,
      { text: words, intent: 'stop', isUnread: true },
    ]);
  }
  await receive('START');
  await receive('Please stop texting me');
  expect((await list()).find(({ text }) => text === 'Please stop texting me')).toMatchObject({ isUnread: false });
});

test('START of a number of two is for both, and the proof names the one who is written to', async ({ yardpack }) => {
  const { as, receive } = await open(yardpack);
  const { world } = yardpack;
  const people = [];
  for (const firstName of ['Anna', 'Bert']) {
    const person = await buildCustomer(yardpack, { firstName, lastName: 'Beh' });
    await world.database.update(profiles).set({ phone: number }).where(eq(profiles.id, person.profileId));
    const agreed = { channel: 'text', address: number, source: 'sign-up', wording: 'texts-2' } as const;
    await world.database.transaction((transaction) =>
      giveConsents(world, transaction, { ...agreed, profileId: person.profileId, purposes: ['account', 'service'] }),
    );
    people.push(person);
  }
  await receive('STOP');
  await receive('START');
  const letter = { subject: 'Credit', paragraphs: ['Credit'], short: 'Credit' };
  for (const [index, { profileId }] of people.entries()) {
    const reader = {
      profileId,
      email: '',
      phone: number,
      notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT',
    } as const;
    await world.database.transaction((transaction) => tell(world, transaction, `credit:${index}`, reader, letter));
  }
  const { messages } = (await yardpack.call('listMessages', { as, query: { channel: 'text' } })).body;
  const proofs = [];
  for (const { id, subject } of messages.filter((one) => one.subject === 'Credit')) {
    const { consent } = (await yardpack.call('getMessage', { as, params: { messageId: id } })).body;
    proofs.push([subject, consent?.by?.name, consent?.source]);
  }
  expect(proofs.toSorted()).toEqual([
    ['Credit', 'Anna Beh', 'text-reply'],
    ['Credit', 'Bert Beh', 'text-reply'],
  ]);
});
