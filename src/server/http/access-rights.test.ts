import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract, type EndpointName } from '#contract/contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { mayDo, type StaffRole } from '#domain/rights.ts';
import { whoMay } from '#domain/who-may.ts';
import { profiles } from '../database/schema/profiles.ts';
import { inputOf, send } from '../testing/access-calls.ts';
import { type AccessWorld, createAccessWorld } from '../testing/access-world.ts';
import type { Person } from '../testing/factories.ts';

let access: AccessWorld;
beforeAll(async () => {
  access = await createAccessWorld();
});
afterAll(() => access.test.close());

const endpoints = Object.entries(contract) as [EndpointName, Endpoint][];
const withRight = endpoints.flatMap(([name, endpoint]) => {
  const right = endpoint.access.who === 'signedIn' ? endpoint.access.right : undefined;
  return right ? [{ name, endpoint, right }] : [];
});
const setRole = async ({ profileId }: Person, staffRole: StaffRole | null) => {
  await access.test.world.database.update(profiles).set({ staffRole }).where(eq(profiles.id, profileId));
};
const errorOf = ({ body }: { body: unknown }) => (body as { message?: string }).message;

test('a right is asked for where only staff may call', () => {
  for (const { name, endpoint } of withRight) {
    expect(endpoint.access, name).toMatchObject({ profileTypes: ['PROFILE_TYPE_EMPLOYEE'], own: {}, staffToo: false });
  }
  expect(withRight.map(({ name }) => name)).toEqual(expect.arrayContaining(['changeRole', 'getMoney', 'closeAccount']));
});

test.each(['manager', 'office', null] as const)('as %s nothing is done that the role has no right to', async (role) => {
  const { employee } = access.ours.people;
  const now = access.test.world.clock.now();
  await setRole(employee, role);
  const before = await access.database.dump();
  for (const { name, endpoint, right } of withRight) {
    if (mayDo(role, right)) continue;
    const call = inputOf(name).call(access.ours.own('employee'), 'employee', now);
    const answer = await send(access.test, endpoint, call, { accessToken: employee.accessToken });
    expect([name, answer.status, errorOf(answer)]).toEqual([name, 403, whoMay[right]]);
  }
  expect(await access.database.dump()).toEqual(before);
  await setRole(employee, 'owner');
});
