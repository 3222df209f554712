import { test as base, expect } from 'vitest';
import { migrateDatabase, openDatabase } from '../database/connection.ts';
import { findLedgerFaults } from '../ledger/proof-store.ts';
import { type DatabaseBefore, profileSql, withDatabaseBefore } from '../testing/database-before.ts';

const test = base.extend<{ before: DatabaseBefore }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names out of the pattern
  before: async ({}, use) => await withDatabaseBefore('bills', history(), use),
});

const nth = (kind: string, n: number) => `${kind}0000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [customer, worker, engagement] = [nth('c', 1), nth('b', 1), nth('e', 1)];

/** Each attempt: amount, status, its number, when it was made and ended, whether another one has its charges. */
const attempts: [number, string, number, string, string | null, boolean][] = [
  // Declined, tried again a day later, declined, and planned once more.
  [1500, 'declined', 1, '2026-03-01T12:00:00Z', '2026-03-01T12:01:00Z', true],
  [1500, 'declined', 2, '2026-03-01T12:01:00Z', '2026-03-02T12:02:00Z', true],
  [1500, 'pending', 3, '2026-03-02T12:02:00Z', null, false],
  // The same amount a week later, paid at once: no attempt of the bill above is its own.
  [1500, 'paid', 1, '2026-03-08T12:00:00Z', '2026-03-08T12:00:01Z', false],
  // Given up, and paid days later when the customer pressed Pay.
  [900, 'declined', 4, '2026-03-09T12:00:00Z', '2026-03-09T12:00:01Z', true],
  [900, 'paid', 5, '2026-03-12T12:00:00Z', '2026-03-12T12:00:01Z', false],
  // Never made, since its worker could not be paid; its charge waits.
  [700, 'declined', 1, '2026-03-13T12:00:00Z', '2026-03-13T12:00:01Z', true],
  // Six in the evening here is in the new year in London.
  [2800, 'refunded', 1, '2027-01-01T01:00:00Z', '2027-01-01T01:00:01Z', false],
  [600, 'action-required', 1, '2027-01-01T12:00:00Z', null, false],
];
/** Each charge: amount, and the attempt that has it. */
const charged: [number, number | null][] = [
  [1500, 3],
  [1500, 4],
  [900, 6],
  [700, null],
  [1500, 8],
  [1300, 8],
  [600, 9],
];

const timestamp = (moment: string | null) => (moment ? `'${moment}'` : 'null');

function history(): string[] {
  return [
    profileSql(customer, 'CUSTOMER'),
    profileSql(worker, 'WORKER'),
    `insert into engagements (id, customer_profile_id, worker_profile_id, product_id, service_address_id,
      billing_address_id, stripe_payment_method_id, status, base_cost, agreed_base_cost, base_cost_held_until, billing_cycle,
      yard_size, created_at, open_since) values ('${engagement}', '${customer}', '${worker}', '${nth('0', 1)}',
      '${nth('0', 2)}', '${nth('0', 3)}', 'pm', 'ENGAGEMENT_STATUS_RUNNING', 1500, 1500, now(), 'BILLING_CYCLE_IMMEDIATE',
      'YARD_SIZE_STANDARD', now(), now())`,
    ...attempts.map(
      ([amount, status, attempt, madeAt, endedAt, isTakenOver], n) => `insert into payments (id, engagement_id, amount,
        application_fee, stripe_customer_id, stripe_payment_method_id, stripe_destination_account_id, status, attempt,
        created_at, settled_at, is_taken_over)
        values ('${nth('a', n + 1)}', '${engagement}', ${amount}, ${amount / 5}, 'cus', 'pm', 'acct', '${status}', ${attempt},
        '${madeAt}', ${timestamp(endedAt)}, ${isTakenOver})`,
    ),
    ...charged.flatMap(([amount, payment], n) => [
      `insert into works (id, engagement_id, worker_profile_id, date, status, created_at) values ('${nth('f', n + 1)}',
        '${engagement}', '${worker}', '2026-02-01'::date + ${n}, 'WORK_STATUS_WORK_COMPLETED', now())`,
      `insert into charges (id, engagement_id, work_id, amount, discount, fee, payment_id, created_at)
        values ('${nth('d', n + 1)}', '${engagement}', '${nth('f', n + 1)}', ${amount}, 0, ${amount / 5},
        ${payment ? `'${nth('a', payment)}'` : 'null'}, '2026-02-10T12:00Z')`,
    ]),
  ];
}

test('every collection until now becomes a bill with its number, its charges and all of its attempts', async ({
  before: { url, client },
}) => {
  const rows = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows;
  const sums = 'select status, sum(amount)::int, sum(application_fee)::int from payments group by 1 order by 1';
  const sumsBefore = await rows(sums);
  await migrateDatabase(url);
  expect(await rows(sums)).toEqual(sumsBefore);
  expect(
    await rows(`select number, b.amount, b.fee, array_agg(right(p.id::text, 1)::int order by p.id),
      (select array_agg(c.amount order by c.id) from charges c where c.bill_id = b.id)
      from bills b join payments p on p.bill_id = b.id group by b.id order by number`),
  ).toEqual([
    ['Y-2026-000001', 1500, 300, [1, 2, 3], [1500]],
    ['Y-2026-000002', 1500, 300, [4], [1500]],
    ['Y-2026-000003', 900, 180, [5, 6], [900]],
    ['Y-2026-000004', 2800, 560, [8], [1500, 1300]],
    ['Y-2027-000001', 600, 120, [9], [600]],
  ]);
  expect(await rows('select right(id::text, 1)::int from payments where bill_id is null')).toEqual([[7]]);
  expect(await rows('select year, last from bill_numbers order by 1')).toEqual([
    [2026, 4],
    [2027, 1],
  ]);
  const database = openDatabase(url);
  const ofBills = (await findLedgerFaults(database)).filter(({ about }) => /bill|number/.test(about));
  expect(ofBills).toEqual([]);
  await database.$client.end();
});

test('a database whose payments are not what their charges say is refused, and stays as it was', async ({ before }) => {
  await before.client.query(`update charges set amount = 901 where id = '${nth('d', 3)}'`);
  await expect(migrateDatabase(before.url)).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/do not agree with what was there: a bill and its charges/) },
  });
  const { rows } = await before.client.query("select to_regclass('bills') as bills");
  expect(rows).toEqual([{ bills: null }]);
});
