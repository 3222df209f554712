import type { Locator, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { businessDay, calendarDay, weekDayOf } from '#domain/calendar.ts';
import { type ApiCaller, askForVisits, moveClock, planVisits, signInByApi } from './api.ts';
import { isInSight, looksRight, loseAnswers, type Visitor } from './browser.ts';
import { demo, enter, fillInSignIn, caseysHome as home, openArea, type SignIn } from './people.ts';
import { openYardpack } from './yardpack.ts';

const { server, browser, now } = await openYardpack({ demo: true, byDay: true });

const orchard = '900 Orchard Way';
const elm = '12 Elm St';

test('a worker without a network sees the route, does a visit, and all of it arrives once and in order', async () => {
  const casey = await signInByApi(server.url, demo.casey);
  await askForMoreVisits(casey);

  const worker = await browser.visitor(360, true);
  await opensTheItinerary(worker, [home, orchard, elm]);
  await worker.context.setOffline(true);
  await worker.page.reload();
  await worker.page.getByText(/You are offline. Route as of \d/).waitFor();
  await opensAgainFromTheHomeScreen(worker);

  // What is tapped before the end of a service counts; this is tapped after it, by somebody who does not know.
  const engagements = await engagementsOf(casey);
  await casey.put(`/v1/engagements/${engagements.get(elm)}`, { status: 'ENGAGEMENT_STATUS_CANCELLED' });
  await worksWithoutANetwork(worker);
  await worker.page.reload();
  await seesWhatWaits(worker);
  const calls = await isBackInTheNetworkAndLosesAnAnswer(worker);
  await isToldWhatWasRefused(worker);
  expect(calls.filter((one, index) => one !== calls[index - 1])).toEqual([
    'POST works',
    'PATCH TRAVEL_STARTED',
    'PATCH TRAVEL_COMPLETED',
    'PATCH WORK_STARTED',
    'POST generate-pre-signed-url',
    'PUT photo',
    'POST complete-upload',
    'PATCH WORK_COMPLETED',
    'POST skips',
    'POST works',
  ]);
  await arrivedOnce(casey, engagements);
  await signsOut(worker);
  expect(faults()).toEqual([]);
});

test('what waits when a session ends is kept, and sent when the same worker signs in, never as another', async () => {
  const casey = await signInByApi(server.url, demo.casey);
  const engagementId = (await engagementsOf(casey)).get(orchard);
  const visits = async () => (await casey.get(`/v1/engagements/${engagementId}/visits`)).visits;
  const worker = await browser.visitor(360, true);
  const { page, context } = worker;
  // What is done at Casey's home is folded away by now.
  await opensTheItinerary(worker, [orchard]);
  await card(page, orchard)
    .getByRole('button', { name: /^Take the skip back,/ })
    .click();
  await card(page, orchard)
    .getByRole('button', { name: /^Start,/ })
    .waitFor();
  // A second tab has the same outbox.
  const secondTab = await context.newPage();
  await secondTab.goto(page.url());
  await card(secondTab, orchard)
    .getByRole('button', { name: /^Start,/ })
    .waitFor();

  await context.setOffline(true);
  await card(page, orchard)
    .getByRole('button', { name: /^Start,/ })
    .click();
  await card(secondTab, orchard)
    .getByRole('button', { name: /^Start Travel,/ })
    .click();
  await page.getByText('2 changes waiting.').waitFor();
  await secondTab.close();
  await isInSight(page, card(page, orchard).getByRole('button', { name: /^Complete Travel,/ }));
  await context.clearCookies();
  await page.reload();
  await card(page, orchard).getByText('on the way').waitFor();
  await comesBack(worker);
  await page.getByRole('dialog', { name: 'Sign in to your account' }).waitFor();
  await expect.poll(() => countStored(page, 'routes')).toBe(0);

  await signsIn(page, demo.walt);
  await openArea(page, 'Itinerary');
  await page.getByText('No jobs scheduled today.').waitFor();
  expect(await countStored(page, 'entries')).toBe(2);
  expect(await visits()).toEqual([]);
  await leaves(page);

  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await signsIn(page, demo.wren);
  await expect.poll(visits).toMatchObject([{ work: { status: 'WORK_STATUS_TRAVEL_STARTED' } }]);
  await expect.poll(() => countStored(page, 'entries')).toBe(0);
  expect(faults()).toEqual([]);
});

test('signing out sends what waits first, and asks when it cannot be sent', async () => {
  const casey = await signInByApi(server.url, demo.casey);
  const engagementId = (await engagementsOf(casey)).get(orchard);
  const status = async () =>
    (await casey.get(`/v1/engagements/${engagementId}/visits`)).visits.map(
      ({ work }: { work: { status: string } }) => work.status,
    );
  const worker = await browser.visitor(360, true);
  const { page } = worker;
  await opensTheItinerary(worker, [orchard]);
  const steps = '**/itinerary/works/*';
  await page.route(steps, (route) => route.abort('connectionreset'));
  await card(page, orchard)
    .getByRole('button', { name: /^Complete Travel,/ })
    .click();
  await card(page, orchard).getByText('Waiting to be sent', { exact: true }).waitFor();

  await openArea(page, 'Sign out');
  const question = page.getByRole('alertdialog', { name: 'Sign out now?' });
  await question.getByText('1 change has not been sent yet.').waitFor();
  await question.getByRole('button', { name: 'Stay signed in' }).and(page.locator(':enabled')).waitFor();
  await looksRight(worker, 'worker-sign-out');
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await question.waitFor({ state: 'detached' });
  await card(page, orchard).getByText('Waiting to be sent', { exact: true }).waitFor();
  await openArea(page, 'Sign out');
  await question.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).first().waitFor();
  expect(await countStored(page, 'entries')).toBe(1);
  expect(await status()).toEqual(['WORK_STATUS_TRAVEL_STARTED']);

  await page.unroute(steps);
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await signsIn(page, demo.wren);
  await expect.poll(status).toEqual(['WORK_STATUS_TRAVEL_COMPLETED']);
  await openArea(page, 'Itinerary');
  await page.route(steps, (route) => route.abort('connectionreset'));
  await card(page, orchard)
    .getByRole('button', { name: /^Start Work,/ })
    .click();
  await card(page, orchard).getByText('Waiting to be sent', { exact: true }).waitFor();
  await page.unroute(steps);
  await leaves(page);
  expect(await countStored(page, 'entries')).toBe(0);
  expect(await status()).toEqual(['WORK_STATUS_WORK_STARTED']);
  expect(faults()).toEqual([]);
});

