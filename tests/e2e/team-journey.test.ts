import { expect, test } from 'vitest';
import { looksRight, type Visitor } from './browser.ts';
import { choose, confirmByMail, enter, fillInSignIn, type Newcomer, openArea, signIn, signUp } from './people.ts';
import { erin, hireErin } from './staff.ts';
import { openYardpack } from './yardpack.ts';

const { database, server, browser } = await openYardpack({ demo: false });

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

test('an employee hires another with a join code, and later locks them out at once', async () => {
  await hireErin(server.url, database.url);
  const first = await browser.visitor(1280);
  await enter(first.page, erin);
  await openArea(first.page, 'Team');
  await first.page.getByRole('article').filter({ hasText: 'Erin Moss' }).getByText('You', { exact: true }).waitFor();
  await looksRight(first, 'team');
  const joinCode = await issuesACode(first);

  const second = await browser.visitor(360);
  await signUp(second.page, { ...nora, joinCode });
  await confirmByMail(second.page, server.url, nora.email);
  await signIn(second.page, nora);
  await openArea(second.page, 'Team');
  await second.page.getByRole('heading', { name: /^Used by Nora Quill, / }).waitFor();
  await looksRight(second, 'team-phone');

  await revokesAnother(second);
  await makesManager(first);
  await mayNoMoreHire(second);
  await deactivates(first);
  await isOut(second);
  await reactivates(first);
  await signIn(second.page, nora);
  expect(browser.faults).toEqual([]);
});

/** @returns the code, which is on the screen once */
async function issuesACode(staff: Visitor): Promise<string> {
  const { page, context } = staff;
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  await choose(page, 'Role', /^Owner/);
  await page.getByRole('button', { name: 'New Join Code' }).click();
  await page.getByText(/It works once until/).waitFor();
  await looksRight(staff, 'team-new-join-code');
  const shown = (await page.getByRole('code').textContent()) ?? '';
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Join code copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('It works once until').waitFor({ state: 'detached' });
  return shown;
}

async function revokesAnother({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'New Join Code' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  // The link of the start is an owner's code, which nobody has used.
  const another = page
    .getByRole('article')
    .filter({ hasText: /Office/ })
    .filter({ hasText: 'Works once until' });
  await another.getByRole('button', { name: /^Revoke the join code/ }).click();
  await page
    .getByRole('alertdialog', { name: 'Revoke join code?' })
    .getByRole('button', { name: 'Revoke', exact: true })
    .click();
  await page.getByText('Join code revoked.').waitFor();
  await page.getByRole('heading', { name: /^Revoked / }).waitFor();
}

async function makesManager(staff: Visitor): Promise<void> {
  const { page } = staff;
  await page.reload();
  await page.getByRole('button', { name: 'Change role of Nora Quill' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Change role?' });
  await choose(page, 'Role of Nora Quill', /^Manager/);
  await looksRight(staff, 'team-role');
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await page.getByText('The role of Nora Quill is Manager now.').waitFor();
}

async function mayNoMoreHire({ page }: Visitor): Promise<void> {
  await page.reload();
  await page.getByText('Nora Quill').waitFor();
  expect(await page.getByRole('button', { name: /^Change role of|Deactivate|New Join Code/ }).count()).toBe(0);
}

async function deactivates(staff: Visitor): Promise<void> {
  const { page } = staff;
  await page.reload();
  await page.getByRole('button', { name: 'Deactivate Nora Quill' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Deactivate employee?' });
  await dialog.getByText('whole account').waitFor();
  await looksRight(staff, 'team-deactivate');
  await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await page.getByText('Nora Quill was deactivated.').waitFor();
  await page.getByRole('button', { name: 'Reactivate Nora Quill' }).waitFor();
  // Nobody is left who could lock out the last employee.
  expect(await page.getByRole('button', { name: /^Deactivate/ }).count()).toBe(0);
}

/** The next press leads out, and the password is no way back. */
async function isOut(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await openArea(page, 'Inquiries');
  await fillInSignIn(page, nora);
  await page.getByText('The username or the password is wrong.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
}

async function reactivates({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'Reactivate Nora Quill' }).click();
  await page
    .getByRole('alertdialog', { name: 'Reactivate employee?' })
    .getByRole('button', { name: 'Reactivate', exact: true })
    .click();
  await page.getByText('Nora Quill was reactivated.').waitFor();
}

/** Goes to one of the areas of the account menu. */
