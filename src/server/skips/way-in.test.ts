import { expect } from 'vitest';
import { jobsOf, readEngagement } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  today,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, type Person } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

/** It is Wednesday, 10 March 2027, in the morning; a visit is due on Wednesdays, at a yard with a code. */
async function buildBusiness(yardpack: TestWorld) {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const erin = await buildEmployee(yardpack, { firstName: 'Erin' });
  const addressCall = (as: Person) => ({ as: as.accessToken, params: { addressId: customer.addressId } });
  const readAddress = async (as = customer) => (await yardpack.call('getAddress', addressCall(as))).body.address;
  const save = async (as: Person, notes: object) =>
    await yardpack.call('updateAddress', {
      ...addressCall(as),
      body: {
        ...(await readAddress()),
        state: 'AR',
        country: 'US',
        gateNotes: undefined,
        dogNotes: undefined,
        ...notes,
      },
    });
  await save(customer, { gateNotes: 'Code 4417' });
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const skip = (cause?: 'no-access' | 'other', as = worker) =>
    yardpack.call('createSkip', {
      as: as.accessToken,
      params: { engagementId: engagement.id },
      body: { date: today(yardpack), reason: 'The code does not open the gate', ...(cause && { cause }) },
    });
  const undo = (as = worker) =>
    yardpack.call('deleteSkip', {
      as: as.accessToken,
      params: { engagementId: engagement.id, date: '2027-03-10' },
    });
  const home = async () => {
    const params = { customerProfileId: customer.profileId };
    const { body } = await yardpack.call('getCustomerHome', { as: customer.accessToken, params });
    return body.services[0]?.yard.noAccessOn;
  };
  return { yardpack, customer, worker, erin, engagement, readAddress, save, skip, undo, home };
}

const wednesday = { year: 2027, month: 3, day: 10 };

test('what did not let a worker in is doubted wherever it is read, days later too, until its owner saves it, also unchanged', async ({
  yardpack,
}) => {
  const { customer, worker, erin, engagement, readAddress, save, skip, home } = await buildBusiness(yardpack);
  const { version } = await readAddress();
  await workUntil(yardpack, worker, engagement, 'WORK_STATUS_TRAVEL_COMPLETED');
  expect((await skip('no-access')).status).toBe(200);
  // A visit is missed meanwhile, which says nothing of the gate.
  await advanceFor(yardpack, 'P9D', [customer, worker, erin]);
  const [job] = await jobsOf(yardpack, worker);
  expect([
    await home(),
    job?.engagement.serviceAddress.noAccessOn,
    (await readEngagement(yardpack, customer, engagement.id)).serviceAddress.noAccessOn,
    (await readAddress(erin)).noAccessOn,
  ]).toEqual([wednesday, wednesday, wednesday, wednesday]);
  // No form that was open meanwhile is refused for it.
  expect((await readAddress()).version).toBe(version);

  // What says nothing of the way in leaves the doubt.
  expect((await save(customer, { label: 'Home' })).body.address.noAccessOn).toEqual(wednesday);
  expect((await save(customer, { gateNotes: 'Code 4417' })).body.address.noAccessOn).toBeUndefined();
  expect(await home()).toBeUndefined();
  expect((await jobsOf(yardpack, worker))[0]?.engagement.serviceAddress).not.toHaveProperty('noAccessOn');
});

test('weather, and a customer who takes a visit off, say nothing of the gate; a locked gate before the way there does', async ({
  yardpack,
}) => {
  const { customer, erin, worker, engagement, readAddress, skip, undo } = await buildBusiness(yardpack);
  const doubted = async () => (await readAddress()).noAccessOn;
  await workUntil(yardpack, worker, engagement, 'WORK_STATUS_TRAVEL_COMPLETED');
  await skip('other');
  expect(await doubted()).toBeUndefined();
  await undo();
  await skip();
  expect(await doubted()).toEqual(wednesday);
  // It opened after all.
  await undo();
  expect(await doubted()).toBeUndefined();
  await advanceFor(yardpack, 'P7D', [customer, worker, erin]);
  await skip('no-access', erin);
  expect(await doubted()).toBeUndefined();
  const params = { engagementId: engagement.id, date: '2027-03-17' };
  await yardpack.call('deleteSkip', { as: erin.accessToken, params });
  await skip(undefined);
  expect(await doubted()).toBeUndefined();
  await yardpack.call('deleteSkip', { as: worker.accessToken, params });
  await skip('no-access');
  expect(await doubted()).toEqual({ year: 2027, month: 3, day: 17 });
  expect(customer.profileId).toBe((await readAddress()).profileId);
});

test('the record says that a worker found no way in, and that the office saved it again; strangers read nothing of it', async ({
  yardpack,
}) => {
  const { worker, erin, engagement, readAddress, save, skip } = await buildBusiness(yardpack);
  const other = await buildOnboardedWorker(yardpack, { firstName: 'Walt' });
  await workUntil(yardpack, worker, engagement, 'WORK_STATUS_TRAVEL_COMPLETED');
  await skip('no-access');
  await save(erin, { gateNotes: 'Code 4417' });
  expect((await readAddress()).noAccessOn).toBeUndefined();
  const { body } = await yardpack.call('listChanges', { as: erin.accessToken });
  const fieldsOf = (kind: string) => body.changes.find((change) => change.kind === kind)?.fields;
  expect(fieldsOf('visit-skipped')).toContainEqual({ name: 'noAccess', from: null, to: 'true' });
  expect(fieldsOf('address-changed')).toEqual([{ name: 'noAccessOn', from: '2027-03-10', to: null }]);

  await workUntil(yardpack, worker, engagement, 'WORK_STATUS_TRAVEL_COMPLETED').catch(() => undefined);
  const seen = await yardpack.call('getEngagement', {
    as: other.accessToken,
    params: { engagementId: engagement.id },
  });
  expect(seen.status).toBe(404);
});
