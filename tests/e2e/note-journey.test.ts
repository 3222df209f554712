import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { looksRight, loseAnswers, type Visitor } from './browser.ts';
import { caseysHome, demo, enter, field, openArea, sentMessages, waitForMessage } from './people.ts';
import { openYardpack } from './yardpack.ts';

const { server, browser } = await openYardpack({ demo: true, byDay: true });

const toCustomer = 'The hose was running.\nI turned it off.';
const toOffice = 'The fence is broken; somebody should look at it.';

test('a worker writes to the customer and to the office at a visit, and both read it', async () => {
  const worker = await browser.visitor(360);
  await enter(worker.page, demo.wren);
  await openArea(worker.page, 'Itinerary');
  const job = worker.page
    .getByRole('listitem')
    .filter({ has: worker.page.getByRole('heading', { level: 3 }), hasText: caseysHome });
  await writesToTheCustomer(worker, job);
  await writesToTheOfficeWithoutSignal(worker, job);

  const office = await browser.visitor(1280);
  await enter(office.page, demo.erin);
  await readsItOnTheDesk(office);
  const customer = await browser.visitor(360);
  await enter(customer.page, demo.casey);
  await findsItAtTheVisit(customer);
  expect(browser.faults).toEqual([]);
});

const press = (where: Locator | Page, name: string | RegExp) => where.getByRole('button', { name }).click();

async function opens(job: Locator): Promise<Locator> {
  await press(job, /^Details/);
  await job.page().getByRole('menuitem', { name: 'Write a note', exact: true }).click();
  return job.page().getByRole('dialog', { name: 'Write a note' });
}

async function writesToTheCustomer(worker: Visitor, job: Locator): Promise<void> {
  const { page } = worker;
  const dialog = await opens(job);
  await press(dialog, 'Send note');
  await dialog.getByText('Please choose who is to read it.').waitFor();
  await dialog.getByText('Please write something.').waitFor();
  await looksRight(worker, 'visit-note');
  await dialog.getByText('Casey Rivera', { exact: true }).click();
  await field(dialog, 'Note').fill(toCustomer);
  // The answer is lost on the way: the note is sent again, and told once.
  const endLosing = await loseAnswers(page, '**/itinerary/notes');
  await press(dialog, 'Send note');
  await dialog.waitFor({ state: 'detached' });
  endLosing();
  await job.getByText('To Casey Rivera, waiting to be sent').waitFor();
  await press(page, 'Refresh');
  await job.getByText('To Casey Rivera, sent').waitFor();
  await waitForMessage(server.url, ({ text }) => text.includes('The hose was running.'), 'The note');
}

async function writesToTheOfficeWithoutSignal({ page }: Visitor, job: Locator): Promise<void> {
  const dialog = await opens(job);
  await dialog.getByText('The office', { exact: true }).click();
  await field(dialog, 'Note').fill(toOffice);
  await page.context().setOffline(true);
  await press(dialog, 'Send note');
  await dialog.waitFor({ state: 'detached' });
  await job.getByText('To the office, waiting to be sent').waitFor();
  const sent = page.waitForResponse((response) => response.url().endsWith('/itinerary/notes') && response.ok());
  await page.context().setOffline(false);
  await sent;
  await job.getByText('To the office, sent').waitFor();
  await page.reload();
  await job.getByText('To the office, sent').waitFor();
}

async function readsItOnTheDesk(office: Visitor): Promise<void> {
  const { page } = office;
  const section = page.getByRole('region', { name: /^Notes from workers/ });
  await section.getByText(toOffice).waitFor();
  await press(section, /^Read: Wren Okafor about Casey Rivera/);
  await section.waitFor({ state: 'detached' });
}

async function findsItAtTheVisit(customer: Visitor): Promise<void> {
  const { page } = customer;
  const told = (await sentMessages(server.url)).filter(({ text }) => text.includes('The hose was running.'));
  // Casey is told by mail and by text, and of each once.
  expect(told.map(({ channel }) => channel).sort()).toEqual(['email', 'text']);
  const [, path = ''] = /https?:\/\/[^/]+(\/customers\/\S+)/.exec(told[0]?.text ?? '') ?? [];
  await page.goto(path);
  await page.getByText('The hose was running.').waitFor();
  expect(await page.getByText(toOffice).count()).toBe(0);
  await looksRight(customer, 'visit-note-read');
}
