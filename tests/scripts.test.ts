import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
    'test-dates',
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

test('a start in production with wrong settings says so before it takes packages away', () => {
  const project = mkdtempSync(join(tmpdir(), 'yardpack-scripts-'));
  const write = (path: string, text: string) => {
    mkdirSync(join(project, path, '..'), { recursive: true });
    writeFileSync(join(project, path), text);
  };
  // A project in which a package is installed that production leaves out.
  cpSync(scripts, join(project, 'scripts'), { recursive: true });
  const packages = { '': {}, 'node_modules/builder': { version: '1.0.0', dev: true } };
  write('package.json', '{ "type": "module" }');
  write('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }));
  write('node_modules/.package-lock.json', JSON.stringify({ packages }));
  write('node_modules/.bin/.keep', '');
  symlinkSync(process.execPath, join(project, 'node_modules', '.bin', 'node'));
  symlinkSync(join(scripts, '..', 'node_modules', 'rolldown'), join(project, 'node_modules', 'rolldown'));
  write('src/server/check-settings.ts', "console.error('SMTP_URL must be set'); process.exitCode = 78;");
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(project, 'scripts', 'start.js')], {
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  rmSync(project, { recursive: true });
  expect([status, stdout, stderr.trim()]).toEqual([78, '', 'SMTP_URL must be set']);
});

test.each([
  ['production', 78, 'STRIPE_SECRET_KEY must be set in production'],
  ['development', 0, ''],
])('what that start asks finds the settings of %s', (NODE_ENV, status, said) => {
  const asked = ask('check-settings.ts', { NODE_ENV });
  expect(asked.status).toBe(status);
  expect(asked.stderr).toContain(said);
});

test('a server with wrong settings ends as that does', () => {
  const { status, stderr } = ask('main.ts', { NODE_ENV: 'production' });
  expect([status, stderr]).toEqual([78, expect.stringContaining('STRIPE_SECRET_KEY must be set in production')]);
});

function ask(program: string, env: NodeJS.ProcessEnv) {
  const path = join(scripts, '..', 'src', 'server', program);
  return spawnSync(process.execPath, [path], { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' });
}
