import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Newcomer } from './people.ts';
import { waitForMessage } from './people.ts';

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
 * Makes the first employee as a new business does: a join code from the command line, and a sign-up with it.
 * @returns an access token
 */
export async function hireErin(site: string, databaseUrl: string): Promise<string> {
  const { username, password, firstName, lastName, email, phone } = erin;
  await post(site, '/v1/sign-up', {
    username,
    password,
    profileType: 'PROFILE_TYPE_EMPLOYEE',
    joinCode: await inviteStaff(databaseUrl),
    firstName,
    lastName,
    email,
    phone,
    notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL',
    agreedToTerms: true,
    streetAddress1: erin.street,
    city: 'Bentonville',
    state: 'AR',
    zipCode: '72712',
    country: 'US',
  });
  const mail = await waitForMessage(site, (message) => message.to === email, 'The link for the employee');
  await post(site, '/v1/confirm-sign-up', { token: /token=([\w-]+)/.exec(mail.text)?.[1] });
  const { accessToken } = await post(site, '/v1/sign-in', { username, password });
  return accessToken;
}

async function inviteStaff(databaseUrl: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['src/server/staff-invite.ts'], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
  });
  const code = /^[\w-]{40,}$/m.exec(stdout)?.[0];
  if (!code) throw new Error(`No join code in: ${stdout}`);
  return code;
}

/** Calls the API as a program would. */
export async function post(site: string, path: string, body: object, accessToken?: string) {
  return await call(site, 'POST', path, accessToken, body);
}

/** The same with any method. */
export async function call(site: string, method: string, path: string, accessToken?: string, body?: object) {
  const response = await fetch(new URL(path, site), {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return await response.json();
}
