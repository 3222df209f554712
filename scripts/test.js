// Runs everything that CI checks. After a failed step the next one still runs.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, staysWithinBudgets } from './lib/build.js';
import { ensureChromium } from './lib/chromium.js';
import { ensureInstalled } from './lib/install.js';
import { ownTools, pinnedNode, root } from './lib/project.js';
import { runVitest } from './lib/vitest.js';

const total = { passed: 0, failed: 0 };
const failures = [];

/** @param run runs the step and returns whether it passed, or how many tests passed and failed */
function step(name, run) {
  const begun = performance.now();
  console.log(`\n── ${name}`);
  let result;
  try {
    result = run();
  } catch (error) {
    console.error(error);
    result = false;
  }
  const { passed, failed } = typeof result === 'boolean' ? { passed: Number(result), failed: Number(!result) } : result;
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) failures.push(name);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`── ${name}: ${failed > 0 ? 'FAILED' : 'ok'} (${seconds} s)`);
}

function run(program, args, env = {}) {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...ownTools(), ...env },
  });
  if (error) console.error(error.message);
  return status === 0;
}

const tool = (name, ...args) => run(join(root, 'node_modules', '.bin', name), args);

ensureInstalled();
step('format and lint (biome)', () => tool('biome', 'check'));
step('types (tsc)', () => tool('tsc', '-b'));
step('unused code (knip)', () => tool('knip'));
step('build of the site, and its budgets', () => ensureBuilt() && staysWithinBudgets());
step('unit, server and layout tests (vitest)', () => runVitest(['server', 'web']));
step('journeys in a real browser (vitest)', () => {
  const chromium = ensureChromium();
  return chromium ? runVitest(['journeys'], { CHROMIUM_PATH: chromium }) : false;
});
step('endpoints that still answer 501', () => run(pinnedNode, ['src/server/testing/unhandled.ts']));

if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
