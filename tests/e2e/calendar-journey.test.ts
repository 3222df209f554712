import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { moveClock, signInByApi } from './api.ts';
import { looksRight, takePicture, type Visitor } from './browser.ts';
import { named } from './day-names.ts';
import { demo, enter, field, openArea, waitForMessage } from './people.ts';
import { giveProposalToWalt } from './staff.ts';
import { openYardpack } from './yardpack.ts';

const { server, browser, now } = await openYardpack({ demo: true, byDay: true });

const today = businessDay(now());
const nextMonday = today.add({ days: 8 - today.dayOfWeek });
const [wednesday, thursday, friday] = [2, 3, 4].map((days) => nextMonday.add({ days })) as [
  Temporal.PlainDate,
  Temporal.PlainDate,
  Temporal.PlainDate,
];

const morningOf = (day: Temporal.PlainDate) =>
  day.toZonedDateTime({ timeZone: businessTimeZone, plainTime: '10:00' }).toInstant().toString();

test('the office gives a service to a worker, moves a visit, takes a day off, and the visit is made and paid', async () => {
  const staff = await browser.visitor(1280);
  await enter(staff.page, demo.erin);
  await openArea(staff.page, 'Calendar');
  await giveProposalToWalt(staff, 'Casey');
  // Until they are told of it, another worker is told as if there had been no other.
  await moveClock(server.url, { advance: 'PT2M' });
  await waitForMessage(server.url, ({ text }) => text.includes('Walt J. will take care'), 'The letter of the claim');
  await giveItToWrenAndTakeItBack(staff);
  await moveTheVisit(staff);
  await giveSeveralToWrenAndTakeThemBack(staff);
  await takeThursdayOff(staff);
  await takeDaysOffOfWaltAndTakeThemBack(staff);
  await waltAsksForDaysOff(staff);
  await caseyReadsOfIt();
  await waltMakesIt();
  expect(browser.faults).toEqual([]);
});

async function giveItToWrenAndTakeItBack(staff: Visitor): Promise<void> {
  const { page } = staff;
  await page.getByRole('button', { name: 'Week after' }).click();
  const walts = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Walt/ }) });
  await walts.getByRole('button', { name: /^Casey/ }).click();
  await page.getByRole('button', { name: 'Change every visit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change worker or weekdays' });
  await showsPickedDay(page, dialog);
  await dialog.getByRole('button', { name: /Worker/ }).click();
  await page.getByRole('option', { name: /^Wren/ }).click();
  await dialog.getByRole('button', { name: 'See what happens' }).click();
  await dialog.getByText('We’ll tell them in a minute:').waitFor();
  await dialog.getByRole('button', { name: 'Save change' }).click();
  await page.getByText(/is with Wren .* We’ll tell 3 people in a minute\.$/).waitFor();
  await looksRight(staff, 'calendar-assigned');
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('Taken back. We won’t tell anyone.').waitFor();
  await walts.getByRole('button', { name: /^Casey/ }).waitFor();
}

/** Whether the check mark of the weekday leaves its letters free on the narrowest phone. */
async function showsPickedDay(page: Page, dialog: Locator): Promise<void> {
  await page.setViewportSize({ width: 320, height: 740 });
  const picked = dialog.getByRole('button', { name: 'Wednesday', pressed: true });
  const gap = await picked.evaluate((button) => {
    const letters = document.createRange();
    letters.selectNodeContents(button.querySelector('span') as Element);
    const mark = button.querySelector('svg') as Element;
    return letters.getBoundingClientRect().top - mark.getBoundingClientRect().bottom;
  });
  await takePicture(page, 'calendar-picked-day');
  expect(gap).toBeGreaterThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 900 });
}

async function moveTheVisit(staff: Visitor): Promise<void> {
  const { page } = staff;
  await looksRight(staff, 'calendar-week');
  const walts = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Walt/ }) });
  for (const isKept of [false, true]) {
    await walts.getByRole('button', { name: /^Casey/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Visit of Casey/ });
    await dialog.getByRole('button', { name: 'See what happens' }).click();
    await dialog.getByText('Please pick another day, or another worker.').waitFor();
    await field(dialog, 'New day').fill(thursday.toString());
    await field(dialog, 'Reason').fill('A storm is coming');
    await dialog.getByRole('button', { name: 'See what happens' }).click();
    await dialog.getByText(named('is moved to ', thursday, '”')).waitFor();
    await looksRight(staff, 'calendar-move');
    await dialog.getByRole('button', { name: 'Move the visit' }).click();
    await page.getByText(named('is on ', thursday, ' with Walt')).waitFor();
    if (isKept) continue;
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Taken back. We won’t tell anyone.').waitFor();
    // The calendar is asked for anew.
    await walts.getByText(named('Moved from ', wednesday)).waitFor({ state: 'detached' });
  }
  await walts.getByText(named('Moved from ', wednesday)).waitFor();
}

