import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, readlinkSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import type { ClusterPaths } from './cluster-paths.ts';
import { isRunning, readIfThere } from './owner-lock.ts';

const START_ATTEMPTS = 8;
const START_LIMIT_MS = 60_000;

/**
 * This shell becomes Postgres and leaves a watcher behind, which reads a pipe from us. The pipe ends when we stop or
 * are killed. Then the watcher shuts Postgres down, gently first. The watcher is forked twice, so that it is not
 * Postgres's child: Postgres takes the exit of an unknown child for a crash.
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
 * Starts Postgres on the loopback address and a socket in the folder of the cluster, and waits until it takes
 * connections. It ends when the pipe to the returned process's stdin ends.
 * @param samePort the port; any free one by default
 * @returns also whether it has the socket
 * @throws Error with the end of Postgres's log when it does not start
 */
export async function launch(
  place: ClusterPaths,
  cluster: string,
  durable: boolean,
  samePort?: number,
): Promise<{ child: ChildProcess; port: number; hasSocket: boolean }> {
  let hasSocket = true;
  for (let attempt = 1; ; attempt += 1) {
    const port = samePort ?? (await freePort());
    const child = spawnPostgres(place, cluster, port, durable, hasSocket);
    if (await becomesReady(child, cluster)) return { child, port, hasSocket };
    const written = readIfThere(logFile(place)) ?? '';
    // The path is longer than a socket's may be, or the file system has none.
    if (hasSocket && /could not create any Unix-domain sockets/.test(written)) {
      hasSocket = false;
      continue;
    }
    // Another program may take the port first, and the shared memory of a killed Postgres takes a moment to go.
    const passing = /could not (bind|create any TCP)|pre-existing shared memory block/.test(written);
    if (!passing || attempt === START_ATTEMPTS) {
      throw new Error(
        `Postgres did not start; the end of its log (${logFile(place)}):\n${written.trim().slice(-2000)}`,
      );
    }
    await delay(100 * attempt);
  }
}

function spawnPostgres(
  place: ClusterPaths,
  cluster: string,
  port: number,
  durable: boolean,
  hasSocket: boolean,
): ChildProcess {
  const { runAs, binaries, home } = place;
  const file = logFile(place);
  // A Postgres that was killed leaves its own, and by its number may seem to live.
  for (const name of readdirSync(cluster)) if (name.startsWith('.s.PGSQL.')) rmSync(join(cluster, name));
  if (existsSync(file)) renameSync(file, `${file}.1`);
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // Data needs half the time through a socket in a folder. Only we reach this one.
    unix_socket_directories: hasSocket ? `"${cluster.replaceAll('"', '""')}"` : '',
    // The tests' worlds have twenty and more each, and keep them.
    max_connections: durable ? '100' : '400',
    // Nothing replicates from this instance, so it can write less.
    wal_level: 'minimal',
    max_wal_senders: '0',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_checkpoints: 'off',
    // Our own log has the failed statements; here they would only fill the disk.
    log_min_messages: 'log',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = openSync(file, 'w', 0o600);
  try {
    return spawn('/bin/sh', ['-c', SUPERVISED, 'sh', binaries.postgres, '-D', cluster, ...flags], {
      ...runAs,
      cwd: home,
      // In its own session, because Ctrl-C must not reach Postgres while our server still answers.
      detached: true,
      stdio: ['pipe', output, output],
    });
  } finally {
    closeSync(output);
  }
}

/** Waits until Postgres accepts connections. @returns false when it ended instead */
async function becomesReady(child: ChildProcess, cluster: string): Promise<boolean> {
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  // Without a listener, a broken pipe would end this process.
  child.stdin?.on('error', () => undefined);
  const giveUpAt = performance.now() + START_LIMIT_MS;
  while (child.exitCode === null && child.signalCode === null && failure === undefined) {
    const [pid, , , , , , , status] = readPostmasterFile(cluster);
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

/** Reads postmaster.pid. Its lines are process id, data directory, start, port, socket, address, memory and status. */
function readPostmasterFile(cluster: string): string[] {
  return readIfThere(join(cluster, 'postmaster.pid'))?.split('\n') ?? [];
}

/** @returns the port of the Postgres that runs on this cluster now, or undefined */
export function runningPort(cluster: string): number | undefined {
  const [pid, , , port, , , , status] = readPostmasterFile(cluster);
  if (!runsCluster(Number.parseInt(pid ?? '', 10), cluster) || status?.trim() !== 'ready') return undefined;
  return Number(port);
}

/** Ends the Postgres that an earlier run left behind: its watcher was killed too, or is ending it at this moment. */
export async function endStalePostgres(cluster: string, log: (message: string) => void): Promise<void> {
  const pid = Number.parseInt(readPostmasterFile(cluster)[0] ?? '', 10);
  if (!(pid > 1)) return;
  if (!runsCluster(pid, cluster)) {
    // Another program may have this id now, or the file was copied from a running cluster. Postgres would not start.
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
 * Whether a process is the Postgres of this cluster. Its working folder tells, which follows a cluster that is moved.
 * Where the system does not say it (macOS), the folder in its command tells.
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

/** The path of Postgres's log; `postgres.log.1` beside it is of the run before. */
export function logFile(place: ClusterPaths): string {
  return join(place.home, 'postgres.log');
}
