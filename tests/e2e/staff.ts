import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openDatabase } from '#server/database/connection.ts';
import { issueJoinCode } from '#server/join-codes/service.ts';
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
    return await issueJoinCode({ database, clock: { now: () => Temporal.Now.instant() } }, null);
  } finally {
    await database.$client.end();
  }
}

/** @returns a join code from the command line */
export async function inviteByCommand(databaseUrl: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['src/server/staff-invite.ts'], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
  });
  const code = /(?<=^|token=)[\w-]{40,}$/m.exec(stdout)?.[0];
  if (!code) throw new Error(`No join code in: ${stdout}`);
  return code;
}
