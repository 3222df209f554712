import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveEngagementStatuses } from '#domain/engagement-status.ts';
import type { Transaction } from '../database/connection.ts';
import { engagements } from '../database/schema/engagements.ts';
import { addresses } from '../database/schema/profiles.ts';
import { holdAddresses } from '../engagements/lock-store.ts';
import { buildEngagement, buildProduct, engagementBody } from '../testing/engagement-factories.ts';
import { buildCustomer, buildWorker, type Person } from '../testing/factories.ts';
import { untilStatementsWait } from '../testing/lock-waits.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
let workerProfileId: string;
beforeAll(async () => {
  yardpack = await createTestWorld();
  workerProfileId = (await buildWorker(yardpack)).profileId;
});
afterAll(() => yardpack.close());

const archive = ({ accessToken }: Person, addressId: string) =>
  yardpack.call('archiveAddress', { as: accessToken, params: { addressId } });
const add = async ({ accessToken, profileId }: Person, streetAddress1: string, details: object = {}) => {
  const place = { city: 'Bentonville', state: 'AR', zipCode: '72712', country: 'US' };
  const { body } = await yardpack.call('createAddress', {
    as: accessToken,
    params: { profileId },
    body: { streetAddress1, ...place, ...details },
  });
  return body.address;
};
const list = async ({ accessToken, profileId }: Person) =>
  (await yardpack.call('listAddresses', { as: accessToken, params: { profileId } })).body.addresses;

test('an archived address is gone from list, page and form, and cannot be archived again', async () => {
  const person = await buildCustomer(yardpack);
  const { id } = await add(person, '1 Old Rd');
  expect((await archive(person, id)).status).toBe(200);
  expect((await list(person)).map((address) => address.id)).toEqual([person.addressId]);
  const input = { as: person.accessToken, params: { addressId: id } };
  expect((await yardpack.call('getAddress', input)).error.message).toBe('Address not found');
  expect((await archive(person, id)).error.message).toBe('Address not found');
  const body = {
    label: 'Old',
    streetAddress1: '1 Old Rd',
    city: 'Bentonville',
    state: 'AR',
    zipCode: '72712',
    country: 'US',
    primaryAddress: true,
  };
  expect((await yardpack.call('updateAddress', { ...input, body })).status).toBe(404);
});

test('when the primary address goes, the oldest of the others becomes it; the last one leaves none', async () => {
  const person = await buildCustomer(yardpack);
  const [older, newer] = [await add(person, '1 Older Rd'), await add(person, '2 Newer Rd')];
  await archive(person, person.addressId);
  const primaries = async () => (await list(person)).filter(({ primaryAddress }) => primaryAddress).map(({ id }) => id);
  expect(await primaries()).toEqual([older.id]);
  await archive(person, newer.id);
  expect(await primaries()).toEqual([older.id]);
  expect((await archive(person, older.id)).status).toBe(200);
  expect(await list(person)).toEqual([]);
});

test('several addresses archived at one moment leave one primary of the rest', async () => {
  const person = await buildCustomer(yardpack);
  const [first, second, third] = [
    await add(person, '1 A St'),
    await add(person, '2 B St'),
    await add(person, '3 C St'),
  ];
  const answers = await Promise.all([person.addressId, first.id, second.id].map((id) => archive(person, id)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await list(person)).map(({ id, primaryAddress }) => [id, primaryAddress])).toEqual([[third.id, true]]);
});

test('an address cannot be archived while a live engagement is served at it or billed to it', async () => {
  const person = await buildCustomer(yardpack);
  const [yard, office] = [await add(person, '1 Yard Rd'), await add(person, '2 Office Rd')];
  const engagement = await buildEngagement(yardpack, person, {
    serviceAddressId: yard.id,
    billingAddressId: office.id,
  });
  for (const status of liveEngagementStatuses) {
    await setStatus(engagement.id, status);
    for (const { id } of [yard, office]) {
      const { status: answered, error } = await archive(person, id);
      expect([answered, error.errorCode, error.message]).toEqual([
        409,
        'IN_USE',
        'An engagement that is not over yet uses this address. Please choose another address for the engagement, or cancel it, first.',
      ]);
    }
  }
  expect(await list(person)).toHaveLength(3);

  await setStatus(engagement.id, 'ENGAGEMENT_STATUS_CANCELLED');
  for (const { id } of [yard, office]) expect((await archive(person, id)).status).toBe(200);
  const input = { as: person.accessToken, params: { engagementId: engagement.id } };
  const { serviceAddress, billingAddress } = (await yardpack.call('getEngagement', input)).body.engagement;
  expect([serviceAddress.streetAddress1, billingAddress?.streetAddress1]).toEqual(['1 Yard Rd', '2 Office Rd']);
});

async function setStatus(id: string, status: typeof engagements.$inferInsert.status): Promise<void> {
  await yardpack.world.database.update(engagements).set({ status, workerProfileId }).where(eq(engagements.id, id));
}

test('an address is not archived under the hands of who is about to use it', async () => {
  const person = await buildCustomer(yardpack);
  const { id } = await add(person, '1 Race Rd');
  const archived = await yardpack.world.database.transaction(async (transaction) => {
    expect(await holdAddresses(transaction, person.profileId, [id, person.addressId])).toHaveLength(2);
    const pending = archive(person, id);
    await untilStatementsWait(yardpack);
    await engage(transaction, person, id);
    return { pending };
  });
  const { error } = await archived.pending;
  expect(error.errorCode).toBe('IN_USE');
});

test('who comes to use an address while it is being archived finds that it is gone', async () => {
  const [person, stranger] = [await buildCustomer(yardpack), await buildCustomer(yardpack)];
  const { id } = await add(person, '2 Race Rd');
  const { database } = yardpack.world;
  const late = await database.transaction(async (transaction) => {
    await transaction.select().from(addresses).where(eq(addresses.id, id)).for('update');
    const found = database.transaction((other) => holdAddresses(other, person.profileId, [id, stranger.addressId]));
    await untilStatementsWait(yardpack);
    await transaction.update(addresses).set({ archivedAt: yardpack.world.clock.now() }).where(eq(addresses.id, id));
    return { found };
  });
  expect(await late.found).toEqual([]);
});

test('of asking for a service at an address and archiving it at one moment, one is refused', async () => {
  const person = await buildCustomer(yardpack);
  const body = await engagementBody(yardpack, person);
  for (let round = 0; round < 5; round += 1) {
    const { id } = await add(person, `${round} Race Rd`);
    const [archived, created] = await Promise.all([
      archive(person, id),
      yardpack.call('createEngagement', {
        as: person.accessToken,
        params: { customerProfileId: person.profileId },
        body: { ...body, serviceAddressId: id },
      }),
    ]);
    expect([archived.status, created.status].filter((status) => status === 200)).toHaveLength(1);
  }
});

async function engage(transaction: Transaction, person: Person, addressId: string): Promise<void> {
  const now = yardpack.world.clock.now();
  await transaction.insert(engagements).values({
    customerProfileId: person.profileId,
    productId: (await buildProduct(yardpack)).id,
    serviceAddressId: addressId,
    billingAddressId: person.addressId,
    stripePaymentMethodId: 'pm_none',
    status: 'ENGAGEMENT_STATUS_PROPOSED',
    baseCost: 1500,
    agreedBaseCost: 1500,
    baseCostHeldUntil: now,
    billingCycle: 'BILLING_CYCLE_IMMEDIATE',
    yardSize: 'YARD_SIZE_STANDARD',
    createdAt: now,
    openSince: now,
  });
}
