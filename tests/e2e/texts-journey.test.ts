import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { type ApiCaller, moveClock, signInByApi } from './api.ts';
import { looksRight } from './browser.ts';
import { now } from './clock.ts';
import { carla, confirmByMail, demo, enter, openArea, sentMessages, signUp, waitForMessage } from './people.ts';
import { openYardpack } from './yardpack.ts';

const { server, browser } = await openYardpack({ demo: true });
const number = '+14795550111';
const tomorrow = businessDay(now()).add({ days: 1 });

test('a customer gets texts, answers STOP, HELP and START on the phone, and the office sees it', async () => {
  // Texts wait for the day.
  await moveClock(server.url, {
    to: tomorrow.toZonedDateTime({ timeZone: businessTimeZone, plainTime: '12:00' }).toInstant().toString(),
  });
  const customer = await browser.visitor(360);
  const { page } = customer;
  await signUp(page, carla);
  await confirmByMail(page, server.url, carla.email);
  const { userId, profileId } = await signInByApi(server.url, carla);

  const erin = await signInByApi(server.url, demo.erin);
  await orderByText(erin, userId, '1 Elm St');
  await waitForMessage(server.url, ({ to, text }) => to === number && text.includes('/card-link'), 'The first text');

  const phone = await browser.visitor(320);
  await answer(phone.page, 'Stop, please!');
  await waitForMessage(server.url, ({ text }) => text.includes('no more texts from us'), 'The answer to STOP');
  await phone.page.getByText('no more texts from us').first().click();
  await looksRight(phone, 'sandbox-phone');

  const before = (await texts()).length;
  await expect(orderByText(erin, userId, '2 Elm St')).rejects.toThrow('This number has stopped texts.');
  await answer(phone.page, 'HELP');
  await waitForMessage(
    server.url,
    ({ to, text }) => to === number && text.includes('yard cleanup.'),
    'The answer to HELP',
  );
  // HELP is answered, since it was asked for; the second order was refused.
  expect(await texts()).toHaveLength(before + 1);

  const office = await browser.visitor(1280);
  await enter(office.page, demo.erin);
  await office.page.goto(`/customers/${profileId}`);
  await office.page.getByText('The phone has said STOP, or the office was told so: it is not texted').waitFor();
  await office.page.getByText('Stop, please!').first().waitFor();
  await looksRight(office, 'customer-who-said-stop');
  await enter(page, carla);
  await openArea(page, 'Profile');
  await page
    .getByText('This phone has said STOP, or we were told that it wants no texts, so we text it nothing.')
    .waitFor();
  await looksRight(customer, 'profile-after-stop');
  // A form does not undo what the phone has said.
  await page.getByRole('button', { name: 'Edit' }).first().click();
  await page.getByRole('checkbox', { name: /promotional text messages/ }).check({ force: true });
  await looksRight(customer, 'profile-form-with-offers');
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText('This phone has said STOP, or we were told that it wants no texts, so we text it nothing.')
    .waitFor();

  await answer(phone.page, 'START');
  await waitForMessage(server.url, ({ text }) => text.includes('texts are on again'), 'The answer to START');
  await orderByText(erin, userId, '3 Elm St');
  await expect.poll(async () => (await texts()).filter(({ text }) => text.includes('/card-link')).length).toBe(2);
  await page.reload();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect.poll(() => page.getByText('This phone has said STOP').count()).toBe(0);
  expect(browser.faults).toEqual([]);
});

const texts = async () =>
  (await sentMessages(server.url)).filter(({ channel, to }) => channel === 'text' && to === number);

/** Answers the newest text as the phone's owner, at the sandbox. */
async function answer(page: Page, words: string): Promise<void> {
  await page.goto('/sandbox');
  const newest = page
    .getByRole('listitem')
    .filter({ hasText: `To ${number}` })
    .first();
  await newest.locator('summary').first().click();
  await newest.getByLabel(`Text back as ${number}`).fill(words);
  await newest.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Sent. What is answered shows up below.').waitFor();
}

/** Lets the office ask for a service on the customer's behalf, whose link goes by text. */
async function orderByText(office: ApiCaller, userId: string, streetAddress1: string): Promise<void> {
  const { products } = await office.get('/v1/products');
  await office.post('/v1/orders', {
    userId,
    ...{
      firstName: 'Carla',
      lastName: 'Nguyen',
      email: carla.email,
      phone: carla.phone,
      channel: 'text',
      textsAgreed: true,
    },
    ...{ streetAddress1, city: 'Bentonville', state: 'AR', zipCode: '72712', country: 'US' },
    productId: products.find(({ name }: { name: string }) => name === 'Yard Cleanup').id,
    yardSize: 'YARD_SIZE_STANDARD',
    scheduleTemplate: { period: 'PERIOD_WEEKLY', frequency: 1, interval: 1, startDay: calendarDay(tomorrow) },
  });
}
