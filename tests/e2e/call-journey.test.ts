import { expect, test } from 'vitest';
import { businessDay } from '#domain/calendar.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { moveClock } from './api.ts';
import { looksRight, loseAnswers, type Visitor } from './browser.ts';
import { now } from './clock.ts';
import { named } from './day-names.ts';
import { caseysHome, demo, enter, field, fillInSignIn, openArea, sentMessages, waitForMessage } from './people.ts';
import { giveProposalToWalt } from './staff.ts';
import { openYardpack } from './yardpack.ts';

const { server, browser } = await openYardpack({ demo: true });

const today = businessDay(now());
const nextMonday = today.add({ days: 8 - today.dayOfWeek });
const [wednesday, thursday] = [nextMonday.add({ days: 2 }), nextMonday.add({ days: 3 })];
const tenOClock = (day: Temporal.PlainDate) =>
  day.toZonedDateTime({ timeZone: businessTimeZone, plainTime: '10:00' }).toInstant().toString();

const wrongNumber = '+14795550181';
const rightNumber = '+14795550182';

test('somebody asks and is called back: the order is taken, accepted on a phone, given to a worker, moved for a holiday, done and billed', async () => {
  await vicAsks();
  const staff = await browser.visitor(1280);
  await staffTakeTheOrder(staff);
  const firstLink = await linkSentTo(wrongNumber);
  await staffCorrectTheNumber(staff);

  const phone = await browser.visitor(360);
  await phone.page.goto(firstLink);
  await phone.page.getByText('This link has ended').waitFor();
  await looksRight(phone, 'card-link-ended');
  await phone.page.goto(await linkSentTo(rightNumber));
  await vicAccepts(phone);

  await workerSeesTheProposal();
  await staffSeeWhatBecameOfIt(staff);
  await officePlansAroundAHoliday(staff);
  await waltMakesTheVisit();
  await vicPays();
  expect(browser.faults).toEqual([]);
});

test('a customer who calls gets a link too, signs in, and accepts with the card that is saved', async () => {
  const { page } = await browser.visitor(1280);
  await enter(page, demo.erin);
  await page.goto('/customers?q=casey');
  await page.getByRole('link', { name: /Casey/ }).click();
  await page.getByRole('link', { name: 'Ask for a service' }).click();
  await page.getByRole('heading', { level: 1, name: 'New Order' }).waitFor();
  await page.getByText('Chosen', { exact: true }).waitFor();
  expect(await field(page, 'Street Address 1').inputValue()).toBe(caseysHome);
  await page.getByText('Deep Cleanup', { exact: true }).click();
  await page.getByText('Large yard size.').click();
  await page.getByText('It also proves the address.').click();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('Card needed').waitFor();

  const casey = await browser.visitor(360);
  const isIt = ({ channel, text }: { channel: string; text: string }) =>
    channel === 'email' && text.includes('/card-link?token=');
  const { text } = await waitForMessage(server.url, isIt, 'The link by mail');
  await casey.page.goto(/http\S+\/card-link\?token=[\w-]+/.exec(text)?.[0] ?? '');
  await casey.page.getByText('You have an account with us.').waitFor();
  await casey.page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await casey.page.getByText('Sign in to accept your service.').waitFor();
  await fillInSignIn(casey.page, demo.casey);
  await casey.page.getByText(/^You are signed in as/).waitFor();
  await casey.page.getByRole('button', { name: 'Accept', exact: true }).click();
  await casey.page.getByText('You must agree to our Terms of Service.').waitFor();
  await looksRight(casey, 'card-link-signed-in');
  // Nor is a new card saved before the terms are accepted.
  let cardsSaved = 0;
  casey.page.on('request', (request) => {
    if (request.url().includes('intents/confirm')) cardsSaved += 1;
  });
  await casey.page.reload();
  await casey.page.getByRole('button', { name: /Payment Method/ }).click();
  await casey.page.getByRole('option', { name: 'New payment method' }).click();
  await casey.page.getByRole('button', { name: 'Save and accept' }).click();
  await casey.page.getByText('You must agree to our Terms of Service.').waitFor();
  expect(cardsSaved).toBe(0);
  await casey.page.getByRole('button', { name: 'Cancel' }).click();
  await casey.page.getByRole('checkbox').check({ force: true });
  await casey.page.getByRole('button', { name: 'Accept', exact: true }).click();
  await casey.page.getByRole('heading', { level: 1, name: 'All set' }).waitFor();
  expect(browser.faults).toEqual([]);
});

