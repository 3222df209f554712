import { expect, test } from 'vitest';
import { migrateDatabase } from '../database/connection.ts';
import { withDatabaseBefore } from '../testing/database-before.ts';

const id = (number: number) => `0199d8a0-0000-7000-8000-00000000000${number}`;
const [service, other] = [id(1), id(2)];

const visit = (day: string, setDay: string | null, reason: string | null) => {
  const set = setDay ? `'${setDay}', now()` : 'null, null';
  return `insert into visits (id, engagement_id, made_for, nth, home, day, state, set_day, set_at, set_reason, changed_at)
    values (gen_random_uuid(), '${service}', '${day}', 0, '${day}', '${day}', 'planned', ${set}, ${reason ? `'${reason}'` : 'null'}, now())`;
};
const move = (engagement: string, day: string, reason: string | null, holiday: string | null = null) =>
  `insert into moves (id, engagement_id, original_day, day, reason, moved_at, holiday_id)
    values (gen_random_uuid(), '${engagement}', '${day}', '${day}', ${reason ? `'${reason}'` : 'null'}, now(), ${holiday ? `'${holiday}'` : 'null'})`;

test('a visit that staff had moved before keeps why they did', async () => {
  const history = [
    ...[visit('2027-03-10', '2027-03-10', null), move(service, '2027-03-10', 'Rain')],
    // The newer reason counts; a day off has its name; of another service nothing is taken.
    ...[visit('2027-03-17', '2027-03-17', 'Snow'), move(service, '2027-03-17', 'Rain')],
    ...[visit('2027-03-24', '2027-03-24', null), move(service, '2027-03-24', 'Easter', id(3))],
    ...[visit('2027-03-31', null, null), move(service, '2027-03-31', 'Rain')],
    ...[visit('2027-04-07', '2027-04-07', null), move(other, '2027-04-07', 'Rain')],
  ];
  await withDatabaseBefore('moves-are-in-visits', history, async ({ url, client }) => {
    await migrateDatabase(url);
    const { rows } = await client.query('select day::text, set_reason as reason from visits order by day');
    expect(rows.map(({ day, reason }) => [day, reason])).toEqual([
      ['2027-03-10', 'Rain'],
      ['2027-03-17', 'Snow'],
      ['2027-03-24', null],
      ['2027-03-31', null],
      ['2027-04-07', null],
    ]);
  });
});
