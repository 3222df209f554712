import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { type MessageState, messageMoments, messageStates } from '#domain/correspondence.ts';
import { messages } from '../database/schema/messages.ts';
import { messageState } from '../database/schema/states.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';
import { markDropped, reviveDead } from './dead-store.ts';
import { noteDelivery } from './reports-store.ts';
import { markFailed, markSent } from './sending-store.ts';
import { dropByKeys } from './writing-store.ts';

type Moment = keyof typeof messageMoments;
type Columns = Partial<typeof messages.$inferInsert>;

const columnsOf: Record<MessageState, Columns> = {
  waiting: {},
  sent: { outcome: 'sent' },
  delivered: { outcome: 'sent', delivery: 'delivered' },
  undelivered: { outcome: 'dead', delivery: 'undelivered' },
  unknown: { outcome: 'dead', unanswered: 1 },
  dropped: { outcome: 'dropped' },
  dead: { outcome: 'dead' },
};

/** What the server does at each moment. */
const doers: Record<Moment, (world: TestWorld['world'], row: typeof messages.$inferSelect) => Promise<unknown>> = {
  taken: ({ database, clock }, { id }) => markSent(database, { id, now: clock.now() }),
  lost: ({ database, clock }, row) =>
    markFailed(database, row, { now: clock.now(), retryAt: undefined, reason: 'No answer', unanswered: 1 }),
  refused: ({ database, clock }, row) =>
    markFailed(database, row, { now: clock.now(), retryAt: undefined, reason: 'No', unanswered: 0 }),
  dropped: ({ database, clock }, { id, dedupeKey, outcome }) =>
    outcome === 'dead'
      ? markDropped(database, id, clock.now(), 'Staff dropped it.')
      : database.transaction((transaction) => dropByKeys(transaction, [dedupeKey], clock.now(), 'No point')),
  again: ({ database, clock }, { id }) =>
    database.transaction((transaction) => reviveDead(transaction, id, clock.now(), clock.now().add({ hours: 1 }))),
  arrived: ({ database, clock }, { id }) =>
    database.transaction((transaction) =>
      noteDelivery(transaction, id, 'text', { delivery: 'delivered', code: null, reason: null, at: clock.now() }),
    ),
  bounced: ({ database, clock }, { id }) =>
    database.transaction((transaction) =>
      noteDelivery(transaction, id, 'text', { delivery: 'undelivered', code: '30008', reason: 'No', at: clock.now() }),
    ),
};

test('each moment makes of each state what the table says, and of the others nothing', async ({ yardpack }) => {
  const { database, clock } = yardpack.world;
  const now = clock.now();
  const found: string[] = [];
  const expected: string[] = [];
  for (const [name, { of, makes }] of Object.entries(messageMoments)) {
    for (const state of messageStates) {
      const columns = columnsOf[state];
      const [row] = await database
        .insert(messages)
        .values({
          ...{
            dedupeKey: `${randomUUID()}:text`,
            channel: 'text',
            recipient: '+14795550177',
            subject: 'Hi',
            text: 'Hi',
          },
          ...{ basis: 'asked', createdAt: now, giveUpAt: now.add({ hours: 72 }), attempts: 1 },
          ...(columns.outcome ? { endedAt: now } : { dueAt: now }),
          ...columns,
        })
        .returning();
      if (!row) throw new Error('No row');
      await doers[name as Moment](yardpack.world, row);
      const [after] = await database
        .select({ state: messageState(messages) })
        .from(messages)
        .where(eq(messages.id, row.id));
      found.push(`${state} ${name} ${after?.state}`);
      expected.push(`${state} ${name} ${(of as readonly MessageState[]).includes(state) ? makes : state}`);
    }
  }
  expect(found).toEqual(expected);
});
