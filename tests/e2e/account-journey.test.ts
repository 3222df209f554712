import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { looksRight } from './browser.ts';
import { field, type Newcomer, sentMessages, signIn, signUp, waitForMessage } from './people.ts';
import { openYardpack } from './yardpack.ts';

const { server, browser } = await openYardpack({ demo: false });

const otto: Newcomer = {
  type: 'Customer',
  username: 'otto',
  password: 'bones4all!',
  firstName: 'Otto',
  lastName: 'Ray',
  email: 'otto@example.com',
  phone: '4795550133',
  street: '9 Poppy Ln',
};
const linkExpired = 'Link expired. Please generate new link';

test('somebody who forgets everything gets in by the mailed links, each of which works once', async () => {
  const visitor = await browser.visitor(360);
  const { page } = visitor;
  await isKeptOverAReload(page);
  await signUp(page, otto);
  await page.waitForURL((url) => url.pathname === '/');
  await isToldToConfirmFirst(page);
  const confirmation = await mailedLink('/confirm-sign-up');
  await page.route('**/v1/confirm-sign-up', (route) => route.abort());
  await asksOnAnotherDevice(confirmation);
  await page.goto(confirmation);
  // Opening it confirms nothing: a scanner of links opens it, too.
  await page.getByRole('heading', { name: 'One press and you’re in' }).waitFor();
  await looksRight(visitor, 'confirm-sign-up');
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await page.getByRole('heading', { name: 'We couldn’t confirm it just now' }).waitFor();
  await looksRight(visitor, 'confirm-sign-up-unanswered');
  await page.unroute('**/v1/confirm-sign-up');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Account confirmed. You can now sign in.').waitFor();
  await goesHomeWith(page, '/confirm-sign-up?token=cut', linkExpired);
  await page.goto(confirmation);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await page.getByText('Already confirmed. You can sign in.').waitFor();
  for (const path of ['/confirm-sign-up', '/set-new-password', '/set-new-password?token=cut']) {
    await goesHomeWith(page, path, linkExpired);
  }

  await page.goto('/');
  await asksForALink(page);
  const link = await mailedLink('/set-new-password');
  await page.goto(link);
  await page.getByRole('heading', { name: 'Set your new password' }).waitFor();
  // The token is taken out of the address: it is in nobody's history, nor is it told to other sites.
  await page.waitForURL((url) => url.search === '');
  await page.reload();
  await page.getByRole('heading', { name: 'Set your new password' }).waitFor();
  // The form comes once the link is known to be good.
  await field(page, 'Password').waitFor();
  await isHeldToTheRules(page);
  await looksRight(visitor, 'set-new-password-errors');
  await field(page, 'Password').fill('fresh-bones2!');
  await field(page, 'Confirm Password').fill('fresh-bones2!');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByText('You can now sign in using your new password.').waitFor();
  await page.waitForURL((url) => url.pathname === '/');

  await page.goto(link);
  await page.getByText(linkExpired).waitFor();
  await page.getByText('Have you set a password with it? Then please sign in with that one.').waitFor();
  await page.getByRole('button', { name: 'Email me a new link' }).click();
  await page.getByText('A new link is on its way').waitFor();
  await page.goto('/');
  await signIn(page, { ...otto, password: 'fresh-bones2!' });
  expect(browser.faults).toEqual([]);
});

/** A device that has not signed up, where the reader does not know the password. */
async function asksOnAnotherDevice(link: string): Promise<void> {
  const other = await browser.visitor(360);
  await other.page.goto(link);
  await other.page.getByRole('button', { name: 'Confirm email' }).click();
  await other.page.getByRole('heading', { name: 'Is this you?' }).waitFor();
  await looksRight(other, 'confirm-sign-up-password');
  await field(other.page, 'Password').fill('wrong4bones!');
  await other.page.getByRole('button', { name: 'Confirm email' }).click();
  await other.page.getByText('That isn’t the password of this account.').waitFor();
  await looksRight(other, 'confirm-sign-up-wrong-password');
  // The dialog of the call is gone, and what was typed is selected.
  await other.page.waitForFunction(() => {
    const { activeElement: at } = document;
    return (
      at instanceof HTMLInputElement && at.name === 'password' && at.selectionEnd === at.value.length && at.value !== ''
    );
  });
  await other.context.close();
}

async function isKeptOverAReload(page: Page): Promise<void> {
  await page.goto('/sign-up');
  await field(page, 'Username').fill(otto.username);
  await field(page, 'Password').fill('Password1!');
  await page.getByText('Too common').waitFor();
  await page.reload();
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=username]')?.value === 'otto');
  expect(await field(page, 'Password').inputValue()).toBe('');
}

async function isToldToConfirmFirst(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'A yard you can walk barefoot.' }).waitFor();
  // The button that comes with the page stays. One that is drawn again would lose a press between the two.
  expect(await page.locator('#account').getByRole('button', { name: 'Sign in' }).getAttribute('type')).toBe('button');
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Sign in to your account' });
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.getByText('Username is invalid').waitFor();
  await dialog.getByText('Password is invalid').waitFor();
  await field(dialog, 'Username').fill(` ${otto.username} `);
  await field(dialog, 'Password').fill(otto.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Please confirm your account first.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

async function asksForALink(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forgot password?' });
  await field(dialog, 'Username or email').fill('OTTO@example.com');
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('a link for a new password is on its way').waitFor();
}

async function isHeldToTheRules(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByText('Password is required.').waitFor();
  await field(page, 'Password').fill('fresh-bones2!');
  await field(page, 'Confirm Password').fill('fresh-bones3!');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByText('Passwords do not match').waitFor();
}

/** @returns the newest link to that page that was mailed */
async function mailedLink(path: string): Promise<string> {
  await waitForMessage(server.url, ({ to, text }) => to === otto.email && text.includes(path), `A link to ${path}`);
  const mails = (await sentMessages(server.url)).filter(({ to, text }) => to === otto.email && text.includes(path));
  return new RegExp(`https?:\\S+${path}\\?token=[\\w-]+`).exec(mails[0]?.text ?? '')?.[0] ?? '';
}

async function goesHomeWith(page: Page, address: string, message: string): Promise<void> {
  await page.goto(address);
  await page.getByText(message).first().waitFor();
  await page.waitForURL((url) => url.pathname === '/');
}
