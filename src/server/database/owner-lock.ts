import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** What tells one process from a later one that was given the same number. */
interface ProcessIdentity {
  pid: number;
  /** Start time in clock ticks since boot, where the system tells (Linux); otherwise empty. */
  startedAt: string;
}

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
 * Takes the right to use a directory, for as long as this process lives.
 * The lock of a process that is gone (also after kill -9) is taken over.
 *
 * @param directory what is locked, for the message
 * @param file where the lock is kept
 * @param patience how long, in milliseconds, to wait for a holder that is just stopping
 * @returns gives the right back
 * @throws InUseError when another living process holds it
 */
export async function acquireOwnerLock(directory: string, file: string, patience = 3000): Promise<() => void> {
  const own = `${JSON.stringify(identityOf(process.pid))}\n`;
  const candidate = `${file}.${process.pid}`;
  const giveUpAt = performance.now() + patience;
  for (;;) {
    writeFileSync(candidate, own, { mode: 0o600 });
    try {
      // A hard link appears whole or not at all, and never over an existing file.
      linkSync(candidate, file);
      return () => {
        if (readIfThere(file) === own) rmSync(file, { force: true });
      };
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    } finally {
      rmSync(candidate, { force: true });
    }

    const held = readIfThere(file);
    if (held === undefined) continue;
    const holder = parseIdentity(held);
    if (holder === undefined || !isAlive(holder)) {
      takeAway(file, held);
      continue;
    }
    if (performance.now() > giveUpAt) throw new InUseError(directory, holder.pid);
    await delay(50);
  }
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

function parseIdentity(text: string): ProcessIdentity | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    if (!('pid' in value) || typeof value.pid !== 'number' || !(value.pid > 0)) return undefined;
    const startedAt = 'startedAt' in value && typeof value.startedAt === 'string' ? value.startedAt : '';
    return { pid: value.pid, startedAt };
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
