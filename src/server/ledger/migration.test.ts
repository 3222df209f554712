import { test as base, expect } from 'vitest';
import { migrateDatabase, openDatabase } from '../database/connection.ts';
import { type DatabaseBefore, profileSql, withDatabaseBefore } from '../testing/database-before.ts';
import { findLedgerFaults } from './proof-store.ts';

const test = base.extend<{ before: DatabaseBefore }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names out of the pattern
  before: async ({}, use) => await withDatabaseBefore('ledger', history(), use),
});

const nth = (kind: string, n: number) => `${kind}0000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [customer, worker] = [nth('c', 1), nth('b', 1)];

/** Each charge: amount, discount, its payment, whether it was written off. */
const charged: [number, number, number | null, boolean][] = [
  [1300, 200, 1, false],
  [1500, 0, 2, false],
  [33, 0, 2, false],
  [1300, 0, 2, false],
  [1500, 0, 3, false],
  [900, 0, 4, false],
  [0, 1500, null, false],
  [40, 0, null, true],
  [1000, 0, null, false],
];
/** Each payment: amount, fee, status; those declined before have no charges any more. */
const tried: [number, number, string][] = [
  [1300, 195, 'paid'],
  [2833, 425, 'paid'],
  [1500, 225, 'refunded'],
  [900, 135, 'declined'],
  [1300, 195, 'declined'],
];

function history(): string[] {
  return [
    profileSql(customer, 'CUSTOMER'),
    profileSql(worker, 'WORKER'),
    `insert into engagements (id, customer_profile_id, worker_profile_id, product_id, service_address_id,
      billing_address_id, stripe_payment_method_id, status, base_cost, agreed_base_cost, base_cost_held_until, billing_cycle,
      yard_size, created_at, open_since) values ('${nth('e', 1)}', '${customer}', '${worker}', '${nth('0', 1)}',
      '${nth('0', 2)}', '${nth('0', 3)}', 'pm', 'ENGAGEMENT_STATUS_RUNNING', 1500, 1500, now(), 'BILLING_CYCLE_IMMEDIATE',
      'YARD_SIZE_STANDARD', now(), now())`,
    ...tried.map(
      (
        [amount, fee, status],
        n,
      ) => `insert into payments (id, engagement_id, amount, application_fee, stripe_customer_id,
        stripe_payment_method_id, stripe_destination_account_id, status, attempt, created_at, settled_at)
        values ('${nth('a', n + 1)}', '${nth('e', 1)}', ${amount}, ${fee}, 'cus', 'pm', 'acct', '${status}', 1,
        '2026-03-0${n + 1}T03:00Z', '2026-03-0${n + 1}T03:00Z')`,
    ),
    ...charged.flatMap(([amount, discount, payment, isWrittenOff], n) => [
      `insert into works (id, engagement_id, worker_profile_id, date, status, created_at)
        values ('${nth('f', n + 1)}', '${nth('e', 1)}', '${worker}', '2026-02-01'::date + ${n}, 'WORK_STATUS_WORK_COMPLETED', now())`,
      `insert into charges (id, engagement_id, work_id, amount, discount, payment_id, created_at, written_off_at)
        values ('${nth('d', n + 1)}', '${nth('e', 1)}', '${nth('f', n + 1)}', ${amount}, ${discount},
        ${payment ? `'${nth('a', payment)}'` : 'null'}, '2026-02-1${n}T12:00Z', ${isWrittenOff ? 'now()' : 'null'})`,
    ]),
  ];
}

test('the ledger takes over what was charged, collected, refunded and written off, to the cent', async ({ before }) => {
  await migrateDatabase(before.url);
  const database = openDatabase(before.url);
  expect(await findLedgerFaults(database)).toEqual([]);
  const rows = async (sql: string) => (await before.client.query({ text: sql, rowMode: 'array' })).rows;
  expect(await rows('select kind, sum(amount)::int from entries group by 1 order by 1')).toEqual([
    ['charge', -9273],
    ['collected', 5633],
    ['declined', 2200],
    ['discount', 1700],
    ['earning', 5633],
    ['fee', -845],
    ['paid-back', -1500],
    ['refund', 1500],
    ['transfer', -4788],
    ['write-off', 40],
  ]);
  // 425 of 2833 in proportion; of what no attempt has taken up, the 15 % of the newest payment.
  expect(await rows('select fee from charges order by id')).toEqual(
    [195, 225, 5, 195, 225, 135, 0, 6, 150].map((fee) => [fee]),
  );
  // Three in the morning in London is the evening before here.
  expect(await rows("select distinct day::text from entries where kind = 'collected' order by 1")).toEqual([
    ['2026-02-28'],
    ['2026-03-01'],
    ['2026-03-02'],
  ]);
  const order = 'select id from entries order by';
  expect(await rows(`${order} id`)).toEqual(await rows(`${order} at, line, id`));
  await database.$client.end();
});

test('a database that does not agree with itself is refused, and stays as it was', async ({ before }) => {
  await before.client.query(`update charges set amount = amount + 1 where id = '${nth('d', 2)}'`);
  await expect(migrateDatabase(before.url)).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/does not agree with what was there: .*what was collected/) },
  });
  const { rows } = await before.client.query("select to_regclass('entries') as entries");
  expect(rows).toEqual([{ entries: null }]);
});

/** A dispute that the office decided about, with what that wrote off as the release before has posted it. */
const decided = (n: number, status: 'won' | 'lost', received: number): string[] => [
  `insert into payments (id, engagement_id, amount, application_fee, stripe_customer_id, stripe_payment_method_id,
    stripe_destination_account_id, status, attempt, created_at, settled_at)
    values ('${nth('a', n)}', '${nth('e', 1)}', 1500, 300, 'cus', 'pm', 'acct', 'paid', 1, '2026-03-01T03:00Z', '2026-03-01T03:00Z')`,
  `insert into disputes (id, stripe_dispute_id, payment_id, status, amount, taken, fee, reason, opened_at, decision, decided_at, received)
    values ('${nth('9', n)}', 'dp_${n}', '${nth('a', n)}', '${status}', 1500, 0, 0, 'fraudulent', '2026-03-01T12:00Z',
    '${received > 0 ? 'paid' : 'written-off'}', '2026-03-02T12:00Z', ${received})`,
  ...(received < 1500
    ? [
        `insert into entries (id, at, day, cause, line, kind, account, account_id, against, amount, payment_id)
          values ('${nth('8', n)}', '2026-03-02T12:00Z', '2026-03-02', 'act:${n}', 0, 'dispute-written-off', 'card',
          '${customer}', 'bank', ${1500 - received}, '${nth('a', n)}')`,
      ]
    : []),
];

test('what was written off of disputes that were won since is taken back', async () => {
  const disputes = [
    ...decided(1, 'won', 1200),
    ...decided(2, 'lost', 0),
    ...decided(3, 'won', 1500),
    ...decided(4, 'won', 0),
  ];
  const sums = `insert into daily_sums (account, account_id, day, kind, amount) values
    ('card', '${customer}', '2026-03-02', 'dispute-written-off', 3300),
    ('bank', '00000000-0000-0000-0000-000000000000', '2026-03-02', 'dispute-written-off', -3300)`;
  await withDatabaseBefore('won-after-written-off', [...disputes, sums], async ({ url, client }) => {
    await migrateDatabase(url);
    const rows = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows;
    expect(await rows('select payment_id, sum(amount)::int from entries group by 1 order by 1')).toEqual([
      [nth('a', 1), 0],
      [nth('a', 2), 1500],
      [nth('a', 4), 0],
    ]);
    expect(await rows('select account, amount::int from daily_sums order by 1')).toEqual([
      ['bank', -1500],
      ['card', 1500],
    ]);
  });
});
