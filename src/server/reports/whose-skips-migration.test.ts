import { expect, test } from 'vitest';
import { migrateDatabase } from '../database/connection.ts';
import { profileSql, withDatabaseBefore } from '../testing/database-before.ts';

const id = (number: number) => `0199d8a0-0000-7000-8000-00000000000${number}`;
const [service, wren, walt, theo] = [id(1), id(2), id(3), id(4)];
const noon = (day: number) => `timestamptz '2026-03-${String(day).padStart(2, '0')}T12:00:00-05:00'`;
const skip = (day: number) => `insert into skips (id, engagement_id, date, skipped_by, created_at)
  values (gen_random_uuid(), '${service}', '2026-03-${day}', 'customer', ${noon(1)})`;

test('a visit that was taken off before rows existed is noted for the worker whose it was when its day ended', async () => {
  const history = [
    ...[wren, walt, theo].map((worker) => profileSql(worker, 'WORKER')),
    `insert into engagements (id, customer_profile_id, product_id, service_address_id, billing_address_id, status, base_cost, agreed_base_cost,
        base_cost_held_until, billing_cycle, yard_size, created_at, worker_profile_id, active_since, stripe_payment_method_id, open_since)
      values ('${service}', '${id(5)}', '${id(6)}', '${id(7)}', '${id(7)}', 'ENGAGEMENT_STATUS_RUNNING', 1500, 1500, now(),
        'BILLING_CYCLE_IMMEDIATE', 'YARD_SIZE_STANDARD', now(), '${walt}', ${noon(15)}, 'pm_1', now())`,
    `insert into past_assignments (engagement_id, worker_profile_id, week_days, since, until)
      values ('${service}', '${wren}', '{}', ${noon(2)}, ${noon(13)})`,
    `insert into moves (id, engagement_id, original_day, day, worker_profile_id, moved_at)
      values (gen_random_uuid(), '${service}', '2026-03-18', '2026-03-19', '${theo}', ${noon(16)})`,
    // Wren's, nobody's after Wren, Walt's, Theo's cover, and one of a day that is not over.
    ...[12, 14, 17, 19, 26].map(skip),
    `insert into closed_days (day, closed_at) values ('2026-03-20', ${noon(21)})`,
  ];
  await withDatabaseBefore('whose-skips', history, async ({ url, client }) => {
    await migrateDatabase(url);
    const { rows } = await client.query(
      'select off_worker_profile_id as worker from visits where off_id is not null order by day',
    );
    expect(rows.map(({ worker }) => worker)).toEqual([wren, wren, walt, theo, null]);
  });
});
