import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueJoinCode } from '../join-codes/service.ts';
import { accountCalls } from '../testing/account-calls.ts';
import { buildCustomer, type Person, signUpBody } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
let person: Person;
beforeAll(async () => {
  yardpack = await createTestWorld();
  person = await buildCustomer(yardpack);
});
afterAll(() => yardpack.close());

const { signUp } = accountCalls(() => yardpack);
const createProfile = (who: Person, details: object) =>
  yardpack.call('createProfile', {
    as: who.accessToken,
    params: { userId: who.userId },
    body: { ...signUpBody('PROFILE_TYPE_EMPLOYEE'), userId: who.userId, ...details },
  });
const employees = async () => {
  const { rows } = await yardpack.world.database.$client.query(
    `select id from profiles where type = 'PROFILE_TYPE_EMPLOYEE'`,
  );
  return rows.length;
};

const spellings: unknown[] = [
  'PROFILE_TYPE_EMPLOYEE',
  'profile_type_employee',
  'Profile_Type_Employee',
  'EMPLOYEE',
  'employee',
  ' PROFILE_TYPE_EMPLOYEE',
  'PROFILE_TYPE_EMPLOYEE ',
  'PROFILE_TYPE_EMPLOYEE\n',
  'PROFILE_TYPE_EMPLOYEE\u0000',
  '\ufeffPROFILE_TYPE_EMPLOYEE',
  'PROFILE_TYPE_EMPL\u041eYEE',
  'PROFILE\uff3fTYPE\uff3fEMPLOYEE',
  'PROFILE_TYPE_EMPLOYEE\u200b',
  'PROFILE_TYPE_UNKNOWN',
  ['PROFILE_TYPE_EMPLOYEE'],
  ['PROFILE_TYPE_CUSTOMER', 'PROFILE_TYPE_EMPLOYEE'],
  { 0: 'PROFILE_TYPE_EMPLOYEE' },
  3,
  '3',
  true,
  null,
];
const codes: unknown[] = [
  undefined,
  '',
  ' ',
  null,
  true,
  [],
  ['x'],
  {},
  0,
  'not-a-code',
  '%',
  '\u0000',
  'x'.repeat(5000),
];

test.each(spellings.map((spelling) => [spelling]))(
  'signing up as %j without a code is refused',
  async (profileType) => {
    expect((await signUp({ ...signUpBody('PROFILE_TYPE_CUSTOMER'), profileType })).status).toBe(400);
    expect((await createProfile(person, { profileType })).status).toBe(400);
    expect(await employees()).toBe(0);
  },
);

test.each(codes.map((code) => [code]))('%j is no join code', async (joinCode) => {
  expect((await signUp({ ...signUpBody('PROFILE_TYPE_EMPLOYEE'), joinCode })).status).toBe(400);
  expect((await createProfile(person, { joinCode })).status).toBe(400);
  expect(await employees()).toBe(0);
});

test('other names of the type or of who asks change nothing', async () => {
  const body = signUpBody('PROFILE_TYPE_CUSTOMER', {
    type: 'PROFILE_TYPE_EMPLOYEE',
    profile_type: 'PROFILE_TYPE_EMPLOYEE',
    role: 'employee',
    isEmployee: true,
  });
  expect((await signUp(body)).status).toBe(200);
  expect(await employees()).toBe(0);
});

test('one code, twenty sign-ups at once: one becomes an employee', async () => {
  const joinCode = await issueJoinCode(yardpack.world, null);
  const before = await employees();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => signUp(signUpBody('PROFILE_TYPE_EMPLOYEE', { joinCode }))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)]);
  expect(await employees()).toBe(before + 1);
});

test('one code, many people who are in already at once: one becomes an employee', async () => {
  const joinCode = await issueJoinCode(yardpack.world, null);
  const people: Person[] = [];
  while (people.length < 5) people.push(await buildCustomer(yardpack));
  const before = await employees();
  const answers = await Promise.all(people.map((one) => createProfile(one, { joinCode })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  expect(await employees()).toBe(before + 1);
});

test('a code that is seven days old is none', async () => {
  const joinCode = await issueJoinCode(yardpack.world, null);
  await yardpack.advance('P7D');
  expect((await signUp(signUpBody('PROFILE_TYPE_EMPLOYEE', { joinCode }))).status).toBe(400);
});
