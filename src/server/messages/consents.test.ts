import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull, like } from 'drizzle-orm';
import { expect } from 'vitest';
import { consentPurposes, wordingsNow } from '#domain/consents.ts';
import { consents } from '../database/schema/consents.ts';
import { messages } from '../database/schema/messages.ts';
import { buildCustomer, buildEmployee } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';
import { giveConsents, resumeConsents, revokeConsents, textStateOf } from './consents.ts';
import { sendAgain } from './dead.ts';
import { deliverDueMessages } from './deliver.ts';
import { takeInbound } from './inbound.ts';
import { tell } from './service.ts';

const number = '+14795550123';
const texts = { channel: 'text', address: number } as const;
const aboutThem = ['account', 'service'] as const;

const agree = (
  { world }: TestWorld,
  profileId?: string,
  purposes: readonly (typeof consentPurposes)[number][] = aboutThem,
) =>
  world.database.transaction((transaction) =>
    giveConsents(world, transaction, { ...texts, purposes, source: 'profile', wording: wordingsNow.texts, profileId }),
  );
const stop = ({ world }: TestWorld) =>
  world.database.transaction((transaction) =>
    revokeConsents(world, transaction, { ...texts, purposes: consentPurposes, source: 'text-reply', word: 'STOP' }),
  );
const start = ({ world }: TestWorld) =>
  world.database.transaction((transaction) => resumeConsents(world, transaction, number, 'START'));
const stateOf = ({ world }: TestWorld) => textStateOf(world, world.database, number);
const ledger = ({ world }: TestWorld) =>
  world.database
    .select()
    .from(consents)
    .where(eq(consents.address, number))
    .orderBy(asc(consents.purpose), asc(consents.number));

const letter = { subject: 'Your yard is done', paragraphs: ['Enjoy!'], short: 'Done. Enjoy!' };
const tellCarla = ({ world }: TestWorld, event: string, preference = 'TEXT', email = 'carla@example.com') =>
  world.database.transaction((transaction) =>
    tell(
      world,
      transaction,
      event,
      {
        email,
        phone: number,
        notificationPreference: `NOTIFICATION_PREFERENCE_${preference}` as 'NOTIFICATION_PREFERENCE_TEXT',
      },
      letter,
      { class: 'now' },
    ),
  );
const agreeToMail = ({ world }: TestWorld, address = 'carla@example.com') =>
  world.database.transaction((transaction) =>
    giveConsents(world, transaction, {
      channel: 'email',
      address,
      purposes: aboutThem,
      source: 'sign-up',
      wording: 'account-1',
    }),
  );
const told = async ({ world }: TestWorld) =>
  (await world.database.select().from(messages).orderBy(messages.createdAt, messages.channel)).map(
    ({ channel, outcome, reason }) => [channel, outcome, reason],
  );

test('what is so already is not written again, and the newest row counts', async ({ yardpack }) => {
  for (const _ of [1, 2]) await agree(yardpack);
  expect(await ledger(yardpack)).toHaveLength(2);
  expect(await stop(yardpack)).toBe(true);
  expect(await stop(yardpack)).toBe(false);
  expect((await stateOf(yardpack)).purposes).toEqual([]);
  expect(
    (await ledger(yardpack)).map(({ purpose, number: at, kind, isStopped }) => [purpose, at, kind, isStopped]),
  ).toEqual([
    ['account', 1, 'given', false],
    ['account', 2, 'revoked', true],
    ['marketing', 1, 'revoked', true],
    ['service', 1, 'given', false],
    ['service', 2, 'revoked', true],
  ]);
});

