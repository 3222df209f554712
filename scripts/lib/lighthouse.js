// Measures pages of a built site on a simulated phone, and fails when one is below the project's promises: the public ones
// of an empty business, and of the demo those that people open every day. It does not measure the sandbox's own pages.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import lighthouse from '../../bench/packages/lighthouse.js';
import { freePort } from '../../src/server/free-port.ts';
import { browserFlags } from '../../tests/e2e/browser-flags.ts';
import { demo, enter } from '../../tests/e2e/people.ts';
import { runServer } from '../../tests/running-server.ts';

const atLeast = { performance: 0.95, accessibility: 1, 'best-practices': 1, seo: 1 };
/** The sign-up page loads the session's code at once, which the other pages do not need. */
const pages = { '/': atLeast, '/inquiry': atLeast, '/sign-up': { ...atLeast, performance: 0.9 } };
/** Nobody finds a page behind the sign-in by a search. */
const daily = { performance: 0.9, accessibility: 1, 'best-practices': 1 };
/** Whose page, and the link that leads to it from the first one. */
const dailyPages = [
  { as: demo.casey },
  { as: demo.wren },
  { as: demo.wren, link: 'Today' },
  { as: demo.wren, link: 'Plan' },
  { as: demo.erin },
];
/** The limit for the landing page's scripts, compressed. */
const scriptBudget = { path: '/', bytes: 125_000 };

/** Each page is measured this often, because other load on the machine changes a single run. */
const runs = 3;

/** `npm run lighthouse -- --only signed-in` leaves the public pages out. */
const isSignedInOnly = process.argv.includes('signed-in');
let hasFailed = false;
if (!isSignedInOnly) {
  await onServer({ DEMO_DATA: '0' }, async ({ url }) => {
    for (const path of Object.keys(pages)) await measure({ name: path, url: `${url}${path}`, least: pages[path] });
  });
}
await onServer({ DEMO_DATA: '1' }, async ({ url }) => {
  for (const { as, link } of dailyPages) {
    await measure({ name: `${link ?? 'Home'} of ${as.username}`, url, as, link, least: daily });
  }
});
process.exitCode = hasFailed ? 1 : 0;

/** Starts a business of its own for what is to be done with it. The empty settings override a file .env. */
async function onServer(settings, act) {
  const dataDir = mkdtempSync(join(tmpdir(), 'yardpack-lighthouse-'));
  // When root runs this, Postgres runs as another user, who must be able to reach the folder.
  chmodSync(dataDir, 0o711);
  const server = await runServer({ DATA_DIR: dataDir, PUBLIC_URL: '', DATABASE_URL: '', ...settings });
  try {
    await act(server);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Says the median of the page's runs, and notes when it does not keep the promises. */
async function measure({ name, least, ...page }) {
  const reports = [];
  for (let run = 1; run <= runs; run += 1) reports.push((await runLighthouse(page)).lhr);
  const scores = Object.entries(least).map(([id, wanted]) => {
    const sorted = reports.map((lhr) => lhr.categories[id]?.score ?? 0).sort((a, b) => a - b);
    return { id, least: wanted, sorted, median: sorted[Math.floor(runs / 2)] };
  });
  const bytes = Math.max(...reports.map(scriptBytes));
  const isHeavy = name === scriptBudget.path && bytes > scriptBudget.bytes;
  const percent = (score) => Math.round(score * 100);
  const words = scores.map(({ id, median, sorted }) => `${id} ${percent(median)} (${sorted.map(percent).join(', ')})`);
  console.log(`${name}: ${words.join('; ')}; scripts ${(bytes / 1000).toFixed(1)} kB${isHeavy ? ' (too heavy)' : ''}`);
  const missed = scores.filter(({ median, least: wanted }) => median < wanted);
  for (const { id, median } of missed) {
    const usual = reports.find((lhr) => (lhr.categories[id]?.score ?? 0) === median) ?? reports[0];
    console.log(faultsOf(usual, id).join('\n'));
  }
  for (const { runtimeError } of reports) if (runtimeError) console.log(`  ${runtimeError.message}`);
  if (missed.length > 0 || isHeavy) hasFailed = true;
}

/** Uses a new browser for each run, without the cache and cookies of the run before. */
async function runLighthouse({ url, as, link }) {
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), 'yardpack-browser-'));
  // Lighthouse opens its page among those of the browser itself, so the sign-in has to be there.
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH,
    args: [...browserFlags, `--remote-debugging-port=${port}`],
    baseURL: url,
  });
  try {
    const measured = as ? await openAs(context, as, link) : url;
    return await lighthouse(measured, { port, logLevel: 'error', output: 'json', formFactor: 'mobile' });
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Signs somebody in. @returns the address of the page that the link leads to, or of the first one */
async function openAs(context, as, link) {
  const page = await context.newPage();
  await enter(page, as);
  if (link) {
    const before = page.url();
    await page.getByRole('link', { name: link, exact: true }).first().click();
    await page.waitForURL((at) => at.href !== before);
  }
  const address = page.url();
  await page.close();
  return address;
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
