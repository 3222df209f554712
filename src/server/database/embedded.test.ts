import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { startEmbeddedPostgres } from './embedded.ts';
import { isRunning } from './owner-lock.ts';

// Making a cluster takes long.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let dataDir: string;
let owners: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(inject('runFolder'), 'yardpack-embedded-'));
  // When root runs this, Postgres runs as another user, who must be able to reach the folder.
  chmodSync(dataDir, 0o711);
});

afterEach(async () => {
  for (const owner of owners) {
    owner.kill('SIGKILL');
    if (owner.exitCode === null && owner.signalCode === null) await once(owner, 'exit');
  }
  owners = [];
  await gone(postgresPid());
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs a process that starts Postgres, prints its address and waits. Rejects with the process's output. */
async function startOwner(detached = false): Promise<{ owner: ChildProcess; url: string }> {
  const program = `
    const { startEmbeddedPostgres } = await import(process.argv[1]);
    const stop = async () => { await postgres.stop(); process.exit(0); };
    const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2], log: () => undefined });
    process.on('SIGTERM', stop).on('SIGINT', () => undefined);
    setInterval(() => undefined, 1000);
    console.log(postgres.url);
  `;
  const module = fileURLToPath(new URL('embedded.ts', import.meta.url));
  const args = ['--input-type=module', '-e', program, module, dataDir];
  const owner = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], detached });
  owners.push(owner);
  let complaint = '';
  owner.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  for await (const url of createInterface({ input: owner.stdout })) return { owner, url };
  if (owner.exitCode === null) await once(owner, 'exit');
  throw new Error(`exit code ${owner.exitCode}: ${complaint}`);
}

async function query<Row>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function postgresPid(): number | undefined {
  try {
    const file = readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
    return Number.parseInt(file, 10);
  } catch {
    return undefined;
  }
}

async function gone(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  await expect.poll(() => isRunning(pid)).toBe(false);
}

