import { expect, test } from 'vitest';
import { drivingMiles } from '#domain/best-order.ts';
import { migrateDatabase } from '../database/connection.ts';
import { profileSql, withDatabaseBefore } from '../testing/database-before.ts';

const id = (number: number) => `0199d8a0-0000-7000-8000-00000000000${number}`;
const [wren, walt, office] = [id(1), id(2), id(3)];
const at = (hour: number) => `timestamptz '2026-03-12T${String(hour).padStart(2, '0')}:00:00-05:00'`;
const home = { latitude: 36, longitude: -94.2 };
const yards = [
  { latitude: 36.1, longitude: -94.2 },
  { latitude: 36.1, longitude: -94.1 },
];

test('each visit that was made before keeps the fee that was agreed with its worker, and the way to it', async () => {
  const address = (number: number, profile: string, { latitude, longitude }: typeof home) => `insert into addresses
    (id, profile_id, label, street_address1, city, state, zip_code, country, primary_address, latitude, longitude, created_at)
    values ('${id(number)}', '${profile}', 'Home', '1 Elm St', 'Rogers', 'AR', '72756', 'US', true, ${latitude}, ${longitude}, now())`;
  const service = (
    number: number,
    yard: number,
  ) => `insert into engagements (id, customer_profile_id, product_id, service_address_id,
      billing_address_id, status, base_cost, agreed_base_cost, base_cost_held_until, billing_cycle, yard_size, created_at,
      worker_profile_id, agreed_fee_percent, active_since, stripe_payment_method_id, open_since)
    values ('${id(number)}', '${office}', '${id(9)}', '${id(yard)}', '${id(yard)}', 'ENGAGEMENT_STATUS_RUNNING', 1500, 1500, now(),
      'BILLING_CYCLE_IMMEDIATE', 'YARD_SIZE_STANDARD', now(), '${walt}', 25, ${at(1)}, 'pm_1', now())`;
  const visit = (
    of: number,
    worker: string,
    hour: number,
  ) => `insert into visits (id, engagement_id, made_for, nth, home, day,
      worker_profile_id, state, step, begun_at, changed_at)
    values (gen_random_uuid(), '${id(of)}', '2026-03-12', 0, '2026-03-12', '2026-03-12', '${worker}', 'done',
      'WORK_STATUS_WORK_COMPLETED', ${at(hour)}, ${at(hour)})`;
  const history = [
    ...[wren, walt].map((worker) => profileSql(worker, 'WORKER')),
    ...[address(4, wren, home), ...yards.map((yard, nth) => address(5 + nth, id(5 + nth), yard))],
    ...[service(7, 5), service(8, 6), visit(7, wren, 9), visit(8, wren, 8)],
    `insert into past_assignments (engagement_id, worker_profile_id, week_days, agreed_fee_percent, since, until)
      values ('${id(7)}', '${wren}', '{}', 10, ${at(1)}, ${at(2)})`,
  ];
  await withDatabaseBefore('fees-and-miles-of-visits', history, async ({ url, client }) => {
    await migrateDatabase(url);
    const { rows } = await client.query('select fee_percent as fee, miles from visits order by begun_at');
    const [first, second] = yards.toReversed() as [typeof home, typeof home];
    expect(rows).toEqual([
      { fee: 25, miles: expect.closeTo(drivingMiles(home, first), 4) },
      { fee: 10, miles: expect.closeTo(drivingMiles(first, second), 4) },
    ]);
  });
});
