import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { businessDay, calendarDay, dateInWeek, weeksInYear } from '#domain/calendar.ts';
import { askForVisits, moveClock, planVisits, signInByApi } from './api.ts';
import { isInSight, looksRight, loseAnswers, setClock, type Visitor } from './browser.ts';
import { now } from './clock.ts';
import { caseysHome, demo, enter, field, openArea, sentMessages, waitForMessage } from './people.ts';
import { openYardpack } from './yardpack.ts';

const { server, browser } = await openYardpack({ demo: true });

const notes = {
  gateNotes: 'The gate is behind the garage.\nThe code is 4711.',
  dogNotes: 'Biscuit is deaf and friendly.',
};
const yards = [
  { streetAddress1: '1 Rogers Rd', city: 'Rogers', zipCode: '72756', ...notes },
  { streetAddress1: '2 Lowell Ln & Co', city: 'Lowell', zipCode: '72745' },
];

/** A Wednesday in week 52 of a year that has 53. */
const today = longYearsWednesday();

test('a worker does the day: notes, way, steps, undo, photo, skip, order, other day, other weeks', async () => {
  await moveClock(server.url, { to: `${today}T10:00:00-06:00` });
  await plansYards();
  const worker = await browser.visitor(360);
  await enter(worker.page, demo.wren);
  await openArea(worker.page, 'Itinerary');

  const job = await seesWhatToKnow(worker);
  await isShort(worker.page);
  await saysOnPaperWhose(worker.page);
  await undoesTheStart(worker, job);
  await bringsAPhoto(worker, job);
  await completesAfterAMistake(worker, job);
  await skipsAnother(worker);
  await changesTheOrder(worker);
  await looksUpTheCustomer(worker);
  await movesOneToFriday(worker);
  await assignsADay(worker);
  await leafsThroughTheWeeks(worker);
  await wasToldAndChargedOnce();
  expect(browser.faults).toEqual([]);
});

test('on a phone the week stands out of sight below the visits before they come, so that nothing jumps', async () => {
  const { profileId } = await signInByApi(server.url, demo.wren);
  const { page, context } = await browser.visitor(360);
  const { username, password } = demo.wren;
  await context.request.post('/v1/sign-in', { data: { username, password } });
  const { promise: isSeen, resolve: letThemCome } = Promise.withResolvers<void>();
  await page.route('**/itineraries?*', async (route) => {
    await isSeen;
    await route.continue();
  });
  await page.goto(`/worker/${profileId}/itinerary`);
  await page.getByText('Loading itinerary').waitFor({ state: 'attached' });
  const week = await page.getByRole('radiogroup', { name: 'View' }).boundingBox();
  letThemCome();
  expect(week?.y).toBeGreaterThan(740);
  await page
    .getByRole('button', { name: /^Start/ })
    .first()
    .waitFor();
});

test('on a slow line the next stop is begun before the app is there, which goes on with it', async () => {
  const { profileId } = await signInByApi(server.url, demo.wren);
  const worker = await browser.visitor(360);
  const { page, context } = worker;
  const { username, password } = demo.wren;
  await context.request.post('/v1/sign-in', { data: { username, password } });
  // The server's clock was moved, and the week is asked for by the phone's.
  await setClock(page, Temporal.Instant.from(`${today}T16:05:00Z`));
  const { promise: isTapped, resolve: letTheAppCome } = Promise.withResolvers<void>();
  await page.route('**/assets/entry.client-*', async (route) => {
    await isTapped;
    await route.continue();
  });
  await page.goto(`/worker/${profileId}/itinerary`, { waitUntil: 'commit' });
  const ahead = page.getByRole('region', { name: 'Next stop' });
  const start = ahead.getByRole('button', { name: /^Start, / });
  await start.click();
  await ahead.getByText('Noted. It is sent in a moment.').waitFor();
  await looksRight(worker, 'itinerary-next-stop-ahead');
  const isBegun = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/itinerary/works'),
  );
  // A finger that taps once more where the button was takes no second step. Within the page, where no busy machine is slow to tap.
  const isTappedAgain = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = () => {
          const travel = document.querySelector('button[aria-label^="Start Travel, "]');
          if (!travel) return requestAnimationFrame(look);
          const { x, y } = travel.getBoundingClientRect();
          const onTop = document.elementFromPoint(x + 20, y + 20);
          if (onTop instanceof HTMLElement) onTop.click();
          resolve();
        };
        look();
      }),
  );
  letTheAppCome();
  expect((await isBegun).status()).toBe(200);
  await isTappedAgain;
  await ahead.waitFor({ state: 'detached' });
  await page.getByText('1 of 5 steps taken').waitFor();
  // Who comes next finds the day as it was.
  await page.getByRole('button', { name: /^Undo Start, / }).click();
  await page
    .getByRole('button', { name: /^Start, / })
    .first()
    .waitFor();
});

