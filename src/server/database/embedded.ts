import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type ClusterPaths, findClusterPaths } from './cluster-paths.ts';
import { endStalePostgres, launch, logFile, runningPort } from './embedded-process.ts';
import { acquireOwnerLock, readIfThere } from './owner-lock.ts';

const SUPERUSER = 'yardpack';
const DATABASE = 'yardpack';
const STOP_LIMIT_MS = 15_000;

export interface EmbeddedPostgresOptions {
  /** Made when missing. */
  dataDir: string;
  /** Gets sentences for people: where the data is, what was recovered. */
  log: (message: string) => void;
  /** False trades safety against a power cut for speed, in tests. */
  durable?: boolean;
}

export interface EmbeddedPostgres {
  /** Connects to the database `yardpack` as its owner, who may also make databases. */
  url: string;
  /** The same through a socket in a folder, which takes less time; the same as `url` where there can be none. */
  socketUrl: string;
  /** The folder of the data. */
  folder: string;
  /** Tells another start on the same data directory that it is worth waiting for this one to stop. */
  announceStop(): void;
  /** Shuts Postgres down cleanly. May be called more than once. */
  stop(): Promise<void>;
}

/**
 * Starts a real PostgreSQL in `<dataDir>/postgres` on a free port of the loopback address, and sets it up the first
 * time. It ends with this process, however that ends, but not directly by Ctrl-C. When it ends unasked, it is started
 * again at the same address.
 *
 * @throws InUseError when another Yardpack uses the same data directory
 * @throws Error with the end of Postgres's own log when it does not start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true } = options;
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const locks = [await acquireOwnerLock(dataDir)];
  const release = () => {
    for (const lock of locks) lock.release();
  };
  try {
    const place = findClusterPaths(dataDir, log);
    // A copy of a data directory names the same far home as the original.
    if (!isBelow(dataDir, place.home)) locks.push(await acquireOwnerLock(place.home));
    const cluster = join(place.home, 'cluster');
    await endStalePostgres(cluster, log);
    if (!existsSync(cluster)) await initialise(place, cluster, durable);
    const password = readPassword(place);
    const kept = await keepRunning(place, cluster, durable, log);
    const url = connectionUrl(password, kept.port);
    const socketUrl = kept.hasSocket ? connectionUrl(password, kept.port, cluster) : url;
    const stop = async () => await kept.stop().finally(release);
    try {
      await ensureDatabase(socketUrl);
    } catch (error) {
      await stop();
      throw error;
    }
    const announceStop = () => {
      for (const lock of locks) lock.announceRelease();
    };
    return { url, socketUrl, folder: place.home, announceStop, stop };
  } catch (error) {
    release();
    throw error;
  }
}

/** Starts Postgres, and starts it again on the same port whenever it ends unasked. */
async function keepRunning(
  place: ClusterPaths,
  cluster: string,
  durable: boolean,
  log: (message: string) => void,
): Promise<{ port: number; hasSocket: boolean; stop: () => Promise<void> }> {
  let isStopping = false;
  let { child, port, hasSocket } = await launch(place, cluster, durable);

  async function startAgain(): Promise<void> {
    while (!isStopping) {
      try {
        await endStalePostgres(cluster, log);
        ({ child } = await launch(place, cluster, durable, port));
        // `stop` was called during the start.
        if (isStopping) endChild(child);
        return;
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
        await delay(1000);
      }
    }
  }

  async function untilStopped(): Promise<void> {
    while (!isStopping) {
      const { exitCode, signalCode } = await waitForEnd(child);
      if (isStopping) return;
      const reason = signalCode ?? `exit code ${exitCode}`;
      log(`Postgres stopped (${reason}) and is started again; its log is ${logFile(place)}.1`);
      await startAgain();
    }
    await waitForEnd(child);
  }

  const life = untilStopped();
  const stop = async () => {
    isStopping = true;
    endChild(child);
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await life;
    clearTimeout(late);
  };
  return { port, hasSocket, stop };
}

async function waitForEnd(child: ChildProcess): Promise<ChildProcess> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child;
}

/** Stops Postgres as every end of ours does, by the end of the pipe, so that each stop also tries out the watcher. */
function endChild(child: ChildProcess): void {
  child.stdin?.destroy();
}

/**
 * @param dataDir the data directory of a Yardpack that may be running
 * @returns the connection URL of its Postgres; undefined when none runs
 */
export function runningPostgresUrl(dataDir: string): string | undefined {
  if (!existsSync(dataDir)) return undefined;
  const place = findClusterPaths(resolve(dataDir), () => undefined);
  const port = runningPort(join(place.home, 'cluster'));
  return port === undefined ? undefined : connectionUrl(readPassword(place), port);
}

/** @returns whether a Postgres was ever set up in this data directory */
export function hasEmbeddedPostgres(dataDir: string): boolean {
  if (!existsSync(dataDir)) return false;
  return existsSync(join(findClusterPaths(resolve(dataDir), () => undefined).home, 'cluster'));
}

function connectionUrl(password: string, port: number, host = '127.0.0.1'): string {
  return `postgres://${SUPERUSER}:${password}@${encodeURIComponent(host)}:${port}/${DATABASE}`;
}

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder + sep);
}

/**
 * Makes the cluster in another folder and moves it when it is complete, so that a stop half-way leaves nothing behind.
 */
async function initialise(place: ClusterPaths, cluster: string, durable: boolean): Promise<void> {
  const { runAs, binaries, home } = place;
  const password = randomBytes(24).toString('hex');
  writeFileSync(passwordFile(place), password, { mode: 0o600 });
  chmodSync(passwordFile(place), 0o600);

  const unfinished = join(home, 'unfinished');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const given = join(unfinished, 'password');
  writeFileSync(given, password, { mode: 0o600 });
  if (runAs !== undefined) {
    chownSync(unfinished, runAs.uid, runAs.gid);
    chownSync(given, runAs.uid, runAs.gid);
  }
  const made = join(unfinished, 'cluster');
  const args = [
    ['--pgdata', made],
    ['--username', SUPERUSER],
    ['--pwfile', given],
    ['--auth', 'scram-sha-256'],
    // 24 random bytes cannot be guessed. Hashed 4096 times, they cost each new connection milliseconds at both ends.
    ['--set', 'scram_iterations=1'],
    ['--encoding', 'UTF8'],
    // ICU sorts names as people expect, and the same on every machine. The system's own locales may be missing.
    ['--locale', 'C'],
    ['--locale-provider', 'icu'],
    ['--icu-locale', 'en-US'],
    durable ? [] : ['--no-sync', '--no-data-checksums'],
  ].flat();
  const child = spawn(binaries.initdb, args, {
    ...runAs,
    cwd: home,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`Postgres could not be set up in ${home}:\n${output.trim()}`);
  renameSync(made, cluster);
  rmSync(unfinished, { recursive: true, force: true });
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url.replace(/\/[^/]*$/, '/postgres') });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(DATABASE)}`);
  } finally {
    await client.end();
  }
}

function passwordFile(place: ClusterPaths): string {
  return join(place.home, 'password');
}

function readPassword(place: ClusterPaths): string {
  const password = readIfThere(passwordFile(place))?.trim();
  if (!password) throw new Error(`The password of the database is missing: ${passwordFile(place)}`);
  return password;
}
