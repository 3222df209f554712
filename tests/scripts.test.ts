import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const scripts = fileURLToPath(new URL('../scripts/', import.meta.url));

/** Scripts are no TypeScript, so that nothing else looks whether what they import is still there. */
test('what scripts import of the product is there', async () => {
  const files = readdirSync(scripts, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const missing: string[] = [];
  let found = 0;
  for (const file of files) {
    const text = readFileSync(join(scripts, file), 'utf8');
    for (const [, names = '', path = ''] of text.matchAll(/^import \{([^}]+)\} from '(\.[^']*\/src\/[^']+)'/gm)) {
      const module = await import(new URL(path, pathToFileURL(join(scripts, file))).href);
      for (const name of names.split(',').map((one) => one.trim().split(' ')[0] ?? '')) {
        if (name === '') continue;
        found += 1;
        if (!(name in module)) missing.push(`${file}: ${name} of ${path}`);
      }
    }
  }
  expect(missing).toEqual([]);
  expect(found).toBeGreaterThan(0);
});

test('only the newest snapshot of the schema is kept, that of the newest migration', () => {
  const migrations = fileURLToPath(new URL('../src/server/database/migrations/', import.meta.url));
  const newest = readdirSync(migrations)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1);
  const snapshots = readdirSync(join(migrations, 'meta')).filter((name) => name.endsWith('_snapshot.json'));
  expect(snapshots).toEqual([`${newest?.slice(0, 4)}_snapshot.json`]);
});

const read = (name: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(scripts, name), ...args], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, said: `${stdout}${stderr}`.trim() };
};

/** Those that take options, or that people start by npm. */
const started = [
  ...[
    'start',
    'build',
    'dev',
    'test',
    'chaos',
    'scale',
    'hard-times',
    'image-test',
    'bench',
    'bench-screens',
    'gallery',
  ],
  ...['lighthouse', 'letters', 'keep-release', 'backup', 'restore', 'staff-invite', 'staff-reset-factor'],
].map((name) => `${name}.js`);

test.each(started)(
  '%s says how it is used, and refuses what it does not know in words',
  (name) => {
    const help = read(name, '--help');
    expect(help.status).toBe(0);
    expect(help.said).toMatch(/^(npm|node) /);
    const unknown = read(name, '--no-such-thing');
    expect(unknown.status).toBe(1);
    expect(unknown.said).toContain(help.said);
    expect(`${help.said}${unknown.said}`).not.toMatch(/node:internal|^\s+at /m);
  },
  60_000,
);

test('every script of package.json that people start is among them', () => {
  const { scripts: named } = JSON.parse(readFileSync(join(scripts, '../package.json'), 'utf8'));
  const files = Object.entries<string>(named)
    // npm runs these by itself.
    .filter(([name]) => !/^(pre|post)/.test(name))
    .flatMap(([, command]) => /^node scripts\/(\S+)/.exec(command)?.[1] ?? []);
  expect(files.filter((file) => !started.includes(file))).toEqual([]);
});