test('without a network a mistap is undone, a dead link says why, and a sign-out holds', async () => {
  const worker = await browser.visitor(360, true);
  const { page, context } = worker;
  await opensTheItinerary(worker, [orchard]);
  const complete = card(page, orchard).getByRole('button', { name: /^Complete Work,/ });
  await context.setOffline(true);
  await complete.click();
  await card(page, orchard).getByText('Done', { exact: true }).waitFor();
  await looksRight(worker, 'worker-unsent');
  await card(page, orchard)
    .getByRole('button', { name: /^Undo Complete Work,/ })
    .click();
  await complete.waitFor();
  expect(await countStored(page, 'entries')).toBe(0);

  await openArea(page, 'Plan');
  await page.getByText(/^There is no connection\. That page opens once it is back/).waitFor();
  await page.getByRole('button', { name: 'Next week' }).click();
  await page.getByText('You are offline.').waitFor();
  await page.getByRole('button', { name: 'Back to this week' }).click();

  await complete.and(page.locator(':enabled')).click();
  await page.getByText('1 change waiting.').waitFor();
  await openArea(page, 'Sign out');
  const question = page.getByRole('alertdialog', { name: 'Sign out now?' });
  await question.getByText('Discard 1 change').click();
  await question.getByText(/^Complete Work, \d/).waitFor();
  await looksRight(worker, 'worker-sign-out-discard');
  await question.getByRole('button', { name: 'Discard and sign out' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await looksRight(worker, 'worker-signed-out-offline');
  await expect.poll(() => countStored(page, 'routes')).toBe(0);
  expect(await countStored(page, 'entries')).toBe(0);
  await page.reload();
  await page.getByRole('dialog', { name: 'Sign in to your account' }).waitFor();
  expect(await context.cookies()).not.toEqual([]);

  // A page that is loaded anew before calls get through tries again after half a minute.
  const told = page.waitForResponse('**/v1/sign-out', { timeout: 60_000 });
  await comesBack(worker);
  expect((await told).status()).toBe(200);
  // The page goes home by itself, where the dialog stays.
  await page.waitForURL(({ pathname }) => pathname === '/');
  await signsIn(page, demo.wren);
  await page.goto('/worker/00000000-0000-7000-8000-000000000000/itinerary');
  await page.getByText('Profile not found').waitFor();
  await page.waitForURL('**/dashboard');
  expect(faults()).toEqual([]);
});

test('a phone that never opened the itinerary keeps it, and other pages lead there with a word', async () => {
  const { page, context } = await browser.visitor(360, true);
  await enter(page, demo.walt);
  await untilTheAppIsKept(page);
  await expect.poll(() => countStored(page, 'routes')).toBe(2);
  await context.setOffline(true);
  await page.getByText('You are offline. This is as of when it was loaded.').waitFor();
  await page.getByRole('link', { name: 'Plan', exact: true }).click();
  await page.getByText(/^There is no connection\. That page opens once it is back/).waitFor();
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await page.getByText(/You are offline. Route as of \d/).waitFor();
  const plan = page.url().replace('itinerary', 'plan');
  await page.goto(plan);
  await page.getByText(/^There is no connection\. That page opens once it is back/).waitFor();
  await page.waitForURL('**/worker/*/itinerary');
  expect(faults()).toEqual([]);
});

/** But for the home page's code, which the service worker may be late to fetch: the router then loads the page anew. */
const faults = () => browser.faults.filter((fault) => !/\/assets\/(site-layout|landing-route)-/.test(fault));

/**
 * Brings the network back. Chromium lets the service worker, which fetches the home page's code, into it later than the
 * page: so no call gets through until both are there, as on a phone. A page that was loaded while Chromium played offline
 * hears nothing of its end, and would try in half a minute.
 */
async function comesBack({ page, context }: Visitor): Promise<void> {
  const lose = (route: Route) => route.abort('internetdisconnected');
  await context.route('**/v1/**', lose);
  await context.setOffline(false);
  const isThrough = () => page.evaluate(() => fetch('/assets/nothing.js').then(Boolean, () => false));
  await expect.poll(isThrough).toBe(true);
  await context.unroute('**/v1/**', lose);
  await page.evaluate(() => dispatchEvent(new Event('online')));
}

/** Two more yards of Casey's, which Wren comes to today. */
async function askForMoreVisits(casey: ApiCaller): Promise<void> {
  const wren = await signInByApi(server.url, demo.wren);
  const today = businessDay(now());
  const yards = [orchard, elm].map((streetAddress1) => ({ streetAddress1, city: 'Rogers', zipCode: '72756' }));
  for (const [index, engagement] of (await askForVisits(casey, yards, calendarDay(today))).entries()) {
    await planVisits(wren, engagement, [weekDayOf(today)], index + 1);
  }
}

/** @returns the ids of Casey's accepted engagements by street */
async function engagementsOf(casey: ApiCaller): Promise<Map<string, string>> {
  const { engagements } = await casey.get(`/v1/customer/${casey.profileId}/engagements`);
  type Row = { id: string; worker: unknown; serviceAddress: { streetAddress1: string } };
  return new Map(
    engagements
      .filter(({ worker }: Row) => worker)
      .map(({ id, serviceAddress }: Row) => [serviceAddress.streetAddress1, id]),
  );
}

async function signsIn(page: Page, person: SignIn): Promise<void> {
  await fillInSignIn(page, person);
  await page.getByRole('heading', { name: 'Worker Dashboard' }).waitFor();
}

/** Once, with a network: from then on the phone has what it needs. */
async function opensTheItinerary({ page }: Visitor, streets: readonly string[]): Promise<void> {
  await enter(page, demo.wren);
  await openArea(page, 'Itinerary');
  for (const street of streets) await card(page, street).waitFor();
  await untilTheAppIsKept(page);
  // This week’s and the next one’s.
  await expect.poll(() => countStored(page, 'routes')).toBe(2);
}

const untilTheAppIsKept = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 20));
  });

