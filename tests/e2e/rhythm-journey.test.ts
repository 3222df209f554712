import { expect, test } from 'vitest';
import { businessDay, longDayLabel } from '#domain/calendar.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { moveClock } from './api.ts';
import { looksRight } from './browser.ts';
import { now } from './clock.ts';
import { demo, enter, openArea, waitForMessage } from './people.ts';
import { openYardpack } from './yardpack.ts';

const { server, browser } = await openYardpack({ demo: true });

const today = businessDay(now());
const monday = today.add({ days: 15 - today.dayOfWeek });
const asked = `2 visits, every week, from ${longDayLabel(monday)} on.`;

test('a customer asks for fewer visits, takes it back, asks again, and the worker accepts it from the mail', async () => {
  const customer = await browser.visitor(360);
  const { page } = customer;
  await enter(page, demo.casey);
  await openArea(page, 'Engagements');
  await page.getByRole('link', { name: /Yard Cleanup/ }).click();
  for (const isKept of [false, true]) {
    await page.getByRole('button', { name: 'Change how often' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change how often' });
    await dialog.getByRole('textbox', { name: 'How many times?' }).fill('2');
    await dialog.getByRole('button', { name: 'Ask the keeper' }).click();
    await dialog.getByText('Please pick the first day.').waitFor();
    await dialog.getByLabel('From which day on?').fill(monday.toString());
    await looksRight(customer, 'rhythm-ask');
    await dialog.getByRole('button', { name: 'Ask the keeper' }).click();
    await page.getByText(`You have asked for ${asked}`).waitFor();
    if (isKept) continue;
    await page.getByRole('button', { name: 'Take it back' }).click();
    await page.getByText('All stays as it is.', { exact: true }).waitFor();
  }
  await looksRight(customer, 'rhythm-asked');

  // A minute for second thoughts, and by day.
  const tomorrow = today.add({ days: 1 }).toZonedDateTime({ timeZone: businessTimeZone, plainTime: '10:00' });
  await moveClock(server.url, { to: tomorrow.toInstant().toString() });
  const { text } = await waitForMessage(server.url, ({ subject }) => /^Another rhythm/.test(subject), 'The question');
  const link = /http\S+/.exec(text)?.[0] ?? '';
  const worker = await browser.visitor(360);
  await enter(worker.page, demo.wren);
  await openArea(worker.page, 'Plan');
  await worker.page
    .getByText(/ would like 2 visits, every week, from /)
    .first()
    .waitFor();
  await looksRight(worker, 'rhythm-plan');
  const accept = async () => {
    await worker.page.goto(link);
    await worker.page.getByText(`The customer asks for ${asked}`).waitFor();
    await worker.page.getByRole('button', { name: 'Accept' }).click();
    const dialog = worker.page.getByRole('dialog', { name: 'Accept the other rhythm' });
    await dialog.getByRole('button', { name: 'Tuesday' }).click();
    await dialog.getByRole('button', { name: 'Thursday' }).click();
    await looksRight(worker, 'rhythm-accept');
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await worker.page.getByText('Accepted. We tell the customer.').waitFor();
  };
  await accept();

  // Before its first day the customer takes it back, and asks again.
  await page.reload();
  await page.getByText(`Your keeper has agreed to ${asked} Until then: 7 visits, every week.`).waitFor();
  expect(await page.getByText('You have asked for').count()).toBe(0);
  await looksRight(customer, 'rhythm-agreed');
  await page.getByRole('button', { name: 'Take the change back' }).click();
  const sure = page.getByRole('alertdialog', { name: 'Take the change back?' });
  await looksRight(customer, 'rhythm-take-back');
  await sure.getByRole('button', { name: 'Take it back' }).click();
  await page.getByText('The schedule stays as it is. We’ll tell your keeper.').waitFor();
  await page.getByText('Your keeper has agreed to').waitFor({ state: 'detached' });
  await waitForMessage(server.url, ({ text }) => text.includes('You keep coming on Monday'), 'The word to the keeper');
  await page.getByRole('button', { name: 'Change how often' }).click();
  const again = page.getByRole('dialog', { name: 'Change how often' });
  await again.getByRole('textbox', { name: 'How many times?' }).fill('2');
  await again.getByLabel('From which day on?').fill(monday.toString());
  await again.getByRole('button', { name: 'Ask the keeper' }).click();
  await page.getByText(`You have asked for ${asked}`).waitFor();
  await accept();
  await moveClock(server.url, { to: tomorrow.add({ minutes: 5 }).toInstant().toString() });
  await waitForMessage(server.url, ({ subject }) => subject === 'Your other rhythm is accepted', 'The answer');

  // Given back before that day, the service is as it was, and the next worker is asked.
  await worker.page.getByRole('button', { name: 'Release to the pool' }).click();
  const question = worker.page.getByRole('alertdialog', { name: 'Release it to the pool?' });
  await question.getByRole('button', { name: 'Release to the pool' }).click();
  await question.waitFor({ state: 'hidden' });
  await moveClock(server.url, { advance: 'PT1M' });
  const searched = await waitForMessage(server.url, ({ subject }) => /another keeper$/.test(subject), 'The search');
  expect(searched.text).toContain(`Your other rhythm is asked of that one: 2 visits, every week, from`);
  await page.reload();
  await page.getByText(`You have asked for ${asked}`).waitFor();
  await looksRight(customer, 'rhythm-released');
  const staff = await browser.visitor(1280);
  await enter(staff.page, demo.erin);
  await openArea(staff.page, 'Calendar');
  const released = staff.page.getByRole('listitem').filter({ hasText: '7 visits, every week' });
  await released.getByRole('button', { name: /^Assign: Casey/ }).click();
  const give = staff.page.getByRole('dialog', { name: 'Assign a worker' });
  await give.getByRole('button', { name: /Worker/ }).click();
  await staff.page.getByRole('option', { name: /^Walt/ }).click();
  // It is what it was: a visit on each day.
  for (const day of ['Mon', 'Tues', 'Wednes', 'Thurs', 'Fri', 'Satur', 'Sun'])
    await give.getByRole('button', { name: `${day}day` }).click();
  await give.getByRole('button', { name: 'See what happens' }).click();
  await give.getByText(/^Walt J\. \(worker\), by .*“Another rhythm at/).waitFor();
  await looksRight(staff, 'calendar-assign-wish');
  expect(browser.faults).toEqual([]);
});