test('a form does not undo what a phone has said; START brings back what had been agreed to, and nothing else', async ({
  yardpack,
}) => {
  await stop(yardpack);
  // Somebody types the number at a form, and ticks nothing.
  await agree(yardpack, '01a20783-6a4c-7000-8000-000000000009');
  expect(await stateOf(yardpack)).toMatchObject({ purposes: [], isStopped: true });
  expect(await start(yardpack)).toBe(2);
  expect(await stateOf(yardpack)).toMatchObject({ purposes: ['account', 'service'], isStopped: false });
  expect(await start(yardpack)).toBeUndefined();
  // Offers may be ticked from now on.
  await agree(yardpack, undefined, ['marketing']);
  expect((await stateOf(yardpack)).purposes).toEqual(['account', 'marketing', 'service']);
});

test('a number that nobody has agreed for gets nothing back by START', async ({ yardpack }) => {
  expect(await start(yardpack)).toBeUndefined();
  await stop(yardpack);
  expect(await start(yardpack)).toBe(0);
  expect(await stateOf(yardpack)).toMatchObject({ purposes: [], isStopped: false });
});

test('many who write about one number at once are written one after the other, and none is lost', async ({
  yardpack,
}) => {
  const ids = Array.from({ length: 8 }, (_, index) => `01a20783-6a4c-7000-8000-00000000000${index}`);
  await Promise.all(ids.flatMap((id) => [agree(yardpack, id), stop(yardpack)]));
  const rows = (await ledger(yardpack)).filter(({ purpose }) => purpose === 'service');
  expect(rows.map((row) => row.number)).toEqual(rows.map((_, index) => index + 1));
  // However they came, the phone has the last word.
  expect(await stateOf(yardpack)).toMatchObject({ purposes: [], isStopped: true });
  expect(rows.filter(({ kind }) => kind === 'given').length).toBeGreaterThanOrEqual(8);
});

test('a form that agrees in two steps and a STOP that meets it do not wait for each other', async ({ yardpack }) => {
  const { world } = yardpack;
  const ids = Array.from({ length: 8 }, (_, index) => `01a20783-6a4c-7000-8000-00000000000${index}`);
  const form = (profileId: string) => ({ ...texts, source: 'profile', wording: wordingsNow.texts, profileId }) as const;
  const inTwoSteps = (id: string) =>
    world.database.transaction(async (transaction) => {
      await giveConsents(world, transaction, { ...form(id), purposes: ['service'] });
      await giveConsents(world, transaction, { ...form(id), purposes: ['marketing'] });
    });
  await Promise.all(ids.flatMap((id) => [inTwoSteps(id), stop(yardpack)]));
  expect(await stateOf(yardpack)).toMatchObject({ purposes: [], isStopped: true });
});

test('the ledger is not rewritten; only the address of somebody who is erased is taken out', async ({ yardpack }) => {
  await agree(yardpack);
  const { database } = yardpack.world;
  const refused = /ledger of consents is never changed/;
  const cause = (promise: Promise<unknown>) =>
    promise.then(
      () => 'done',
      (error) => String(error.cause),
    );
  expect(await cause(database.delete(consents))).toMatch(refused);
  expect(await cause(database.update(consents).set({ kind: 'revoked', wording: null }))).toMatch(refused);
  expect(await cause(database.update(consents).set({ address: '+14795550199' }))).toMatch(refused);
  expect(await cause(database.update(consents).set({ address: 'erased:1', at: yardpack.world.clock.now() }))).toMatch(
    refused,
  );
  expect(await cause(database.update(consents).set({ address: 'erased:1', word: null }))).toBe('done');
});

test('who wants texts only and has not agreed to them, or has stopped them, is told by mail, and the row of the text says why', async ({
  yardpack,
}) => {
  await agreeToMail(yardpack);
  await tellCarla(yardpack, 'done:1');
  await agree(yardpack);
  await tellCarla(yardpack, 'done:2');
  await stop(yardpack);
  await tellCarla(yardpack, 'done:3');
  await tellCarla(yardpack, 'done:4', 'TEXT', '');
  await tellCarla(yardpack, 'done:5', 'EMAIL_TEXT');
  await yardpack.drain();
  const stopped = 'They have stopped texts to this number. They can text START to get them again.';
  expect(await told(yardpack)).toEqual([
    ['email', 'sent', null],
    ['text', 'dropped', 'They have not agreed to texts like this one at this number.'],
    ['text', 'dropped', 'They do not want texts anymore.'],
    ['email', 'sent', null],
    ['text', 'dropped', stopped],
    ['text', 'dropped', stopped],
    ['email', 'sent', null],
    ['text', 'dropped', stopped],
    ['email', 'sent', null],
  ]);
});

