import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readlinkSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import type { ClusterPaths } from './cluster-paths.ts';
import { isRunning, readIfThere } from './owner-lock.ts';

const START_ATTEMPTS = 8;
const START_LIMIT_MS = 60_000;

/**
 * Becomes Postgres, and leaves behind a watcher on the pipe from us. The pipe ends when we stop or are killed: then the
 * watcher shuts Postgres down, gently first.
 * The watcher is nobody's child (two forks), because Postgres takes the exit of an unknown child for a crash.
 */
const SUPERVISED = `
exec 3<&0
( ( read -r end <&3
    kill -INT $$ || exit 0
    tries=100
    while [ $tries -gt 0 ]; do kill -0 $$ || exit 0; sleep 0.1; tries=$((tries - 1)); done
    kill -QUIT $$ ) </dev/null >/dev/null 2>&1 & )
exec "$@" </dev/null 3<&-
`;

/**
 * Starts Postgres on the loopback address, and waits until it takes connections.
 * It ends when the pipe to the returned process' stdin does.
 * @param samePort the port; any free one unless given
 * @throws Error with the end of its log when it does not start
 */
export async function launch(
  place: ClusterPaths,
  cluster: string,
  durable: boolean,
  samePort?: number,
): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = samePort ?? (await freePort());
    const child = spawnPostgres(place, cluster, port, durable);
    if (await becomesReady(child, cluster)) return { child, port };
    const written = readIfThere(logFile(place)) ?? '';
    // Another program may take the port first, and what is left of a killed Postgres needs a moment to go.
    const passing = /could not (bind|create any TCP)|pre-existing shared memory block/.test(written);
    if (!passing || attempt === START_ATTEMPTS) {
      throw new Error(
        `Postgres did not start; the end of its log (${logFile(place)}):\n${written.trim().slice(-2000)}`,
      );
    }
    await delay(100 * attempt);
  }
}

function spawnPostgres(place: ClusterPaths, cluster: string, port: number, durable: boolean): ChildProcess {
  const { runAs, binaries, home } = place;
  const file = logFile(place);
  if (existsSync(file)) renameSync(file, `${file}.1`);
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    // One instance that is never copied from: this writes less.
    wal_level: 'minimal',
    max_wal_senders: '0',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_checkpoints: 'off',
    // Statements that fail are reported where they are made; here they would only fill the disk.
    log_min_messages: 'log',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = openSync(file, 'w', 0o600);
  try {
    return spawn('/bin/sh', ['-c', SUPERVISED, 'sh', binaries.postgres, '-D', cluster, ...flags], {
      ...runAs,
      cwd: home,
      // A session of its own: Ctrl-C must not reach Postgres while our server still answers.
      detached: true,
      stdio: ['pipe', output, output],
    });
  } finally {
    closeSync(output);
  }
}

/** Waits until Postgres accepts connections; false when it ended instead. */
async function becomesReady(child: ChildProcess, cluster: string): Promise<boolean> {
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  // A killed owner leaves nobody to write to.
  child.stdin?.on('error', () => undefined);
  const giveUpAt = performance.now() + START_LIMIT_MS;
  while (child.exitCode === null && child.signalCode === null && failure === undefined) {
    const [pid, , , , , , , status] = postmasterFile(cluster);
    if (pid === String(child.pid) && status?.trim() === 'ready') return true;
    if (performance.now() > giveUpAt) {
      child.stdin?.destroy();
      await once(child, 'exit');
    }
    await delay(10);
  }
  if (failure !== undefined) throw failure;
  return false;
}

/** The lines of postmaster.pid: process id, data directory, start, port, socket, address, memory, status. */
function postmasterFile(cluster: string): string[] {
  return readIfThere(join(cluster, 'postmaster.pid'))?.split('\n') ?? [];
}

/** @returns the port of the Postgres that runs on this cluster now, or undefined */
export function runningPort(cluster: string): number | undefined {
  const [pid, , , port, , , , status] = postmasterFile(cluster);
  if (!runsCluster(Number.parseInt(pid ?? '', 10), cluster) || status?.trim() !== 'ready') return undefined;
  return Number(port);
}

/** Ends the Postgres of an owner that was killed together with the watcher, or is just being ended by the watcher. */
export async function endStalePostgres(cluster: string, log: (message: string) => void): Promise<void> {
  const pid = Number.parseInt(postmasterFile(cluster)[0] ?? '', 10);
  if (!(pid > 1)) return;
  if (!runsCluster(pid, cluster)) {
    // The number may be another program's by now, or come with a copy of a running cluster: Postgres would not start.
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
    return;
  }
  log(`Ending the Postgres (pid ${pid}) that the last run left behind.`);
  const steps: [signal: NodeJS.Signals | 0, patience: number][] = [
    [0, 1000],
    ['SIGINT', 10_000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 5000],
  ];
  for (const [signal, patience] of steps) {
    if (runsCluster(pid, cluster)) process.kill(pid, signal);
    const until = performance.now() + patience;
    while (runsCluster(pid, cluster) && performance.now() < until) await delay(20);
    if (!runsCluster(pid, cluster)) return;
  }
  throw new Error(`The Postgres of an earlier run (pid ${pid}) does not end`);
}

/**
 * Whether a process is the Postgres of this very cluster: by the folder it works in, which follows the cluster when that
 * is moved, or, where the system does not tell (macOS), by the folder it was started with.
 */
function runsCluster(pid: number, cluster: string): boolean {
  if (!(pid > 1) || !isRunning(pid) || !existsSync(cluster)) return false;
  const { command, folder } = describeProcess(pid);
  if (!/(^|\/)postgres(\s|\0|$|:)/.test(command)) return false;
  if (folder !== undefined) return folder === realpathSync(cluster);
  return command.split(/\0|\s-/).some((word) => word === cluster || word === `D ${cluster}`);
}

function describeProcess(pid: number): { command: string; folder: string | undefined } {
  const command = readIfThere(`/proc/${pid}/cmdline`) ?? psCommand(pid);
  try {
    return { command, folder: readlinkSync(`/proc/${pid}/cwd`) };
  } catch {
    return { command, folder: undefined };
  }
}

function psCommand(pid: number): string {
  return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

/** Where what Postgres says of itself is written; the run before is beside it, in `postgres.log.1`. */
export function logFile(place: ClusterPaths): string {
  return join(place.home, 'postgres.log');
}