test('who waits for an app that does not come reads so, and what was tapped is sent by whatever page opens next', async () => {
  const { profileId } = await signInByApi(server.url, demo.wren);
  const worker = await browser.visitor(360);
  const { page, context } = worker;
  const { username, password } = demo.wren;
  await context.request.post('/v1/sign-in', { data: { username, password } });
  await setClock(page, Temporal.Instant.from(`${today}T16:10:00Z`));
  const ahead = page.getByRole('region', { name: 'Next stop' });
  // The app has failed before the stop is there.
  await page.route('**/assets/entry.client-*', (route) => route.abort());
  await page.goto(`/worker/${profileId}/itinerary`, { waitUntil: 'commit' });
  await ahead.getByText('This page could not be loaded.').waitFor();
  await page.unroute('**/assets/entry.client-*');
  const { promise: isTapped, resolve: letTheAppFail } = Promise.withResolvers<void>();
  await page.route('**/assets/entry.client-*', async (route) => {
    await isTapped;
    await route.abort();
  });
  await page.goto(`/worker/${profileId}/itinerary`, { waitUntil: 'commit' });
  await ahead.getByRole('button', { name: /^Start, / }).click();
  letTheAppFail();
  await ahead.getByText('This page could not be loaded.').waitFor();
  await page.unroute('**/assets/entry.client-*');
  const isBegun = page.waitForResponse((response) => response.url().endsWith('/itinerary/works'));
  await page.goto(`/worker/${profileId}/plan`);
  expect((await isBegun).status()).toBe(200);
  // Who comes next finds the day as it was.
  await page.goto(`/worker/${profileId}/itinerary`);
  await page.getByRole('button', { name: /^Undo Start, / }).click();
  await page
    .getByRole('button', { name: /^Start, / })
    .first()
    .waitFor();
});

test('on the smallest phones the next action is above the places in every step, also with a visit left from yesterday', async () => {
  await plansYardOfTomorrow();
  const { page } = await browser.visitor(360);
  await enter(page, demo.wren);
  for (const [taken, action] of ['Start', 'Start Travel', 'Complete Travel', 'Start Work', 'Complete Work'].entries()) {
    const step = page.getByRole('button', { name: new RegExp(`^${action}, Casey Rivera`) });
    await page.goto('/dashboard');
    await isInSight(page, page.getByRole('link', { name: /^(Begin the day|Go on with this stop)$/ }));
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Today' }).click();
    await isInSight(page, step);
    // The last one is left for tomorrow.
    if (action === 'Complete Work') break;
    await step.click();
    await page.getByText(`${taken + 1} of 5 steps taken`).waitFor();
  }
  await moveClock(server.url, { advance: 'P1D' });
  await page.goto('/dashboard');
  await page.getByText(/^Not finished yesterday: Casey Rivera/).waitFor();
  await isInSight(page, page.getByRole('link', { name: 'Begin the day' }));
  await page.getByRole('link', { name: 'Go on with it' }).click();
  await isInSight(page, cardAt(page, '1 Rogers Rd').getByRole('button', { name: /^Start,/ }));
  await page.getByRole('link', { name: '1 visit' }).click();
  await press(cardAt(page, caseysHome), /^Complete Work,/);
  await cardAt(page, caseysHome).getByText('Done', { exact: true }).waitFor();
  expect(browser.faults).toEqual([]);
});

/** Whether a visit that is to come takes few lines on the narrowest phone: what can stand beside each other does. */
async function isShort(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 740 });
  const card = cardAt(page, '2 Lowell Ln & Co');
  const boxOf = async (name: RegExp) => {
    const box = await card.getByRole('button', { name }).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), String(name)).toBeGreaterThanOrEqual(44);
    return box?.y;
  };
  await expect.poll(() => card.getByRole('button', { name: /^Details/ }).count()).toBe(1);
  expect(await boxOf(/^Skip,/)).toBe(await boxOf(/^Start,/));
  expect(await boxOf(/^Details/)).toBe(await boxOf(/^Schedule/));
  await page.setViewportSize({ width: 360, height: 740 });
}

/** Casey asks for a visit of another yard, and wren puts it on Thursdays. */
async function plansYardOfTomorrow(): Promise<void> {
  const casey = await signInByApi(server.url, demo.casey);
  const wren = await signInByApi(server.url, demo.wren);
  const [engagement] = await askForVisits(casey, yards.slice(0, 1), calendarDay(today));
  if (engagement) await planVisits(wren, engagement, ['DAY_OF_WEEK_THURSDAY'], 0);
}

