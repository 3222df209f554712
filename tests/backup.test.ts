import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, inject, test } from 'vitest';
import { writeBackup } from '#server/backup/write-backup.ts';
import { startEmbeddedPostgres } from '#server/database/embedded.ts';
import { createEmptyDatabase, sumsOf, takeBackStandstill } from '#server/testing/backup-checks.ts';
import { withDatabaseBefore } from '#server/testing/database-before.ts';
import { buildEmployee, testPassword } from '#server/testing/factories.ts';
import { buildBusinessToSave } from '#server/testing/saved-business.ts';
import { createTestWorld } from '#server/testing/world.ts';
import { builtServer } from './built-server.ts';
import { machine, runServer } from './running-server.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(inject('runFolder'), 'yardpack-backup-'));
// The user Postgres runs as has to pass through when this is run by root.
chmodSync(folder, 0o711);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts what `npm run backup` or `npm run restore` runs. @param program of the command; as it is built unless given */
function begin(
  command: 'make-backup' | 'restore',
  args: string[],
  settings: Record<string, string>,
  program = builtServer(command),
) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: project,
    env: { ...machine, INIT_CWD: folder, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  return { child, ended };
}

const run = (...call: Parameters<typeof begin>) => begin(...call).ended;

const photosIn = (dataDir: string) =>
  Object.fromEntries(
    readdirSync(join(dataDir, 'files'))
      .filter((name) => name.endsWith('.bin'))
      .map((name) => [name, readFileSync(join(dataDir, 'files', name)).toString('base64')]),
  );

