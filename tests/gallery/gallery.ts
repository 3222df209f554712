import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { call, signInByApi, signUpByApi } from '../e2e/api.ts';
import { browserFlags } from '../e2e/browser-flags.ts';
import { carla, demo, enter, type SignIn } from '../e2e/people.ts';
import { type RunningServer, runServer } from '../running-server.ts';
import { type Ids, idsOf, type Looker, lookers, screens } from './screens.ts';

/**
 * Takes a picture of every page of the site in each of its states, on three widths, light and dark, and puts all of them
 * on one page for people to look at: build/gallery/index.html. `--only dashboard` takes those with that in their name,
 * `--scheme dark` and `--state loading,error` only these.
 */

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    scheme: { type: 'string', default: '' },
    state: { type: 'string', default: '' },
  },
});
const folder = fileURLToPath(new URL('../../build/gallery/', import.meta.url));
const widths = [360, 768, 1280] as const;
const schemes = (['light', 'dark'] as const).filter((scheme) => !values.scheme || scheme === values.scheme);
/** As it is; with names that are far too long; while it loads; when nothing loads; on paper; of a business that begins. */
const states = ['full', 'long names', 'loading', 'error', 'print', 'empty'] as const;
const wanted: readonly string[] = values.state ? values.state.split(',') : states;
/** What the server answers when nothing loads. */
const failure = {
  message: 'Something went wrong on our side. Please try again later.',
  errorCode: 'INTERNAL_ERROR',
  traceId: 'gallery',
};

type State = (typeof states)[number];
type People = Record<Exclude<Looker, 'nobody'>, SignIn>;
type Business = { site: string; people: People; ids: Ids };
type Picture = { screen: string; state: State; width: number; scheme: string; file: string };

const data = mkdtempSync(join(tmpdir(), 'gallery-'));
// When root runs this, Postgres runs as another user, who must be able to reach the folder.
chmodSync(data, 0o711);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const servers: RunningServer[] = [];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: browserFlags,
});
try {
  const [full, empty] = [await openDemo(), await openNew()];
  const looks = widths.flatMap((width) => schemes.flatMap((scheme) => lookers.map((as) => ({ width, scheme, as }))));
  const pictures: Picture[] = [];
  // One waits for the server while the other draws.
  const takeTurns = async () => {
    for (let look = looks.shift(); look; look = looks.shift()) {
      pictures.push(...(await takeAll(full, look)), ...(await takeAll(empty, look, true)));
      console.log(`${pictures.length} pictures, ${looks.length} looks are left`);
    }
  };
  await Promise.all([takeTurns(), takeTurns()]);
  writeFileSync(join(folder, 'index.html'), pageOf(pictures));
  console.log(pathToFileURL(join(folder, 'index.html')).href);
} finally {
  await browser.close();
  for (const server of servers) await server.stop();
  rmSync(data, { recursive: true, force: true });
}

async function open(name: string, demoData: string): Promise<RunningServer> {
  const server = await runServer({
    DATA_DIR: join(data, name),
    DEMO_DATA: demoData,
    DATABASE_URL: '',
    STAFF_SECOND_FACTOR: '0',
  });
  servers.push(server);
  return server;
}

async function openDemo(): Promise<Business> {
  const { url: site } = await open('demo', '1');
  const { casey, wren, erin } = demo;
  const people = { casey, wren, erin };
  return { site, people, ids: await idsOf(await signedIn(site, people)) };
}

/** A business in which nobody has done anything, with one person of each kind. */
async function openNew(): Promise<Business> {
  const server = await open('new', '0');
  const site = server.url;
  const link = () => /\/setup\?token=([\w-]+)/.exec(server.output())?.[1];
  // It stands below the address, for which `runServer` waits.
  while (!link()) await setTimeout(100);
  const token = link();
  const owner = { firstName: 'Olive', lastName: 'Park', email: 'olive@example.com', phone: '4795550188' };
  const { password } = carla;
  await call(site, 'POST', '/v1/setup-link/open', { token, signUpId: crypto.randomUUID(), password, ...owner });
  const worker = {
    ...carla,
    type: 'Worker',
    username: 'wanda',
    email: 'wanda@example.com',
    phone: '4795550112',
  } as const;
  await signUpByApi(site, carla);
  await signUpByApi(site, { ...worker, ...{ birthdate: { year: 1990, month: 2, day: 28 } } });
  const people: People = {
    casey: carla,
    wren: worker,
    erin: { type: 'Employee', username: owner.email, password },
  };
  return { site, people, ids: await idsOf(await signedIn(site, people)) };
}

async function signedIn(site: string, { casey, wren, erin }: People) {
  return {
    casey: await signInByApi(site, casey),
    wren: await signInByApi(site, wren),
    erin: await signInByApi(site, erin),
  };
}