function longYearsWednesday(): Temporal.PlainDate {
  const day = businessDay(now());
  const wednesdayOf = (year: number) => dateInWeek({ year, week: 52 }, 'DAY_OF_WEEK_WEDNESDAY');
  let { year } = day;
  while (weeksInYear(year) < 53 || Temporal.PlainDate.compare(wednesdayOf(year), day) <= 0) year += 1;
  return wednesdayOf(year);
}

/** Casey asks for a weekly visit at each of the yards, and wren puts them on Wednesdays. */
async function plansYards(): Promise<void> {
  const casey = await signInByApi(server.url, demo.casey);
  const wren = await signInByApi(server.url, demo.wren);
  const engagements = await askForVisits(casey, yards, calendarDay(today));
  for (const [index, engagement] of engagements.entries()) {
    await planVisits(wren, engagement, ['DAY_OF_WEEK_WEDNESDAY'], index);
  }
}

const cardAt = (page: Page, street: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }), hasText: street });
const press = (where: Locator | Page, name: string | RegExp) => where.getByRole('button', { name }).click();
/** Shows what is done. */
const unfolds = (page: Page) =>
  page.locator('details').evaluateAll((all) => {
    for (const one of all) one.setAttribute('open', '');
  });
/** @returns the streets of the jobs that are shown, in the order of the route: the next stop stands before others */
const streets = async (page: Page) => {
  await unfolds(page);
  const texts = await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
    .allInnerTexts();
  const known = [caseysHome, ...yards.map(({ streetAddress1 }) => streetAddress1)];
  // What is done has a line besides, for as long as that can be undone.
  const cards = texts.filter((text) => /^\d/.test(text));
  const inOrder = cards.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  return inOrder.map((text) => known.find((street) => text.includes(street)));
};

/** Paper is carried around: it says whose itinerary it is, and of which year. */
async function saysOnPaperWhose(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.getByText(new RegExp(`^Wren Okafor, .*, ${today.year}$`)).waitFor();
  expect(await page.getByRole('button', { name: /^(Start|Schedule|Call)/ }).count()).toBe(0);
  await page.emulateMedia({ media: null });
}

async function seesWhatToKnow(worker: Visitor): Promise<Locator> {
  const { page } = worker;
  const job = cardAt(page, '1 Rogers Rd');
  await job.getByText('not started', { exact: true }).waitFor();
  await job.getByText('The code is 4711.').waitFor();
  await job.getByText(notes.dogNotes).waitFor();
  const directions = job.getByRole('link', { name: /^Directions/ });
  expect(await directions.getAttribute('target')).toBe('_blank');
  const url = new URL((await directions.getAttribute('href')) ?? '');
  expect([url.origin + url.pathname, url.searchParams.get('api'), url.searchParams.get('destination')]).toEqual([
    'https://www.google.com/maps/dir/',
    '1',
    '1 Rogers Rd, Rogers, AR 72756',
  ]);
  expect(await job.getByRole('link', { name: /^Call/ }).getAttribute('href')).toBe('tel:+14795550100');
  expect(await job.getByRole('link', { name: /^Text/ }).getAttribute('href')).toBe('sms:+14795550100');
  const start = await job.getByRole('button', { name: /^Start,/ }).boundingBox();
  expect(start?.height).toBeGreaterThanOrEqual(56);
  await looksRight(worker, 'itinerary-day');
  return job;
}

async function undoesTheStart(worker: Visitor, job: Locator): Promise<void> {
  const { page } = worker;
  await press(job, /^Start,/);
  await job.getByText('1 of 5 steps taken').waitFor();
  // The focus goes on to what comes next, for who does not see it.
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Start Travel, Casey Rivera');
  await press(job, /^Undo Start,/);
  await job.getByText('not started', { exact: true }).waitFor();
  await job.getByRole('button', { name: /^Skip,/ }).waitFor();
  // The answer is lost on the way: the step is sent again, and happens once.
  const endLosing = await loseAnswers(page, '**/itinerary/works');
  await press(job, /^Start,/);
  await job.getByText('Waiting to be sent', { exact: true }).waitFor();
  await job.getByText('1 of 5 steps taken').waitFor();
  // The server has it, and says so; an undo now would be overtaken by the start when that is sent again.
  await press(page, 'Refresh');
  await press(job, /^Undo Start,/);
  await page.getByText('The last change is not sent yet.').waitFor();
  endLosing();
  await job.getByText('Waiting to be sent', { exact: true }).waitFor({ state: 'detached' });
  await job.getByText('1 of 5 steps taken').waitFor();
}

