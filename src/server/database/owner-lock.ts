import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** What tells one process from a later one that was given the same number. */
interface ProcessIdentity {
  pid: number;
  /** Start time in clock ticks since boot, where the system tells (Linux); otherwise empty. */
  startedAt: string;
}

interface Holder extends ProcessIdentity {
  /** Device and number of the directory it holds: a copy of a directory, lock and all, is held by nobody. */
  directory: string;
  /** Whether it is about to give the directory back. */
  isStopping: boolean;
}

/** The right to use a directory. */
export interface OwnerLock {
  /** Tells others who want it that waiting is worth their while. */
  announceRelease(): void;
  release(): void;
}

const lockName = 'yardpack.lock';
/** How long a holder that has just been asked to stop may take to say so. */
const patienceMs = 300;
/** How long one that said so may take. */
const stopPatienceMs = 30_000;

/** Thrown when another living process holds the lock. */
export class InUseError extends Error {
  override name = 'InUseError';
  readonly pid: number;

  constructor(directory: string, pid: number) {
    super(`${directory} is in use by another Yardpack (pid ${pid})`);
    this.pid = pid;
  }
}

/**
 * Takes the right to use a directory, for as long as this process lives. The lock of a process that is gone (also after
 * kill -9) is taken over, one that is just stopping is waited for.
 *
 * @param directory where the lock is kept; it exists
 * @throws InUseError when another living process holds it
 */
export async function acquireOwnerLock(directory: string): Promise<OwnerLock> {
  const file = join(directory, lockName);
  const own: Holder = { ...identityOf(process.pid), directory: identityOfDirectory(directory), isStopping: false };
  const candidate = `${file}.${process.pid}`;
  let written = put(candidate, own);
  for (;;) {
    try {
      // A hard link appears whole or not at all, and never over an existing file.
      linkSync(candidate, file);
      break;
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    } finally {
      rmSync(candidate, { force: true });
    }
    const stale = await requireFree(directory);
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
 * Waits for the directory's holder when it is stopping.
 * @returns the lock that nobody living holds, as it is written; undefined when there is none
 * @throws InUseError when a living process holds the directory and means to go on
 */
export async function requireFree(directory: string): Promise<string | undefined> {
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

/** Removes a stale lock, unless another start has replaced it with its own in the meantime. */
function takeAway(file: string, stale: string): void {
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, 'utf8') !== stale) linkSync(aside, file);
  } catch (error) {
    if (!isCode(error, 'ENOENT') && !isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function identityOf(pid: number): ProcessIdentity {
  return { pid, startedAt: processStat(pid)?.startedAt ?? '' };
}

function isAlive(identity: ProcessIdentity): boolean {
  if (!isRunning(identity.pid)) return false;
  return identity.startedAt === '' || processStat(identity.pid)?.startedAt === identity.startedAt;
}

/**
 * Whether a process with this number runs. One that has ended and only waits for its parent to notice does not.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is there, and belongs to somebody else.
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

/** The text of a file, or undefined when it is not there (or, in /proc, just went away). */
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