const card = (page: Page, street: string): Locator => page.getByRole('listitem').filter({ hasText: street });

/** @returns how many rows this browser keeps in a store */
async function countStored(page: Page, name: 'routes' | 'entries'): Promise<number> {
  return await page.evaluate(async (store) => {
    const opening = indexedDB.open('phone');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const counting = opening.result.transaction(store).objectStore(store).count();
    await new Promise((resolve) => counting.addEventListener('success', resolve));
    opening.result.close();
    return counting.result;
  }, name);
}

/** Wherever the worker comes from, there is one page to show. */
async function opensAgainFromTheHomeScreen({ page }: Visitor): Promise<void> {
  for (const start of ['/dashboard', '/']) {
    await page.goto(start);
    await page.waitForURL('**/worker/*/itinerary');
    await card(page, orchard).waitFor();
  }
}

async function worksWithoutANetwork(worker: Visitor): Promise<void> {
  const { page } = worker;
  const atHome = card(page, home);
  for (const action of ['Start', 'Start Travel', 'Complete Travel', 'Start Work']) {
    await atHome.getByRole('button', { name: new RegExp(`^${action},`) }).click();
  }
  await atHome.getByRole('button', { name: /^Complete Work,/ }).waitFor();
  await atHome.locator('input[type=file]').setInputFiles({
    name: 'gate.png',
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 40 } }),
  });
  await atHome.getByText('Photo kept on this phone, waiting to be sent').waitFor();
  await atHome.getByRole('button', { name: /^Complete Work,/ }).click();
  await atHome.getByText('Done', { exact: true }).waitFor();

  await card(page, orchard)
    .getByRole('button', { name: /^Skip,/ })
    .click();
  await page.getByRole('button', { name: 'The gate is locked' }).click();
  await page.getByRole('button', { name: 'Skip visit' }).click();
  await card(page, orchard).getByText('Skipped by you').waitFor();
  // The cards below move up until the dialog has gone and the change is counted: a press meanwhile may miss its button.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('7 changes waiting.').waitFor();
  await card(page, elm)
    .getByRole('button', { name: /^Start,/ })
    .click();
  await card(page, elm)
    .getByRole('button', { name: /^Start Travel,/ })
    .click();
  await page.getByText('9 changes waiting.').waitFor();
  await looksRight(worker, 'worker-offline');
}

