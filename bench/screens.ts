import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { businessTimeZone } from '#domain/time-zone.ts';
import { freePort } from '#server/free-port.ts';
import { signInByApi } from '../tests/e2e/api.ts';
import { browserFlags } from '../tests/e2e/browser-flags.ts';
import { demo } from '../tests/e2e/people.ts';
import { runServer } from '../tests/running-server.ts';
import { type Line, openSlowLine, slow3G, slow4G } from './slow-line.ts';

/**
 * Measures what people wait for on a phone whose processor is slower than this machine's: what comes over the wire until
 * the screen is there, when that is, how far it jumps, and how long a press takes to show. People judge the figures.
 * `--only plan` measures the screens with that in their name.
 */

const { values } = parseArgs({
  options: {
    slower: { type: 'string', default: '6' },
    runs: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
});
const slower = Number(values.slower);
const runs = Number(values.runs);

type Screen = {
  name: string;
  as?: keyof typeof demo;
  path: string;
  /** What people came for: a selector. */
  ready: string;
  line?: Line;
  /** Opened a second time, from what the phone keeps. */
  again?: boolean;
  press?: (page: Page) => Promise<void>;
};
type Figures = { bytes: number; ready: number; largest: number; shift: number; press: number };

const dataDir = mkdtempSync(join(tmpdir(), 'yardpack-screens-'));
// When root runs this, Postgres runs as another user, who must be able to reach the folder.
chmodSync(dataDir, 0o711);
const [port, target] = [await freePort(), await freePort()];
const site = `http://127.0.0.1:${port}`;
const server = await runServer({
  DATA_DIR: dataDir,
  DEMO_DATA: 'small',
  PORT: String(target),
  PUBLIC_URL: site,
  DATABASE_URL: '',
});
const wire = await openSlowLine(port, target);
// In the evening a worker has no visit left.
if (Temporal.Now.zonedDateTimeISO(businessTimeZone).hour >= 19) {
  await fetch(`${site}/sandbox/clock.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: 'PT14H' }),
  });
}
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: browserFlags,
});
try {
  const rows = [];
  for (const screen of await listScreens()) {
    if (!screen.name.includes(values.only)) continue;
    console.log(`Measuring ${screen.name} …`);
    const all: Figures[] = [];
    for (let run = 1; run <= runs; run += 1) all.push(await measure(screen));
    rows.push({ screen: screen.name, ...inWords(all) });
  }
  console.log(`The middle of ${runs} runs, a processor ${slower} times slower than this machine's`);
  console.log(`${availableParallelism()} cores, load ${loadavg().map((load) => load.toFixed(1))}`);
  console.table(rows);
} finally {
  await browser.close();
  wire.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function listScreens(): Promise<Screen[]> {
  const wren = await signInByApi(site, demo.wren);
  const casey = await signInByApi(site, demo.casey);
  const { engagements } = await casey.get(`/v1/customer/${casey.profileId}/engagements`);
  const itinerary = {
    as: 'wren' as const,
    path: `/worker/${wren.profileId}/itinerary`,
    ready: 'fieldset[aria-label^="Visit of"] button',
  };
  // The heading stands before anything of the customer's own is there.
  const home = { as: 'casey' as const, path: '/dashboard', ready: 'main section h2' };
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
  return [
    { name: 'landing page', path: '/', ready: 'h1' },
    {
      name: 'sign-up',
      path: '/sign-up',
      ready: 'fieldset:not([disabled]) input',
      press: async (page) => {
        await page.getByLabel(/^Username/).pressSequentially('bo');
        await page.getByText('Worker', { exact: true }).click();
        await page.getByLabel(/^State/).click();
        await page.keyboard.press('Escape');
        await button(page, 'Sign Up').click();
      },
    },
    {
      name: 'itinerary, slow 4G',
      ...itinerary,
      press: async (page) => {
        await page.getByRole('radio', { name: 'Week' }).click();
        await page.getByRole('radio', { name: 'Day', exact: true }).click();
        // A visit is a step further in each run.
        await button(page, /^(Skip|Could not do it),/).click();
        await button(page, 'Close').click();
        await button(page, /^(Start|Complete)\b.*,/).click();
        await button(page, 'Next week').click();
      },
    },
    { name: 'itinerary, slow 3G', ...itinerary, line: slow3G },
    { name: 'itinerary again, slow 3G', ...itinerary, line: slow3G, again: true },
    {
      name: 'plan',
      as: 'wren',
      path: `/worker/${wren.profileId}/plan`,
      ready: 'main li',
      press: async (page) => {
        await button(page, /^(Schedule|Actions for) /).click();
        await page.keyboard.press('Escape');
      },
    },
    {
      name: 'service of a customer',
      as: 'casey',
      path: `/customers/${casey.profileId}/engagements/${engagements[0].id}`,
      ready: 'main dl',
      press: async (page) => {
        await button(page, /Edit/).click();
        await button(page, 'Cancel').click();
      },
    },
    { name: 'customer dashboard', ...home },
    { name: 'customer dashboard, slow 3G', ...home, line: slow3G },
  ];
}

/** Opens a screen in a browser of its own, without cache or cookies but the session's. */
async function measure({ as, path, ready, line = slow4G, again = false, press }: Screen): Promise<Figures> {
  wire.set(undefined);
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: site });
  context.setDefaultTimeout(120_000);
  try {
    if (as) await context.request.post('/v1/sign-in', { data: demo[as] });
    if (again) await openOnce(context, path, ready);
    const page = await context.newPage();
    await page.addInitScript(observe, ready);
    const phone = await context.newCDPSession(page);
    await phone.send('Emulation.setCPUThrottlingRate', { rate: slower });
    wire.set(line);
    const before = wire.received();
    await page.goto(path);
    await page.locator(ready).first().waitFor();
    const bytes = wire.received() - before;
    await page.waitForLoadState('networkidle');
    const seen = () => page.evaluate(() => (window as unknown as { seen: Omit<Figures, 'bytes'> }).seen);
    // What a press brings is meant to move what stands below it.
    const { shift } = await seen();
    await press?.(page);
    await page.waitForTimeout(500);
    return { ...(await seen()), shift, bytes };
  } finally {
    await context.close();
  }
}

/** Opens the screen and waits until the service worker keeps what it needs. */
async function openOnce(context: BrowserContext, path: string, ready: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(path);
  await page.locator(ready).first().waitFor();
  await page.evaluate(async () => await navigator.serviceWorker.ready);
  await page.waitForLoadState('networkidle');
  await page.close();
}

/** Runs in the page before anything else, and notes what it shows. */
function observe(ready: string): void {
  const seen = { ready: 0, largest: 0, shift: 0, press: 0 };
  Object.assign(window, { seen });
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; interactionId: number };
  const on = (type: string, note: (entry: Entry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry as Entry);
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  on('largest-contentful-paint', ({ startTime }) => {
    seen.largest = startTime;
  });
  on('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value;
  });
  on('event', ({ duration, interactionId }) => {
    if (interactionId) seen.press = Math.max(seen.press, duration);
  });
  const look = () => {
    if (document.querySelector(ready)) seen.ready = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}

function inWords(all: readonly Figures[]) {
  const middle = (of: (figures: Figures) => number) =>
    all.map(of).sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  return {
    'kB until then': (middle(({ bytes }) => bytes) / 1000).toFixed(1),
    'ready s': seconds(middle(({ ready }) => ready)),
    'largest paint s': seconds(middle(({ largest }) => largest)),
    'layout shift': middle(({ shift }) => shift).toFixed(3),
    'press to paint ms': middle(({ press }) => press) || '',
  };
}
