import { expect, test } from 'vitest';
import { migrateDatabase } from '../database/connection.ts';
import { profileSql, withDatabaseBefore } from '../testing/database-before.ts';

const id = (number: number) => `0199d8a0-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`;
const [wren, walt, casey] = [id(1), id(2), id(3)];
const [past, begun, toCome] = ['2026-01-05', '2026-03-02', '2100-01-04'];
const at = '2026-03-12T08:00:00Z';

/** A service with its schedule as it is, or is to be from a day on, with the rhythm before if one was accepted. */
const service = (number: number, start: string, more: string[] = []) => [
  `insert into engagements (id, customer_profile_id, product_id, service_address_id, billing_address_id, status, base_cost,
      agreed_base_cost, base_cost_held_until, billing_cycle, yard_size, created_at, worker_profile_id, active_since,
      stripe_payment_method_id, open_since)
    values ('${id(number)}', '${casey}', '${id(9)}', '${id(8)}', '${id(8)}', 'ENGAGEMENT_STATUS_RUNNING', 1500, 1500, now(),
      'BILLING_CYCLE_IMMEDIATE', 'YARD_SIZE_STANDARD', now(), '${wren}', now(), 'pm_1', now())`,
  `insert into schedule_templates (id, engagement_id, period, frequency, interval, start_day)
    values ('${id(number + 10)}', '${id(number)}', 'PERIOD_WEEKLY', 1, 1, '${start}')`,
  ...more,
];
const plan = (planId: string, number: number, start: string, weekDay: string, how: string | null) =>
  `insert into plans (id, engagement_id, worker_profile_id, first_day, week_days, frequency, interval, week_offset, start_day,
      made_how, told_at, made_at)
    values ('${planId}', '${id(number)}', '${wren}', '${start}', '{DAY_OF_WEEK_${weekDay}}', 1, 1, 0, '${start}',
      ${how && `'${how}'`}, '${at}', '${at}')`;
const before = (number: number, until: string) => `insert into rhythms_before
    (engagement_id, until, frequency, interval, start_day, week_offset, week_days, accepted_by, asked_by)
  values ('${id(number)}', '${until}', 2, 1, '${past}', 0, '{DAY_OF_WEEK_MONDAY,DAY_OF_WEEK_FRIDAY}', '${walt}', 'employee')`;

test('what is wanted, and what is agreed and has not begun, become versions of plans', async () => {
  const history = [
    ...[wren, walt].map((worker) => profileSql(worker, 'WORKER')),
    // Wanted, and Wren was asked.
    ...service(21, past, [
      plan(id(51), 21, past, 'MONDAY', 'claim'),
      `insert into rhythm_requests (engagement_id, frequency, interval, start_day, asked_by, asked_at, told_worker_profile_id)
        values ('${id(21)}', 3, 2, '${toCome}', 'customer', '${at}', '${wren}')`,
    ]),
    // Agreed, with both versions.
    ...service(22, toCome, [
      plan(id(52), 22, past, 'MONDAY', 'claim'),
      plan(id(53), 22, toCome, 'TUESDAY', 'rhythm'),
      before(22, toCome),
    ]),
    // Agreed before there were plans: one version, of the service's id.
    ...service(23, toCome, [plan(id(23), 23, toCome, 'TUESDAY', null), before(23, toCome)]),
    // Begun since: it says nothing any more.
    ...service(24, begun, [plan(id(54), 24, begun, 'TUESDAY', 'rhythm'), before(24, begun)]),
  ];
  await withDatabaseBefore('wanted-rhythms-are-plans', history, async ({ url, client }) => {
    await migrateDatabase(url);
    // The first day of the one that counts until then is today.
    const { rows } =
      await client.query(`select right(engagement_id::text, 2) as of, frequency, week_days, start_day::text,
      case when first_day = start_day then 'then' when first_day between '${begun}' and '${toCome}' then 'now' end as first,
      wanted_by, made_by, concat(wanted_at is not null, accepted_at is not null, told_at is not null) as moments
      from plans where worker_profile_id = '${wren}' order by engagement_id, id`);
    expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
      `21 1 DAY_OF_WEEK_MONDAY ${past} then   fft`,
      `21 3  ${toCome} then customer  tff`,
      `22 1 DAY_OF_WEEK_MONDAY ${past} then   fft`,
      `22 1 DAY_OF_WEEK_TUESDAY ${toCome} then employee ${walt} ttt`,
      `23 2 DAY_OF_WEEK_MONDAY,DAY_OF_WEEK_FRIDAY ${past} now   fft`,
      `23 1 DAY_OF_WEEK_TUESDAY ${toCome} then employee ${walt} ttt`,
      `24 1 DAY_OF_WEEK_TUESDAY ${begun} then   fft`,
    ]);
  });
});
