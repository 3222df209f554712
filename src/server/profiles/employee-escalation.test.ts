import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import { joinCodes } from '../database/schema/accounts.ts';
import { profiles } from '../database/schema/profiles.ts';
import { rateLimits } from '../database/schema/rate-limits.ts';
import { issueJoinCode } from '../join-codes/service.ts';
import { hashToken } from '../secrets.ts';
import { type Answer, send } from '../testing/access-calls.ts';
import { buildCustomer, type Person, signUpBody } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

/** Nobody becomes an employee without a join code, however it is written. */

let yardpack: TestWorld;
let person: Person;
let usedCode: string;
let revokedCode: string;
beforeAll(async () => {
  yardpack = await createTestWorld();
  const { database, clock } = yardpack.world;
  person = await buildCustomer(yardpack);
  [usedCode, revokedCode] = [await issueJoinCode(yardpack.world, null), await issueJoinCode(yardpack.world, null)];
  const [used, revoked] = [hashToken(usedCode), hashToken(revokedCode)];
  await database.update(joinCodes).set({ usedAt: clock.now() }).where(eq(joinCodes.codeHash, used));
  await database.update(joinCodes).set({ revokedAt: clock.now() }).where(eq(joinCodes.codeHash, revoked));
});
// The refusals must come from the content of the calls, not from their number.
beforeEach(() => yardpack.world.database.delete(rateLimits));
afterAll(() => yardpack.close());

const employee = 'PROFILE_TYPE_EMPLOYEE';
const spellings: unknown[] = [
  employee,
  'profile_type_employee',
  'Profile_Type_Employee',
  ` ${employee}`,
  `${employee} `,
  `${employee}\n`,
  `${employee}\u0000`,
  `\ufeff${employee}`,
  'ＰＲＯＦＩＬＥ＿ＴＹＰＥ＿ＥＭＰＬＯＹＥＥ',
  'EMPLOYEE',
  'employee',
  3,
  [employee],
  ['PROFILE_TYPE_CUSTOMER', employee],
  { type: employee },
  { 0: employee, length: 1 },
  { toString: employee },
];

async function employees(): Promise<number> {
  const rows = await yardpack.world.database.select().from(profiles).where(eq(profiles.type, employee));
  return rows.length;
}

async function refused(what: string, answer: Answer): Promise<void> {
  expect(answer.status, `${what} ${JSON.stringify(answer.body)}`).toBe(400);
  expect(await employees(), what).toBe(0);
}

const signUp = (body: object | string) => send(yardpack, contract.signUp, { body });
const createProfile = (body: object | string) =>
  send(yardpack, contract.createProfile, { params: { userId: person.userId }, body }, person);
const profileBody = (details: object) => ({
  ...signUpBody('PROFILE_TYPE_WORKER', { birthday: { year: 1990, month: 1, day: 1 } }),
  userId: person.userId,
  ...details,
});

test.each(spellings)('a type of %j makes no employee', async (profileType) => {
  for (const joinCode of [undefined, '', 'a-made-up-code']) {
    const details = { profileType, ...(joinCode === undefined ? {} : { joinCode }) };
    const what = JSON.stringify(details);
    await refused(`sign-up ${what}`, await signUp({ ...signUpBody('PROFILE_TYPE_CUSTOMER'), ...details }));
    await refused(`create-profile ${what}`, await createProfile(profileBody(details)));
  }
});

test('no join code but one that is open makes an employee', async () => {
  const hashes = await yardpack.world.database.select().from(joinCodes);
  const codes = [
    null,
    0,
    true,
    [],
    {},
    [usedCode],
    usedCode,
    revokedCode,
    '%',
    '_',
    hashes[0]?.codeHash,
    hashes[0]?.id,
  ];
  for (const joinCode of codes) {
    const details = { profileType: employee, joinCode };
    await refused(`sign-up ${joinCode}`, await signUp({ ...signUpBody('PROFILE_TYPE_CUSTOMER'), ...details }));
    await refused(`create-profile ${joinCode}`, await createProfile(profileBody(details)));
  }
});

test('a type that is given twice, or under another name, makes no employee', async () => {
  const twice = (body: object) => `${JSON.stringify(body).slice(0, -1)},"profileType":"${employee}"}`;
  await refused('sign-up twice', await signUp(twice(signUpBody('PROFILE_TYPE_CUSTOMER'))));
  await refused('create-profile twice', await createProfile(twice(profileBody({}))));
  const aliases = { type: employee, profile_type: employee, ProfileType: employee, 'profileType ': employee };
  const answer = await signUp({ ...signUpBody('PROFILE_TYPE_CUSTOMER'), ...aliases });
  expect([answer.status, await employees()]).toEqual([200, 0]);
  const added = await createProfile(profileBody(aliases));
  expect([added.status, await employees()]).toEqual([200, 0]);
});

test.each(spellings)('a change to the type %j leaves the profile as it is', async (type) => {
  const { accessToken, profileId } = person;
  const { body: before } = await yardpack.call('getProfile', { as: accessToken, params: { profileId } });
  const { agreedToTerms: _, ...form } = before.profile;
  const body = { ...form, type, profileType: type, profile_type: type, joinCode: usedCode, profile: { type } };
  const answer = await send(yardpack, contract.updateProfile, { params: { profileId }, body }, person);
  expect([200, 400]).toContain(answer.status);
  const { body: after } = await yardpack.call('getProfile', { as: accessToken, params: { profileId } });
  const { version } = after.profile;
  expect([after.profile, await employees()]).toEqual([{ ...before.profile, version }, 0]);
});
