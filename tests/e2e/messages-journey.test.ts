import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { looksRight } from './browser.ts';
import { demo, enter, openArea, waitForMessage } from './people.ts';
import { openYardpack } from './yardpack.ts';

const { server, browser, database } = await openYardpack({ demo: true, byDay: true });

test('the office looks up what was sent to a customer, and reads it as it went out', async () => {
  const office = await browser.visitor(1280);
  const { page } = office;
  await enter(page, demo.erin);
  await openArea(page, 'Messages');
  await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor();
  await page.getByRole('searchbox', { name: 'To', exact: true }).fill('casey');
  await page.waitForURL('**/messages?q=casey');
  await page.getByLabel('Channel').selectOption('Email');
  await page.waitForURL('**/messages?q=casey&channel=email');
  const first = page.getByRole('article').filter({ hasText: 'Wren O. will take care of your yard' }).first();
  await first.getByText(/^Email to Casey Rivera/).waitFor();
  await looksRight(office, 'messages');
  await first.getByRole('link').click();
  await page.frameLocator('iframe').getByRole('heading', { name: 'Wren O. will take care of your yard' }).waitFor();
  await looksRight(office, 'message');
  // Its frame is as high as the mail.
  const spare = await page.locator('iframe').evaluate((frame: HTMLIFrameElement) => {
    const mail = frame.contentDocument?.body.getBoundingClientRect();
    return frame.clientHeight - (mail?.bottom ?? 0);
  });
  expect(spare).toBeLessThan(30);

  const onPhone = await browser.visitor(320);
  await enter(onPhone.page, demo.erin);
  await onPhone.page.goto('/messages');
  await onPhone.page.getByRole('article').first().waitFor();
  // What narrows the list leaves it the first screen, and opens at a press.
  const onlyTexts = onPhone.page.getByLabel('Channel');
  expect(await onlyTexts.isVisible()).toBe(false);
  await looksRight(onPhone, 'messages-phone');
  await onPhone.page.getByRole('button', { name: 'Filters', exact: true }).click();
  await onlyTexts.selectOption('Text');
  await onPhone.page.getByRole('button', { name: 'Filters: 1 set' }).waitFor();
  await looksRight(onPhone, 'messages-filters-phone');
  await onPhone.page.goto(new URL(page.url()).pathname);
  await onPhone.page.frameLocator('iframe').getByRole('heading').waitFor();
  await looksRight(onPhone, 'message-phone');
  expect(browser.faults).toEqual([]);
});

test('a customer texts the gate code, the office reads it on the desk and answers', async () => {
  const number = await texts('The gate code is 1234.');
  const office = await browser.visitor(1280);
  const { page } = office;
  await enter(page, demo.erin);
  await page.getByRole('heading', { name: 'Texts to read' }).waitFor();
  await looksRight(office, 'desk-with-a-text');
  await page.getByRole('link', { name: /The gate code is 1234\./ }).click();
  await page.getByRole('heading', { level: 1, name: 'Texts from people' }).waitFor();
  await page.getByRole('button', { name: /^Mark as read: the text of/ }).click();
  await page.getByText(/read by Erin Moss/).waitFor();

  await page.getByRole('button', { name: /^Answer the text of/ }).click();
  await page.getByLabel('Answer', { exact: false }).first().fill('Thank you! Wren has it.');
  await looksRight(office, 'texts-answering');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Thank you! Wren has it.').waitFor();
  await waitForMessage(server.url, ({ to, text }) => to === number && text.includes('Wren has it.'), 'the answer');
  await looksRight(office, 'texts');

  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Today’s visits' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Texts to read' }).count()).toBe(0);

  await openArea(page, 'Messages');
  await page.getByRole('link', { name: 'An answer to your text' }).click();
  await page.getByText('Thank you! Wren has it.').waitFor();
  await looksRight(office, 'answer');
  await page.getByRole('link', { name: 'Casey Rivera' }).first().click();
  await page.getByRole('heading', { name: 'Texts from them' }).waitFor();
  await looksRight(office, 'customer-with-a-text');

  const onPhone = await browser.visitor(320);
  await enter(onPhone.page, demo.erin);
  await onPhone.page.goto('/messages/inbound');
  await onPhone.page.getByText('The gate code is 1234.').waitFor();
  await looksRight(onPhone, 'texts-phone');
  await onPhone.page
    .getByRole('button', { name: /^No more texts to/ })
    .first()
    .click();
  await onPhone.page.getByRole('alertdialog', { name: 'No more texts to this number?' }).waitFor();
  await looksRight(onPhone, 'texts-ending');
  await onPhone.page.getByRole('button', { name: 'End texts' }).click();
  await onPhone.page.getByText('Gets no texts').waitFor();
  await looksRight(onPhone, 'texts-ended');
  await waitForMessage(server.url, ({ to, text }) => to === number && text.includes('no more texts'), 'the last text');
  expect(browser.faults).toEqual([]);
});

async function texts(words: string): Promise<string> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(`select id, phone from profiles where first_name = 'Casey'`);
  await client.query(
    `insert into inbound_texts (id, provider, provider_id, sender, profile_ids, recipient, text, received_at)
      values ($1, 'twilio', $2, $3, array[$5]::uuid[], '+14795550100', $4, now())`,
    [randomUUID(), randomUUID(), rows[0].phone, words, rows[0].id],
  );
  await client.end();
  return rows[0].phone;
}
