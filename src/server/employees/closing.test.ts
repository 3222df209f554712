import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildEngagement, buildOnboardedWorker, claimEngagement } from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, type Person, someAddress, testPassword } from '../testing/factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
let employee: Person;
beforeAll(async () => {
  yardpack = await createTestWorld();
  employee = await buildEmployee(yardpack);
});
afterAll(() => yardpack.close());

const change = (how: 'closeAccount' | 'reopenAccount', { profileId }: Person, as = employee) =>
  yardpack.call(how, { as: as.accessToken, params: { profileId } });
const signIn = ({ username }: Person) =>
  yardpack.call('signIn', { body: { username, password: testPassword }, address: someAddress() });
const isOffered = async (worker: Person, engagementId: string) => {
  const params = { workerProfileId: worker.profileId };
  const { body } = await yardpack.call('listWorkerEngagements', { as: worker.accessToken, params });
  return body.engagements.some(({ id }) => id === engagementId);
};

test('staff close the account of anybody, which ends its sessions and stops its proposals, and open it again', async () => {
  const [customer, worker] = [await buildCustomer(yardpack), await buildOnboardedWorker(yardpack)];
  const proposal = await buildEngagement(yardpack, customer);
  expect(await isOffered(worker, proposal.id)).toBe(true);

  expect((await change('closeAccount', customer)).body.profile.accountClosedAt).toBeDefined();
  const read = await yardpack.call('getProfile', {
    as: customer.accessToken,
    params: { profileId: customer.profileId },
  });
  expect(read.status).toBe(401);
  expect((await signIn(customer)).error.errorCode).toBe('INVALID_CREDENTIALS');
  expect(await isOffered(worker, proposal.id)).toBe(false);
  await expect(claimEngagement(yardpack, worker, proposal, ['DAY_OF_WEEK_MONDAY'])).rejects.toThrow();

  expect((await change('reopenAccount', customer)).body.profile.accountClosedAt).toBeUndefined();
  expect((await signIn(customer)).status).toBe(200);
  expect(await isOffered(worker, proposal.id)).toBe(true);
  await claimEngagement(yardpack, worker, proposal, ['DAY_OF_WEEK_MONDAY']);
});

test('a worker is shut out too; nobody closes their own account, and nobody but staff any', async () => {
  const [worker, customer] = [await buildOnboardedWorker(yardpack), await buildCustomer(yardpack)];
  expect((await change('closeAccount', worker)).status).toBe(200);
  expect((await signIn(worker)).status).toBe(401);
  expect((await change('closeAccount', employee)).error.errorCode).toBe('NOT_ALLOWED_NOW');
  expect((await change('closeAccount', worker, customer)).status).toBe(403);
});
