import { expect, test } from 'vitest';
import { looksRight } from './browser.ts';
import { demo, enter, openArea } from './people.ts';
import { openYardpack } from './yardpack.ts';

const { browser } = await openYardpack({ demo: true });

test('the office looks up what was sent to a customer, and reads it as it went out', async () => {
  const office = await browser.visitor(1280);
  const { page } = office;
  await enter(page, demo.erin);
  await openArea(page, 'Messages');
  await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor();
  await page.getByRole('searchbox', { name: 'To whom' }).fill('casey');
  await page.waitForURL('**/messages?q=casey');
  await page.getByLabel('Sent by').selectOption('Mail');
  await page.waitForURL('**/messages?q=casey&channel=email');
  const first = page.getByRole('article').first();
  await first.getByText(/^Mail to Casey Rivera/).waitFor();
  await looksRight(office, 'messages');
  await first.getByRole('link').click();
  await page.frameLocator('iframe').getByRole('heading', { name: 'Wren O. will take care of your yard' }).waitFor();
  await looksRight(office, 'message');

  const onPhone = await browser.visitor(320);
  await enter(onPhone.page, demo.erin);
  await onPhone.page.goto('/messages');
  await onPhone.page.getByRole('article').first().waitFor();
  await looksRight(onPhone, 'messages-phone');
  await onPhone.page.goto(new URL(page.url()).pathname);
  await onPhone.page.frameLocator('iframe').getByRole('heading').waitFor();
  await looksRight(onPhone, 'message-phone');
  expect(browser.faults).toEqual([]);
});
