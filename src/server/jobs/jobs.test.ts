import { setImmediate as nextTurn } from 'node:timers/promises';
import { DrizzleQueryError } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrateDatabase, openDatabase } from '../database/connection.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { type JobHandlers, openJobs } from './jobs.ts';

let testDatabase: TestDatabase;
let database: ReturnType<typeof openDatabase>;
let jobs: Awaited<ReturnType<typeof openJobs>>;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url);
  jobs = await openJobs(testDatabase.url, pino({ level: 'silent' }));
});
afterAll(async () => {
  await jobs.stop();
  await database.$client.end();
  await testDatabase.drop();
});

const nothing = async () => {};
const handlers = (sendResetLink: JobHandlers['send-reset-link']): JobHandlers => ({
  'deliver-messages': nothing,
  'collect-payment': nothing,
  'make-refund': nothing,
  'make-top-up': nothing,
  'handle-stripe-events': nothing,
  'check-money': nothing,
  'send-reset-link': sendResetLink,
  'delete-at-stripe': nothing,
});
const ask = (usernameOrEmail: string, by = jobs) =>
  database.transaction((transaction) => by.enqueue(transaction, 'send-reset-link', { usernameOrEmail }));
const waiting = async () => {
  const { rows } = await database.$client.query(`select state from jobs.job where name = 'send-reset-link'`);
  return rows.map(({ state }) => state);
};
/** Makes the next try due now. */
const passTime = () =>
  database.$client.query(
    `update jobs.job set start_after = start_after - interval '1 day', started_on = started_on - interval '1 day'`,
  );

test('a link that was asked for is sent though the first try fails', async () => {
  const tried: string[] = [];
  await ask('casey');
  const sendResetLink = async ({ usernameOrEmail }: { usernameOrEmail: string }) => {
    tried.push(usernameOrEmail);
    if (tried.length === 1) throw new Error('The mail server is mute');
  };
  await expect(jobs.drain(handlers(sendResetLink))).rejects.toThrow('mute');
  expect(await waiting()).toEqual(['retry']);
  await passTime();
  await jobs.drain(handlers(sendResetLink));
  expect([tried, await waiting()]).toEqual([['casey', 'casey'], ['completed']]);
});

test('one job does what was written together, and one run what waits', async () => {
  await database.$client.query('delete from jobs.job');
  await database.transaction(async (transaction) => {
    for (const _ of [1, 2, 3]) await jobs.enqueue(transaction, 'deliver-messages', {});
    for (const usernameOrEmail of ['ada', 'bob'])
      await jobs.enqueue(transaction, 'send-reset-link', { usernameOrEmail });
  });
  const states = async () => {
    const { rows } = await database.$client.query(
      `select name, state from jobs.job where name in ('deliver-messages', 'send-reset-link') order by name`,
    );
    return rows.map(({ name, state }) => `${name} ${state}`);
  };
  expect(await states()).toEqual(['deliver-messages created', 'send-reset-link created', 'send-reset-link created']);
  await database.transaction((transaction) => jobs.enqueue(transaction, 'deliver-messages', {}));
  const done: string[] = [];
  const own = await openJobs(testDatabase.url, pino({ level: 'silent' }));
  await own.work({
    ...handlers(async ({ usernameOrEmail }) => void done.push(usernameOrEmail)),
    'deliver-messages': async () => void done.push('messages'),
  });
  try {
    await vi.waitFor(
      async () => expect(new Set((await states()).map((one) => one.split(' ')[1]))).toEqual(new Set(['completed'])),
      30_000,
    );
    expect(done.sort()).toEqual(['ada', 'bob', 'messages']);
  } finally {
    await own.stop();
    await database.$client.query('delete from jobs.job');
  }
});

test('those who ask for a shared job together have one, and who asks while it is being added has the next', async () => {
  await database.$client.query('delete from jobs.job');
  const ask = () => jobs.enqueueShared(database, 'deliver-messages');
  const count = async () => {
    const { rows } = await database.$client.query(`select from jobs.job where name = 'deliver-messages'`);
    return rows.length;
  };
  const together = [ask(), ask(), ask()];
  // By now the first is being added.
  await nextTurn();
  const later = [ask(), ask()];
  await Promise.all(together);
  await Promise.all(later);
  expect(await count()).toBe(2);
  await ask();
  expect(await count()).toBe(3);
  await database.$client.query('delete from jobs.job');
});