async function seesWhatWaits({ page }: Visitor): Promise<void> {
  await page.getByText('9 changes waiting.').waitFor();
  await card(page, home).getByText('Waiting to be sent (1 photo)').waitFor();
  await card(page, home).getByText('Done', { exact: true }).waitFor();
  await card(page, orchard).getByText('Skipped by you').waitFor();
  expect(await countStored(page, 'entries')).toBe(9);
}

/** @returns the changes that were sent, in order, a repeated one twice */
async function isBackInTheNetworkAndLosesAnAnswer({ page, context }: Visitor): Promise<string[]> {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'PATCH') {
      calls.push(`PATCH ${request.postDataJSON().status.replace('WORK_STATUS_', '')}`);
    } else if (request.method() === 'PUT') calls.push('PUT photo');
    else if (/(works|skips|generate-pre-signed-url|complete-upload)$/.test(pathname)) {
      calls.push(`POST ${pathname.split('/').at(-1)}`);
    }
  });
  await loseAnswers(page, '**/itinerary/works/*', 1);
  await context.setOffline(false);
  await page.getByText(/^Not accepted: Start,/).waitFor();
  return calls;
}

async function isToldWhatWasRefused(worker: Visitor): Promise<void> {
  const { page } = worker;
  await page.getByText('This engagement is canceled, so no visit is due.').waitFor();
  await page.getByText('Waiting for it: Start Travel').waitFor();
  await page.getByText(/changes? waiting\./).waitFor({ state: 'detached' });
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
  await looksRight(worker, 'worker-refused');
  await page.getByRole('button', { name: /^Try again: Start,/ }).click();
  await page.getByRole('button', { name: 'Discard 2 changes: Start' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard 2 changes?' });
  await question.getByText(/^Start Travel, \d/).waitFor();
  await looksRight(worker, 'worker-discard');
  await question.getByRole('button', { name: 'Keep' }).click();
  await page.getByRole('button', { name: 'Discard 2 changes: Start' }).click();
  await question.getByRole('button', { name: 'Discard for good' }).click();
  await page.getByText(/^Not accepted:/).waitFor({ state: 'detached' });
  expect(await countStored(page, 'entries')).toBe(0);
}

async function arrivedOnce(casey: ApiCaller, engagements: Map<string, string>): Promise<void> {
  const visitsAt = (street: string) => casey.get(`/v1/engagements/${engagements.get(street)}/visits`);
  // What comes of the last step is held for the minute in which it can be undone.
  await moveClock(server.url, { advance: 'PT2M' });
  await expect
    .poll(async () => (await visitsAt(home)).visits)
    .toMatchObject([
      {
        work: { status: 'WORK_STATUS_WORK_COMPLETED' },
        charge: { status: 'paid' },
        photos: [{ fileName: expect.stringMatching(/^visit-.*\.jpg$/) }],
      },
    ]);
  expect(await visitsAt(orchard)).toMatchObject({
    visits: [],
    skips: [{ skippedBy: 'worker', reason: 'The gate is locked' }],
  });
  expect(await visitsAt(elm)).toMatchObject({ visits: [] });
  const payments = await (await fetch(`${server.url}/sandbox/payments.json`)).json();
  expect(payments).toHaveLength(1);
}

/** Nothing of the customers stays on the phone. */
async function signsOut({ page, context }: Visitor): Promise<void> {
  const itinerary = page.url();
  await leaves(page);
  await expect.poll(() => countStored(page, 'routes')).toBe(0);
  await context.setOffline(true);
  await page.goto(itinerary);
  await page.getByRole('dialog', { name: 'Sign in to your account' }).waitFor();
  expect(await page.getByText('Casey Rivera').count()).toBe(0);
}

async function leaves(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).first().waitFor();
}
