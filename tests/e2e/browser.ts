import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Result } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { shiftClock } from '#web/testing/shift-clock.ts';
import { browserFlags } from './browser-flags.ts';
import { now } from './clock.ts';
import { translatePages } from './translator.ts';

const screenshots = fileURLToPath(new URL('screenshots/', import.meta.url));

/** A person at a browser of their own: cookies and storage are not shared with anybody. */
export type Visitor = { page: Page; context: BrowserContext };

export type TestBrowser = {
  /**
   * @param width 360 for a phone, 1280 for a desk
   * @param keepsApp whether the browser keeps the app's code for when there is no network
   * @param isTranslated whether it translates what it shows; with TRANSLATED=1 in the environment every visitor's does
   */
  visitor(width: number, keepsApp?: boolean, isTranslated?: boolean): Promise<Visitor>;
  /** What went wrong in any page so far: outside requests, errors of scripts, refusals of the security policy. */
  faults: string[];
  /** Ends what its visitors have open. */
  close(): Promise<void>;
};

/**
 * Features of Chromium that are left out: those that Playwright leaves out, whose list this one replaces, and the pages
 * of the address bar, which every new window loads although nobody sees it: half of what a window costs.
 */
const leftOut = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

/** One for all journeys of a process, which it ends with. */
let launched: Promise<Browser> | undefined;

/**
 * Opens the browser that the test runner found (CHROMIUM_PATH).
 * @param site the only origin that pages may talk to
 * @param begins what time it is on people's phones
 */
export async function openBrowser(site: string, begins = now()): Promise<TestBrowser> {
  // What moves the machine's clock (libfaketime) would stop Chromium's timers.
  const { LD_PRELOAD: _preloaded, ...env } = process.env;
  launched ??= chromium.launch({
    env,
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    // A page lives too short for the compilers that optimize to earn back what they take from it.
    args: [...browserFlags, '--js-flags=--no-maglev,--no-opt', `--disable-features=${leftOut.join(',')}`],
  });
  const browser = await launched;
  const contexts = new Set<BrowserContext>();
  const faults: string[] = [];
  const origin = new URL(site).origin;
  const aheadMs = begins.epochMilliseconds - (await clockOf(browser));

  async function visitor(width: number, keepsApp = false, isTranslated = false): Promise<Visitor> {
    const context = await browser.newContext({
      viewport: { width, height: width < 600 ? 740 : 900 },
      baseURL: site,
      // What moves is drawn sixty times a second, and a press waits until it stands still.
      reducedMotion: 'reduce',
      // It fetches the whole route's code for each visitor.
      serviceWorkers: keepsApp ? 'allow' : 'block',
    });
    if (isTranslated || process.env.TRANSLATED) await translatePages(context);
    await context.addInitScript(shiftClock, aheadMs);
    contexts.add(context);
    context.on('close', () => contexts.delete(context));
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.origin !== origin) faults.push(`request to ${request.url()}`);
    });
    context.on('page', (page) => {
      page.on('pageerror', (error) => faults.push(`error in ${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        // A refused call is logged by the browser itself; what the page makes of it is asserted where it is expected.
        const isRefusal = /Failed to load resource/.test(message.text());
        if (message.type() === 'error' && !isRefusal) faults.push(`console of ${page.url()}: ${message.text()}`);
      });
    });
    context.setDefaultTimeout(30_000);
    return { context, page: await context.newPage() };
  }

  const close = async () => {
    for (const context of [...contexts]) {
      // A call that is on its way through a route fails when its page goes, which nobody awaits any more.
      for (const router of [...context.pages(), context]) await router.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    }
  };
  return { visitor, faults, close };
}

/**
 * Lets calls that change something reach the server and loses their answers on the way.
 * @param times how often; until the losing is ended unless given
 * @returns ends it: a call that is on its way then still loses its answer, later ones get theirs. The path stays routed,
 *   because a call whose route is taken away under it goes to the server a second time by itself.
 */
export async function loseAnswers(page: Page | BrowserContext, path: string, times = Infinity): Promise<() => void> {
  let left = times;
  await page.route(path, async (route) => {
    if (left <= 0 || route.request().method() === 'GET') return route.fallback();
    left -= 1;
    await route.fetch();
    await route.abort('connectionreset');
  });
  return () => {
    left = 0;
  };
}

/** Keeps a picture of the page for people to look at, when they ask for pictures. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: `${screenshots}${name}.png`, fullPage: true });
}

/** Holds the screen to the width of its window and to axe's rules. */
export async function looksRight({ page }: Visitor, name: string): Promise<void> {
  await takePicture(page, name);
  expect(await scrollsSideways(page), `${name} scrolls sideways`).toBe(false);
  expect(await accessibilityFaults(page), name).toEqual([]);
}

/** @returns whether the page is wider than its window, which a phone shows by scrolling sideways */
async function scrollsSideways(page: Page): Promise<boolean> {
  return await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @returns what axe finds against WCAG 2.2 AA, one line for each fault */
async function accessibilityFaults(page: Page): Promise<string[]> {
  // A colour that is on its way to another has a contrast of its own.
  await page.evaluate(() => {
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
  });
  // As a string: a script element would be refused by the page's security policy.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axeSource);
  // Only what is at fault comes back: all that axe has looked at is a megabyte.
  const violations = await page.evaluate<Result[]>(
    // No rule of these asks for style sheets or media, which a preload would fetch and parse for each look.
    // React Aria's announcer keeps the name of a button for a while after the button is gone.
    `axe.run({ exclude: ['[data-live-announcer]'] }, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'], preload: false,
    }).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.html}`));
}

/** Whether all of it is on the first screen of the smallest phones, above the bar of places. */
export async function isInSight(page: Page, action: Locator): Promise<void> {
  for (const [width, height] of [
    [320, 568],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await action.waitFor();
    const bar = await page.getByRole('navigation', { name: 'Places' }).boundingBox();
    const bottom = () => action.evaluate((element) => element.getBoundingClientRect().bottom + scrollY);
    // What is shown while a page loads, or a step is on its way, may stand above it for a moment.
    const poll = { message: `${page.url()} at ${width} x ${height}` };
    await expect.poll(bottom, poll).toBeLessThanOrEqual(bar?.y ?? 0);
  }
}

/** @returns what time a browser says it is, in milliseconds: it may have another clock than this process */
async function clockOf(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  const now = await page.evaluate(() => Date.now());
  await page.close();
  return now;
}

/** Sets the clock of what a window opens from now on. */
export async function setClock(page: Page, now: Temporal.Instant): Promise<void> {
  const machineNow = await page.evaluate(() => (globalThis.machineDate ?? Date).now());
  await page.addInitScript(shiftClock, now.epochMilliseconds - machineNow);
}