async function giveSeveralToWrenAndTakeThemBack(staff: Visitor): Promise<void> {
  const { page } = staff;
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  const walts = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Walt/ }) });
  for (const box of await walts.getByRole('checkbox').all()) await box.press('Space');
  const bar = page.getByRole('region', { name: 'Selected visits' });
  await bar.getByText(/^\d+ visits? selected$/).waitFor();
  await looksRight(staff, 'calendar-selected');
  await bar.getByRole('button', { name: 'Give away' }).click();
  const dialog = page.getByRole('dialog', { name: /^Give away: / });
  await dialog.getByRole('button', { name: /Worker/ }).click();
  await page.getByRole('option', { name: /^Wren/ }).click();
  await field(dialog, 'Reason').fill('Walt has a flat tire');
  await dialog.getByRole('button', { name: 'See what happens' }).click();
  await dialog
    .getByText(/^Wren .* will make \d+ of these visits on /)
    .first()
    .waitFor();
  await looksRight(staff, 'calendar-several');
  await dialog.getByRole('button', { name: /^Give away \d+ visits?$/ }).click();
  await page.getByText(/given to Wren .* We’ll tell customers and workers in a minute\.$/).waitFor();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('Taken back.').waitFor();
  await walts.getByText(named('Moved from ', wednesday)).waitFor();
}

async function takeThursdayOff(staff: Visitor): Promise<void> {
  const { page } = staff;
  await page.getByRole('link', { name: 'Days off' }).click();
  await page.getByText('No days off yet').waitFor();
  await page.getByRole('button', { name: 'Add a day' }).click();
  const dialog = page.getByRole('dialog', { name: 'A day off' });
  await field(dialog, 'Day').fill(thursday.toString());
  await field(dialog, 'Name').fill('Founders’ Day');
  await field(dialog, 'New day').fill(thursday.toString());
  await dialog.getByRole('button', { name: 'See what happens' }).click();
  await dialog.getByText('Please pick another day.').waitFor();
  await field(dialog, 'New day').fill(friday.toString());
  await dialog.getByRole('button', { name: 'See what happens' }).click();
  // Wren comes on every day: the visit there has one on Friday already.
  await dialog.getByText(named('1 visit will go to ', friday, '.')).waitFor();
  await dialog.getByText('1 visit will be left out.').waitFor();
  await looksRight(staff, 'day-off');
  await dialog.getByRole('button', { name: 'Take the day off' }).click();
  await page.getByText(named('Its visits went to ', friday, '.')).waitFor();
  await looksRight(staff, 'days-off');
}

async function takeDaysOffOfWaltAndTakeThemBack(staff: Visitor): Promise<void> {
  const { page } = staff;
  await page.getByRole('button', { name: 'Add a day' }).click();
  const dialog = page.getByRole('dialog', { name: 'A day off' });
  await dialog.getByRole('button', { name: /Who/ }).click();
  await page.getByRole('option', { name: /^Walt/ }).click();
  await field(dialog, 'First day').fill(wednesday.add({ weeks: 2 }).toString());
  await field(dialog, 'Last day').fill(friday.add({ weeks: 2 }).toString());
  await field(dialog, 'Name').fill('Vacation');
  await dialog.getByRole('button', { name: /Another worker/ }).click();
  await page.getByRole('option', { name: /^Wren/ }).click();
  await dialog.getByRole('button', { name: 'See what happens' }).click();
  await dialog.getByText(/^Wren .* will make 1 visit on /).waitFor();
  await looksRight(staff, 'days-off-of-walt');
  await dialog.getByRole('button', { name: 'Set days off' }).click();
  await page.getByText(/ Wren .* makes the visits\.$/).waitFor();
  await looksRight(staff, 'days-off-with-walt');
  await page.getByRole('button', { name: /^Take back: Walt .*: Vacation$/ }).click();
  const back = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await back.getByText(/^Walt .* will have 1 visit again\.$/).waitFor();
  await back.getByRole('button', { name: 'Take back' }).click();
  await page.getByText(/^Walt .* isn’t off anymore\.$/).waitFor();
}

