import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ownTools, pinnedNode, root } from './project.js';

/** The shell comes first: it has the same engine, and takes less time since it draws no window around a page. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds a Chromium that starts, or installs one.
 * @returns {string | undefined} its path; undefined after a line that says what to install
 */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  install();
  const installed = findChromium();
  if (!installed) {
    console.error(
      'No Chromium: install the package "chromium" (or run: npx playwright-core install --with-deps chromium), or set CHROMIUM_PATH.',
    );
  }
  return installed;
}

function findChromium() {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) return starts(asked) ? asked : undefined;
  return candidates().find((path) => existsSync(path) && starts(path));
}

function candidates() {
  const searched = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...folders];
  const programs = searched.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...programs, ...applications, ...playwrightsOwn()];
}

/** The browsers that Playwright may have downloaded: its cache has one folder per browser and revision. */
function playwrightsOwn() {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), '.cache', 'ms-playwright'),
    join(homedir(), 'Library', 'Caches', 'ms-playwright'),
  ];
  const programs = [
    'chrome-linux64/chrome',
    'chrome-linux/chrome',
    'chrome-headless-shell-linux64/chrome-headless-shell',
    'chrome-linux/headless_shell',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  ];
  return caches
    .filter((cache) => cache && existsSync(cache))
    .flatMap((cache) =>
      readdirSync(cache)
        .filter((folder) => folder.startsWith('chromium'))
        .sort()
        .reverse()
        .flatMap((folder) => programs.map((program) => join(cache, folder, program))),
    );
}

/** A downloaded browser may lack system libraries, and a package may only tell people to install another one. */
function starts(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

function install() {
  if (process.env.CHROMIUM_PATH) return;
  const run = (command, args, env = process.env) =>
    spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium (apt-get) …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const get = (name) => run('apt-get', ['install', '-y', '--no-install-recommends', name], env);
    if (run('apt-get', ['update'], env) && (get('chromium-headless-shell') || get('chromium')) && findChromium())
      return;
  }
  console.log('Installing Chromium (Playwright) …');
  run(pinnedNode, [join('node_modules', 'playwright-core', 'cli.js'), 'install', 'chromium'], ownTools());
}
