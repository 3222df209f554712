import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { inboundTexts } from '../database/schema/consents.ts';
import { messages } from '../database/schema/messages.ts';
import { buildEmployee } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

async function open(yardpack: TestWorld) {
  const erin = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Moss' });
  await yardpack.drain();
  const { database, clock } = yardpack.world;
  await database.delete(messages);
  const now = clock.now();
  const ago = (minutes: number) => now.subtract({ minutes });
  return {
    database,
    ago,
    desk: async () => (await yardpack.call('getStaffDesk', { as: erin.accessToken })).body,
    standstills: async () => (await yardpack.call('getStaffDesk', { as: erin.accessToken })).body.standstills,
    /** A message that was written so many minutes ago. */
    write: async (written: number, more: Partial<typeof messages.$inferInsert>) => {
      const { outcome = null } = more;
      const [row] = await database
        .insert(messages)
        .values({
          ...{ dedupeKey: randomUUID(), channel: 'email', recipient: 'carla@example.com', subject: 'Hi', text: 'Hi' },
          ...{ basis: 'asked', createdAt: ago(written), giveUpAt: now.add({ hours: 72 }) },
          ...(outcome ? { endedAt: ago(written) } : { dueAt: ago(written) }),
          ...more,
        })
        .returning();
      return row;
    },
  };
}

test('texts that nobody has read stand on the desk, the longest waiting first; a STOP needs nobody', async ({
  yardpack,
}) => {
  const { database, desk, ago } = await open(yardpack);
  expect((await desk()).unreadTexts).toEqual({ count: 0, rows: [] });
  const text = (words: string, minutes: number, more: object = {}) => ({
    ...{ provider: 'twilio' as const, providerId: randomUUID(), sender: '+14795550177', recipient: '+14795550100' },
    ...{ text: words, receivedAt: ago(minutes), ...more },
  });
  await database
    .insert(inboundTexts)
    .values([
      text('Newer', 5),
      text('Older', 9),
      text('STOP', 3, { intent: 'stop' }),
      text('Read', 7, { readAt: ago(1) }),
    ]);
  const { unreadTexts } = await desk();
  expect([unreadTexts.count, unreadTexts.rows.map((row) => row.text)]).toEqual([2, ['Older', 'Newer']]);
});

test('a channel stands still when what is due is not taken for a quarter of an hour', async ({ yardpack }) => {
  const { standstills, write, ago } = await open(yardpack);
  await write(14, { class: 'bill' });
  // Held back, and not due.
  await write(60, { channel: 'text', dueAt: yardpack.world.clock.now().add({ minutes: 1 }) });
  expect(await standstills()).toEqual([]);
  await write(16, { class: 'service' });
  await write(20, { class: 'now', outcome: 'sent' });
  expect(await standstills()).toEqual([{ channel: 'email', since: ago(16).toString() }]);
});

test('a channel stands still when all fails; one address that fails while others get theirs is not the channel', async ({
  yardpack,
}) => {
  const { standstills, write, ago } = await open(yardpack);
  const soon = { dueAt: yardpack.world.clock.now().add({ minutes: 9 }) };
  await write(20, { channel: 'text', attempts: 5, ...soon });
  await write(10, { channel: 'text', attempts: 3, ...soon });
  await write(25, { channel: 'text', outcome: 'sent' });
  await write(4, { channel: 'email', outcome: 'sent' });
  expect(await standstills()).toEqual([{ channel: 'text', since: ago(20).toString() }]);
  await write(19, { channel: 'text', class: 'bill', outcome: 'sent' });
  expect(await standstills()).toEqual([]);
});

test('the desk says whether somebody sends texts; without a provider who wants texts is told by mail', async ({
  yardpack,
}) => {
  const { desk } = await open(yardpack);
  expect((await desk()).hasTexts).toBe(true);
  const { sendText } = yardpack.world;
  Object.assign(yardpack.world, { sendText: undefined });
  const without = await desk();
  // The world is another test's afterwards.
  Object.assign(yardpack.world, { sendText });
  expect(without.hasTexts).toBe(false);
});
