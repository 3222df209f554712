import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const missing = join(tmpdir(), 'a-folder-that-is-not-there');
const commands = [
  ['staff-invite.ts', [], ['--help']],
  ['staff-reset-factor.ts', ['erin'], []],
  ['make-backup.ts', [join(tmpdir(), 'nothing.backup')], []],
] as const;

async function run(program: string, args: readonly string[], env: object) {
  const command = promisify(execFile)(process.execPath, [`src/server/${program}`, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: missing, ...env },
  });
  return await command.then(
    () => 'ended with 0',
    ({ code, stderr }) => `${code}: ${stderr}`,
  );
}

test.each(commands)(
  '%s makes nothing where no database is, and says what was typed wrong',
  async (program, args, wrong) => {
    expect(await run(program, args, {})).toMatch(/^1: There is no database in .*DATA_DIR or DATABASE_URL\.\n$/);
    const nobody = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' };
    expect(await run(program, args, nobody)).toMatch(/^1: The database of DATABASE_URL does not let us in: .*REFUSED/);
    expect(await run(program, args, { DATABASE_URL: 'nonsense' })).toMatch(/^1: .*\n {2}DATABASE_URL must be a URL/);
    expect(await run(program, wrong, {})).toMatch(/^1: npm run /);
    expect(existsSync(missing)).toBe(false);
  },
);
