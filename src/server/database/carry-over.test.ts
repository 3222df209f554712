import { expect, test } from 'vitest';
import { drivingMiles } from '#domain/best-order.ts';
import { profileSql, withDatabaseBefore } from '../testing/database-before.ts';
import { migrateDatabase } from './connection.ts';

const id = (number: number) => `0199d8a0-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`;
const [wren, walt, theo, casey] = [id(1), id(2), id(3), id(4)];
const at = (day: number, hour = 12) =>
  `2026-03-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00-05:00`;
const on = (...days: string[]) => days.map((day) => `DAY_OF_WEEK_${day}`);
const quoted = (value: string | number | null) => (value === null ? 'null' : `'${value}'`);
const insert = (table: string, row: Record<string, string | number | null>) =>
  `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).map(quoted).join(', ')})`;

type Kept = { number: number; worker?: string; since?: string; startDay?: string; weekDays?: string[]; yard?: string };

/** A running service with its weekly schedule, as it was written before visits were rows. */
const service = ({ number, worker = wren, since = at(1), startDay, weekDays = [], yard = id(99) }: Kept) => [
  insert('engagements', {
    ...{
      id: id(number),
      customer_profile_id: casey,
      product_id: id(98),
      worker_profile_id: worker,
      active_since: since,
    },
    ...{ service_address_id: yard, billing_address_id: yard, status: 'ENGAGEMENT_STATUS_RUNNING', base_cost: 1500 },
    ...{
      agreed_base_cost: 1500,
      base_cost_held_until: at(1),
      billing_cycle: 'BILLING_CYCLE_IMMEDIATE',
      open_since: at(1),
    },
    ...{ yard_size: 'YARD_SIZE_STANDARD', created_at: at(1), stripe_payment_method_id: 'pm_1', agreed_fee_percent: 25 },
  }),
  insert('schedule_templates', {
    ...{ id: id(number + 50), engagement_id: id(number), period: 'PERIOD_WEEKLY', frequency: 1, interval: 1 },
    start_day: startDay ?? '2026-03-02',
  }),
  ...weekDays.map((day, nth) =>
    insert('schedule_template_days', {
      ...{ id: id(70 + (number - 10) * 8 + nth), schedule_template_id: id(number + 50), day_of_week: day, sequence: 0 },
    }),
  ),
];
const work = (nth: number, of: number, worker: string, hour: number, day = 12) =>
  insert('works', {
    ...{ id: id(nth), engagement_id: id(of), worker_profile_id: worker, date: `2026-03-${day}` },
    ...{ status: 'WORK_STATUS_WORK_COMPLETED', created_at: at(day, hour), work_completed_at: at(day, hour) },
  });
const past = (worker: string, fee: number | null, since: number, until: string) =>
  insert('past_assignments', {
    ...{ engagement_id: id(10), worker_profile_id: worker, week_days: '{DAY_OF_WEEK_MONDAY}', agreed_fee_percent: fee },
    ...{ since: at(since), until },
  });
const move = (number: number, from: string, to: string, row: Record<string, string> = {}) =>
  insert('moves', {
    ...{ id: id(number), engagement_id: id(10), original_day: from, day: to, moved_at: at(1), ...row },
  });
/** The last day that was over. */
const closed = (day: string) => insert('closed_days', { day, closed_at: at(21) });
const workers = [wren, walt, theo].map((worker) => profileSql(worker, 'WORKER'));

/** @returns what a statement finds in a database that had the history before it was carried over */
async function carried(history: string[], sql: string): Promise<unknown[]> {
  let found: unknown[] = [];
  await withDatabaseBefore('visits-are-rows', [...workers, ...history], async ({ url, client }) => {
    await migrateDatabase(url);
    found = (await client.query({ text: sql, rowMode: 'array' })).rows.map((row) => row.join(' '));
  });
  return found;
}

test('works and skips become the visits of their days, with their ids, what happened and whose they were', async () => {
  const skip = (nth: number, day: number, row: Record<string, string>) =>
    insert('skips', {
      ...{ id: id(nth), engagement_id: id(10), date: `2026-03-${day}`, created_at: at(day), ...row },
    });
  const history = [
    ...service({ number: 10, weekDays: on('WEDNESDAY') }),
    work(31, 10, wren, 9, 11),
    work(32, 10, walt, 9, 18),
    skip(33, 18, { kind: 'could-not', skipped_by: 'worker', worker_profile_id: walt, reason: 'Locked' }),
    skip(34, 4, { kind: 'missed', worker_profile_id: wren }),
    skip(35, 25, { skipped_by: 'customer' }),
    closed('2026-03-20'),
  ];
  const sql = `select day::text, state, off_by, reason, coalesce(worker_profile_id = '${walt}', false),
    right(coalesce(off_id, missed_id, id)::text, 2), id in ('${id(31)}', '${id(32)}') from visits order by day`;
  expect(await carried(history, sql)).toEqual([
    '2026-03-04 missed   false 34 false',
    '2026-03-11 done   false 31 true',
    '2026-03-18 could-not worker Locked true 33 true',
    '2026-03-25 off customer  false 35 false',
  ]);
});

