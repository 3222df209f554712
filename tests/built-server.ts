import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';

const project = fileURLToPath(new URL('..', import.meta.url));
/** Where a run of tests builds, within the project; `src/server/testing/global-setup.ts` removes it. */
const folder = join(project, 'build', basename(inject('runFolder')), String(process.pid));
const programs = ['main', 'make-backup', 'restore'] as const;

/**
 * Builds the server as `npm run build` does, and its commands, once for each process of tests: they start in a third of the
 * time that their source takes.
 * @returns the program to start
 */
export function builtServer(name: (typeof programs)[number] = 'main'): string {
  const program = join(folder, `${name}.js`);
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const script =
    "import { buildServer } from './scripts/lib/build-server.js'; await buildServer(process.argv[1], process.argv.slice(2))";
  execFileSync(process.execPath, ['--input-type=module', '-e', script, folder, ...programs], { cwd: project });
  return program;
}
