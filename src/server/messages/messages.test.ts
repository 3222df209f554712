import { like } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { businessDay } from '#domain/calendar.ts';
import { noEmail } from '#domain/no-email.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { messages } from '../database/schema/messages.ts';
import { agreeToAll } from '../testing/factories.ts';
import { type Query, recordQueries } from '../testing/recorded-queries.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import type { World } from '../world.ts';
import { sendAgain } from './dead.ts';
import { deliverDueMessages } from './deliver.ts';
import { RefusedError } from './refused.ts';
import { type MessageOptions, tell } from './service.ts';
import { drop, undoMessages } from './take-back.ts';

let yardpack: TestWorld;
beforeEach(async () => {
  yardpack = await createTestWorld();
  await agreeToAll(yardpack.world, reader);
  // Texts wait for the day.
  await yardpack.advance(atNoon(yardpack.world));
});
afterEach(() => yardpack.close());

const letter = { subject: 'Your yard is done', paragraphs: ['Enjoy!'], short: 'Done. Enjoy!' };
const reader = { email: 'carla@example.com', phone: '+14795550111' };
type Preference = 'EMAIL' | 'TEXT' | 'EMAIL_TEXT';

/** @returns noon, tomorrow */
const atNoon = ({ clock }: World) =>
  businessDay(clock.now())
    .add({ days: 1 })
    .toZonedDateTime({ timeZone: businessTimeZone, plainTime: '12:00' })
    .toInstant()
    .toString();

const tellOnce = (event: string, preference: Preference, options?: MessageOptions) =>
  yardpack.world.database.transaction((transaction) =>
    tell(
      yardpack.world,
      transaction,
      event,
      { ...reader, notificationPreference: `NOTIFICATION_PREFERENCE_${preference}` },
      letter,
      options,
    ),
  );
const rowsOf = async (event: string) =>
  await yardpack.world.database
    .select()
    .from(messages)
    .where(like(messages.dedupeKey, `${event}:%`));
const failMail = (times: number, kind = 'fail') =>
  yardpack.app.inject({
    method: 'POST',
    url: '/sandbox/faults.json',
    payload: { faults: [{ service: 'mail', kind, times }] },
  });
const inMinutes = (minutes: number) => yardpack.world.clock.now().add({ minutes });
const sent = async () => (await yardpack.messages()).map(({ channel, to }) => `${channel} to ${to}`).sort();

test.each([
  ['EMAIL', ['email to carla@example.com']],
  ['TEXT', ['text to +14795550111']],
  ['EMAIL_TEXT', ['email to carla@example.com', 'text to +14795550111']],
] as const)('%s decides how somebody is told', async (preference, expected) => {
  await tellOnce('done:1', preference);
  await yardpack.drain();
  expect(await sent()).toEqual(expected);
});

