import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { overBudget } from './budgets.js';
import { ownTools, pinnedNode, root } from './project.js';

/** The files that the build of the site reads. */
const siteInputs = [
  'src/web',
  'src/contract',
  'src/domain',
  'src/service-worker',
  'scripts/lib/service-worker.js',
  'scripts/lib/head-start.js',
  'scripts/lib/site-files.js',
  'public',
  'react-router.config.ts',
  'vite.config.ts',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
];
/** The files that the build of the server reads. */
const serverInputs = [
  'src/server',
  'src/sandbox',
  'src/contract',
  'src/domain',
  'scripts/lib/build-server.js',
  'package.json',
  'package-lock.json',
];
const output = join(root, 'build');
const stampFile = join(output, '.stamp');
const serverOutput = join(output, 'node');
const serverStampFile = join(serverOutput, '.stamp');

/**
 * Builds the site into build/client, unless the same files have been built there before.
 * @returns {Promise<boolean>} whether the site is there
 */
export async function ensureBuilt() {
  const stamp = fingerprint(siteInputs);
  const page = join(output, 'client', 'index.html');
  if (existsSync(page) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return true;
  if (!existsSync(join(root, 'node_modules', '@react-router', 'dev'))) {
    console.error(
      'Production installs nothing that can build the site: run "npm run build" first, for example on a build server.',
    );
    return false;
  }
  console.log('Building the site …');
  rmSync(stampFile, { force: true });
  const { status, error } = spawnSync(
    pinnedNode,
    [join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs'), 'build'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...ownTools(), NODE_ENV: 'production' },
    },
  );
  if (error || status !== 0 || !existsSync(page)) return false;
  await packFiles(join(output, 'client'));
  mkdirSync(output, { recursive: true });
  writeFileSync(stampFile, stamp);
  return true;
}

/**
 * Puts the server into a few files, which load in a fifth of the time, unless the same ones have been put there before.
 * @returns {Promise<string>} the program to start; the server's source where there is nothing to build with
 */
export async function ensureServerBuilt() {
  const program = join(serverOutput, 'main.js');
  const stamp = fingerprint(serverInputs);
  if (existsSync(serverStampFile) && readFileSync(serverStampFile, 'utf8') === stamp) return program;
  if (!existsSync(join(root, 'node_modules', 'rolldown'))) return join(root, 'src', 'server', 'main.ts');
  const { buildServer } = await import('./build-server.js');
  await buildServer(serverOutput);
  writeFileSync(serverStampFile, stamp);
  return program;
}

/**
 * Names each page of the built site that fetches more than its budget. A start does not ask: a heavy page is no reason
 * not to run.
 * @returns {boolean} whether there is none
 */
export function staysWithinBudgets() {
  const heavy = overBudget(join(output, 'client'));
  for (const line of heavy) console.error(line);
  return heavy.length === 0;
}

/** Puts a Brotli and a gzip copy beside every file that compresses well and that the server sends unchanged. */
async function packFiles(folder) {
  const names = readdirSync(folder, { recursive: true });
  const packed = names.filter((name) => /\.(js|css|svg|json|webmanifest)$/.test(name));
  await Promise.all(packed.map((name) => pack(join(folder, name))));
}

async function pack(file) {
  const content = await readFile(file);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}

function fingerprint(inputs) {
  const hash = createHash('sha256');
  for (const input of inputs) add(hash, input);
  return hash.digest('hex');
}

function add(hash, path) {
  const file = join(root, path);
  if (!existsSync(file) || /\.test\.tsx?$/.test(path)) return;
  if (statSync(file).isDirectory()) {
    for (const name of readdirSync(file).sort()) add(hash, `${path}/${name}`);
    return;
  }
  const content = readFileSync(file);
  hash.update(`${path} ${content.length}\n`).update(content);
}