test('a visit that was taken off is noted for the worker whose it was when its day ended', async () => {
  const history = [
    ...service({ number: 10, worker: walt, since: at(15) }),
    past(wren, null, 2, at(13)),
    move(30, '2026-03-18', '2026-03-19', { worker_profile_id: theo }),
    // Wren's, after Wren, Walt's, Theo's cover, and one of a day that is not over.
    ...[12, 14, 17, 19, 26].map((day) =>
      insert('skips', {
        ...{ id: id(day), engagement_id: id(10), date: `2026-03-${day}`, skipped_by: 'customer', created_at: at(1) },
      }),
    ),
    closed('2026-03-20'),
  ];
  const sql = 'select off_worker_profile_id from visits where off_id is not null order by day';
  expect(await carried(history, sql)).toEqual([wren, wren, walt, theo, '']);
});

test('each visit that was made keeps the fee that was agreed with its worker, and the way to it', async () => {
  const home = { latitude: 36, longitude: -94.2 };
  const yards = [
    { latitude: 36.1, longitude: -94.2 },
    { latitude: 36.1, longitude: -94.1 },
  ] as const;
  const address = (number: number, profile: string, place: typeof home) =>
    insert('addresses', {
      ...{
        id: id(number),
        profile_id: profile,
        label: 'Home',
        street_address1: '1 Elm St',
        city: 'Rogers',
        state: 'AR',
      },
      ...{ zip_code: '72756', country: 'US', primary_address: 'true', created_at: at(1), ...place },
    });
  const history = [
    ...[address(41, wren, home), address(42, casey, yards[0]), address(43, theo, yards[1])],
    ...service({ number: 10, worker: walt, yard: id(42) }),
    ...service({ number: 11, worker: walt, yard: id(43) }),
    ...[work(31, 10, wren, 9), work(32, 11, wren, 8), past(wren, 10, 1, at(2))],
  ];
  const sql = `select coalesce(fee_percent, 0), round(miles::numeric, 3) from visits where step is not null order by begun_at`;
  expect(await carried(history, sql)).toEqual([
    `25 ${drivingMiles(home, yards[1]).toFixed(3)}`,
    `10 ${drivingMiles(yards[1], yards[0]).toFixed(3)}`,
  ]);
});

test('a visit that staff had moved stays there with why, and one that a day off moved counts as not chosen', async () => {
  const dayOff = { holiday_id: id(40), reason: 'Parade' };
  const history = [
    ...service({ number: 10, weekDays: on('WEDNESDAY') }),
    move(31, '2027-03-10', '2027-03-11', { reason: 'Rain' }),
    move(32, '2027-03-17', '2027-03-18', dayOff),
    move(33, '2027-03-24', '2027-03-24', { worker_profile_id: walt }),
    insert('holidays', {
      ...{ id: id(40), day: '2027-03-17', name: 'Parade', moved_to: '2027-03-18', created_at: at(1) },
    }),
    insert('visit_reminders', {
      ...{ day: '2027-03-11', engagement_id: id(10), worker_profile_id: wren, letter_id: id(41) },
    }),
    closed('2027-03-05'),
  ];
  const sql = `select made_for::text, day::text, set_day::text, set_reason, coalesce(set_worker_profile_id = '${walt}', false),
    reminded_day::text, right(reminder_id::text, 2) from visits order by day`;
  expect(await carried(history, sql)).toEqual([
    '2027-03-10 2027-03-11 2027-03-11 Rain false 2027-03-11 41',
    '2027-03-17 2027-03-18   false  ',
    '2027-03-24 2027-03-24 2027-03-24  true  ',
  ]);
});

test('the plan of a service begins with the week whose visits are there, and else that week has its visits besides', async () => {
  const history = [
    ...[...service({ number: 10, weekDays: on('MONDAY', 'WEDNESDAY') }), work(31, 10, wren, 9, 16)],
    // It was on Mondays until Tuesday.
    ...[...service({ number: 11, weekDays: on('TUESDAY', 'FRIDAY') }), work(32, 11, wren, 9, 16)],
    closed('2026-03-17'),
  ];
  const sql = `select right(engagement_id::text, 2), first_day::text, (select string_agg(concat_ws(' ', day::text, state, set_day::text,
      right(set_worker_profile_id::text, 1)), ', ' order by day) from visits where visits.engagement_id = plans.engagement_id)
    from plans order by 1`;
  expect(await carried(history, sql)).toEqual([
    '10 2026-03-16 2026-03-16 done',
    '11 2026-03-18 2026-03-16 done, 2026-03-20 planned 2026-03-20 1',
  ]);
});

