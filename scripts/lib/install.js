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
 * @param {() => void} [first] done before packages of another kind are installed or taken away
 */
export function ensureInstalled(withDevelopment = process.env.NODE_ENV !== 'production', first = () => {}) {
  const lock = readFileSync(lockFile, 'utf8');
  const stamp = stampOf(lock, withDevelopment);
  if (readIfThere(stampFile) === stamp && existsSync(pinnedNode)) return;
  if (!matchesInstalled(root, lock, withDevelopment) || !existsSync(pinnedNode)) {
    first();
    console.log('Installing packages …');
    install(root, withDevelopment ? '--include=dev' : '--omit=dev');
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

/** As `ensureInstalled`, but what is installed for production will do, and stays: a server may run from it. */
export function ensureInstalledForUse() {
  const found = readIfThere(stampFile);
  const lock = readFileSync(lockFile, 'utf8');
  if ([true, false].some((withDevelopment) => found === stampOf(lock, withDevelopment)) && existsSync(pinnedNode))
    return;
  ensureInstalled();
}

function stampOf(lock, withDevelopment) {
  const sum = createHash('sha256').update(lock).digest('hex');
  return `${sum} ${process.platform}-${process.arch}${withDevelopment ? '' : ' production'}\n`;
}

/** Makes bench/packages/node_modules match the lock file beside it: what only measures is a sixth of all packages. */
export function ensureBenchInstalled() {
  const folder = join(root, 'bench', 'packages');
  if (matchesInstalled(folder, readFileSync(join(folder, 'package-lock.json'), 'utf8'), true)) return;
  console.log('Installing packages that measure …');
  install(folder);
}

/** Installs what a folder's lock file says. */
function install(folder, ...args) {
  // `npm ci` refuses a lock file without the optional packages of every other platform. This command installs the
  // locked versions too, and does not change the lock file.
  const quiet = ['--no-fund', '--no-audit', '--loglevel=error'];
  const { status, error } = runNpm(folder, ['install', '--no-save', ...args, ...quiet]);
  if (error || status !== 0)
    fail(`npm install failed (${error?.message ?? `exit code ${status}`}): see the lines above.`);
}

/** Whether npm's own record of the installed packages agrees with the lock file, as after `npm install`. */
function matchesInstalled(folder, lock, withDevelopment) {
  const record = readIfThere(join(folder, 'node_modules', '.package-lock.json'));
  if (record === undefined) return false;
  const installed = JSON.parse(record).packages;
  return Object.entries(JSON.parse(lock).packages).every(([path, wanted]) => {
    const found = installed[path];
    if (path === '' || (found === undefined && wanted.optional)) return true;
    if (wanted.dev && !withDevelopment) return found === undefined;
    return found?.version === wanted.version && found?.integrity === wanted.integrity;
  });
}

function runNpm(folder, args) {
  const options = { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'], env: withoutOwnTools() };
  // npm also replaces the pinned Node, so it must run on another one.
  const [node, cli] = [outerNode(), process.env.npm_execpath];
  if (node && cli?.endsWith('.js')) return spawnSync(node, [cli, ...args], options);
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
