import { test as base, expect } from 'vitest';
import { migrateDatabase } from '../database/connection.ts';
import { type DatabaseBefore, profileSql, withDatabaseBefore } from '../testing/database-before.ts';

const test = base.extend<{ before: DatabaseBefore }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names out of the pattern
  before: async ({}, use) => await withDatabaseBefore('whose-messages', history(), use),
});

const nth = (kind: string, n: number) => `${kind}0000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const day = (n: number) => `'2026-03-${String(n).padStart(2, '0')}T12:00Z'`;

/** Each person: email and number of now, on which day they came. */
const people: [email: string, phone: string, since: number][] = [
  // Had 0101 and old@ before.
  ['casey@example.com', '+14795550109', 1],
  // Came long ago, and has had 0101 since day 10.
  ['dana@example.com', '+14795550101', 1],
  // Two with one number.
  ['ann@example.com', '+14795550103', 1],
  ['bob@example.com', '+14795550103', 1],
  // Signed up on day 10 with the number of somebody who is gone.
  ['new@example.com', '+14795550104', 10],
];
/** Each yes: channel, address, whose, on which day. */
const agreed: ['email' | 'text', string, number, number][] = [
  ['text', '+14795550101', 1, 1],
  ['text', '+14795550101', 2, 10],
  ['email', 'old@example.com', 1, 1],
];
/** Each message: channel, address, day, and its key. */
const letters: ['email' | 'text', string, number, string][] = [
  ['text', '+14795550101', 5, 'before'],
  ['text', '+14795550101', 15, 'after'],
  ['email', 'OLD@example.com', 5, 'old-mail'],
  ['email', 'Dana@example.com', 5, 'mail'],
  ['text', '+14795550103', 5, 'of-two'],
  ['text', '+14795550104', 5, 'of-nobody'],
  ['text', '+14795550104', 15, 'of-new'],
  ['text', '+14795550101', 5, `text-reply:${nth('d', 1)}:text`],
  ['text', '+14795550103', 5, `text-reply:${nth('d', 2)}:text`],
];

const history = () => [
  ...people.flatMap(([email, phone, since], n) => [
    profileSql(nth('a', n + 1), 'CUSTOMER'),
    `update profiles set user_id = '${nth('e', n + 1)}', email = '${email}', phone = '${phone}', created_at = ${day(since)}
      where id = '${nth('a', n + 1)}'`,
    `insert into users (id, username, email, password_hash, created_at)
      values ('${nth('e', n + 1)}', 'person-${n}', '${email}', '', ${day(since)})`,
  ]),
  ...agreed.map(
    ([channel, address, whose, at], n) => `insert into consents
      (id, channel, address, purpose, number, kind, wording, source, profile_id, at) values
      ('${nth('b', n + 1)}', '${channel}', '${address}', 'service', ${n + 1}, 'given', 'texts-2', 'profile', '${nth('a', whose)}', ${day(at)})`,
  ),
  ...['+14795550101', '+14795550103'].map(
    (sender, n) => `insert into inbound_texts (id, provider, provider_id, sender, recipient, text, received_at)
      values ('${nth('d', n + 1)}', 'twilio', '${n}', '${sender}', '+14795550100', 'HELP', ${day(5)})`,
  ),
  ...letters.map(
    (
      [channel, to, at, key],
      n,
    ) => `insert into messages (id, dedupe_key, channel, class, recipient, subject, text, created_at,
      give_up_at, outcome, ended_at) values ('${nth('c', n + 1)}', '${key}', '${channel}', 'service', '${to}', 'Old', 'Old', ${day(at)},
      now(), 'sent', now())`,
  ),
];

test('older messages and texts are of those who had the address then, as far as the ledger and the accounts know', async ({
  before: { url, client },
}) => {
  await migrateDatabase(url);
  const { rows } = await client.query<Record<'dedupe_key' | 'whose' | 'answers', string | null>>(
    `select dedupe_key, right(user_id::text, 1) as whose, right(inbound_text_id::text, 1) as answers from messages order by id`,
  );
  expect(rows.map(({ dedupe_key, whose, answers }) => [dedupe_key?.split(':')[0], whose, answers])).toEqual([
    ['before', '1', null],
    ['after', '2', null],
    ['old-mail', '1', null],
    ['mail', '2', null],
    ['of-two', null, null],
    ['of-nobody', null, null],
    ['of-new', '5', null],
    ['text-reply', '1', '1'],
    ['text-reply', null, '2'],
  ]);
  const texts = await client.query<{ whose: string[] }>(
    'select array(select right(one::text, 1) from unnest(profile_ids) one) as whose from inbound_texts order by id',
  );
  expect(texts.rows.map(({ whose }) => whose)).toEqual([['1'], ['3', '4']]);
});
