import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  buildCustomer,
  buildEmployee,
  buildWorker,
  type Person,
  signUpBody,
  testPassword,
} from '../testing/factories.ts';
import { untilStatementsWait } from '../testing/lock-waits.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { lockActiveEmployees } from './store.ts';

let yardpack: TestWorld;
let erin: Person;
let noel: Person;
beforeEach(async () => {
  yardpack = await createTestWorld();
  erin = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Moss' });
  noel = await buildEmployee(yardpack, { firstName: 'noel', lastName: 'Adams' });
});
afterEach(() => yardpack.close());

const list = async (as: Person) => (await yardpack.call('listEmployees', { as: as.accessToken })).body.employees;
const deactivate = (as: Person, { profileId }: Pick<Person, 'profileId'>) =>
  yardpack.call('deactivateEmployee', { as: as.accessToken, params: { profileId } });
const reactivate = (as: Person, { profileId }: Pick<Person, 'profileId'>) =>
  yardpack.call('reactivateEmployee', { as: as.accessToken, params: { profileId } });
const signIn = ({ username }: Person) => yardpack.call('signIn', { body: { username, password: testPassword } });
const canRead = async ({ accessToken, profileId }: Person) =>
  (await yardpack.call('getProfile', { as: accessToken, params: { profileId } })).status;

test('the list names everybody on the staff and nobody else, the active ones first, by name', async () => {
  await buildCustomer(yardpack);
  await buildWorker(yardpack);
  const zoe = await buildEmployee(yardpack, { firstName: 'Zoe', lastName: 'Hart' });
  await deactivate(erin, noel);
  const employees = await list(erin);
  expect(employees.map(({ name }) => name)).toEqual(['Erin Moss', 'Zoe Hart', 'noel Adams']);
  expect(employees[0]).toEqual({
    profileId: erin.profileId,
    name: 'Erin Moss',
    email: erin.email,
    phone: erin.phone,
    employeeSince: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    isConfirmed: true,
    deactivatedAt: null,
    otherProfileTypes: [],
    isCaller: true,
    role: 'owner',
    hasSecondFactor: false,
    version: 1,
  });
  expect(employees[1]).toMatchObject({ profileId: zoe.profileId, isCaller: false });
  expect(employees[2]?.deactivatedAt).not.toBeNull();
});

test('the list says what else an employee is, and who has not confirmed yet', async () => {
  const details = { userId: noel.userId, birthday: { year: 1990, month: 2, day: 28 } };
  for (const profileType of ['PROFILE_TYPE_WORKER', 'PROFILE_TYPE_CUSTOMER']) {
    const added = await yardpack.call('createProfile', {
      as: noel.accessToken,
      params: { userId: noel.userId },
      body: signUpBody(profileType, details),
    });
    expect(added.status, JSON.stringify(added.error)).toBe(200);
  }
  const { code } = (await yardpack.call('createJoinCode', { as: erin.accessToken, body: { role: 'owner' } })).body;
  await yardpack.call('signUp', {
    body: signUpBody('PROFILE_TYPE_EMPLOYEE', { joinCode: code, firstName: 'Una', lastName: 'Voss' }),
  });
  expect(await list(erin)).toMatchObject([
    { name: 'Erin Moss', otherProfileTypes: [], isConfirmed: true },
    { name: 'noel Adams', otherProfileTypes: ['PROFILE_TYPE_CUSTOMER', 'PROFILE_TYPE_WORKER'], isConfirmed: true },
    { name: 'Una Voss', otherProfileTypes: [], isConfirmed: false },
  ]);
});

test('who is deactivated is out at the next request, and cannot get in again', async () => {
  expect(await canRead(noel)).toBe(200);
  const { status, body } = await deactivate(erin, noel);
  expect([status, body.employee.isCaller, body.employee.deactivatedAt === null]).toEqual([200, false, false]);
  expect(await canRead(noel)).toBe(401);
  expect((await yardpack.call('refreshToken', { cookie: noel.cookie })).error.errorCode).toBe('TOKEN_REFRESH_FAILED');
  expect((await signIn(noel)).error.errorCode).toBe('INVALID_CREDENTIALS');
  expect(await canRead(erin)).toBe(200);
});

test('deactivating again changes nothing', async () => {
  const first = await deactivate(erin, noel);
  await yardpack.advance('PT1M');
  expect((await deactivate(erin, noel)).body).toEqual(first.body);
});