test.each(['', noEmail('abc')])('somebody without an email address (%j) is told by text, in one row', async (email) => {
  await yardpack.world.database.transaction((transaction) =>
    tell(
      yardpack.world,
      transaction,
      'done:1',
      { ...reader, email, notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL_TEXT' },
      letter,
    ),
  );
  await yardpack.drain();
  expect(await rowsOf('done:1')).toMatchObject([{ channel: 'text', outcome: 'sent' }]);
});

test('an event that is told twice is told once', async () => {
  await tellOnce('done:1', 'EMAIL');
  await tellOnce('done:1', 'EMAIL');
  await yardpack.drain();
  expect(await sent()).toEqual(['email to carla@example.com']);
});

test('what is due is taken together, and nothing is asked twice while nothing waits', async () => {
  const { world } = yardpack;
  for (let number = 1; number <= 12; number += 1) await tellOnce(`done:${number}`, 'EMAIL');
  const namesOf = (queries: Query[]) => queries.map(({ text }) => /^\s*(with "next"|\w+)/.exec(text)?.[1]);
  const takes = namesOf(await recordQueries(() => deliverDueMessages(world))).filter((name) => name === 'with "next"');
  expect(await sent()).toHaveLength(12);
  // Of mails ten and then one for each lane that is free, of texts once.
  expect(takes.length).toBeLessThan(7);
  // What has no point, mails for texts, mails and texts.
  expect(namesOf(await recordQueries(() => deliverDueMessages(world)))).toHaveLength(4);
});

test('what is rolled back is not told', async () => {
  const { world } = yardpack;
  const failing = world.database.transaction(async (transaction) => {
    await tell(
      world,
      transaction,
      'done:1',
      { ...reader, notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' },
      letter,
    );
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await yardpack.drain();
  expect(await sent()).toEqual([]);
});

test('emails to one reader are sent in the order in which they were written, not in that in which they fell due', async () => {
  const { world } = yardpack;
  const subjects = ['The first', 'The second', 'The third'];
  const recipient = { ...reader, notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' } as const;
  for (const [index, subject] of subjects.entries())
    await world.database.transaction((transaction) =>
      tell(
        world,
        transaction,
        `done:${subject}`,
        recipient,
        { ...letter, subject },
        { notBefore: inMinutes(3 - index) },
      ),
    );
  const begun: string[] = [];
  const later = { ...world, clock: { now: () => inMinutes(5) } };
  await deliverDueMessages({ ...later, sendMail: async ({ subject }) => void begun.push(subject) });
  expect(begun).toEqual(subjects);
});

test('texts are sent while the mail server lets a mail wait', async () => {
  await tellOnce('on-the-way:1', 'EMAIL_TEXT');
  const mailServer = Promise.withResolvers<void>();
  const delivering = deliverDueMessages({ ...yardpack.world, sendMail: () => mailServer.promise });
  await vi.waitFor(async () => expect(await sent()).toEqual(['text to +14795550111']), 60_000);
  mailServer.resolve();
  await delivering;
});

test('a mail that the server does not take is tried again until it is taken', async () => {
  await failMail(2);
  await tellOnce('done:1', 'EMAIL');
  await yardpack.drain();
  expect(await sent()).toEqual([]);
  await yardpack.advance('PT1M');
  expect(await sent()).toEqual([]);
  await yardpack.advance('PT2M');
  expect(await sent()).toEqual(['email to carla@example.com']);
});

test('a message that was held up until it has no point is dropped, and a row says so', async () => {
  await failMail(1);
  await tellOnce('on-the-way:1', 'EMAIL', { class: 'now', notAfter: inMinutes(120) });
  await tellOnce('link:1', 'EMAIL', { class: 'security', isSecret: true, notAfter: inMinutes(60) });
  await tellOnce('held:1', 'EMAIL', { notBefore: inMinutes(180), notAfter: inMinutes(180) });
  await failMail(100);
  await yardpack.drain();
  await yardpack.advance('PT3H');
  await failMail(0);
  await yardpack.advance('P1D');
  expect(await sent()).toEqual([]);
  for (const event of ['on-the-way:1', 'link:1', 'held:1']) {
    expect(await rowsOf(event), event).toMatchObject([
      { outcome: 'dropped', dueAt: null, reason: 'Its time was over before it could be sent.' },
    ]);
  }
  expect(await rowsOf('link:1')).toMatchObject([{ text: '', html: null }]);
});

test('what waits for its next try is dropped when its time is over, not when the try would be due', async () => {
  await failMail(6);
  await tellOnce('link:1', 'EMAIL', { isSecret: true, notAfter: inMinutes(60) });
  await yardpack.drain();
  for (const _ of [1, 2, 3, 4, 5]) await yardpack.advance('PT11M');
  expect(await rowsOf('link:1')).toMatchObject([{ outcome: null }]);
  await yardpack.advance('PT6M');
  expect(await rowsOf('link:1')).toMatchObject([{ outcome: 'dropped', text: '' }]);
  expect(await sent()).toEqual([]);
});

test('an event that has no point anymore is dropped, unless it was told', async () => {
  const { world } = yardpack;
  await tellOnce('on-the-way:1', 'EMAIL_TEXT', { notBefore: inMinutes(1) });
  await tellOnce('on-the-way:2', 'EMAIL_TEXT');
  await yardpack.drain();
  await world.database.transaction(async (transaction) => {
    for (const event of ['on-the-way:1', 'on-the-way:2']) await drop(world, transaction, event, 'The visit is done.');
  });
  await yardpack.advance('PT1M');
  expect((await rowsOf('on-the-way:1')).map(({ outcome, reason }) => [outcome, reason])).toEqual(
    Array(2).fill(['dropped', 'The visit is done.']),
  );
  expect((await rowsOf('on-the-way:2')).map(({ outcome }) => outcome)).toEqual(['sent', 'sent']);
  expect(await sent()).toEqual(['email to carla@example.com', 'text to +14795550111']);
  expect(await world.database.transaction((transaction) => undoMessages(transaction, 'on-the-way:1'))).toBe(true);
});

test('a mail that fails for three days is dead, and says why', async () => {
  await failMail(1000);
  await tellOnce('done:1', 'EMAIL');
  await yardpack.drain();
  for (const _ of [1, 2]) await yardpack.advance('P1D');
  expect(await rowsOf('done:1')).toMatchObject([{ outcome: null, attempts: 3 }]);
  await yardpack.advance('P1D');
  const [row] = await rowsOf('done:1');
  expect(row).toMatchObject({ outcome: 'dead', dueAt: null, text: expect.stringContaining('Enjoy!') });
  expect(row?.reason).toContain('make email fail');
});

test.each([
  ['security', 24],
  ['now', 6],
  ['bill', 72],
  ['service', 72],
  ['marketing', 24],
] as const)('of class %s we try for %d hours', async (messageClass, hours) => {
  await failMail(1000);
  await tellOnce('late:1', 'EMAIL', { class: messageClass });
  await yardpack.drain();
  for (let hour = 1; hour < hours; hour += 6) await yardpack.advance('PT1H');
  await yardpack.advance(inMinutes(60 * (hours - Math.ceil((hours - 1) / 6)) - 1).toString());
  expect(await rowsOf('late:1')).toMatchObject([{ outcome: null }]);
  await yardpack.advance('PT1M');
  expect(await rowsOf('late:1')).toMatchObject([{ outcome: 'dead' }]);
});

test('a mail whose answer is lost goes out once more, then staff are told that it was perhaps sent', async () => {
  const arrivals = async () => (await yardpack.app.inject('/sandbox/messages.json')).json()[0].arrivals;
  await failMail(1000, 'fail-after-sending');
  await tellOnce('done:1', 'EMAIL');
  await yardpack.drain();
  // A refusal in between does not count, and does not make the outcome certain.
  await failMail(2);
  for (const _ of [1, 2]) await yardpack.advance('PT1H');
  expect(await rowsOf('done:1')).toMatchObject([{ outcome: null, attempts: 3 }]);
  await failMail(1000, 'fail-after-sending');
  for (const _ of [1, 2, 3]) await yardpack.advance('P1D');
  const [row] = await rowsOf('done:1');
  expect([row?.outcome, await arrivals()]).toEqual(['dead', 2]);
  expect(row?.reason).toMatch(/^It was perhaps sent/);
  if (row) await yardpack.world.database.transaction((transaction) => sendAgain(yardpack.world, transaction, row.id));
  await yardpack.drain();
  expect(await rowsOf('done:1')).toMatchObject([{ outcome: null }]);
});

test('a message that the provider refuses is dead at once', async () => {
  await tellOnce('done:1', 'EMAIL');
  const sendMail = () => Promise.reject(new RefusedError('550 5.1.1 No such user'));
  await deliverDueMessages({ ...yardpack.world, sendMail });
  await yardpack.advance('P1D');
  expect(await rowsOf('done:1')).toMatchObject([{ outcome: 'dead', attempts: 1, reason: '550 5.1.1 No such user' }]);
  expect(await sent()).toEqual([]);
});

test('the most urgent is sent first, whenever it was written', async () => {
  const classes = ['service', 'bill', 'now', 'security'] as const;
  for (const messageClass of classes) await tellOnce(messageClass, 'EMAIL', { class: messageClass });
  const order: string[] = [];
  const busy = Promise.withResolvers<void>();
  for (const index of Array(10).keys())
    await tellOnce(`before:${index}`, 'EMAIL', {
      class: 'security',
      notBefore: yardpack.world.clock.now().subtract({ hours: 1 }),
    });
  const keys = new Map((await yardpack.world.database.select().from(messages)).map((row) => [row.id, row.dedupeKey]));
  const sendMail = async ({ id }: { id: string }) => {
    const key = keys.get(id)?.replace(/:.*/, '') ?? '';
    // All lanes but one stay busy, so that the rest goes out one by one. Texts to one number would do so anyway, class by class.
    if (key === 'before') return id === firstId ? undefined : await busy.promise;
    order.push(key);
    if (order.length === classes.length) busy.resolve();
  };
  const [firstId] = [...keys].find(([, key]) => key === 'before:0:email') ?? [];
  await deliverDueMessages({ ...yardpack.world, sendMail });
  expect(order).toEqual(['security', 'now', 'bill', 'service']);
});