test('each worker who had a service gets a version of the plan, which has ended', async () => {
  const history = [
    ...service({ number: 10, worker: walt, weekDays: on('FRIDAY', 'TUESDAY') }),
    // The first and second time of Wren, and one of Walt, who has it now.
    ...[past(wren, 10, 2, at(9)), past(wren, null, 10, at(11)), past(walt, 25, 12, '2999-01-01')],
    closed('2026-03-19'),
  ];
  const sql = `select worker_profile_id, first_day::text, ended_on::text, fee_percent, week_days from plans order by ended_on`;
  expect(await carried(history, sql)).toEqual([
    `${wren} 2026-03-02 2026-03-09 10 DAY_OF_WEEK_MONDAY`,
    `${wren} 2026-03-10 2026-03-11  DAY_OF_WEEK_MONDAY`,
    `${walt} 2026-03-20  25 DAY_OF_WEEK_TUESDAY,DAY_OF_WEEK_FRIDAY`,
  ]);
});

test('what is wanted, and what is agreed and has not begun, become versions of plans', async () => {
  const toCome = '2100-01-04';
  const before = (number: number, until: string) =>
    insert('rhythms_before', {
      ...{ engagement_id: id(number), until, frequency: 2, interval: 1, start_day: '2026-01-05', week_offset: 0 },
      ...{ week_days: '{DAY_OF_WEEK_MONDAY,DAY_OF_WEEK_FRIDAY}', accepted_by: walt, asked_by: 'employee' },
    });
  const history = [
    ...service({ number: 10, weekDays: on('MONDAY') }),
    insert('rhythm_requests', {
      ...{
        engagement_id: id(10),
        frequency: 3,
        interval: 2,
        start_day: toCome,
        asked_by: 'customer',
        asked_at: at(12),
      },
      told_worker_profile_id: wren,
    }),
    ...[...service({ number: 11, startDay: toCome, weekDays: on('TUESDAY') }), before(11, toCome)],
    // It has begun since, and says nothing any more.
    ...[...service({ number: 12, weekDays: on('TUESDAY') }), before(12, '2026-03-02')],
  ];
  const sql = `select right(engagement_id::text, 2), frequency, week_days, start_day::text, wanted_by, right(made_by::text, 2),
    concat(wanted_at is not null, accepted_at is not null, told_at is not null) from plans order by 1, id, frequency`;
  expect((await carried(history, sql)).sort()).toEqual([
    '10 1 DAY_OF_WEEK_MONDAY 2026-03-02   fft',
    `10 3  ${toCome} customer  tff`,
    `11 1 DAY_OF_WEEK_TUESDAY ${toCome} employee 02 ttt`,
    '11 2 DAY_OF_WEEK_MONDAY,DAY_OF_WEEK_FRIDAY 2026-01-05   fft',
    '12 1 DAY_OF_WEEK_TUESDAY 2026-03-02   fft',
  ]);
});

test('a service that staff gave to one worker after another has a version of each', async () => {
  const plan = (weekDays: string[], row: object) => ({
    ...{
      frequency: 1,
      interval: 1,
      weekOffset: 0,
      startDay: '2026-03-01',
      weekDays,
      agreedFeePercent: null,
      rhythmBefore: null,
    },
    ...row,
  });
  const agreed = { ...plan(on('THURSDAY', 'MONDAY'), {}), until: '2026-03-16', acceptedBy: wren, askedBy: 'customer' };
  const first = plan(on('FRIDAY'), { startDay: '2026-03-16', agreedFeePercent: 10, rhythmBefore: agreed });
  const handOver = (nth: number, of: number, from: string | null, to: string, before: object, day: string) =>
    insert('hand_overs', {
      ...{ id: `0199d8a1-0000-7000-8000-00000000000${nth}`, engagement_id: id(of), worker_profile_id: from },
      ...{ to_worker_profile_id: to, given_at: at(nth), before: JSON.stringify(before), told: '{}' },
      given: JSON.stringify({ weekDays: [], moves: [], from: day }),
    });
  const history = [
    ...service({ number: 10, worker: theo, weekDays: on('FRIDAY') }),
    ...service({ number: 11, worker: walt, weekDays: on('FRIDAY') }),
    handOver(2, 10, wren, walt, first, '2026-03-10'),
    handOver(3, 10, walt, theo, plan(on('TUESDAY'), {}), '2026-03-20'),
    handOver(1, 11, null, walt, plan(on('TUESDAY'), {}), '2026-03-02'),
    closed('2026-03-03'),
  ];
  const sql = `select right(engagement_id::text, 2), right(worker_profile_id::text, 1), first_day::text, start_day::text, week_days,
    fee_percent, (made_at at time zone 'America/Chicago')::date::text, made_how, wanted_by from plans order by engagement_id, id`;
  expect(await carried(history, sql)).toEqual([
    '10 1 2026-03-01 2026-03-01 DAY_OF_WEEK_MONDAY,DAY_OF_WEEK_THURSDAY 10 2026-03-01  ',
    '10 1 2026-03-16 2026-03-16 DAY_OF_WEEK_FRIDAY 10 2026-03-01 rhythm customer',
    '10 2 2026-03-10 2026-03-01 DAY_OF_WEEK_TUESDAY  2026-03-02  ',
    '10 3 2026-03-20 2026-03-02 DAY_OF_WEEK_FRIDAY 25 2026-03-03 assignment ',
    '11 2 2026-03-02 2026-03-02 DAY_OF_WEEK_FRIDAY 25 2026-03-01 assignment ',
  ]);
});
