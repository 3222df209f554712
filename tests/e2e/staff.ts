import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type ApiCaller, signUpByApi } from './api.ts';
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

/** Signs up the first employee as a new business does, with a join code from the command line. */
export async function hireErin(site: string, databaseUrl: string): Promise<ApiCaller> {
  return await signUpByApi(site, { ...erin, joinCode: await inviteStaff(databaseUrl) });
}

async function inviteStaff(databaseUrl: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['src/server/staff-invite.ts'], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
  });
  const code = /^[\w-]{40,}$/m.exec(stdout)?.[0];
  if (!code) throw new Error(`No join code in: ${stdout}`);
  return code;
}
