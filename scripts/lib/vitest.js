import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ownTools, pinnedNode, root } from './project.js';

/** Milliseconds. */
const longestRun = 60 * 60_000;

/** Of a run that failed outside of its tests: what it says of that is its last. */
const shownLines = 80;

/**
 * Runs projects of vitest.config.ts.
 * @param {string[]} projects their names there
 * @param {NodeJS.ProcessEnv} [env] added to the present environment
 * @param {boolean} [isAside] whether it says all at its end, because another run is being watched meanwhile
 * @param {string[]} [files] parts of the names of the files that are run; all unless given
 * @returns {Promise<{ passed: number, reasons: string[] }>} how many tests passed, and of each that failed its file, its name
 *   and what it said; a failure outside of a test (a file that cannot be loaded, an unhandled error, a crash) counts as one
 */
export async function runVitest(projects, env = {}, isAside = false, files = []) {
  const folder = mkdtempSync(join(tmpdir(), 'yardpack-report-'));
  const report = join(folder, 'report.json');
  const cli = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [
    cli,
    'run',
    ...files,
    ...projects.flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  let said = '';
  try {
    const child = spawn(pinnedNode, args, {
      cwd: root,
      stdio: isAside ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      // What one process has compiled, the next one need not: a server loads a third faster.
      env: { ...ownTools(), NODE_COMPILE_CACHE: join(folder, 'compiled'), ...env },
      // A test's own time limit cannot stop an endless loop.
      timeout: longestRun,
    });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (said += text));
    // Without a code it could not be started, or a signal ended it.
    const status = await once(child, isAside ? 'close' : 'exit').then(
      ([code]) => code,
      () => null,
    );
    const { passed, reasons } = existsSync(report)
      ? read(JSON.parse(readFileSync(report, 'utf8')))
      : { passed: 0, reasons: [] };
    const isUnexplained = reasons.length === 0 && (status !== 0 || passed === 0);
    if (isUnexplained) {
      const end = said.trimEnd().split('\n').slice(-shownLines).join('\n');
      reasons.push(`${projects.join(', ')}: ended with code ${status}, and no test says why\n${end}`.trimEnd());
    }
    return { passed, reasons };
  } finally {
    if (isAside) console.log(said.trimEnd());
    rmSync(folder, { recursive: true, force: true });
  }
}

function read({ testResults = [], numPassedTests = 0 }) {
  const reasons = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${file}\n${message}`];
    return failed.map((test) => `${file} > ${test.fullName}\n${test.failureMessages.join('\n')}`);
  });
  return { passed: numPassedTests, reasons };
}
