// Runs everything that CI checks. After a failed step the next one still runs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { staysWithinBudgets } from './lib/build.js';
import { ensureChromium } from './lib/chromium.js';
import { runFewDates } from './lib/dates.js';
import { ensureInstalled } from './lib/install.js';
import { readOptions } from './lib/options.js';
import { ownTools, pinnedNode, root } from './lib/project.js';
import { runVitest } from './lib/vitest.js';

const total = { passed: 0, failed: 0 };
const failures = [];

/**
 * Counts a step, and says how it ended.
 * @param run runs it, and resolves to whether it passed, or how many tests passed, and why each other one failed
 */
async function step(name, run) {
  const begun = performance.now();
  console.log(`\n── ${name}`);
  let result;
  try {
    result = await run();
  } catch (error) {
    console.error(error);
    result = false;
  }
  const { passed, reasons } =
    typeof result === 'boolean' ? { passed: Number(result), reasons: result ? [] : ['It says why above.'] } : result;
  const failed = reasons.length;
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) failures.push([name, ...reasons].join('\n\n'));
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`── ${name}: ${failed > 0 ? 'FAILED' : 'ok'} (${seconds} s)`);
}

/** Runs a program. What it says is shown when it ends, because others say something meanwhile. */
async function run(program, ...args) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: ownTools() });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  try {
    const [code] = await once(child, 'close');
    return code === 0;
  } finally {
    console.log(said.trimEnd());
  }
}

const tool = (name, ...args) => run(join(root, 'node_modules', '.bin', name), ...args);

async function checks() {
  await step('format and lint (biome)', () => tool('biome', 'check'));
  // Several checkers at once each learn the same types anew: 17 seconds of processor time instead of 40.
  await step('types (tsc)', () => tool('tsc', '-b', '--singleThreaded'));
  await step('unused code (knip)', () => tool('knip'));
}

async function serverTests() {
  await step('unit, server and layout tests (vitest)', () => runVitest(['server', 'web']));
  await step('some of them on other days (vitest)', runFewDates);
}

async function journeys() {
  await step('build of the site, and its budgets', async () => {
    return (await run(pinnedNode, 'scripts/build.js')) && staysWithinBudgets();
  });
  await step('journeys in a real browser (vitest)', () => {
    const chromium = ensureChromium();
    return chromium ? runVitest(['journeys'], { CHROMIUM_PATH: chromium }, true) : false;
  });
}

readOptions('npm test   runs all of it; npx vitest run FILE runs one file.');
ensureInstalled();
// Each leaves a part of two cores idle, which the other uses.
await Promise.all([checks(), serverTests(), journeys()]);

// Once more at the end: three runs have said much between the failure and here.
for (const failure of failures) console.log(`\nFailed: ${failure}`);
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
