import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StaffRole } from '#domain/rights.ts';
import { profiles } from '../database/schema/profiles.ts';
import { issueJoinCode } from '../join-codes/service.ts';
import { buildCustomer, buildEmployee, mailedToken, mailsTo, type Person, signUpBody } from '../testing/factories.ts';
import { untilStatementsWait } from '../testing/lock-waits.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { lockActiveEmployees } from './store.ts';

let yardpack: TestWorld;
let erin: Person;
let noel: Person;
beforeEach(async () => {
  yardpack = await createTestWorld();
  erin = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Moss' });
  noel = await buildEmployee(yardpack, { firstName: 'Noel', lastName: 'Adams' });
});
afterEach(() => yardpack.close());

const changeRole = (as: Person, { profileId }: Pick<Person, 'profileId'>, role: StaffRole, version = 1) =>
  yardpack.call('changeRole', { as: as.accessToken, params: { profileId }, body: { role, version } });
const createCode = (as: Person, role: StaffRole = 'owner') =>
  yardpack.call('createJoinCode', { as: as.accessToken, body: { role } });
const setRole = (staffRole: StaffRole | null, { profileId }: Person) =>
  yardpack.world.database.update(profiles).set({ staffRole }).where(eq(profiles.id, profileId));
const change = (how: 'closeAccount' | 'reopenAccount', as: Person, profileId: string) =>
  yardpack.call(how, { as: as.accessToken, params: { profileId } });
const joinAs = async (person: Person, joinCode: string, details = {}) =>
  await yardpack.call('createProfile', {
    as: person.accessToken,
    params: { userId: person.userId },
    body: signUpBody('PROFILE_TYPE_EMPLOYEE', { userId: person.userId, joinCode, email: person.email, ...details }),
  });

test('an owner gives another role, once; the person is told and their open codes are gone', async () => {
  const { code } = (await createCode(noel)).body;
  const first = await changeRole(erin, noel, 'manager');
  expect([first.status, first.body.employee.role, first.body.employee.version]).toEqual([200, 'manager', 2]);
  expect((await changeRole(erin, noel, 'manager')).body).toEqual(first.body);
  expect((await changeRole(erin, noel, 'office')).error.errorCode).toBe('CONFLICT');
  expect((await yardpack.call('validateJoinCode', { body: { joinCode: code } })).body.valid).toBe(false);
  await yardpack.drain();
  expect(await mailsTo(yardpack, noel, /role/)).toHaveLength(1);
  expect((await createCode(noel)).error.message).toBe('Only an owner can do this.');
  expect((await changeRole(erin, erin, 'office')).error.message).toBe('Another owner can change your role.');
  const customer = await buildCustomer(yardpack);
  expect((await changeRole(erin, customer, 'owner')).status).toBe(404);
});

test('a manager takes out what is kept of customers and of themselves, and of no other employee', async () => {
  const customer = await buildCustomer(yardpack);
  await changeRole(erin, noel, 'manager');
  const take = async (as: Person, { profileId }: Person) =>
    (await yardpack.call('exportData', { as: as.accessToken, params: { profileId } })).status;
  expect(await Promise.all([take(noel, customer), take(noel, noel), take(erin, noel)])).toEqual([200, 200, 200]);
  expect(await take(noel, erin)).toBe(403);
});

test('two owners who demote each other at once leave one', async () => {
  const { database } = yardpack.world;
  const pending = await database.transaction(async (transaction) => {
    await lockActiveEmployees(transaction);
    const calls = [changeRole(erin, noel, 'office'), changeRole(noel, erin, 'office')];
    await untilStatementsWait(yardpack, 2);
    return { answers: Promise.all(calls) };
  });
  expect((await pending.answers).map(({ status }) => status).sort()).toEqual([200, 403]);
});

test('who is demoted while issuing a code issues none', async () => {
  const pending = await yardpack.world.database.transaction(async (transaction) => {
    await lockActiveEmployees(transaction);
    const call = createCode(noel);
    await untilStatementsWait(yardpack, 1);
    await transaction.update(profiles).set({ staffRole: 'office' }).where(eq(profiles.id, noel.profileId));
    return { answer: call };
  });
  expect((await pending.answer).error.message).toBe('Only an owner can do this.');
});

test('a manager closes and reopens people, but nobody of the staff by whatever profile', async () => {
  const [customer, both] = [await buildCustomer(yardpack), await buildCustomer(yardpack)];
  expect((await joinAs(both, await issueJoinCode(yardpack.world, null))).status).toBe(200);
  await setRole('manager', noel);
  expect((await change('closeAccount', noel, customer.profileId)).status).toBe(200);
  expect((await change('reopenAccount', noel, customer.profileId)).status).toBe(200);
  const isRefused = { status: 403, error: { message: 'Only an owner can do this.' } };
  expect(await change('closeAccount', noel, both.profileId)).toMatchObject(isRefused);
  expect((await change('closeAccount', erin, both.profileId)).status).toBe(200);
  expect(await change('reopenAccount', noel, both.profileId)).toMatchObject(isRefused);
});

test('a join code carries its role, also to a sign-up that is sent again', async () => {
  const { joinCode, code } = (await createCode(erin, 'manager')).body;
  expect(joinCode.role).toBe('manager');
  const body = { ...signUpBody('PROFILE_TYPE_EMPLOYEE', { joinCode: code, staffRole: 'owner' }), signUpId: undefined };
  expect((await yardpack.call('signUp', { body })).status).toBe(200);
  const { employees } = (await yardpack.call('listEmployees', { as: erin.accessToken })).body;
  expect(employees.find(({ email }) => email === body.email)).toMatchObject({ role: 'manager' });
});

test('who is of the office and a customer reaches what is their own', async () => {
  const person = await buildCustomer(yardpack);
  const joined = await joinAs(person, await issueJoinCode(yardpack.world, null, 'office'));
  expect(joined.body.profile.staffRole).toBe('office');
  const { profileId } = person;
  expect((await yardpack.call('getProfile', { as: person.accessToken, params: { profileId } })).status).toBe(200);
  expect((await yardpack.call('getMoney', { as: person.accessToken, query: {} })).error.message).toBe(
    'Only a manager or an owner can do this.',
  );
});

test('a change of email that was asked for before somebody joined ends then', async () => {
  const person = await buildCustomer(yardpack);
  const params = { profileId: person.profileId };
  const { profile } = (await yardpack.call('getProfile', { as: person.accessToken, params })).body;
  const email = signUpBody('PROFILE_TYPE_CUSTOMER').email;
  const asked = await yardpack.call('updateProfile', { as: person.accessToken, params, body: { ...profile, email } });
  expect(asked.status).toBe(200);
  await yardpack.drain();
  const token = await mailedToken(yardpack, email, 'confirm-sign-up');
  expect((await joinAs(person, await issueJoinCode(yardpack.world, null))).status).toBe(200);
  expect((await yardpack.call('confirmSignUp', { body: { token } })).error.errorCode).toBe('LINK_EXPIRED');
});

test('an employee of a version without roles is of the office', async () => {
  await setRole(null, noel);
  expect((await createCode(noel)).status).toBe(403);
  const { employees } = (await yardpack.call('listEmployees', { as: noel.accessToken })).body;
  expect(employees.find(({ isCaller }) => isCaller)?.role).toBe('office');
});
