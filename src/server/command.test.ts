import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';
import { createTestDatabase } from './testing/postgres.ts';

const missing = join(mkdtempSync(join(tmpdir(), 'commands-')), 'not-there');
const commands = [
  ['staff-invite.ts', []],
  ['staff-reset-factor.ts', ['erin']],
  ['make-backup.ts', [join(tmpdir(), 'nothing.backup')]],
] as const;

async function run(program: string, args: readonly string[], env: object) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const command = promisify(execFile)(process.execPath, [`src/server/${program}`, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: missing, ...env },
  });
  return await command.then(
    () => 'ended with 0',
    ({ code, stderr }) => `${code}: ${stderr}`,
  );
}

test.each(commands)('%s makes nothing where no database is', async (program, args) => {
  expect(await run(program, args, {})).toMatch(/^1: There is no database in .*DATA_DIR or DATABASE_URL\.\n$/);
  expect(existsSync(missing)).toBe(false);
});

test('a command says in a sentence what was typed or set wrong', async () => {
  const program = 'staff-reset-factor.ts';
  const [usage, nonsense, refused] = await Promise.all([
    run(program, [], {}),
    run(program, ['erin'], { DATABASE_URL: 'nonsense' }),
    run(program, ['erin'], { DATABASE_URL: `postgres://yard@127.0.0.1:${await freePort()}/yard` }),
  ]);
  expect(usage).toMatch(/^1: npm run staff:reset-factor -- NAME/);
  expect(nonsense).toMatch(/^1: .*\n {2}DATABASE_URL must be a URL/);
  expect(refused).toMatch(/^1: DATABASE_URL does not lead to a database: nothing takes connections at .*\n$/);
});

test.each([
  ['staff-invite.ts', []],
  ['staff-reset-factor.ts', ['erin']],
])('%s says in a sentence that a database has no schema yet', async (program, args) => {
  const { url, drop } = await createTestDatabase();
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const before of [
      'delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)',
      'drop schema drizzle cascade; drop schema public cascade; create schema public',
    ]) {
      await client.query(before);
      expect(await run(program, args, { DATABASE_URL: url })).toBe(
        '1: The database is not set up for this version of Yardpack yet. Start Yardpack, then run this again.\n',
      );
    }
  } finally {
    await client.end();
    await drop();
  }
});

test.each([
  ['staff-invite.ts', []],
  ['staff-reset-factor.ts', ['erin']],
])('%s writes nothing to a database that a newer version has upgraded', async (program, args) => {
  const { url, drop } = await createTestDatabase();
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at) select 'newer', max(created_at) + 1 from drizzle.__drizzle_migrations`,
    );
    expect(await run(program, args, { DATABASE_URL: url })).toMatch(
      /^1: The database was upgraded by a newer version of Yardpack\./,
    );
  } finally {
    await client.end();
    await drop();
  }
});
