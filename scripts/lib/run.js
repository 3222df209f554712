import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownTools, pinnedNode, root } from './project.js';

const SIGNALS = ['SIGINT', 'SIGTERM'];

/**
 * Runs the pinned Node as if it were this process, with the same terminal, the same signals and the same exit code. It
 * also stops when this process, or npm above it, is killed and cannot pass a signal on.
 *
 * @param {string[]} args Node's arguments
 * @param {NodeJS.ProcessEnv} [env] added to the present environment
 */
export function becomeNode(args, env = {}) {
  const watch = fileURLToPath(new URL('stop-with-parent.js', import.meta.url));
  const child = spawn(pinnedNode, ['--import', watch, ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // What was compiled once is not compiled again, so that a server loads in two thirds of the time.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'yardpack'), ...ownTools(), ...env },
  });
  // Ctrl-C reaches the child twice, directly and from here, so the child takes the first signal and ignores the others.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));

  if (process.env.npm_lifecycle_event !== undefined) {
    const lost = watchParents();
    const watching = setInterval(() => {
      if (!lost()) return;
      clearInterval(watching);
      child.kill('SIGTERM');
    }, 250);
  }

  child.on('error', (error) => {
    console.error(`${pinnedNode}: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
  return child;
}

/**
 * Watches the shell in which npm runs a script, and npm itself: when npm is killed, the shell goes on waiting for us.
 * @returns {() => boolean} whether one of them is gone
 */
function watchParents() {
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  return () => process.ppid !== parent || parentOf(parent) !== grandparent;
}

/** @returns the parent of a process, undefined where the system does not tell (Linux: proc(5), field 4 of stat) */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return undefined;
  }
}
