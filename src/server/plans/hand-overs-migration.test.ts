import { expect, test } from 'vitest';
import { migrateDatabase } from '../database/connection.ts';
import { profileSql, withDatabaseBefore } from '../testing/database-before.ts';

const id = (number: number) => `0199d8a0-0000-7000-8000-00000000000${number}`;
const [wren, walt, theo, customer] = [id(1), id(2), id(3), id(4)];
const at = (day: number) => `2026-03-0${day}T12:00:00-06:00`;
const [given, opened] = [id(5), id(6)];
const on = (...days: string[]) => days.map((day) => `DAY_OF_WEEK_${day}`);

test('a service that staff gave to one worker after another before there were plans has a version of each', async () => {
  const service = (
    of: string,
    worker: string,
  ) => `insert into engagements (id, customer_profile_id, product_id, service_address_id,
      billing_address_id, status, base_cost, agreed_base_cost, base_cost_held_until, billing_cycle, yard_size, created_at,
      worker_profile_id, agreed_fee_percent, active_since, stripe_payment_method_id, open_since)
    values ('${of}', '${customer}', '${id(9)}', '${id(9)}', '${id(9)}', 'ENGAGEMENT_STATUS_RUNNING', 1500, 1500, now(),
      'BILLING_CYCLE_IMMEDIATE', 'YARD_SIZE_STANDARD', '${at(1)}', '${worker}', 30, '${at(3)}', 'pm_1', now())`;
  const plan = (
    of: string,
    worker: string,
  ) => `insert into plans (id, engagement_id, worker_profile_id, first_day, week_days, frequency,
      "interval", week_offset, start_day, fee_percent, made_at, told_at)
    values ('${of}', '${of}', '${worker}', '2026-03-04', '{DAY_OF_WEEK_FRIDAY}', 1, 1, 0, '2026-03-01', 30, '${at(4)}', '${at(4)}')`;
  const rhythm = { frequency: 2, interval: 1, weekOffset: 0 };
  const agreed = {
    ...rhythm,
    startDay: '2026-03-01',
    weekDays: on('THURSDAY', 'MONDAY'),
    until: '2026-03-16',
    acceptedBy: wren,
    askedBy: 'customer',
  };
  const handOver = (
    nth: number,
    of: string,
    from: string | null,
    to: string,
    before: object,
    day: string,
  ) => `insert into hand_overs
      (id, engagement_id, worker_profile_id, to_worker_profile_id, given_at, before, given, told)
    values ('0199d8a1-0000-7000-8000-00000000000${nth}', '${of}', ${from ? `'${from}'` : 'null'}, '${to}', '${at(nth)}',
      '${JSON.stringify(before)}', '${JSON.stringify({ weekDays: [], moves: [], from: day })}', '{}')`;
  const first = {
    ...rhythm,
    frequency: 1,
    startDay: '2026-03-16',
    weekDays: on('FRIDAY'),
    agreedFeePercent: 10,
    rhythmBefore: agreed,
  };
  const second = {
    ...rhythm,
    startDay: '2026-03-01',
    weekDays: on('TUESDAY'),
    agreedFeePercent: null,
    rhythmBefore: null,
  };
  const history = [
    ...[wren, walt, theo].map((worker) => profileSql(worker, 'WORKER')),
    ...[service(given, theo), service(opened, walt), plan(given, theo), plan(opened, walt)],
    handOver(2, given, wren, walt, first, '2026-03-10'),
    handOver(3, given, walt, theo, second, '2026-03-20'),
    handOver(1, opened, null, walt, second, '2026-03-02'),
  ];
  await withDatabaseBefore('hand-overs-are-plans', history, async ({ url, client }) => {
    await migrateDatabase(url);
    const { rows } =
      await client.query(`select engagement_id as "of", worker_profile_id as worker, first_day::text as first,
        start_day::text as start, week_days as "on", fee_percent as fee, made_at as made, made_how as how, wanted_by as by
      from plans where ended_on is null and told_at is not null order by engagement_id, id`);
    const made = (day: number) => new Date(at(day));
    expect(rows).toEqual([
      {
        of: given,
        worker: wren,
        first: '2026-03-01',
        start: '2026-03-01',
        on: on('MONDAY', 'THURSDAY'),
        fee: 10,
        made: made(1),
        how: null,
        by: null,
      },
      {
        of: given,
        worker: wren,
        first: '2026-03-16',
        start: '2026-03-16',
        on: on('FRIDAY'),
        fee: 10,
        made: made(1),
        how: 'rhythm',
        by: 'customer',
      },
      {
        of: given,
        worker: walt,
        first: '2026-03-10',
        start: '2026-03-01',
        on: on('TUESDAY'),
        fee: null,
        made: made(2),
        how: null,
        by: null,
      },
      {
        of: given,
        worker: theo,
        first: '2026-03-20',
        start: '2026-03-01',
        on: on('FRIDAY'),
        fee: 30,
        made: made(3),
        how: 'assignment',
        by: null,
      },
      {
        of: opened,
        worker: walt,
        first: '2026-03-04',
        start: '2026-03-01',
        on: on('FRIDAY'),
        fee: 30,
        made: made(1),
        how: 'assignment',
        by: null,
      },
    ]);
  });
});
