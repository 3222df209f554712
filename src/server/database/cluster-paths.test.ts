import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyPrograms, findOrMakeUser } from './cluster-paths.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yardpack-paths-'));
  mkdirSync(join(folder, 'bin'));
  vi.stubEnv('PATH', `${join(folder, 'bin')}${delimiter}${process.env.PATH}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Puts a program before the system's own one. */
const program = (name: string, script: string) =>
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

test('a user whom another start has made meanwhile is used, and not called made here', () => {
  const user = join(folder, 'user');
  program('id', `test -e ${user} && echo 70`);
  program('useradd', `touch ${user}; exit 9`);
  const said: string[] = [];
  expect(findOrMakeUser((line) => said.push(line))).toEqual({ uid: 70, gid: 70 });
  expect(said).toEqual([]);
});

test('programs that another start has copied meanwhile are used, and nothing half is left', () => {
  const [source, copy] = [join(folder, 'source'), join(folder, 'copy')];
  mkdirSync(source);
  writeFileSync(join(source, 'postgres'), 'the program');
  program('chmod', `mkdir ${copy}; echo "the other copy" > ${copy}/postgres`);
  copyPrograms(source, copy);
  expect(readFileSync(join(copy, 'postgres'), 'utf8')).toContain('the other copy');
  expect(readdirSync(folder).sort()).toEqual(['bin', 'copy', 'source']);

  rmSync(copy, { recursive: true });
  program('chmod', 'true');
  copyPrograms(source, copy);
  expect(readFileSync(join(copy, 'postgres'), 'utf8')).toBe('the program');
  expect(existsSync(`${copy}.${process.pid}`)).toBe(false);
});
