import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { whatIsWrongWithNode } from './node-binary.js';
import { fail, outerNode, pinnedNode, programOfNode, root, withoutOwnTools } from './project.js';

const lockFile = join(root, 'package-lock.json');
const stampFile = join(root, 'node_modules', '.yardpack-installed');

/**
 * Makes node_modules match package-lock.json. It is quick when they match already.
 * @param {boolean} [withDevelopment] whether to install the packages that build and test; not in production by default
 */
export function ensureInstalled(withDevelopment = process.env.NODE_ENV !== 'production') {
  const lock = readFileSync(lockFile, 'utf8');
  const sum = createHash('sha256').update(lock).digest('hex');
  const stamp = `${sum} ${process.platform}-${process.arch}${withDevelopment ? '' : ' production'}\n`;
  if (readIfThere(stampFile) === stamp && existsSync(pinnedNode)) return;
  if (!matchesInstalled(lock, withDevelopment)) {
    console.log('Installing packages …');
    // `npm ci` refuses a lock file without the optional packages of every other platform. This command installs the
    // locked versions too, and does not change the lock file.
    const { status, error } = runNpm([
      'install',
      '--no-save',
      withDevelopment ? '--include=dev' : '--omit=dev',
      '--no-fund',
      '--no-audit',
      '--loglevel=error',
    ]);
    if (error || status !== 0)
      fail(`npm install failed (${error?.message ?? `exit code ${status}`}): see the lines above.`);
  }
  if (!existsSync(pinnedNode)) {
    fail(
      'The pinned Node is missing: its package has an install script, and "npm config get ignore-scripts" must be false.',
    );
  }
  const problem = whatIsWrongWithNode(programOfNode);
  if (problem) fail(problem);
  writeFileSync(stampFile, stamp);
}

/** Whether npm's own record of the installed packages agrees with the lock file, as after `npm install`. */
function matchesInstalled(lock, withDevelopment) {
  const record = readIfThere(join(root, 'node_modules', '.package-lock.json'));
  if (record === undefined || !existsSync(pinnedNode)) return false;
  const installed = JSON.parse(record).packages;
  return Object.entries(JSON.parse(lock).packages).every(([path, wanted]) => {
    const found = installed[path];
    if (path === '' || (found === undefined && wanted.optional)) return true;
    if (wanted.dev && !withDevelopment) return found === undefined;
    return found?.version === wanted.version && found?.integrity === wanted.integrity;
  });
}

function runNpm(args) {
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: withoutOwnTools() };
  // npm also replaces the pinned Node, so it must run on another one.
  const [node, cli] = [outerNode(), process.env.npm_execpath];
  if (node && cli?.endsWith('.js')) return spawnSync(node, [cli, ...args], options);
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