async function vicAsks(): Promise<void> {
  const personal = {
    firstName: 'Vic',
    lastName: 'Calls',
    email: 'vic@example.com',
    phone: '479-555-0181',
    streetAddress1: '77 Hound Hill',
    city: 'rogers',
    stateProvince: 'AR',
    country: 'US',
    zipPostal: 72756,
    referral: 'A neighbour',
  };
  const answer = await fetch(`${server.url}/v1/send-inquiry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      from: personal.email,
      subject: 'Sign Up Request [Vic Calls]',
      message: 'As the form has it.',
      data: {
        personal,
        yard: { details: 'Gate behind the shed, code 77' },
        pets: [{ breed: 'Beagle', count: 2 }],
        schedule: { frequency: 'once-a-week' },
        notification: { communicationPreference: 'text' },
      },
    }),
  });
  expect(answer.status).toBe(200);
}

async function staffTakeTheOrder(staff: Visitor): Promise<void> {
  const { page } = staff;
  await enter(page, demo.erin);
  await openArea(page, 'Inquiries');
  await page.getByRole('button', { name: /Vic Calls/ }).click();
  await page.getByText(/^Asked on /).waitFor();
  await page.getByRole('link', { name: 'Make a customer' }).click();
  await page.getByRole('heading', { level: 1, name: 'New Customer' }).waitFor();
  expect(await field(page, 'Street Address 1').inputValue()).toBe('77 Hound Hill');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('This field is required').first().waitFor();
  await looksRight(staff, 'new-order-incomplete');
  await page.getByText('Yard Cleanup', { exact: true }).click();
  await page.getByText('Standard yard size.').click();
  await page.getByRole('region', { name: 'Price' }).getByText('$15.00').waitFor();
  // The answer is lost once; the same order is sent again.
  await loseAnswers(page, '**/v1/orders', 1);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('Network error. Please check your internet connection.').waitFor();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByRole('heading', { level: 1, name: /^Order of / }).waitFor();
  await page.getByText('Card needed').waitFor();
  await looksRight(staff, 'order');
}

async function staffCorrectTheNumber({ page }: Visitor): Promise<void> {
  const again = page.getByRole('button', { name: 'Send again' });
  // The buttons stand beside the title, which rather takes two lines.
  const [title, button] = [await page.getByRole('heading', { level: 1 }).boundingBox(), await again.boundingBox()];
  expect(button?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
  await again.click();
  const dialog = page.getByRole('dialog', { name: 'Send the link again' });
  await field(dialog, 'Phone').fill('479 555 0182');
  await dialog.getByText('They have told us that they agree to texts').click();
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText(/^Link by text to \(479\) 555-0182 on /).waitFor();
}

async function linkSentTo(number: string): Promise<string> {
  const isIt = ({ to, text }: { to: string; text: string }) => to === number && text.includes('/card-link?token=');
  const { text } = await waitForMessage(server.url, isIt, `The link to ${number}`);
  expect((await sentMessages(server.url)).filter(isIt)).toHaveLength(1);
  return /http\S+\/card-link\?token=[\w-]+/.exec(text)?.[0] ?? '';
}

async function vicAccepts(phone: Visitor): Promise<void> {
  const { page } = phone;
  await page.getByText(/^Erin Moss asked for it on your behalf on /).waitFor();
  await page.getByText('$15.00').waitFor();
  expect(await page.getByText('code 77').count()).toBe(0);
  expect(page.url()).not.toContain('token');
  await field(page, 'Password').fill('bones4all!');
  await looksRight(phone, 'card-link');
  await page.getByRole('button', { name: 'Go on to the card' }).click();
  await page.getByText('You must agree to our Terms of Service.').waitFor();
  await page.getByRole('checkbox').check({ force: true });
  await page.getByRole('button', { name: 'Go on to the card' }).click();
  await page.getByLabel('Card number').waitFor();
  // What was done is kept when the page is opened anew.
  await page.reload();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('ZIP').fill('72712');
  await page.getByRole('checkbox').check({ force: true });
  await looksRight(phone, 'card-link-card');
  await loseAnswers(page, '**/v1/accept-order', 1);
  await page.getByRole('button', { name: 'Save and accept' }).click();
  await page.getByText('Network error. Please check your internet connection.').waitFor();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'All set' }).waitFor();
  await looksRight(phone, 'card-link-done');
}

async function workerSeesTheProposal(): Promise<void> {
  const { page } = await browser.visitor(360);
  await enter(page, demo.wren);
  await openArea(page, 'Engagements');
  await page.getByText('77 Hound Hill').first().waitFor();
  expect(await page.getByText('code 77').count()).toBe(0);
}

async function staffSeeWhatBecameOfIt({ page }: Visitor): Promise<void> {
  await page.reload();
  await page.getByText('Accepted', { exact: true }).waitFor();
  await page.goto('/inquiries?filter=all');
  await page.getByRole('button', { name: /Vic Calls/ }).click();
  await page.getByText(/^Answered, by Erin Moss on /).waitFor();
  await page.getByRole('link', { name: /^Vic Calls is a customer since / }).click();
  await page.getByRole('heading', { level: 1, name: /Vic Calls/ }).waitFor();
}

/** Walt gets the service on Wednesdays, and next Wednesday is a day off, whose visits go to Thursday. */
async function officePlansAroundAHoliday(staff: Visitor): Promise<void> {
  const { page } = staff;
  await page.getByRole('link', { name: 'Calendar' }).click();
  await giveProposalToWalt(staff, 'Vic');
  await page.getByRole('link', { name: 'Days off' }).click();
  await page.getByRole('button', { name: 'Add a day' }).click();
  const dialog = page.getByRole('dialog', { name: 'A day off' });
  await field(dialog, 'Day').fill(wednesday.toString());
  await field(dialog, 'Name').fill('Founders’ Day');
  await field(dialog, 'New day').fill(thursday.toString());
  await dialog.getByRole('button', { name: 'See what happens' }).click();
  await dialog.getByText(/will go to /).waitFor();
  await dialog.getByRole('button', { name: 'Take the day off' }).click();
  await page.getByText(named('Its visits went to ', thursday, '.')).waitFor();
}

async function waltMakesTheVisit(): Promise<void> {
  await moveClock(server.url, { to: tenOClock(nextMonday) });
  const isMoved = ({ to, text }: { to: string; text: string }) => to === rightNumber && named('', thursday).test(text);
  await waitForMessage(server.url, isMoved, 'The text of the day off');
  await moveClock(server.url, { to: tenOClock(thursday) });
  const walt = await browser.visitor(360);
  await enter(walt.page, demo.walt);
  await openArea(walt.page, 'Itinerary');
  const card = walt.page.getByRole('listitem').filter({ hasText: '77 Hound Hill' });
  await card.getByText(named('Moved from ', wednesday)).waitFor();
  for (const action of ['Start', 'Start Travel', 'Complete Travel', 'Start Work', 'Complete Work']) {
    await card.getByRole('button', { name: new RegExp(`^${action},`) }).click();
  }
  await card.getByText('Done', { exact: true }).waitFor();
  await looksRight(walt, 'itinerary-moved');
}

async function vicPays(): Promise<void> {
  // A step can be undone for a minute; a small amount waits for more of its kind.
  await moveClock(server.url, { advance: 'P8D' });
  const isReceipt = ({ to, text }: { to: string; text: string }) => to === rightNumber && /\$15\.00/.test(text);
  const receipt = await waitForMessage(server.url, isReceipt, 'The receipt');
  expect(receipt.text).toMatch(named('for your visit on ', thursday));
}
