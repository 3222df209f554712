// Measures the public pages of a built site on a simulated phone, and fails below what the project promises. The
// sandbox's own pages are not measured.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { freePort } from '../../src/server/free-port.ts';
import { browserFlags } from '../../tests/e2e/browser-flags.ts';
import { runServer } from '../../tests/running-server.ts';

const atLeast = { performance: 0.95, accessibility: 1, 'best-practices': 1, seo: 1 };
/** The sign-up works with the session from the start, whose code a visitor's pages do without. */
const pages = { '/': atLeast, '/inquiry': atLeast, '/sign-up': { ...atLeast, performance: 0.9 } };
/** What the landing page's scripts may weigh, packed. */
const scriptBudget = { path: '/', bytes: 125_000 };

/** How often each page is measured; whatever else the machine does moves a single run. */
const runs = 3;

const dataDir = mkdtempSync(join(tmpdir(), 'yardpack-lighthouse-'));
// The user Postgres runs as has to pass through when this is run by root.
chmodSync(dataDir, 0o711);
// An empty business; a file .env has no say in where it is.
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

/** @returns whether the page is as good as promised, by the median of its runs */
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

/** A browser of its own for each page: no cache and no cookies of the one before. */
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

/** What all scripts of the page weighed on the wire. */
function scriptBytes(lhr) {
  const requests = lhr.audits['network-requests']?.details?.items ?? [];
  return requests
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize }) => sum + transferSize, 0);
}

/** One line for each audit of a category that cost points. */
function faultsOf(lhr, category) {
  return lhr.categories[category].auditRefs
    .map(({ id, weight }) => ({ weight, audit: lhr.audits[id] }))
    .filter(({ weight, audit }) => weight > 0 && audit.score !== null && audit.score < 1)
    .map(({ audit }) => `  ${category}: ${audit.title} ${audit.displayValue ?? ''}`);
}
