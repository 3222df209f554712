import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Tells a process from a later one that has the same id. */
interface ProcessIdentity {
  pid: number;
  /** Start time in clock ticks since boot; empty where the system does not tell it (only Linux does). */
  startedAt: string;
}

interface Holder extends ProcessIdentity {
  /** Device and inode of the directory, so that nobody holds a copy of the directory with its lock. */
  directory: string;
  /** Whether it is about to give the directory back. */
  isStopping: boolean;
}

/** The right to use a directory. */
export interface OwnerLock {
  /** Tells other processes that it is worth waiting. */
  announceRelease(): void;
  release(): void;
}

const lockName = 'yardpack.lock';
/** How long we wait for a holder that may be about to announce its stop. */
const patienceMs = 300;
/** How long we wait for a holder that has announced its stop. */
const stopPatienceMs = 30_000;

/** Another living process holds the lock. */
export class InUseError extends Error {
  override name = 'InUseError';
  readonly pid: number;

  constructor(directory: string, pid: number) {
    super(`${directory} is in use by another Yardpack (pid ${pid})`);
    this.pid = pid;
  }
}

/**
 * Takes the right to use a directory, for the life of this process. It takes over the lock of a process that is gone,
 * also after kill -9, and waits for a process that is stopping.
 *
 * @param directory exists, and holds the lock
 * @throws InUseError when another living process holds it
 */
export async function acquireOwnerLock(directory: string): Promise<OwnerLock> {
  const file = join(directory, lockName);
  const own: Holder = { ...identityOf(process.pid), directory: identityOfDirectory(directory), isStopping: false };
  const candidate = `${file}.${process.pid}`;
  let written = put(candidate, own);
  for (;;) {
    try {
      // A hard link appears complete or not at all, and never replaces a file.
      linkSync(candidate, file);
      break;
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    } finally {
      rmSync(candidate, { force: true });
    }
    const stale = await waitUntilFree(directory);
    if (stale !== undefined) takeAway(file, stale);
    written = put(candidate, own);
  }
  return {
    announceRelease() {
      if (readIfThere(file) !== written) return;
      written = put(candidate, { ...own, isStopping: true });
      renameSync(candidate, file);
    },
    release() {
      if (readIfThere(file) === written) rmSync(file, { force: true });
    },
  };
}

/**
 * Waits for the directory's holder if it is stopping.
 * @returns the text of a lock whose process is gone; undefined when there is no lock
 * @throws InUseError when a living process holds the directory and goes on
 */
export async function waitUntilFree(directory: string): Promise<string | undefined> {
  const begun = performance.now();
  for (;;) {
    const held = readIfThere(join(directory, lockName));
    const holder = parseHolder(held);
    if (holder === undefined || !isAlive(holder) || isOfAnother(directory, holder)) return held;
    const waited = performance.now() - begun;
    if (waited > (holder.isStopping ? stopPatienceMs : patienceMs)) throw new InUseError(directory, holder.pid);
    await delay(50);
  }
}

function put(file: string, holder: Holder): string {
  const text = `${JSON.stringify(holder)}\n`;
  writeFileSync(file, text, { mode: 0o600 });
  return text;
}

function isOfAnother(directory: string, holder: Holder): boolean {
  return holder.directory !== '' && holder.directory !== identityOfDirectory(directory);
}

function identityOfDirectory(directory: string): string {
  const { dev, ino } = statSync(directory);
  return `${dev}:${ino}`;
}

/** Removes a stale lock, unless another start has replaced it meanwhile. */
function takeAway(file: string, stale: string): void {
  const movedAway = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, movedAway);
    if (readFileSync(movedAway, 'utf8') !== stale) linkSync(movedAway, file);
  } catch (error) {
    if (!isCode(error, 'ENOENT') && !isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(movedAway, { force: true });
  }
}

function identityOf(pid: number): ProcessIdentity {
  return { pid, startedAt: processStat(pid)?.startedAt ?? '' };
}

function isAlive(identity: ProcessIdentity): boolean {
  if (!isRunning(identity.pid)) return false;
  return identity.startedAt === '' || processStat(identity.pid)?.startedAt === identity.startedAt;
}

/** @returns whether a process with this id runs; false for one that has ended and waits for its parent (a zombie) */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    if (!isCode(error, 'EPERM')) return false;
  }
  const state = processStat(pid)?.state;
  return state !== 'Z' && state !== 'X';
}

/** State and start time from /proc/<pid>/stat (proc(5), fields 3 and 22); undefined where there is no such file. */
function processStat(pid: number): { state: string; startedAt: string } | undefined {
  const line = readIfThere(`/proc/${pid}/stat`);
  if (line === undefined) return undefined;
  // The name, field 2, is in parentheses and may hold anything, so fields are counted from its end.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [state, startedAt] = [fields[0], fields[19]];
  return state === undefined || startedAt === undefined ? undefined : { state, startedAt };
}

function parseHolder(text: string | undefined): Holder | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    if (!('pid' in value) || typeof value.pid !== 'number' || !(value.pid > 0)) return undefined;
    const startedAt = 'startedAt' in value && typeof value.startedAt === 'string' ? value.startedAt : '';
    const directory = 'directory' in value && typeof value.directory === 'string' ? value.directory : '';
    return { pid: value.pid, startedAt, directory, isStopping: 'isStopping' in value && value.isStopping === true };
  } catch {
    return undefined;
  }
}

/** @returns the text of a file; undefined when it does not exist, or goes away meanwhile, as in /proc */
export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ESRCH')) return undefined;
    throw error;
  }
}

/** Whether something thrown is a system error with this code, such as `ENOENT`. */
function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
