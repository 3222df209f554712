import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { addresses } from '../database/schema/profiles.ts';
import { moveEngagement, putEngagement } from '../testing/engagement-calls.ts';
import {
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  engagementBody,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, mailsTo, type Person } from '../testing/factories.ts';
import { untilStatementsWait } from '../testing/lock-waits.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

const inside = { streetAddress1: '200 Oak St', city: 'Rogers', state: 'AR', zipCode: '72756', country: 'US' };
const outside = {
  streetAddress1: '9 Rodeo Dr',
  city: 'Beverly Hills',
  state: 'CA',
  zipCode: '90210',
  country: 'US',
};

async function addAddress({ call }: TestWorld, person: Person, address: object): Promise<string> {
  const { body } = await call('createAddress', {
    as: person.accessToken,
    params: { profileId: person.profileId },
    body: address,
  });
  return body.address.id;
}
const edit = ({ call }: TestWorld, person: Person, addressId: string, address: object) =>
  call('updateAddress', {
    as: person.accessToken,
    params: { addressId },
    body: { ...address, label: 'Home', primaryAddress: false },
  });
const create = async (yardpack: TestWorld, person: Person, details: Parameters<typeof engagementBody>[2]) =>
  await yardpack.call('createEngagement', {
    as: person.accessToken,
    params: { customerProfileId: person.profileId },
    body: await engagementBody(yardpack, person, details),
  });

test('nobody asks for a service outside the area; a bill may go anywhere', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const far = await addAddress(yardpack, customer, outside);
  // The zip code alone does not make it ours.
  const odd = await addAddress(yardpack, customer, { ...outside, zipCode: '72712' });
  for (const serviceAddressId of [far, odd]) {
    const { status, error } = await create(yardpack, customer, { serviceAddressId });
    expect([status, error.fields?.[0]?.path]).toEqual([400, 'body.serviceAddressId']);
    expect(error.message).toMatch(/^We do not come to Beverly Hills, CA/);
  }
  const zipAndFour = await addAddress(yardpack, customer, { ...inside, zipCode: '72756-1234' });
  const { status, body } = await create(yardpack, customer, { serviceAddressId: zipAndFour, billingAddressId: far });
  expect(status).toBe(200);

  const moved = await putEngagement(yardpack, customer, body.engagement.id, { serviceAddressId: far });
  expect([moved.status, moved.error.fields?.[0]?.path]).toEqual([400, 'body.serviceAddressId']);
});

test('an address that a live engagement is served at stays in the area', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  const { status, error } = await edit(yardpack, customer, customer.addressId, outside);
  expect([status, error.errorCode, error.fields?.[0]?.path]).toEqual([409, 'IN_USE', 'body.zipCode']);
  expect((await edit(yardpack, customer, customer.addressId, inside)).status).toBe(200);

  expect((await moveEngagement(yardpack, customer, engagement.id, 'CANCELLED')).status).toBe(200);
  expect((await edit(yardpack, customer, customer.addressId, outside)).status).toBe(200);
});

const notCleaned = "We can't clean a P.O. box. Enter the street address of the yard.";
const notThere = '72756 is in Rogers, not in Bentonville.';

test('no service is at a P.O. box, or in a city that its zip code is not in; a bill may go there', async ({
  yardpack,
}) => {
  const customer = await buildCustomer(yardpack);
  for (const [details, message] of [
    [{ streetAddress1: 'P.O. Box 12' }, notCleaned],
    [{ city: 'Bentonville' }, notThere],
    [{ city: 'Little Rock' }, '72756 is in Rogers, not in Little Rock.'],
    [{ city: 'Rogesr' }, '72756 is in Rogers, not in Rogesr.'],
    [{ city: 'Tulsa' }, '72756 is in Rogers, not in Tulsa.'],
    [{ city: ' DALLAS' }, '72756 is in Rogers, not in DALLAS.'],
    [{ city: 'St. Louis' }, '72756 is in Rogers, not in St. Louis.'],
    [{ city: 'Ft Smith' }, '72756 is in Rogers, not in Ft Smith.'],
    [{ city: 'Dallas, TX' }, '72756 is in Rogers, not in Dallas.'],
    [{ city: 'Bentonville, AR' }, notThere],
    [{ city: 'Tulsa Oklahoma' }, '72756 is in Rogers, not in Tulsa Oklahoma.'],
  ] as const) {
    const odd = await addAddress(yardpack, customer, { ...inside, ...details });
    const { status, error } = await create(yardpack, customer, { serviceAddressId: odd });
    expect([status, error.fields]).toEqual([400, [{ path: 'body.serviceAddressId', message }]]);
    expect((await create(yardpack, customer, { billingAddressId: odd })).status).toBe(200);
  }
});

