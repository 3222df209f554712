import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JoinCode } from '#contract/join-codes.ts';
import { deactivateUser } from '../accounts/service.ts';
import { joinCodes } from '../database/schema/accounts.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, buildWorker, type Person, signUpBody } from '../testing/factories.ts';
import { untilStatementsWait } from '../testing/lock-waits.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { issueJoinCode } from './service.ts';

let yardpack: TestWorld;
let staff: Person;
beforeAll(async () => {
  yardpack = await createTestWorld();
  staff = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Moss' });
});
afterAll(() => yardpack.close());

const create = async (as = staff.accessToken) =>
  (await yardpack.call('createJoinCode', { as, body: { role: 'owner' } })).body;
const revoke = (joinCodeId: string) =>
  yardpack.call('revokeJoinCode', { as: staff.accessToken, params: { joinCodeId } });
const isValid = async (joinCode: string) =>
  (await yardpack.call('validateJoinCode', { body: { joinCode } })).body.valid;
const joinWith = (joinCode: string, details = {}) =>
  yardpack.call('signUp', { body: signUpBody('PROFILE_TYPE_EMPLOYEE', { joinCode, ...details }) });

/** @returns every join code there is */
const listed = async (): Promise<JoinCode[]> =>
  (await yardpack.call('listJoinCodes', { as: staff.accessToken })).body.joinCodes;
const listedAs = async (id: string) => (await listed()).find((joinCode) => joinCode.id === id);

test('a code that staff issue makes one employee, and is listed as used by them', async () => {
  const { joinCode, code } = await create();
  expect(code).toMatch(/^[\w-]{43}$/);
  expect(joinCode).toMatchObject({ issuedBy: 'Erin Moss', state: 'open', usedBy: null, usedAt: null, revokedAt: null });
  const life = Temporal.Instant.from(joinCode.issuedAt).until(Temporal.Instant.from(joinCode.expiresAt));
  expect(life.total('hours')).toBe(7 * 24);
  expect(await isValid(code)).toBe(true);

  expect((await joinWith(code, { firstName: 'Nora', lastName: 'Quill' })).status).toBe(200);
  expect(await listedAs(joinCode.id)).toMatchObject({ issuedBy: 'Erin Moss', state: 'used', usedBy: 'Nora Quill' });
  expect(await isValid(code)).toBe(false);
  expect((await joinWith(code)).error.fields).toEqual([
    { path: 'body.joinCode', message: 'This join code is not valid. Please ask for a new one.' },
  ]);
});

