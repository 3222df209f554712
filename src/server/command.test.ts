import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';

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