async function bringsAPhoto(worker: Visitor, job: Locator): Promise<void> {
  const { page } = worker;
  const buffer = Buffer.from(await largePicture(page), 'base64');
  const isPut = (request: { method(): string }) => request.method() === 'PUT';
  await page.route('**/*', (route) => (isPut(route.request()) ? route.abort() : route.fallback()));
  const chooser = page.waitForEvent('filechooser');
  await press(job, /^Add photo/);
  await (await chooser).setFiles({ name: 'gate.png', mimeType: 'image/png', buffer });
  await job.getByText('Photo kept on this phone, waiting to be sent').waitFor();
  await looksRight(worker, 'itinerary-photo-waiting');
  await page.unroute('**/*');
  const sent = page.waitForRequest(isPut);
  await press(page, 'Refresh');
  expect((await sent).headers()).toMatchObject({ 'content-type': 'image/jpeg' });
  expect((await sent).headers().authorization).toBeUndefined();
  const photo = job.getByRole('button', { name: /^Photo of the visit/ });
  await photo.waitFor();
  const size = await photo.locator('img').evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  });
  expect(size).toEqual([1600, 1200]);
}

const largePicture = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 2400;
    canvas.height = 1800;
    const context = canvas.getContext('2d');
    if (context) {
      context.fillStyle = 'teal';
      context.fillRect(0, 0, 1200, 1800);
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });

