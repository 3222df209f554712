import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ownTools, pinnedNode, root } from './project.js';

const SIGNALS = ['SIGINT', 'SIGTERM'];

/**
 * Runs the pinned Node as if it were this process: same terminal, signals passed on, same exit code. It also stops
 * when this process, or the npm above it, is killed and cannot pass anything on.
 *
 * @param {string[]} args of Node
 * @param {NodeJS.ProcessEnv} [env] on top of the present one
 */
export function becomeNode(args, env = {}) {
  const watch = fileURLToPath(new URL('stop-with-parent.js', import.meta.url));
  const child = spawn(pinnedNode, ['--import', watch, ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...ownTools(), ...env },
  });
  // Ctrl-C reaches the child by itself and once more from here: it has to take a second signal as the first.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));

  if (process.env.npm_lifecycle_event !== undefined) {
    const lost = watchParents();
    setInterval(() => {
      if (lost()) child.kill('SIGTERM');
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
 * npm runs a script in a shell, and killing npm leaves that shell waiting for us; so both are watched.
 * @returns {() => boolean} whether one of them is gone
 */
function watchParents() {
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  return () => process.ppid !== parent || parentOf(parent) !== grandparent;
}

/** The parent of a process, where the system tells (Linux: proc(5), field 4 of stat). */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return undefined;
  }
}
