import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownTools, pinnedNode, root } from './project.js';

/** Milliseconds. */
const longestRun = 60 * 60_000;

/**
 * Runs projects of vitest.config.ts.
 * @param {string[]} projects their names there
 * @param {NodeJS.ProcessEnv} [env] added to the present environment
 * @param {boolean} [isAside] whether it says all at its end, because another run is being watched meanwhile
 * @returns {Promise<{ passed: number, failed: number }>} numbers of tests; a failure outside of a test (a file that cannot be
 *   loaded, an unhandled error, a crash) counts as one failed test
 */
export async function runVitest(projects, env = {}, isAside = false) {
  const folder = mkdtempSync(join(tmpdir(), 'yardpack-report-'));
  const report = join(folder, 'report.json');
  const cli = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [
    cli,
    'run',
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
    const { passed, failed } = existsSync(report)
      ? count(JSON.parse(readFileSync(report, 'utf8')))
      : { passed: 0, failed: 0 };
    const unexplained = status !== 0 && failed === 0;
    const nothing = passed + failed === 0;
    return { passed, failed: unexplained || nothing ? failed + 1 : failed };
  } finally {
    if (isAside) console.log(said.trimEnd());
    rmSync(folder, { recursive: true, force: true });
  }
}

function count({ testResults = [], numPassedTests = 0, numFailedTests = 0 }) {
  const unloadable = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + unloadable.length };
}
