import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { codeAt } from '#server/testing/factor-factories.ts';
import { call } from './api.ts';
import { looksRight, type Visitor } from './browser.ts';
import {
  confirmByMail,
  field,
  fillInSignIn,
  type Newcomer,
  openArea,
  passOnboarding,
  signUp,
  waitForMessage,
} from './people.ts';
import { erin, inviteByCommand } from './staff.ts';
import { openYardpack } from './yardpack.ts';

// Employees have to have one here, as in a new business.
const { database, server, browser } = await openYardpack({ demo: false, settings: { STAFF_SECOND_FACTOR: '1' } });

const nora: Newcomer = {
  type: 'Employee',
  username: 'nora',
  password: 'bones4all!',
  firstName: 'Nora',
  lastName: 'Quill',
  email: 'nora@example.com',
  phone: '4795550133',
  street: '31 Larkspur Ln',
};

test('an owner signs in with a passkey, a colleague with a code app, which the owner takes away when it is lost', async () => {
  const owner = await browser.visitor(1280);
  await joins(owner, erin, await inviteByCommand(database.url));
  await isLedToSetOneUp(owner);
  const authenticator = await plugInAuthenticator(owner.page);
  await addsAPasskey(owner);
  await signsOut(owner.page);
  await signsInByPasskey(owner, authenticator);
  const joinCode = await invites(owner);

  const colleague = await browser.visitor(360);
  await joins(colleague, nora, joinCode);
  const { secret, codes } = await addsACodeApp(colleague);
  await signsOut(colleague.page);
  await signsInByCode(colleague, secret);
  await signsOut(colleague.page);
  await signsInByRecoveryCode(colleague, codes[0] ?? '');
  await makesNewCodes(colleague, secret);

  await takesAway(owner);
  await colleague.page.reload();
  await fillInSignIn(colleague.page, nora);
  await colleague.page.getByRole('heading', { name: 'One more step' }).waitFor();
  await waitForMessage(server.url, ({ subject }) => /were taken away/.test(subject), 'The mail of what was taken away');
  expect(browser.faults).toEqual([]);
});

/** Opens an account with a join code, confirms it and signs in. */
async function joins({ page }: Visitor, person: Newcomer, joinCode: string): Promise<void> {
  await signUp(page, { ...person, joinCode });
  await confirmByMail(page, server.url, person.email);
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await fillInSignIn(page, person);
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
}

async function isLedToSetOneUp(owner: Visitor): Promise<void> {
  const { page } = owner;
  await page.getByRole('button', { name: 'Add a code app' }).waitFor();
  await page.getByText('This browser', { exact: true }).waitFor();
  await looksRight(owner, 'second-factor-needed');
  await page.goto('/team');
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/security');
}

/** Chromium's own authenticator for tests, which says yes to everything. */
async function plugInAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return session;
}

async function addsAPasskey(owner: Visitor): Promise<void> {
  const { page } = owner;
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('button', { name: 'Make the passkey' }).click();
  await dialog.getByText('This field is required.').waitFor();
  await looksRight(owner, 'add-passkey');
  await field(dialog, 'Name').fill('Office key');
  await dialog.getByRole('button', { name: 'Make the passkey' }).click();
  await keepsCodes(owner);
  // A new employee goes through the slides once nothing keeps them from it.
  await passOnboarding(page);
  await page.goto('/security');
  await page.getByText('Office key').waitFor();
  await looksRight(owner, 'second-factors');
}

/** @returns the recovery codes that are shown */
async function keepsCodes(person: Visitor): Promise<string[]> {
  const dialog = person.page.getByRole('dialog', { name: 'Keep your recovery codes' });
  await dialog.waitFor();
  await looksRight(person, 'recovery-codes');
  const codes = await dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  return codes;
}

