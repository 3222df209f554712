import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeError } from './log.ts';
import { signUpBody } from './testing/factories.ts';
import { createTestWorld, type TestWorld } from './testing/world.ts';

const lines: string[] = [];
let yardpack: TestWorld;
beforeAll(async () => {
  yardpack = await createTestWorld({ LOG_LEVEL: 'trace' }, { logTo: { write: (line) => void lines.push(line) } });
});
beforeEach(() => lines.splice(0));
afterAll(() => yardpack.close());

const breakTable = (table: string) =>
  yardpack.world.database.execute(sql.raw(`alter table ${table} add constraint broken check (false) not valid`));

test('a statement that fails is logged by its text and its rule, without anything that was typed', async () => {
  await breakTable('users');
  const typed = { username: 'hazelnut', email: 'hazel@private.example', password: 'grey-Wolves-42-run' };
  const person = { firstName: 'Hazelina', phone: '4795550177' };
  const body = signUpBody('PROFILE_TYPE_CUSTOMER', { ...typed, ...person });
  expect((await yardpack.call('signUp', { body })).status).toBe(500);
  const log = lines.join('');
  for (const kept of ['insert into \\"users\\"', '23514', 'broken', 'traceId']) expect(log).toContain(kept);
  for (const part of ['hazel', 'Hazelina', 'private.example', 'grey-Wolves', 'argon2', '5550177']) {
    expect(log).not.toContain(part);
  }
});

test('a job that fails is logged without what somebody typed', async () => {
  await yardpack.world.database.transaction((transaction) =>
    yardpack.world.jobs.enqueue(transaction, 'send-reset-link', { usernameOrEmail: 'walnut@private.example' }),
  );
  await yardpack.world.database.execute(sql`alter table users rename to people`);
  await expect(yardpack.drain()).rejects.toThrow();
  await yardpack.world.database.execute(sql`alter table people rename to users`);
  expect(lines.join('')).toContain('send-reset-link');
  expect(lines.join('')).not.toContain('walnut');
});

test('what else hangs on an error stays out: the connection and its key, what Postgres quotes, what a server says', () => {
  const lost = Object.assign(new Error('Connection to postgres://app:hunter2@db.example/app lost'), {
    client: { password: 'hunter2', secretKey: 123456789 },
    detail: 'Key (email)=(hazel@private.example) already exists.',
    cause: Object.assign(new Error('invalid input syntax for type uuid: "typed"'), {
      severity: 'ERROR',
      code: '22P02',
    }),
  });
  const refused = new Error(
    '550 5.1.1 <hazel@private.example>: no such box; Authorization: Bearer abcdefghijklmnopqrstu',
  );
  const log = JSON.stringify(describeError(new AggregateError([lost, refused], 'both')));
  for (const secret of ['hunter2', '123456789', 'hazel', 'typed', 'abcdefghijklm']) expect(log).not.toContain(secret);
  for (const kept of ['db.example', '22P02', '550 5.1.1']) expect(log).toContain(kept);
});