test('a running business is saved in one file, and lives on from it in another folder and in another Postgres', async () => {
  const [first, second, third] = ['first', 'second', 'third'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const yard = await createTestWorld();
  await buildBusinessToSave(yard);
  const employee = await buildEmployee(yard);
  const url = String(yard.world.database.$client.options.connectionString);
  const file = join(folder, 'seed.backup');
  await writeBackup({ url, file, key: undefined, photos: yard.world.files, say: () => undefined });
  await yard.close();
  expect(await run('restore', ['seed.backup'], { DATA_DIR: first })).toMatchObject({ code: 0 });

  const settings = { DATA_DIR: first, BACKUP_KEY: 'correct horse battery' };
  const server = await runServer({ DATA_DIR: first, DEMO_DATA: '0' }, builtServer());
  const saved = await run('make-backup', ['night.backup'], settings);
  expect(saved).toMatchObject({ code: 0 });
  expect(saved.output).toMatch(/Written: \d+ tables with [\d,]+ rows, 1 photo/);
  expect(saved.output).toMatch(/night\.backup has .* encrypted with BACKUP_KEY/);
  const busy = await run('restore', ['night.backup'], settings);
  expect(busy).toMatchObject({
    code: 1,
    output: expect.stringMatching(/is in use by another Yardpack .* stop it first/),
  });
  expect(await server.stop()).toBe(0);

  // Without a server, and afterwards: what the server wrote while it stopped is in it, and nothing changes any more.
  const quiet = await run('make-backup', ['quiet.backup'], { DATA_DIR: first });
  expect(quiet).toMatchObject({ code: 0 });
  const full = await run('restore', ['quiet.backup'], { DATA_DIR: first });
  expect(full).toMatchObject({ code: 1, output: expect.stringMatching(/is not empty.*mv '.*cluster'/s) });

  const other = await createEmptyDatabase();
  try {
    const there = { DATA_DIR: third, DATABASE_URL: other.url };
    expect(await run('restore', ['quiet.backup'], { DATA_DIR: second })).toMatchObject({ code: 0 });
    expect(await run('restore', ['quiet.backup'], there)).toMatchObject({ code: 0 });
    expect(Object.keys(photosIn(first))).toHaveLength(1);
    expect(photosIn(second)).toEqual(photosIn(first));
    expect(photosIn(third)).toEqual(photosIn(first));

    // The three are the same to the last row, but for how often money stands still.
    const rowsOf = async (database: string) => [await takeBackStandstill(database), await sumsOf(database)] as const;
    const [standstills, sums] = await rowsOf(other.url);
    expect(standstills).toBe(2);
    for (const dataDir of [first, second]) {
      const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
      const [, found] = await rowsOf(postgres.url).finally(postgres.stop);
      // That it was made is written down after it.
      expect({ ...found, 'public.backups': '' }).toEqual({ ...sums, 'public.backups': '' });
    }
    const restored = await runServer({ ...there, DEMO_DATA: '0' }, builtServer());
    try {
      const session = await fetch(`${restored.url}/v1/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: employee.username, password: testPassword }),
      });
      expect(session.status).toBe(200);
    } finally {
      expect(await restored.stop()).toBe(0);
    }
  } finally {
    await other.drop();
  }
});

test('a backup that is killed leaves no file that looks whole, and the next one is', async () => {
  const home = { DATA_DIR: join(folder, 'first') };
  const file = join(folder, 'killed.backup');
  const left = () => readdirSync(folder).filter((name) => name.startsWith('killed') && name !== 'killed.backup');
  // The backup waits for its photo until it is killed.
  const bucket = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(bucket, 'listening');
  const inBucket = {
    S3_BUCKET: 'yards',
    S3_ENDPOINT: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
    S3_REGION: 'auto',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
  };
  const asked = once(bucket, 'request');
  const { child, ended } = begin('make-backup', ['killed.backup'], { ...home, ...inBucket });
  await asked;
  expect(left()).toEqual([expect.stringMatching(/\.part$/)]);
  child.kill('SIGKILL');
  expect((await ended).code).toBeNull();
  bucket.close();
  expect(existsSync(file)).toBe(false);
  expect(await run('make-backup', ['killed.backup'], home)).toMatchObject({ code: 0 });
  // What the killed one left stays for a day: it may be under way on another machine.
  expect([existsSync(file), left()]).toEqual([true, [expect.stringMatching(/\.part$/)]]);
});

test('the commands say how they are called, and what is wrong', async () => {
  const home = { DATA_DIR: join(folder, 'nobody') };
  for (const args of [[], ['one', 'two']]) {
    expect(await run('make-backup', args, home)).toMatchObject({
      code: 1,
      output: expect.stringContaining('--verify FILE'),
    });
  }
  // As npm starts them.
  const asSource = (...[command, args]: Parameters<typeof begin>) =>
    begin(command, args, home, `src/server/${command}.ts`).ended;
  expect(await asSource('make-backup', ['--speed'], home)).toMatchObject({
    code: 1,
    output: expect.stringContaining('--verify FILE'),
  });
  expect(await asSource('restore', ['nowhere.backup'], home)).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no file'),
  });
  expect(existsSync(home.DATA_DIR)).toBe(false);
});

test('a start that changes the schema of a business saves it first, and of two at once only one does', async () => {
  const home = { DATA_DIR: join(folder, 'upgrade'), DEMO_DATA: '0' };
  await withDatabaseBefore('visits-are-rows', [], async ({ url, client }) => {
    await client.end();
    const settings = { ...home, DATABASE_URL: url };
    const servers = await Promise.all([runServer(settings, builtServer()), runServer(settings, builtServer())]);
    try {
      const said = servers.map((server) => server.output().includes("The database's schema is about to change"));
      expect(said.sort()).toEqual([false, true]);
      const [made = '', ...rest] = readdirSync(join(home.DATA_DIR, 'backups'));
      expect(rest).toEqual([]);
      const file = join(home.DATA_DIR, 'backups', made);
      expect(await run('make-backup', ['--verify', file], home)).toMatchObject({
        code: 0,
        output: expect.stringContaining('no photos'),
      });
    } finally {
      expect(await Promise.all(servers.map((server) => server.stop()))).toEqual([0, 0]);
    }
  });
}, 90_000);