test('the open join codes of who is deactivated are revoked, and nobody else’s', async () => {
  const issue = async (as: Person) =>
    (await yardpack.call('createJoinCode', { as: as.accessToken, body: { role: 'owner' } })).body;
  const [open, used, mine] = [await issue(noel), await issue(noel), await issue(erin)];
  await yardpack.call('signUp', { body: signUpBody('PROFILE_TYPE_EMPLOYEE', { joinCode: used.code }) });
  await deactivate(erin, noel);
  const isValid = async (joinCode: string) =>
    (await yardpack.call('validateJoinCode', { body: { joinCode } })).body.valid;
  expect([await isValid(open.code), await isValid(mine.code)]).toEqual([false, true]);
  const { joinCodes } = (await yardpack.call('listJoinCodes', { as: erin.accessToken })).body;
  const stateOf = (id: string) => joinCodes.find((joinCode) => joinCode.id === id)?.state;
  expect([open, used, mine].map(({ joinCode }) => stateOf(joinCode.id))).toEqual(['revoked', 'used', 'open']);
});

test('who is reactivated signs in anew; the old session stays ended', async () => {
  await deactivate(erin, noel);
  const { status, body } = await reactivate(erin, noel);
  expect([status, body.employee.deactivatedAt]).toEqual([200, null]);
  expect(await canRead(noel)).toBe(401);
  expect((await yardpack.call('refreshToken', { cookie: noel.cookie })).status).toBe(401);
  expect((await signIn(noel)).status).toBe(200);
  expect((await reactivate(erin, noel)).status).toBe(200);
});

test('nobody deactivates themselves, so the last employee stays', async () => {
  const message = 'You cannot deactivate yourself. Please ask another employee.';
  expect(await deactivate(erin, erin)).toMatchObject({ status: 409, error: { errorCode: 'NOT_ALLOWED_NOW', message } });
  await deactivate(erin, noel);
  expect((await deactivate(erin, erin)).status).toBe(409);
  expect(await canRead(erin)).toBe(200);
});

test('two who deactivate each other at the same moment leave one', async () => {
  const answers = await atTheSameMoment(() => [deactivate(erin, noel), deactivate(noel, erin)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect([await canRead(erin), await canRead(noel)].sort()).toEqual([200, 401]);
});

test('of three who deactivate each other in a ring, who is out does nothing more', async () => {
  const zoe = await buildEmployee(yardpack);
  const answers = await atTheSameMoment(() => [deactivate(erin, noel), deactivate(noel, zoe), deactivate(zoe, erin)]);
  const left = [await canRead(erin), await canRead(noel), await canRead(zoe)].filter((status) => status === 200);
  expect(left).toHaveLength(answers.filter(({ status }) => status === 401).length);
  expect(left.length).toBeGreaterThan(0);
});

/** Holds calls at the employees' rows, after the access check, and then lets them go on together. */
async function atTheSameMoment<T>(start: () => Promise<T>[]): Promise<T[]> {
  const { database } = yardpack.world;
  const { pending } = await database.transaction(async (transaction) => {
    await lockActiveEmployees(transaction);
    const calls = start();
    await untilStatementsWait(yardpack, calls.length);
    return { pending: Promise.all(calls) };
  });
  return await pending;
}

test('unknown ids and profiles that are no employee’s are not found', async () => {
  const customer = await buildCustomer(yardpack);
  const worker = await buildWorker(yardpack);
  for (const target of [{ profileId: randomUUID() }, customer, worker, { profileId: erin.userId }]) {
    expect((await deactivate(erin, target)).error.message).toBe('Employee not found');
    expect((await reactivate(erin, target)).status).toBe(404);
  }
  expect([await canRead(customer), await canRead(worker)]).toEqual([200, 200]);
});

test('only employees may see and change the staff', async () => {
  for (const person of [await buildCustomer(yardpack), await buildWorker(yardpack)]) {
    expect((await yardpack.call('listEmployees', { as: person.accessToken })).status).toBe(403);
    expect((await deactivate(person, noel)).status).toBe(403);
    expect((await reactivate(person, noel)).status).toBe(403);
  }
  expect((await yardpack.call('listEmployees')).status).toBe(401);
  expect(await canRead(noel)).toBe(200);
});