test('data outlives a stop, and the next start is on the same cluster', async () => {
  const said: string[] = [];
  const options = { dataDir, log: (message: string) => void said.push(message) };
  const first = await startEmbeddedPostgres(options);
  const pid = postgresPid();
  await query(first.url, `create table note (text text); insert into note values ('Zoe'), ('adam'), ('Émile')`);
  await first.stop();
  await first.stop();
  await gone(pid);

  const second = await startEmbeddedPostgres(options);
  try {
    const rows = await query<{ text: string }>(second.url, 'select text from note order by text');
    expect(rows.map((row) => row.text)).toEqual(['adam', 'Émile', 'Zoe']);
    expect(await query(second.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
    // A checkout in a folder that only root enters has Postgres's programs elsewhere, and says so.
    expect(said.filter((message) => !message.includes('its programs run from the copy'))).toEqual([]);
  } finally {
    await second.stop();
  }
});

test('after kill -9 of the owner no Postgres stays, and the next start has what was committed', async () => {
  const { owner, url } = await startOwner();
  await query(url, `create table note (text text); insert into note values ('kept')`);
  const pid = postgresPid();
  expect(pid).toBeGreaterThan(1);
  owner.kill('SIGKILL');
  await gone(pid);

  const next = await startOwner();
  expect(await query(next.url, 'select text from note')).toEqual([{ text: 'kept' }]);
});

test('the start right after kill -9 waits for what is left and takes over', async () => {
  const { owner, url } = await startOwner();
  await query(url, `create table note (text text); insert into note values ('kept')`);
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  const next = await startOwner();
  expect(await query(next.url, 'select text from note')).toEqual([{ text: 'kept' }]);
});

test('a Postgres killed together with its owner is recovered from', async () => {
  const { owner, url } = await startOwner();
  await query(url, `create table note (text text); insert into note values ('kept')`);
  const pid = postgresPid();
  owner.kill('SIGKILL');
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
  const next = await startOwner();
  expect(await query(next.url, 'select text from note')).toEqual([{ text: 'kept' }]);
});

test('a second start on the same data directory is refused and harms nothing', async () => {
  const { owner, url } = await startOwner();
  await expect(startOwner()).rejects.toThrow(
    new RegExp(`exit code 1.*${dataDir} is in use by another Yardpack \\(pid ${owner.pid}\\)`, 's'),
  );
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('Ctrl-C, which reaches the whole process group, leaves Postgres to its owner', async () => {
  const { owner, url } = await startOwner(true);
  if (owner.pid === undefined) throw new Error('The owner did not start');
  const pid = postgresPid();
  process.kill(-owner.pid, 'SIGINT');
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  owner.kill('SIGTERM');
  await once(owner, 'exit');
  expect(owner.exitCode).toBe(0);
  await gone(pid);
});

test('a data directory others cannot enter has its database elsewhere as root, and in place as anybody else', async () => {
  chmodSync(dataDir, 0o700);
  const isRoot = process.getuid?.() === 0;
  const location = join(dataDir, 'postgres-location');
  const said: string[] = [];
  const options = { dataDir, log: (message: string) => said.push(message) };
  let elsewhere: string | undefined;
  try {
    const first = await startEmbeddedPostgres(options);
    elsewhere = existsSync(location) ? readFileSync(location, 'utf8').trim() : undefined;
    expect(elsewhere !== undefined).toBe(isRoot);
    if (elsewhere !== undefined) expect(said.join('\n')).toContain(elsewhere);
    await query(first.url, `create table note (text text); insert into note values ('kept')`);
    await first.stop();

    const second = await startEmbeddedPostgres(options);
    expect(await query(second.url, 'select text from note')).toEqual([{ text: 'kept' }]);
    await second.stop();
  } finally {
    if (elsewhere !== undefined) rmSync(elsewhere, { recursive: true, force: true });
  }
});

test('a Postgres that ends on its own is started again at the same address, with what was committed', async () => {
  const said: string[] = [];
  const postgres = await startEmbeddedPostgres({ dataDir, log: (message) => said.push(message) });
  const { url, socketUrl } = postgres;
  await query(url, `create table note (text text); insert into note values ('kept')`);
  const pid = postgresPid();
  if (pid === undefined) throw new Error('Postgres did not start');
  process.kill(pid, 'SIGKILL');
  for (const address of [socketUrl, url]) {
    const kept = () => query(address, 'select text from note').catch(() => []);
    await expect.poll(kept).toEqual([{ text: 'kept' }]);
  }
  expect(said.join()).toContain('SIGKILL');
  await postgres.stop();
  await gone(postgresPid());
});

/** @returns whether a connection comes through a socket in a folder */
const isLocal = async (url: string) =>
  (await query<{ isLocal: boolean }>(url, 'select inet_server_addr() is null as "isLocal"'))[0]?.isLocal;

test('there is a socket in the folder of the data, whatever its name; after a kill its next one takes its place', async () => {
  const folder = join(dataDir, `Müller, 50% "new"`);
  mkdirSync(folder, { mode: 0o711 });
  const start = () => startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  const first = await start();
  expect([await isLocal(first.url), await isLocal(first.socketUrl)]).toEqual([false, true]);
  await first.stop();
  const cluster = join(folder, 'postgres', 'cluster');
  const sockets = () => readdirSync(cluster).filter((name) => name.startsWith('.s.PGSQL.'));
  expect(sockets()).toEqual([]);
  // As a kill leaves it, with the number of another program by now.
  writeFileSync(join(cluster, '.s.PGSQL.1'), '');
  writeFileSync(join(cluster, '.s.PGSQL.1.lock'), `${process.pid}\n`);
  const second = await start();
  expect(await isLocal(second.socketUrl)).toBe(true);
  expect(sockets()).toHaveLength(2);
  await second.stop();
});

test('where the path of the data is too long for a socket there is none', async () => {
  const folder = join(dataDir, 'x'.repeat(100));
  mkdirSync(folder, { mode: 0o711 });
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  expect(postgres.socketUrl).toBe(postgres.url);
  expect(await isLocal(postgres.socketUrl)).toBe(false);
  await postgres.stop();
});

test('a copy of a running data directory is another business: both run, neither ends the other', async () => {
  const original = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const copy = `${dataDir}-copy`;
  await query(original.url, `create table note (text text); insert into note values ('kept')`);
  const pid = postgresPid();
  try {
    execFileSync('cp', ['-a', dataDir, copy]);
    expect(readFileSync(join(copy, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).toContain(String(pid));
    const second = await startEmbeddedPostgres({ dataDir: copy, log: () => undefined });
    await query(second.url, `update note set text = 'of the copy'`);
    expect(await query(original.url, 'select text from note')).toEqual([{ text: 'kept' }]);
    await second.stop();
    expect([isRunning(pid ?? 0), await query(original.url, 'select 1 as one')]).toEqual([true, [{ one: 1 }]]);
  } finally {
    await original.stop();
    rmSync(copy, { recursive: true, force: true });
  }
});

test("a number that is another cluster's Postgres by now is not believed", async () => {
  const own = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const pidFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  const written = readFileSync(pidFile, 'utf8');
  await own.stop();
  const [{ file = '' } = {}] = await query<{ file: string }>(
    inject('postgresUrl'),
    `select pg_read_file('postmaster.pid') as file`,
  );
  writeFileSync(pidFile, written.replace(/^\d+/, String(Number.parseInt(file, 10))));
  const again = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  expect(await query(again.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await query(inject('postgresUrl'), 'select 1 as one')).toEqual([{ one: 1 }]);
  await again.stop();
});

test('a start on a data directory that is just being given up waits for it', async () => {
  const first = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  first.announceStop();
  const waiting = startEmbeddedPostgres({ dataDir, log: () => undefined });
  await first.stop();
  const second = await waiting;
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await second.stop();
});
