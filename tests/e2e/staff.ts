import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openDatabase } from '#server/database/connection.ts';
import { issueJoinCode } from '#server/join-codes/service.ts';
import { machine } from '../running-server.ts';
import { type ApiCaller, signUpByApi } from './api.ts';
import { looksRight, type Visitor } from './browser.ts';
import { now } from './clock.ts';
import type { Newcomer } from './people.ts';

const run = promisify(execFile);

export const erin: Newcomer = {
  type: 'Employee',
  username: 'erin',
  password: 'bones4all!',
  firstName: 'Erin',
  lastName: 'Moss',
  email: 'erin@example.com',
  phone: '4795550100',
  street: '220 NW A St',
};

/**
 * Signs up the first employee with a join code.
 * @param invite makes the code; `inviteByCommand` as a new business does, which takes seconds
 */
export async function hireErin(site: string, databaseUrl: string, invite = issueCode): Promise<ApiCaller> {
  return await signUpByApi(site, { ...erin, joinCode: await invite(databaseUrl) });
}

async function issueCode(databaseUrl: string): Promise<string> {
  const database = openDatabase(databaseUrl);
  try {
    return await issueJoinCode({ database, clock: { now } }, null);
  } finally {
    await database.$client.end();
  }
}

/** @returns a join code from the command line */
export async function inviteByCommand(databaseUrl: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['src/server/staff-invite.ts'], {
    env: { ...machine, DATABASE_URL: databaseUrl },
  });
  const code = /(?<=^|token=)[\w-]{40,}$/m.exec(stdout)?.[0];
  if (!code) throw new Error(`No join code in: ${stdout}`);
  return code;
}

/** Gives a customer's proposal to Walt on Wednesdays, from the calendar. */
export async function giveProposalToWalt(staff: Visitor, customer: string): Promise<void> {
  const { page } = staff;
  await page
    .getByRole('button', { name: new RegExp(`^Assign: ${customer}`) })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Assign a worker' });
  await dialog.getByRole('button', { name: 'See what happens' }).click();
  await dialog.getByText('Please choose a worker.').waitFor();
  await dialog.getByRole('button', { name: /Worker/ }).click();
  await page.getByRole('option', { name: /^Walt/ }).click();
  await dialog.getByRole('button', { name: 'Wednesday' }).click();
  await dialog.getByRole('button', { name: 'See what happens' }).click();
  await dialog.getByText('We’ll tell them in a minute:').waitFor();
  await looksRight(staff, 'calendar-assign');
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByText(/ is with Walt J\. We’ll tell 2 people in a minute\.$/).waitFor();
  await page.getByRole('button', { name: 'Take back' }).waitFor();
}