async function completesAfterAMistake(worker: Visitor, job: Locator): Promise<void> {
  for (const action of ['Start Travel', 'Complete Travel', 'Start Work', 'Complete Work']) {
    await press(job, new RegExp(`^${action},`));
  }
  await job.getByText('Done', { exact: true }).waitFor();
  await worker.page.emulateMedia({ colorScheme: 'dark' });
  await looksRight(worker, 'itinerary-done-dark');
  await worker.page.emulateMedia({ colorScheme: 'light' });
  await press(job, /^Undo Complete Work,/);
  await job.getByText('4 of 5 steps taken').waitFor();
  await press(job, /^Complete Work,/);
  await job.getByText('Done', { exact: true }).waitFor();
  // The next action is in view, and the focus is with its stop.
  const { page } = worker;
  const start = await page
    .locator('[data-next]')
    .getByRole('button', { name: /^Start,/ })
    .boundingBox();
  const bar = await page.getByRole('navigation', { name: 'Places' }).boundingBox();
  expect(start?.y).toBeGreaterThan(0);
  expect((start?.y ?? 0) + (start?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  expect(await page.evaluate(() => document.activeElement?.closest('[data-next]') !== null)).toBe(true);
}

async function skipsAnother(worker: Visitor): Promise<void> {
  const { page } = worker;
  const job = cardAt(page, '2 Lowell Ln & Co');
  await press(job, /^Skip,/);
  const dialog = page.getByRole('dialog', { name: 'Skip this visit?' });
  await press(dialog, 'Skip visit');
  await dialog.getByText('Please give a reason.').waitFor();
  await looksRight(worker, 'itinerary-skip');
  await press(dialog, 'The gate is locked');
  await press(dialog, 'Skip visit');
  await job.getByText('Skipped by you: The gate is locked').waitFor();
  await press(job, /^Take the skip back/);
  await job.getByText('not started', { exact: true }).waitFor();
  await press(job, /^Skip,/);
  await field(page.getByRole('dialog'), 'Reason').fill('A storm is coming');
  await press(dialog, 'Skip visit');
  await job.getByText('Skipped by you: A storm is coming').waitFor();
  await page.setViewportSize({ width: 320, height: 740 });
  await looksRight(worker, 'itinerary-skipped-narrow');
  await page.setViewportSize({ width: 360, height: 740 });
}

async function chooses(job: Locator, menu: 'Schedule' | 'Details', entry: string): Promise<void> {
  await press(job, new RegExp(`^${menu}`));
  await job.page().getByRole('menuitem', { name: entry, exact: true }).click();
}

async function changesTheOrder({ page }: Visitor): Promise<void> {
  const before = await streets(page);
  expect(before).toHaveLength(3);
  const [first = '', second] = before;
  await press(cardAt(page, first).last(), /^Schedule/);
  expect(await page.getByRole('menuitem', { name: 'Move up' }).getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('menuitem', { name: 'Move down' }).click();
  await expect.poll(() => streets(page)).toEqual([second, first, before[2]]);
  await page.reload();
  await cardAt(page, caseysHome).first().waitFor();
  expect(await streets(page)).toEqual([second, first, before[2]]);
}

async function looksUpTheCustomer(worker: Visitor): Promise<void> {
  const { page } = worker;
  const job = cardAt(page, caseysHome);
  await chooses(job, 'Details', 'Customer');
  const dialog = page.getByRole('dialog', { name: 'Casey Rivera' });
  await dialog.getByText('(479) 555-0100').waitFor();
  expect(await dialog.getByRole('link', { name: 'Email' }).getAttribute('href')).toBe('mailto:casey@demo.example');
  await looksRight(worker, 'itinerary-customer');
  await press(dialog, 'Close');
  await chooses(job, 'Details', 'Engagement');
  await page.waitForURL(/\/customers\/[^/]+\/engagements\/[^/]+$/);
  await page.goBack();
  await job.waitFor();
}

async function movesOneToFriday(worker: Visitor): Promise<void> {
  const { page } = worker;
  const job = cardAt(page, '2 Lowell Ln & Co');
  await chooses(job, 'Schedule', 'Reassign');
  const dialog = page.getByRole('dialog', { name: 'Reassign to another day' });
  await press(dialog, 'Monday');
  await dialog.getByText(/This week’s Monday is over/).waitFor();
  await press(dialog, 'Friday');
  await looksRight(worker, 'itinerary-reassign');
  await press(dialog, 'Move to Friday');
  await dialog.waitFor({ state: 'detached' });
  await page.reload();
  // The worker skipped this week's visit today, so the first Friday is that of next week.
  await job.getByText('Skipped by you: A storm is coming').waitFor();
  await page.getByRole('radio', { name: /^Fri/ }).click();
  await job.waitFor({ state: 'detached' });
  // It is not today, so there is nothing to be done.
  expect(await page.getByRole('button', { name: /^(Start|Skip|Schedule|Details)/ }).count()).toBe(0);
  await page.getByRole('radio', { name: /today$/ }).click();
}

async function assignsADay(worker: Visitor): Promise<void> {
  const { page } = worker;
  await unfolds(page);
  const job = cardAt(page, '1 Rogers Rd').last();
  await chooses(job, 'Schedule', 'Assign To');
  const dialog = page.getByRole('dialog', { name: 'Assign To' });
  await dialog.getByRole('button', { name: 'Done (1/1)' }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Friday' }).isDisabled()).toBe(true);
  await press(dialog, 'Wednesday');
  await press(dialog, 'Saturday');
  await looksRight(worker, 'itinerary-assign');
  await press(dialog, 'Done (1/1)');
  await dialog.waitFor({ state: 'detached' });
  // The visit that was done today stays today's.
  await job.getByText('Done', { exact: true }).waitFor();
}

async function leafsThroughTheWeeks(worker: Visitor): Promise<void> {
  const { page } = worker;
  const { year } = today;
  await page.getByRole('radio', { name: 'Week' }).click();
  await page.getByRole('heading', { name: /^Mon/ }).waitFor();
  await looksRight(worker, 'itinerary-week');
  const weeks = ['Week 53', 'Week 1', 'Week 2', 'Week 1', 'Week 53', 'Week 52'];
  for (const [index, week] of weeks.entries()) {
    await press(page, index < 3 ? 'Next week' : 'Previous week');
    await page.getByText(week, { exact: true }).waitFor();
  }
  await press(page, 'Previous week');
  await page.getByText('Week 51', { exact: true }).waitFor();
  await press(page, 'Back to this week');
  await page.getByText(`, ${year}`).filter({ visible: true }).first().waitFor();
  await page.getByText('Week 52', { exact: true }).waitFor();
  await worker.page.setViewportSize({ width: 1280, height: 900 });
  await looksRight(worker, 'itinerary-week-desk');
}

async function wasToldAndChargedOnce(): Promise<void> {
  const payments = async () => (await fetch(`${server.url}/sandbox/payments.json`)).json();
  expect(await payments()).toEqual([]);
  await moveClock(server.url, { advance: 'PT1M' });
  expect(await payments()).toMatchObject([{ amount: 1500, status: 'succeeded' }]);
  const isToCasey = ({ channel, to }: { channel: string; to: string }) =>
    channel === 'email' && to === 'casey@demo.example';
  await waitForMessage(server.url, (message) => isToCasey(message) && /receipt/i.test(message.subject), 'The receipt');
  const told = (await sentMessages(server.url)).filter(isToCasey);
  const count = (subject: RegExp) => told.filter((message) => subject.test(message.subject)).length;
  // The visit was done within the minute, so nobody is told of the way any more.
  expect([count(/is on the way/), count(/Your yard is done/), count(/receipt/i)]).toEqual([0, 1, 1]);
}
