import { expect, test } from 'vitest';
import { migrateDatabase } from '../database/connection.ts';
import { profileSql, withDatabaseBefore } from '../testing/database-before.ts';

const id = (number: number) => `0199d8a0-0000-7000-8000-00000000000${number}`;
const [service, wren, walt] = [id(1), id(2), id(3)];
const past = (worker: string, fee: string, since: string, until: string) =>
  `insert into past_assignments (engagement_id, worker_profile_id, week_days, agreed_fee_percent, since, until)
    values ('${service}', '${worker}', '{DAY_OF_WEEK_MONDAY}', ${fee}, '${since}T12:00:00Z', '${until}T12:00:00Z')`;

test('a worker who had a service before there were versions of plans gets one that has ended', async () => {
  const history = [
    ...[wren, walt].map((worker) => profileSql(worker, 'WORKER')),
    `insert into engagements (id, customer_profile_id, product_id, service_address_id, billing_address_id, status, base_cost, agreed_base_cost,
        base_cost_held_until, billing_cycle, yard_size, created_at, worker_profile_id, active_since, stripe_payment_method_id, open_since)
      values ('${service}', '${id(5)}', '${id(6)}', '${id(7)}', '${id(7)}', 'ENGAGEMENT_STATUS_RUNNING', 1500, 1500, now(),
        'BILLING_CYCLE_IMMEDIATE', 'YARD_SIZE_STANDARD', now(), '${walt}', now(), 'pm_1', now())`,
    `insert into schedule_templates (id, engagement_id, period, frequency, interval, start_day)
      values ('${id(4)}', '${service}', 'PERIOD_WEEKLY', 1, 1, '2026-03-02')`,
    `insert into plans (id, engagement_id, worker_profile_id, first_day, week_days, frequency, interval, week_offset, start_day,
        fee_percent, made_at)
      values ('01a20783-6a4c-7000-8000-000000000003', '${service}', '${walt}', '2026-03-20', '{}', 1, 1, 0, '2026-03-02', 25, now())`,
    // Wren's first and second time, and Walt's, of whom there is a version.
    past(wren, '10', '2026-03-02', '2026-03-09'),
    past(wren, 'null', '2026-03-10', '2026-03-11'),
    past(walt, '25', '2026-03-12', '2999-01-01'),
  ];
  await withDatabaseBefore('earlier-keepers-are-in-plans', history, async ({ url, client }) => {
    await migrateDatabase(url);
    const { rows } = await client.query(`
      select worker_profile_id as worker, first_day::text as first, ended_on::text as end, fee_percent as fee from plans order by id`);
    expect(rows).toEqual([
      { worker: wren, first: '2026-03-02', end: '2026-03-09', fee: 10 },
      { worker: wren, first: '2026-03-10', end: '2026-03-11', fee: null },
      { worker: walt, first: '2026-03-20', end: null, fee: 25 },
    ]);
  });
});
