import { execFileSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'yardpack-node-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Asks as the installation does, which is plain JavaScript. */
function whatIsWrong(file: string, platform?: string): string {
  const module = fileURLToPath(new URL('../scripts/lib/node-binary.js', import.meta.url));
  const program = `
    const { whatIsWrongWithNode } = await import(process.argv[1]);
    process.stdout.write(String(whatIsWrongWithNode(...process.argv.slice(2))));
  `;
  const args = ['--input-type=module', '-e', program, module, file, ...(platform ? [platform] : [])];
  return execFileSync(process.execPath, args, { encoding: 'utf8' });
}

test('the pinned Node is the one that was published, and one that was changed is refused', () => {
  const genuine = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url));
  expect(whatIsWrong(genuine)).toBe('undefined');
  const changed = join(folder, 'node');
  copyFileSync(genuine, changed);
  appendFileSync(changed, 'x');
  expect(whatIsWrong(changed)).toContain('is not the published Node');
  expect(whatIsWrong(genuine, 'sunos-sparc')).toBe('There is no pinned Node for sunos-sparc.');
});
