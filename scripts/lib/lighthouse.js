// Measures the public pages of a built site on a simulated phone, and fails when one is below the project's promises.
// It does not measure the sandbox's own pages.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import lighthouse from '../../bench/packages/lighthouse.js';
import { freePort } from '../../src/server/free-port.ts';
import { browserFlags } from '../../tests/e2e/browser-flags.ts';
import { runServer } from '../../tests/running-server.ts';

const atLeast = { performance: 0.95, accessibility: 1, 'best-practices': 1, seo: 1 };
/** The sign-up page loads the session's code at once, which the other pages do not need. */
const pages = { '/': atLeast, '/inquiry': atLeast, '/sign-up': { ...atLeast, performance: 0.9 } };
/** The limit for the landing page's scripts, compressed. */
const scriptBudget = { path: '/', bytes: 125_000 };

/** Each page is measured this often, because other load on the machine changes a single run. */
const runs = 3;

const dataDir = mkdtempSync(join(tmpdir(), 'yardpack-lighthouse-'));
// When root runs this, Postgres runs as another user, who must be able to reach the folder.
chmodSync(dataDir, 0o711);
// An empty business. The empty settings override a file .env.
const server = await runServer({ DATA_DIR: dataDir, DEMO_DATA: '0', PUBLIC_URL: '', DATABASE_URL: '' });
let hasFailed = false;
try {
  for (const path of Object.keys(pages)) {
    if (!(await measure(path))) hasFailed = true;
  }
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exitCode = hasFailed ? 1 : 0;

/** @returns whether the median of the page's runs keeps the promises */
async function measure(path) {
  const reports = [];
  for (let run = 1; run <= runs; run += 1) reports.push((await runLighthouse(`${server.url}${path}`)).lhr);
  const scores = Object.entries(pages[path]).map(([id, least]) => {
    const sorted = reports.map((lhr) => lhr.categories[id]?.score ?? 0).sort((a, b) => a - b);
    return { id, least, sorted, median: sorted[Math.floor(runs / 2)] };
  });
  const bytes = Math.max(...reports.map(scriptBytes));
  const isHeavy = path === scriptBudget.path && bytes > scriptBudget.bytes;
  const percent = (score) => Math.round(score * 100);
  const words = scores.map(({ id, median, sorted }) => `${id} ${percent(median)} (${sorted.map(percent).join(', ')})`);
  console.log(`${path}: ${words.join('; ')}; scripts ${(bytes / 1000).toFixed(1)} kB${isHeavy ? ' (too heavy)' : ''}`);
  const missed = scores.filter(({ median, least }) => median < least);
  for (const { id } of missed) console.log(faultsOf(reports[0], id).join('\n'));
  for (const { runtimeError } of reports) if (runtimeError) console.log(`  ${runtimeError.message}`);
  return missed.length === 0 && !isHeavy;
}

/** Uses a new browser for each run, without the cache and cookies of the run before. */
async function runLighthouse(url) {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: [...browserFlags, `--remote-debugging-port=${port}`],
  });
  try {
    return await lighthouse(url, { port, logLevel: 'error', output: 'json', formFactor: 'mobile' });
  } finally {
    await browser.close();
  }
}

/** @returns the bytes on the wire of all of the page's scripts */
function scriptBytes(lhr) {
  const requests = lhr.audits['network-requests']?.details?.items ?? [];
  return requests
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize }) => sum + transferSize, 0);
}

/** @returns a line for each audit of a category that cost points */
function faultsOf(lhr, category) {
  return lhr.categories[category].auditRefs
    .map(({ id, weight }) => ({ weight, audit: lhr.audits[id] }))
    .filter(({ weight, audit }) => weight > 0 && audit.score !== null && audit.score < 1)
    .map(({ audit }) => `  ${category}: ${audit.title} ${audit.displayValue ?? ''}`);
}