type Look = { width: (typeof widths)[number]; scheme: (typeof schemes)[number]; as: Looker };

async function takeAll({ site, people, ids }: Business, look: Look, isEmpty = false): Promise<Picture[]> {
  const shown = Object.entries(screens).flatMap(([route, all]) =>
    all
      .filter(({ as, isEmptyOnce }) => as === look.as && (!isEmpty || isEmptyOnce))
      .map(({ as, at }) => ({ screen: as === 'nobody' ? route : `${route} (${as})`, path: at ? at(ids) : route }))
      .filter(({ screen }) => screen.includes(values.only)),
  );
  if (shown.length === 0) return [];
  const context = await browser.newContext({
    baseURL: site,
    colorScheme: look.scheme,
    viewport: { width: look.width, height: 900 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  if (look.as !== 'nobody') await enter(page, people[look.as]);
  const pictures: Picture[] = [];
  for (const { screen, path } of shown) {
    for (const state of statesOf(look, isEmpty).filter((one) => wanted.includes(one))) {
      const file = `${[screen, state, look.width, look.scheme].join(' ').replaceAll(/[^\w]+/g, '-')}.png`;
      try {
        await show(page, path, state);
        await draw(page, look.width, file);
        pictures.push({ screen, state, ...look, file });
      } catch (error) {
        console.log(`${screen}, ${state}, ${look.width}, ${look.scheme}: ${error}`);
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.emulateMedia({ media: null });
    }
  }
  await context.close();
  return pictures;
}

/** Paper has one width and no dark, and public pages call nothing. */
function statesOf({ as, width, scheme }: Look, isEmpty: boolean): State[] {
  if (isEmpty) return ['empty'];
  const onPaper: State[] = width === 768 && scheme === 'light' ? ['print'] : [];
  return as === 'nobody' ? ['full', ...onPaper] : ['full', 'long names', 'loading', 'error', ...onPaper];
}

async function show(page: Page, path: string, state: State): Promise<void> {
  const calls = '**/v1/**';
  if (state === 'long names') {
    await page.route(calls, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: lengthen(await response.text()) });
    });
  }
  if (state === 'loading' || state === 'error') {
    // What says who is signed in has come before.
    await page.goto('/forbidden');
    await settled(page);
    await page.route(calls, async (route) => {
      if (route.request().method() !== 'GET') return await route.continue();
      if (state === 'error') await route.fulfill({ status: 500, json: failure });
    });
    await page.evaluate((to) => Reflect.get(globalThis, '__reactRouterDataRouter').navigate(to), path);
    await page.waitForTimeout(state === 'error' ? 1500 : 700);
    return;
  }
  await page.goto(path);
  await settled(page);
  if (state === 'print') await page.emulateMedia({ media: 'print' });
}

/** @returns an answer whose people, places and products are called what nobody has tried */
function lengthen(json: string): string {
  return json.replaceAll(
    /"(firstName|lastName|displayName|name|customerName|workerName|productName|streetAddress1|city|label)":"([A-Z][^"]{2,60})"/g,
    (_, field, value) => `"${field}":"${value} Featherstonehaugh-Wolfeschlegelsteinhausen"`,
  );
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 8000 }).catch(() => undefined);
  await page.waitForTimeout(200);
}

/**
 * The whole page: the window grows to it, since a picture of more than the window is taken while plots draw anew. With a
 * dialog over it the page is what the window shows.
 */
async function draw(page: Page, width: number, file: string): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  const height = await page.evaluate(() =>
    document.querySelector('[role="dialog"], [role="alertdialog"]') ? 0 : document.documentElement.scrollHeight,
  );
  await page.setViewportSize({ width, height: Math.min(Math.max(height, 900), 12_000) });
  await page.waitForTimeout(250);
  await page.screenshot({ path: join(folder, file) });
  await page.setViewportSize({ width, height: 900 });
}

function pageOf(pictures: readonly Picture[]): string {
  const sections = [...Map.groupBy(pictures, ({ screen }) => screen)].map(([screen, all]) => {
    const shots = all
      .toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state) || a.width - b.width)
      .map(({ state, width, scheme, file }) => {
        const label = `${state}, ${width} px, ${scheme}`;
        return `<figure><a href="${file}"><img loading="lazy" src="${file}" alt="${label}"></a><figcaption>${label}</figcaption></figure>`;
      });
    return `<section><h2 id="${screen}">${screen}</h2><div>${shots.join('')}</div></section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>
    body { font: 1rem/1.5 system-ui; margin: 2rem; color-scheme: light dark; }
    div { display: flex; gap: 1rem; overflow-x: auto; align-items: start; }
    figure { margin: 0; flex: none; } img { width: 20rem; border: 1px solid gray; }
  </style><h1>${pictures.length} pictures</h1>${sections.join('\n')}</html>\n`;
}