async function signsOut(page: Page): Promise<void> {
  await page.goto('/security');
  await page.getByRole('button', { name: /, account$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).first().waitFor();
}

async function toSecondStep(page: Page, person: Newcomer) {
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await fillInSignIn(page, person);
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.waitFor();
  return dialog;
}

async function isIn(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Employee Dashboard' }).waitFor();
}

async function signsInByPasskey(owner: Visitor, authenticator: CDPSession): Promise<void> {
  const { page } = owner;
  let dialog = await toSecondStep(page, erin);
  await looksRight(owner, 'second-step-passkey');
  // Back leads to the first step, with the password to be typed again.
  await dialog.getByRole('button', { name: 'Back' }).click();
  await fillInSignIn(page, erin);
  dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await isIn(page);
  await authenticator.send('WebAuthn.disable');
}

async function invites({ page }: Visitor): Promise<string> {
  await openArea(page, 'Team');
  await page.getByRole('button', { name: 'New Join Code' }).click();
  await page.getByText(/It works once until/).waitFor();
  const shown = (await page.getByRole('code').textContent()) ?? '';
  await page.getByRole('button', { name: 'Done' }).click();
  return shown;
}

const now = async () => Temporal.Instant.from((await call(server.url, 'GET', '/sandbox/clock.json')).now);

async function addsACodeApp(person: Visitor) {
  const { page } = person;
  await page.getByRole('button', { name: 'Add a code app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a code app' });
  await dialog.getByRole('img', { name: 'Picture for your code app' }).waitFor();
  const secret = ((await dialog.getByRole('code').textContent()) ?? '').replaceAll(' ', '');
  await field(dialog, 'Name').fill('My phone');
  await field(dialog, 'Code').fill('000000');
  await dialog.getByRole('button', { name: 'Add the app' }).click();
  await dialog.getByText('This code does not fit.').waitFor();
  await looksRight(person, 'add-code-app');
  await field(dialog, 'Code').fill(codeAt(secret, await now()));
  await dialog.getByRole('button', { name: 'Add the app' }).click();
  const codes = await keepsCodes(person);
  await passOnboarding(page);
  return { secret, codes };
}

/** The codes of one half minute count once. */
const waitForNextCode = () => call(server.url, 'POST', '/sandbox/clock.json', { advance: 'PT30S' });

async function signsInByCode(person: Visitor, secret: string): Promise<void> {
  const { page } = person;
  await waitForNextCode();
  const dialog = await toSecondStep(page, nora);
  const code = field(dialog, 'Code');
  expect([await code.getAttribute('autocomplete'), await code.getAttribute('inputmode')]).toEqual([
    'one-time-code',
    'numeric',
  ]);
  await code.fill('000000');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.getByText('This code is wrong, or was used before.').waitFor();
  await looksRight(person, 'second-step-code');
  await code.fill(codeAt(secret, await now()));
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await isIn(page);
}

async function signsInByRecoveryCode(person: Visitor, recoveryCode: string): Promise<void> {
  const dialog = await toSecondStep(person.page, nora);
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await field(dialog, 'Recovery code').fill(recoveryCode);
  await looksRight(person, 'second-step-recovery');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await isIn(person.page);
  await waitForMessage(server.url, ({ text }) => text.includes('9 codes are left'), 'The mail of the recovery code');
}

/** Ten minutes later that takes a proof. */
async function makesNewCodes(person: Visitor, secret: string): Promise<void> {
  const { page } = person;
  await call(server.url, 'POST', '/sandbox/clock.json', { advance: 'PT11M' });
  await page.goto('/security');
  await page.getByText('9 codes left').waitFor();
  await page.getByRole('button', { name: 'Make new codes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByRole('button', { name: 'Use my password' }).waitFor();
  await looksRight(person, 'prove');
  await field(proof, 'Code').fill(codeAt(secret, await now()));
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await keepsCodes(person);
  await page.getByText('10 codes left').waitFor();
}

async function takesAway(owner: Visitor): Promise<void> {
  const { page } = owner;
  await page.goto('/team');
  const card = page.getByRole('article').filter({ hasText: 'Nora Quill' });
  await card.getByRole('button', { name: 'Second factor lost: Nora Quill' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Take second factors away?' });
  await looksRight(owner, 'take-second-factors');
  await dialog.getByRole('button', { name: 'Take them away' }).click();
  await page.getByText('Nora Quill can set up a new second factor now.').waitFor();
  await page.goto('/changes');
  await page.getByText('Erin Moss took the second factors of Nora Quill away').first().waitFor();
  await looksRight(owner, 'changes-second-factors');
}