test('of two who use one code at once, one becomes an employee', async () => {
  const { code } = await create();
  const answers = await Promise.all([joinWith(code), joinWith(code), joinWith(code)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
});

test('a sign-up that is refused leaves the code open', async () => {
  const { joinCode, code } = await create();
  expect((await joinWith(code, { username: staff.username })).status).toBe(409);
  expect((await listedAs(joinCode.id))?.state).toBe('open');
});

test('a revoked code is refused; revoking it again is done already and keeps its time', async () => {
  const { joinCode, code } = await create();
  expect((await revoke(joinCode.id)).status).toBe(200);
  const revoked = await listedAs(joinCode.id);
  expect(revoked).toMatchObject({ state: 'revoked', usedBy: null });
  expect(await isValid(code)).toBe(false);
  expect((await joinWith(code)).status).toBe(400);
  await yardpack.advance('PT1M');
  expect((await revoke(joinCode.id)).status).toBe(200);
  expect((await listedAs(joinCode.id))?.revokedAt).toBe(revoked?.revokedAt);
});

test('a code ends after seven days, and there is nothing left to revoke', async () => {
  const world = await createTestWorld();
  const employee = await buildEmployee(world);
  const { joinCode, code } = (await world.call('createJoinCode', { as: employee.accessToken, body: { role: 'owner' } }))
    .body;
  await world.advance('P6DT23H59M');
  expect((await world.call('validateJoinCode', { body: { joinCode: code } })).body.valid).toBe(true);
  await advanceFor(world, 'PT1M', [employee]);
  expect((await world.call('validateJoinCode', { body: { joinCode: code } })).body.valid).toBe(false);
  const body = signUpBody('PROFILE_TYPE_EMPLOYEE', { joinCode: code });
  expect((await world.call('signUp', { body })).status).toBe(400);
  const as = employee.accessToken;
  expect((await world.call('listJoinCodes', { as })).body.joinCodes[0]).toMatchObject({
    id: joinCode.id,
    state: 'expired',
  });
  const { error } = await world.call('revokeJoinCode', { as, params: { joinCodeId: joinCode.id } });
  expect([error.errorCode, error.message]).toEqual(['NOT_ALLOWED_NOW', 'This join code has expired already.']);
  await world.close();
});

test('a code that was used cannot be revoked', async () => {
  const { joinCode, code } = await create();
  await joinWith(code, { firstName: 'Una', lastName: 'Voss' });
  const { status, error } = await revoke(joinCode.id);
  expect([status, error.message]).toEqual([409, 'This join code was used by Una Voss already and cannot be revoked.']);
  expect((await listedAs(joinCode.id))?.state).toBe('used');
});

test('an unknown join code is not found', async () => {
  const { status, error } = await revoke(randomUUID());
  expect([status, error.message]).toEqual([404, 'Join code not found']);
});

test('only employees issue, list and revoke codes', async () => {
  const { joinCode, code } = await create();
  const params = { joinCodeId: joinCode.id };
  for (const person of [undefined, await buildCustomer(yardpack), await buildWorker(yardpack)]) {
    const as = person ? { as: person.accessToken } : {};
    const answers = [
      await yardpack.call('createJoinCode', { ...as, body: { role: 'owner' } }),
      await yardpack.call('listJoinCodes', as),
      await yardpack.call('revokeJoinCode', { ...as, params }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(3).fill(person ? 403 : 401));
  }
  expect(await isValid(code)).toBe(true);
});

test('a code is neither stored nor listed in clear', async () => {
  const { code } = await create();
  const list = await yardpack.app.inject({
    url: '/v1/join-codes',
    headers: { authorization: `Bearer ${staff.accessToken}` },
  });
  const rows = await yardpack.world.database.select().from(joinCodes);
  expect(rows.length).toBeGreaterThan(0);
  expect(list.body + JSON.stringify(rows)).not.toContain(code);
  expect(list.body).not.toMatch(/hash/i);
});

test('the list shows all, the newest first, each once, also of the same moment', async () => {
  const world = await createTestWorld();
  const first = await buildEmployee(world);
  const now = world.world.clock.now();
  const frozen = { database: world.world.database, clock: { now: () => now } };
  for (let count = 0; count < 51; count += 1) await issueJoinCode(frozen, count % 2 ? null : first.userId);
  const { joinCodes: all } = (await world.call('listJoinCodes', { as: first.accessToken })).body;
  expect([all.length, new Set(all.map(({ id }) => id)).size]).toEqual([52, 52]);
  expect(all.map(({ issuedAt }) => issuedAt)).toEqual(
    all
      .map(({ issuedAt }) => issuedAt)
      .sort()
      .reverse(),
  );
  // The one from the command line that the employee used to join is the oldest.
  expect(all.at(-1)).toMatchObject({ issuedBy: null, usedBy: 'Pat Lee', state: 'used' });
  await world.close();
});

test('whoever is deactivated at the moment of issuing gets no code', async () => {
  const leaver = await buildEmployee(yardpack);
  const before = (await listed()).length;
  const { database } = yardpack.world;
  const answer = await database.transaction(async (transaction) => {
    await deactivateUser(yardpack.world, transaction, leaver.userId);
    const pending = yardpack.call('createJoinCode', { as: leaver.accessToken, body: { role: 'owner' } });
    await untilStatementsWait(yardpack);
    return { pending };
  });
  expect((await answer.pending).status).toBe(401);
  expect(await listed()).toHaveLength(before);
});