test('why a text does not go is said by the newest word: after START nobody has stopped it, and a number that was given up is not stopped', async ({
  yardpack,
}) => {
  const { world } = yardpack;
  await stop(yardpack);
  await world.database.transaction((transaction) => resumeConsents(world, transaction, number, 'START'));
  await tellCarla(yardpack, 'done:1', 'TEXT', '');
  await agree(yardpack);
  // It waits where the number is given up.
  await yardpack.world.database.transaction(async (transaction) => {
    const reader = { email: '', phone: number, notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' } as const;
    const letter = { subject: 'Later', paragraphs: ['Later'], short: 'Later' };
    await tell(world, transaction, 'later:1', reader, letter, { notBefore: world.clock.now().add({ hours: 1 }) });
    const gone = { ...texts, purposes: consentPurposes, source: 'profile', word: 'Another number' } as const;
    await revokeConsents(world, transaction, gone);
  });
  await tellCarla(yardpack, 'done:2', 'TEXT', '');
  const rows = await world.database.select().from(messages).where(eq(messages.channel, 'text')).orderBy(messages.id);
  expect(rows.map(({ dedupeKey, reason }) => [dedupeKey, reason])).toEqual([
    ['done:1:text', 'They have not agreed to texts like this one at this number.'],
    ['later:1:text', 'They have another number now.'],
    [
      'done:2:text',
      'They do not want texts like this one at this number anymore: it was given up, or they chose email.',
    ],
  ]);
});

test('a consent that ends between writing and sending is seen by the statement that takes the message', async ({
  yardpack,
}) => {
  await agree(yardpack);
  await tellCarla(yardpack, 'done:1', 'TEXT', '');
  // As if the rows of the queue had been out of reach of the STOP.
  const { world } = yardpack;
  await world.database.update(messages).set({ basis: 'asked', consentId: null });
  await stop(yardpack);
  const [row] = await ledger(yardpack);
  await world.database.update(messages).set({ basis: 'consent', consentId: row?.id ?? null });
  const sent: string[] = [];
  await deliverDueMessages({ ...world, sendText: async ({ id }) => void sent.push(id) });
  expect(sent).toEqual([]);
  expect(await told(yardpack)).toEqual([['text', 'dropped', 'They have taken back that they agreed to it.']]);
});

test('a sign-up, another number and email only are written down; a number that two have stays as long as one wants it', async ({
  yardpack,
}) => {
  const sam = await buildCustomer(yardpack);
  const pat = await buildCustomer(yardpack);
  const change = async (person: typeof pat, details: object) => {
    const { profile } = (
      await yardpack.call('getProfile', { as: person.accessToken, params: { profileId: person.profileId } })
    ).body;
    const body = { ...profile, ...details };
    return await yardpack.call('updateProfile', {
      as: person.accessToken,
      params: { profileId: person.profileId },
      body,
    });
  };
  const newest = async () => (await stateOf(yardpack)).purposes;
  expect(await newest()).toEqual(['account', 'service']);
  const ticked = await change(pat, { marketingTexts: true });
  expect(ticked.body.profile.marketingTexts).toBe(true);
  const offersOf = async ({ profileId }: typeof pat, at = number) =>
    (await textStateOf(yardpack.world, yardpack.world.database, at, profileId)).purposes.includes('marketing');
  expect([await offersOf(pat), await offersOf(sam)]).toEqual([true, false]);
  // Sam has the same number.
  await change(pat, { phone: '4795550188' });
  expect(await newest()).toEqual(['account', 'service']);
  expect([await offersOf(pat), await offersOf(pat, '+14795550188')]).toEqual([false, true]);
  await change(sam, { notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' });
  expect(await newest()).toEqual([]);
  const erin = await buildEmployee(yardpack);
  const params = { profileId: pat.profileId };
  const { profile } = (await yardpack.call('getProfile', { as: erin.accessToken, params })).body;
  const body = { ...profile, phone: '4795550189', textsAgreed: true };
  expect((await yardpack.call('updateProfile', { as: erin.accessToken, params, body })).status).toBe(200);
  const [row] = await yardpack.world.database.select().from(consents).where(eq(consents.address, '+14795550189'));
  expect(row).toMatchObject({ source: 'staff', wording: 'staff-1', byUserId: erin.userId, profileId: pat.profileId });
});

test('two people of one number agree to offers each for themselves: to one who has not nothing is sent, and neither unticks for both', async ({
  yardpack,
}) => {
  const { world } = yardpack;
  const ann = await buildCustomer(yardpack);
  const bob = await buildCustomer(yardpack);
  expect(ann.phone).toBe(bob.phone);
  const phone = ann.phone;
  const change = async (person: typeof ann, details: object) => {
    const about = { as: person.accessToken, params: { profileId: person.profileId } };
    const { profile } = (await yardpack.call('getProfile', about)).body;
    const { body } = await yardpack.call('updateProfile', { ...about, body: { ...profile, ...details } });
    return body.profile;
  };
  const ticks = async () => [(await change(ann, {})).marketingTexts, (await change(bob, {})).marketingTexts];
  let events = 0;
  /** @returns how an offer to each ends */
  const offer = async () => {
    const ends: unknown[] = [];
    for (const { profileId } of [ann, bob]) {
      const event = `offer:${++events}`;
      const reader = { profileId, email: '', phone, notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' } as const;
      await world.database.transaction((transaction) =>
        tell(world, transaction, event, reader, { ...letter, short: 'Fall offer' }, { class: 'marketing' }),
      );
      const [row] = await world.database
        .select({ outcome: messages.outcome, by: consents.profileId })
        .from(messages)
        .leftJoin(consents, eq(consents.id, messages.consentId))
        .where(eq(messages.dedupeKey, `${event}:text`));
      ends.push(row?.outcome === 'dropped' ? 'dropped' : row?.by === profileId ? 'on their own consent' : row);
    }
    return ends;
  };
  await change(ann, { marketingTexts: true });
  expect(await ticks()).toEqual([true, undefined]);
  expect(await offer()).toEqual(['on their own consent', 'dropped']);
  await change(bob, { marketingTexts: true });
  await change(bob, { marketingTexts: false });
  expect(await offer()).toEqual(['on their own consent', 'dropped']);
  await change(bob, { marketingTexts: true });
  expect(await ticks()).toEqual([true, true]);
  const text = (words: string) =>
    takeInbound(world, { provider: 'twilio', providerId: randomUUID(), from: phone, to: '+14795550100', text: words });
  await text('STOP');
  expect(await ticks()).toEqual([undefined, undefined]);
  expect(await offer()).toEqual(['dropped', 'dropped']);
  await text('START');
  expect(await ticks()).toEqual([true, true]);
  expect(await offer()).toEqual(['on their own consent', 'on their own consent']);
  // What waits for one goes with their own untick, and what waits for the other stays.
  await change(ann, { notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' });
  const waits = await world.database
    .select({ profileId: messages.profileId })
    .from(messages)
    .where(and(eq(messages.class, 'marketing'), isNull(messages.outcome)));
  expect(waits.every(({ profileId }) => profileId === bob.profileId)).toBe(true);
  expect(await offer()).toEqual(['dropped', 'on their own consent']);
});

test('after START a number is stopped for nobody, though only one of its people has offers', async ({ yardpack }) => {
  const { world } = yardpack;
  const pat = await buildCustomer(yardpack);
  const sam = await buildCustomer(yardpack);
  const read = async (person: typeof pat) =>
    (await yardpack.call('getProfile', { as: person.accessToken, params: { profileId: person.profileId } })).body
      .profile;
  const about = { as: pat.accessToken, params: { profileId: pat.profileId } };
  await yardpack.call('updateProfile', { ...about, body: { ...(await read(pat)), marketingTexts: true } });
  const isStopped = async () => [
    (await textStateOf(world, world.database, pat.phone)).isStopped,
    (await read(pat)).textsEnded === 'stopped',
    (await read(sam)).textsEnded === 'stopped',
  ];
  for (const text of ['STOP', 'START']) {
    const from = { provider: 'twilio', providerId: randomUUID(), from: pat.phone, to: '+14795550100' } as const;
    await takeInbound(world, { ...from, text });
    expect([text, ...(await isStopped())]).toEqual([text, ...Array(3).fill(text === 'STOP')]);
  }
});

test('what a form takes back while the phone has stopped texts stays taken back after START', async ({ yardpack }) => {
  const { world } = yardpack;
  const pat = await buildCustomer(yardpack);
  const about = { as: pat.accessToken, params: { profileId: pat.profileId } };
  const change = async (details: object) => {
    const { profile } = (await yardpack.call('getProfile', about)).body;
    return (await yardpack.call('updateProfile', { ...about, body: { ...profile, ...details } })).body.profile;
  };
  const text = (words: string) =>
    takeInbound(world, {
      provider: 'twilio',
      providerId: randomUUID(),
      from: pat.phone,
      to: '+14795550100',
      text: words,
    });
  await change({ marketingTexts: true });
  await text('STOP');
  await change({ marketingTexts: false });
  await text('START');
  expect((await change({})).marketingTexts).toBeUndefined();
  const state = () => textStateOf(world, world.database, pat.phone, pat.profileId);
  expect((await state()).purposes).toEqual(['account', 'service']);
  await text('STOP');
  await change({ notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' });
  await text('START');
  expect(await state()).toMatchObject({ purposes: [], isStopped: false });
});

test('what waits for somebody at a number that another person keeps is not sent there once they have given it up, nor again', async ({
  yardpack,
}) => {
  const { world } = yardpack;
  const ann = await buildCustomer(yardpack);
  const bob = await buildCustomer(yardpack);
  expect(ann.phone).toBe(bob.phone);
  await yardpack.drain();
  await world.database.delete(messages);
  const waits = (event: string) =>
    world.database.transaction((transaction) =>
      tell(
        world,
        transaction,
        event,
        { ...ann, notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' },
        { ...letter, paragraphs: ['Of Ann'], short: 'Of Ann' },
        { class: 'now' },
      ),
    );
  await waits('moved:1');
  await waits('dead:1');
  const dead = { outcome: 'dead', dueAt: null, endedAt: world.clock.now(), mailInstead: null } as const;
  await world.database.update(messages).set(dead).where(eq(messages.dedupeKey, 'dead:1:text'));
  const about = { as: ann.accessToken, params: { profileId: ann.profileId } };
  const { profile } = (await yardpack.call('getProfile', about)).body;
  await yardpack.call('updateProfile', { ...about, body: { ...profile, phone: '4795550188' } });
  expect((await textStateOf(world, world.database, bob.phone)).purposes).toContain('service');
  const texts: string[] = [];
  const mails: string[] = [];
  await deliverDueMessages({
    ...world,
    sendText: async ({ text }) => void texts.push(text),
    sendMail: async ({ to, text }) => void mails.push(`${to} ${text.includes('Of Ann')}`),
  });
  expect([texts, mails]).toEqual([[], [`${ann.email} true`]]);
  const [row] = await world.database.select().from(messages).where(eq(messages.dedupeKey, 'moved:1:text'));
  expect(row?.reason).toBe('They have another number now, or want no texts.');
  const [old] = await world.database.select().from(messages).where(eq(messages.dedupeKey, 'dead:1:text'));
  const again = world.database.transaction((transaction) => sendAgain(world, transaction, old?.id ?? ''));
  await expect(again).rejects.toThrow('Nobody agrees to texts like this one at this number anymore');
});

test('a dead mail is sent again to the address of now, and not when its reader was written since that it is otherwise', async ({
  yardpack,
}) => {
  const { world } = yardpack;
  const pat = await buildCustomer(yardpack);
  const service = randomUUID();
  const write = async (version: number) => {
    const event = `engagement-status:${service}:${version}:customer`;
    const reader = { ...pat, notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' } as const;
    const letter = { subject: `State ${version}`, paragraphs: ['State'], short: 'State' };
    await world.database.transaction((transaction) => tell(world, transaction, event, reader, letter));
    await yardpack.advance('PT1M');
    const [row] = await world.database
      .select()
      .from(messages)
      .where(eq(messages.dedupeKey, `${event}:email`));
    return row?.id ?? '';
  };
  const kill = (id: string) =>
    world.database
      .update(messages)
      .set({ outcome: 'dead', dueAt: null, endedAt: world.clock.now(), recipient: 'old@example.com' })
      .where(eq(messages.id, id));
  const again = (id: string) => world.database.transaction((transaction) => sendAgain(world, transaction, id));
  const first = await write(1);
  await kill(first);
  expect(await again(first)).toBe(true);
  const [row] = await world.database.select().from(messages).where(eq(messages.id, first));
  expect(row?.recipient).toBe(pat.email);
  await world.database
    .update(messages)
    .set({ outcome: 'dead', dueAt: null, endedAt: world.clock.now() })
    .where(eq(messages.id, first));
  await write(2);
  await expect(again(first)).rejects.toThrow('The service has changed again since');
});

test('the mail instead of a text is a letter like the others: who writes, what is to be done, why it came, and how it ends', async ({
  yardpack,
}) => {
  const { world } = yardpack;
  await agreeToMail(yardpack);
  await agree(yardpack);
  const url = `${world.publicUrl}/customers/1/engagements/2`;
  const words = {
    subject: 'Your bill Y-2026-000123',
    paragraphs: ['Hi Carla, your bill is due.', 'Call (800) 555-0142 about it.'],
    facts: [['Amount', '$27.50']] as const,
    action: { label: 'Pay', url },
    replyTo: 'bills@example.com',
    short: `Call (800) 555-0142 about Y-2026-000123. ${url}`,
  };
  const carla = {
    email: 'carla@example.com',
    phone: number,
    notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT',
  } as const;
  await world.database.transaction((transaction) => tell(world, transaction, 'late:1', carla, words, { class: 'now' }));
  await stop(yardpack);
  const mails: Parameters<typeof world.sendMail>[0][] = [];
  const capturing = { ...world, sendMail: async (mail: (typeof mails)[number]) => void mails.push(mail) };
  for (const _ of [1, 2]) await deliverDueMessages(capturing);
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  expect(mail).toMatchObject({ to: 'carla@example.com', subject: 'Your bill Y-2026-000123' });
  expect(mail?.text).toMatch(
    /^We couldn’t reach you by text, so we’re sending you this by email\.\n\nHi Carla, your bill is due\.\n\nCall \(800\) 555-0142 about it\.\n\nAmount: \$27\.50\n\nPay: http/,
  );
  expect(mail?.text).toContain('You get this because it is about your visits.');
  expect(mail?.text).not.toContain('about Y-2026-000123');
  expect(mail?.html).toContain(`href="${url}"`);
  expect(mail?.replyTo).toBe('bills@example.com');
  // Once it is told, nothing but the text and the mail is kept.
  const kept = await world.database.select().from(messages).where(like(messages.dedupeKey, 'late:1:%'));
  expect(kept.map(({ letter }) => letter)).toEqual([null, null]);
  expect(mail?.unsubscribe).toMatch(/\/unsubscribe\/[\w-]+$/);
});