test('the address of a running service becomes no P.O. box, and takes no city that its zip code is not in', async ({
  yardpack,
}) => {
  const customer = await buildCustomer(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  for (const [details, field, message] of [
    [{ streetAddress1: 'PO Box 12' }, 'streetAddress1', notCleaned],
    [{ city: 'Bentonville' }, 'city', notThere],
    [{ city: 'Tulsa' }, 'city', '72756 is in Rogers, not in Tulsa.'],
  ] as const) {
    const { status, error } = await edit(yardpack, customer, customer.addressId, { ...inside, ...details });
    expect([status, error.fields]).toEqual([400, [{ path: `body.${field}`, message }]]);
  }
  // A town that is not in the list may have the zip code of its neighbor, and share its name with one in California.
  for (const city of ['Avoca', 'Sonora', 'Rogers, AR']) {
    const { status, body } = await edit(yardpack, customer, customer.addressId, { ...inside, city });
    expect([status, body.address.city]).toEqual([200, city.replace(', AR', '')]);
  }
  expect((await moveEngagement(yardpack, customer, engagement.id, 'CANCELLED')).status).toBe(200);
  expect((await edit(yardpack, customer, customer.addressId, { ...inside, city: 'Bentonville' })).status).toBe(200);
});

test('one that lay outside before there was this rule can still be corrected', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  await buildEngagement(yardpack, customer);
  await yardpack.world.database.update(addresses).set(outside).where(eq(addresses.id, customer.addressId));
  expect((await edit(yardpack, customer, customer.addressId, { ...outside, streetAddress1: '90 Elm' })).status).toBe(
    200,
  );
});

test('an address that moves out of the area while it is chosen is refused to one of the two', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const { database } = yardpack.world;
  const body = await engagementBody(yardpack, customer);
  const { asked } = await database.transaction(async (transaction) => {
    await transaction.select().from(addresses).where(eq(addresses.id, customer.addressId)).for('update');
    await transaction.update(addresses).set(outside).where(eq(addresses.id, customer.addressId));
    const pending = yardpack.call('createEngagement', {
      as: customer.accessToken,
      params: { customerProfileId: customer.profileId },
      body,
    });
    await untilStatementsWait(yardpack);
    return { asked: pending };
  });
  expect((await asked).status).toBe(400);

  const other = await buildCustomer(yardpack);
  const answers = await Promise.all([create(yardpack, other, {}), edit(yardpack, other, other.addressId, outside)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('the worker is told of a changed street, and of another yard, once each; nobody else is', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack, { firstName: 'Casey' });
  const [worker, other] = [await buildOnboardedWorker(yardpack), await buildOnboardedWorker(yardpack)];
  for (const day of ['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_TUESDAY'] as const) {
    await claimEngagement(yardpack, worker, await buildEngagement(yardpack, customer), [day]);
  }
  await buildEngagement(yardpack, customer);
  const ended = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, other, ended, ['DAY_OF_WEEK_MONDAY']);
  await moveEngagement(yardpack, customer, ended.id, 'CANCELLED');
  const told = async (person: Person) => {
    // Told a minute after the last change.
    await yardpack.advance('PT2M');
    await yardpack.drain();
    return (await mailsTo(yardpack, person, /address/i)).map(({ text }) => text);
  };

  // What a label or a note says moves no yard.
  const same = { ...inside, streetAddress1: '100 Main St', city: 'Bentonville', zipCode: '72712' };
  expect((await edit(yardpack, customer, customer.addressId, { ...same, gateNotes: 'Code 1' })).status).toBe(200);
  expect(await told(worker)).toEqual([]);

  expect((await edit(yardpack, customer, customer.addressId, inside)).status).toBe(200);
  expect(await told(worker)).toEqual([
    expect.stringMatching(/Casey.*200 Oak St, Rogers.*instead of 100 Main St, Bentonville/s),
  ]);

  const third = await addAddress(yardpack, customer, { ...inside, streetAddress1: '3 Elm St' });
  const claimed = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, other, claimed, ['DAY_OF_WEEK_FRIDAY']);
  const employee = await buildEmployee(yardpack);
  expect((await putEngagement(yardpack, employee, claimed.id, { serviceAddressId: third })).status).toBe(200);
  expect(await told(other)).toEqual([expect.stringMatching(/3 Elm St, Rogers.*instead of 200 Oak St, Rogers/s)]);
  expect(await told(worker)).toHaveLength(1);
  // The customer hears of what the office has done, not of what they did themselves.
  expect(await told(customer)).toEqual([
    expect.stringMatching(
      /our office has changed the address of .*: it is 3 Elm St, Rogers 72756 now, instead of 200 Oak St, Rogers/,
    ),
  ]);
});

test('a customer is told of an address that the office has changed, and not of its notes', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack, { firstName: 'Casey' });
  const employee = await buildEmployee(yardpack);
  const same = { ...inside, streetAddress1: '100 Main St', city: 'Bentonville', zipCode: '72712' };
  const told = async () => {
    // Told a minute after the last change.
    await yardpack.advance('PT2M');
    await yardpack.drain();
    return (await mailsTo(yardpack, customer, /^Your address/)).map(({ text }) => text);
  };
  expect((await edit(yardpack, employee, customer.addressId, { ...same, gateNotes: 'Code 1' })).status).toBe(200);
  expect(await told()).toEqual([]);
  expect((await edit(yardpack, employee, customer.addressId, inside)).status).toBe(200);
  expect(await told()).toEqual([
    expect.stringContaining(
      'your address: it is 200 Oak St, Rogers 72756 now, instead of 100 Main St, Bentonville 72712.',
    ),
  ]);
  expect((await told())[0]).toContain(`/profiles/${customer.profileId}/address/${customer.addressId}`);
});