test('a job that failed is kept for days, without what was typed, and is run once more for several presses', async () => {
  await database.$client.query('delete from jobs.job');
  const own = await openJobs(testDatabase.url, pino({ level: 'silent' }));
  const tried: string[] = [];
  await own.work({
    ...handlers(nothing),
    'collect-payment': async ({ paymentId }) => {
      tried.push(paymentId);
      if (tried.length === 1) throw new DrizzleQueryError('select $1', ['hazel@private.example'], new Error('gone'));
    },
  });
  const read = async () => {
    const { rows } = await database.$client.query(
      `select id, state, output::text, deletion_seconds from jobs.job where name = 'collect-payment'`,
    );
    return rows[0];
  };
  try {
    await database.transaction((transaction) => own.enqueue(transaction, 'collect-payment', { paymentId: 'one' }));
    await vi.waitFor(async () => expect((await read()).state).toBe('failed'), 60_000);
    const failed = await read();
    expect([failed.output.includes('Failed query: select $1'), failed.deletion_seconds]).toEqual([true, 14 * 86_400]);
    expect(failed.output).not.toContain('hazel');
    const presses = await Promise.all([1, 2, 3].map(() => own.runAgain('collect-payment', failed.id)));
    expect(presses.filter(Boolean)).toHaveLength(1);
    await vi.waitFor(async () => expect((await read()).state).toBe('completed'), 60_000);
    expect(tried).toEqual(['one', 'one']);
    expect(await own.runAgain('collect-payment', failed.id)).toBe(false);
  } finally {
    await own.stop();
    await database.$client.query('delete from jobs.job');
  }
});

test('a link that was asked for is sent though the process that had the job ended', async () => {
  await database.$client.query(`delete from jobs.job`);
  await ask('wren');
  const boss = new PgBoss({ connectionString: testDatabase.url, schema: 'jobs', migrate: false, supervise: false });
  await boss.start();
  try {
    // Taken and never finished, as after a kill.
    expect(await boss.fetch('send-reset-link')).toHaveLength(1);
    const tried: string[] = [];
    const sendResetLink = async ({ usernameOrEmail }: { usernameOrEmail: string }) => {
      tried.push(usernameOrEmail);
    };
    await jobs.drain(handlers(sendResetLink));
    expect([tried, await waiting()]).toEqual([[], ['active']]);
    await passTime();
    await boss.supervise('send-reset-link');
    await passTime();
    await jobs.drain(handlers(sendResetLink));
    expect([tried, await waiting()]).toEqual([['wren'], ['completed']]);
  } finally {
    await boss.stop({ graceful: false });
  }
});

test('a database whose queue was made without tries gets them', async () => {
  await database.$client.query(`update jobs.queue set retry_limit = 0 where name = 'send-reset-link'`);
  await migrateDatabase(testDatabase.url);
  const { rows } = await database.$client.query(
    `select retry_limit, expire_seconds from jobs.queue where name = 'send-reset-link'`,
  );
  expect(rows).toEqual([{ retry_limit: 5, expire_seconds: 60 }]);
});

test.each([-2, 2])("jobs are done at once though the machine's clock was set %i hours ahead", async (hours) => {
  const done: string[] = [];
  const own = await openJobs(testDatabase.url, pino({ level: 'silent' }));
  await own.work(handlers(async ({ usernameOrEmail }) => void done.push(usernameOrEmail)));
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    await ask('before', own);
    await vi.waitFor(() => expect(done).toEqual(['before']), 60_000);
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    await ask('after', own);
    await vi.waitFor(() => expect(done).toEqual(['before', 'after']), 60_000);
  } finally {
    vi.useRealTimers();
    await own.stop();
  }
});

test('a job that another process added, and did not live to do, is done too', async () => {
  const done: string[] = [];
  const own = await openJobs(testDatabase.url, pino({ level: 'silent' }));
  await own.work({
    ...handlers(async ({ usernameOrEmail }) => void done.push(usernameOrEmail)),
    'deliver-messages': async () => void done.push('messages'),
  });
  try {
    // When this is done, it has looked for links too and found none.
    await database.transaction((transaction) => own.enqueue(transaction, 'deliver-messages', {}));
    await vi.waitFor(() => expect(done).toEqual(['messages']), 60_000);
    await ask('wren');
    await vi.waitFor(() => expect(done).toEqual(['messages', 'wren']), 60_000);
  } finally {
    await own.stop();
  }
});
