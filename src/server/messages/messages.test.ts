import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { deliverDueMessages, tell } from './service.ts';

let yardpack: TestWorld;
beforeEach(async () => {
  yardpack = await createTestWorld();
});
afterEach(() => yardpack.close());

const letter = { subject: 'Your yard is done', paragraphs: ['Enjoy!'], short: 'Done. Enjoy!' };
const reader = { email: 'carla@example.com', phone: '4795550111' };
type Preference = 'EMAIL' | 'TEXT' | 'EMAIL_TEXT';

const tellOnce = (event: string, preference: Preference) =>
  yardpack.world.database.transaction((transaction) =>
    tell(
      yardpack.world,
      transaction,
      event,
      { ...reader, notificationPreference: `NOTIFICATION_PREFERENCE_${preference}` },
      letter,
    ),
  );
const sent = async () => (await yardpack.messages()).map(({ channel, to }) => `${channel} to ${to}`).sort();

test.each([
  ['EMAIL', ['email to carla@example.com']],
  ['TEXT', ['text to 4795550111']],
  ['EMAIL_TEXT', ['email to carla@example.com', 'text to 4795550111']],
] as const)('%s decides how somebody is told', async (preference, expected) => {
  await tellOnce('done:1', preference);
  await yardpack.drain();
  expect(await sent()).toEqual(expected);
});

test('an event that is told twice is told once', async () => {
  await tellOnce('done:1', 'EMAIL');
  await tellOnce('done:1', 'EMAIL');
  await yardpack.drain();
  expect(await sent()).toEqual(['email to carla@example.com']);
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

test('texts are sent while the mail server lets a mail wait', async () => {
  await tellOnce('on-the-way:1', 'EMAIL_TEXT');
  const mailServer = Promise.withResolvers<void>();
  const delivering = deliverDueMessages({ ...yardpack.world, sendMail: () => mailServer.promise });
  await vi.waitFor(async () => expect(await sent()).toEqual(['text to 4795550111']), 5000);
  mailServer.resolve();
  await delivering;
});

test('a mail that the server does not take is tried again until it is taken', async () => {
  const faults = [{ service: 'mail', kind: 'fail', times: 2 }];
  await yardpack.app.inject({ method: 'POST', url: '/sandbox/faults.json', payload: { faults } });
  await tellOnce('done:1', 'EMAIL');
  await yardpack.drain();
  expect(await sent()).toEqual([]);
  await yardpack.advance('PT1M');
  expect(await sent()).toEqual([]);
  await yardpack.advance('PT2M');
  expect(await sent()).toEqual(['email to carla@example.com']);
});