async function waltAsksForDaysOff(staff: Visitor): Promise<void> {
  const walt = await browser.visitor(360);
  await enter(walt.page, demo.walt);
  await openArea(walt.page, 'Plan');
  const section = walt.page.locator('section', { has: walt.page.getByRole('heading', { name: 'Days off' }) });
  await section.getByText('No days off ahead').waitFor();
  await section.getByRole('button', { name: 'Ask for days off' }).click();
  const asking = walt.page.getByRole('dialog', { name: 'Ask for days off' });
  await field(asking, 'First day').fill(wednesday.add({ weeks: 3 }).toString());
  await field(asking, 'Last day').fill(friday.add({ weeks: 2 }).toString());
  await asking.getByRole('button', { name: 'Send request' }).click();
  await asking.getByText('Please pick a day that is not before the first one.').waitFor();
  await field(asking, 'Last day').fill(friday.add({ weeks: 3 }).toString());
  await field(asking, 'Note').fill(
    'My sister marries in Tulsa, and I drive my parents there and back. '.repeat(3).slice(0, 200),
  );
  await looksRight(walt, 'ask-for-days-off');
  await asking.getByRole('button', { name: 'Send request' }).click();
  await section.getByText('Waiting for the office').waitFor();
  await looksRight(walt, 'days-off-asked-for');

  const { page } = staff;
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Days off asked for' }).waitFor();
  await looksRight(staff, 'desk-days-off');
  await page.getByRole('button', { name: /^Accept days off: Walt/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Days off' });
  await dialog.getByRole('button', { name: /Another worker/ }).click();
  await page.getByRole('option', { name: /^Wren/ }).click();
  await dialog.getByRole('button', { name: 'See what happens' }).click();
  await dialog.getByText(/^Wren .* will make 1 visit on /).waitFor();
  await looksRight(staff, 'accept-days-off');
  await dialog.getByRole('button', { name: 'Set days off' }).click();
  await page.getByRole('heading', { name: 'Days off asked for' }).waitFor({ state: 'detached' });
  await walt.page.reload();
  await section.getByText('You’re off').waitFor();
  await looksRight(walt, 'days-off-accepted');
}

async function caseyReadsOfIt(): Promise<void> {
  const casey = await browser.visitor(360);
  const { page } = casey;
  await enter(page, demo.casey);
  await openArea(page, 'Engagements');
  await page
    .getByRole('link', { name: /on Wednesday/ })
    .first()
    .click();
  await page
    .getByText(/^Moved from/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Going away?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Going away?' });
  const [first, last] = [friday.add({ days: 10 }), friday.add({ days: 20 })];
  await field(dialog, 'First day without a visit').fill(last.toString());
  await field(dialog, 'Last day without a visit').fill(first.toString());
  await dialog.getByRole('button', { name: 'No visits' }).click();
  await dialog.getByText('The last day is before the first.').waitFor();
  await field(dialog, 'First day without a visit').fill(first.toString());
  await field(dialog, 'Last day without a visit').fill(last.toString());
  await looksRight(casey, 'going-away');
  await dialog.getByRole('button', { name: 'No visits' }).click();
  await page.getByRole('button', { name: /^End: no visits/ }).waitFor();
  await looksRight(casey, 'away');
  // They are told a week before.
  await moveClock(server.url, { to: morningOf(nextMonday) });
  await waitForMessage(
    server.url,
    ({ subject }) => /^No visit on .*Founders/.test(subject),
    'The letter of the day off',
  );
}

async function waltMakesIt(): Promise<void> {
  await moveClock(server.url, { to: morningOf(friday) });
  const walt = await browser.visitor(360);
  await enter(walt.page, demo.walt);
  await openArea(walt.page, 'Itinerary');
  await walt.page.getByText(/Casey/).first().waitFor();
  const { profileId, get, post, patch } = await signInByApi(server.url, demo.walt);
  const { year, week } = { year: friday.yearOfWeek, week: friday.weekOfYear };
  const { jobs } = await get(`/v1/workers/${profileId}/itineraries?week=${week}&year=${year}`);
  expect(jobs.map(({ scheduleInstance }: { scheduleInstance: { date: object } }) => scheduleInstance.date)).toEqual([
    calendarDay(friday),
  ]);
  const engagementId = jobs[0].engagement.id;
  const { work } = await post(`/v1/workers/${profileId}/itinerary/works`, { engagementId });
  for (const step of ['TRAVEL_STARTED', 'TRAVEL_COMPLETED', 'WORK_STARTED', 'WORK_COMPLETED']) {
    await patch(`/v1/worker/${profileId}/itinerary/works/${work.id}`, { status: `WORK_STATUS_${step}` });
  }
  await moveClock(server.url, { advance: 'P8D' });
  const receipt = await waitForMessage(
    server.url,
    ({ channel, subject, text }) =>
      channel === 'email' && /receipt|paid/i.test(subject) && named('', friday).test(text),
    'The receipt',
  );
  expect(receipt.text).toContain('$');
}
