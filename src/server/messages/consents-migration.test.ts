import { test as base, expect } from 'vitest';
import { migrateDatabase, openDatabase } from '../database/connection.ts';
import { type DatabaseBefore, profileSql, withDatabaseBefore } from '../testing/database-before.ts';
import { takeMessages } from './sending-store.ts';

const test = base.extend<{ before: DatabaseBefore }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names out of the pattern
  before: async ({}, use) => await withDatabaseBefore('consents', history(), use),
});

const nth = (kind: string, n: number) => `${kind}0000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Each profile: mail address, number, what it prefers. */
const people: [string, string, string][] = [
  ['Mail@Example.com', '+14795550101', 'EMAIL'],
  ['text@example.com', '+14795550102', 'TEXT'],
  // Two with one number.
  ['both@example.com', '+14795550103', 'EMAIL_TEXT'],
  ['other@example.com', '+14795550103', 'TEXT'],
  // Two profiles of one account.
  ['both@example.com', '+14795550103', 'EMAIL'],
  // Erased.
  ['erased@erased.invalid', '', 'TEXT'],
];
/** Each order: how it was sent, where to, how it stands. */
const orders: ['email' | 'text', string, string][] = [
  ['email', 'Asked@example.com', 'waiting'],
  ['text', '+14795550104', 'waiting'],
  ['text', '+14795550105', 'taken-back'],
];
/** Each message: channel, where to, class, whether it waits. */
const letters: ['email' | 'text', string, string, boolean][] = [
  ['text', '+14795550102', 'now', true],
  ['text', '+14795550101', 'service', true],
  ['email', 'mail@example.com', 'security', true],
  ['email', 'hello@business.example', 'service', true],
  ['text', '+14795550199', 'service', false],
];

function history(): string[] {
  return [
    ...people.flatMap(([email, phone, preference], n) => [
      profileSql(nth('a', n + 1), 'CUSTOMER'),
      `update profiles set email = '${email}', phone = '${phone}', notification_preference = 'NOTIFICATION_PREFERENCE_${preference}',
        created_at = '2026-01-0${n + 1}T12:00Z' where id = '${nth('a', n + 1)}'`,
    ]),
    ...orders.map(
      (
        [channel, to, status],
        n,
      ) => `insert into orders (id, status, first_name, last_name, ${channel === 'email' ? 'email' : 'phone'},
        channel, product_id, service, base_cost, price_multiplier, base_cost_held_until, asked_by, created_at, ended_at) values
        ('${nth('b', n + 1)}', '${status}', 'Pat', 'Lee', '${to}', '${channel}', '${nth('0', 1)}', '{}', 1500, 1, now(), '${nth('0', 2)}',
        '2026-02-01T12:00Z', ${status === 'waiting' ? 'null' : 'now()'})`,
    ),
    ...letters.map(
      (
        [channel, to, kind, waits],
        n,
      ) => `insert into messages (id, dedupe_key, channel, class, recipient, subject, text, created_at,
        due_at, give_up_at, outcome, ended_at) values ('${nth('c', n + 1)}', 'old:${n + 1}', '${channel}', '${kind}', '${to}', 'Old', 'Old', now(),
        ${waits ? "now(), now() + interval '3 days', null, null" : "null, now(), 'sent', now()"})`,
    ),
  ];
}

test('who had an account or was sent an order has agreed by the words of then; offers nobody has agreed to, and what waits is sent on that or not at all', async ({
  before: { url, client },
}) => {
  await migrateDatabase(url);
  const rows = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows;
  expect(
    await rows(
      `select channel, address, string_agg(purpose, ' ' order by purpose), min(wording), min(source), right(min(profile_id::text), 1)
        from consents where kind = 'given' and number = 1 and not is_stopped group by 1, 2 order by 1, 2`,
    ),
  ).toEqual([
    ['email', 'asked@example.com', 'account service', 'account-1', 'carried-over', null],
    ['email', 'both@example.com', 'account service', 'account-1', 'carried-over', '3'],
    ['email', 'mail@example.com', 'account service', 'account-1', 'carried-over', '1'],
    ['email', 'other@example.com', 'account service', 'account-1', 'carried-over', '4'],
    ['email', 'text@example.com', 'account service', 'account-1', 'carried-over', '2'],
    ['text', '+14795550102', 'account service', 'texts-1', 'carried-over', '2'],
    ['text', '+14795550103', 'account service', 'texts-1', 'carried-over', '3'],
    ['text', '+14795550104', 'account service', 'texts-1', 'carried-over', null],
  ]);
  expect(await rows('select count(*)::int from consents')).toEqual([[16]]);
  expect(
    await rows(
      `select dedupe_key, basis, outcome, consent.address, consent.purpose from messages
        left join consents consent on consent.id = consent_id order by dedupe_key`,
    ),
  ).toEqual([
    ['old:1', 'consent', null, '+14795550102', 'service'],
    ['old:2', 'consent', 'dropped', null, null],
    ['old:3', 'consent', null, 'mail@example.com', 'account'],
    ['old:4', 'asked', null, null, null],
    ['old:5', 'consent', 'sent', null, null],
  ]);
  // What was carried over is sent by today's statement.
  const database = openDatabase(url);
  const now = Temporal.Now.instant().add({ minutes: 1 });
  const taken = [
    await takeMessages(database, 'text', 1, now, now.add({ minutes: 2 })),
    await takeMessages(database, 'email', 1, now, now.add({ minutes: 2 })),
    await takeMessages(database, 'email', 1, now, now.add({ minutes: 2 })),
  ];
  expect(taken.flat().map(({ dedupeKey, outcome }) => [dedupeKey, outcome])).toEqual([
    ['old:1', null],
    ['old:3', null],
    ['old:4', null],
  ]);
  await database.$client.end();
});
