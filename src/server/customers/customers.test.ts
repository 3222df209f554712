import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerFilter } from '#domain/customer-filters.ts';
import { users } from '../database/schema/accounts.ts';
import { cards } from '../database/schema/cards.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { businessTest, chargedVisit, declinedCard } from '../testing/billing-fixture.ts';
import { moveEngagement } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, type Person } from '../testing/factories.ts';
import { marchTest } from '../testing/march-business.ts';
import { buildBankAccount, buildRunningEngagement, completeVisit } from '../testing/payment-factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

const bankTest = businessTest.extend({ settings: { PAYMENT_METHOD_TYPES: 'card,us_bank_account' } });

let yardpack: TestWorld;
let erin: Person;
/** By what they stand for. */
let people: Record<'bare' | 'proposed' | 'active' | 'paused' | 'outside' | 'closed', Person>;
beforeAll(async () => {
  yardpack = await createTestWorld();
  erin = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Moss' });
  const worker = await buildOnboardedWorker(yardpack, { firstName: 'Wren', lastName: 'Okafor' });
  const named = (firstName: string) => buildCustomer(yardpack, { firstName, lastName: 'Fern' });
  const [bare, proposed, active, paused, outside, closed] = [
    await named('Bare'),
    await named('Proposed'),
    await named('Active'),
    await named('Paused'),
    await named('Outside'),
    await named('Closed'),
  ];
  people = { bare, proposed, active, paused, outside, closed };
  await buildEngagement(yardpack, proposed);
  await claimEngagement(yardpack, worker, await buildEngagement(yardpack, active), ['DAY_OF_WEEK_MONDAY']);
  const { id } = await buildEngagement(yardpack, paused);
  await moveEngagement(yardpack, worker, id, 'ACCEPTED');
  await moveEngagement(yardpack, erin, id, 'PAUSED');
  await changeAddress(outside, { zipCode: '65801', state: 'MO', streetAddress1: '9 Elsewhere Ln' });
  const params = { profileId: closed.profileId };
  expect((await yardpack.call('closeAccount', { as: erin.accessToken, params })).status).toBe(200);
});
afterAll(() => yardpack.close());

const changeAddress = async ({ addressId }: Person, fields: Partial<typeof addresses.$inferInsert>) =>
  void (await yardpack.world.database.update(addresses).set(fields).where(eq(addresses.id, addressId)));

async function list(query: { q?: string; filter?: CustomerFilter; after?: string } = {}, as = erin) {
  const { status, body } = await yardpack.call('listCustomers', { as: as.accessToken, query });
  expect(status).toBe(200);
  return body;
}
const names = async (query: Parameters<typeof list>[0]) =>
  (await list(query)).customers.map(({ name }) => name.split(' ')[0]);

test('all customers are listed, the newest first, with how they stand; workers and staff are none', async () => {
  const { customers, next } = await list();
  expect(next).toBeNull();
  expect(
    customers.map(({ name, proposed, active, paused, openAmount, hasCard, isOutside, closedAt }) =>
      [name, proposed, active, paused, openAmount, hasCard, isOutside, closedAt !== null].join(),
    ),
  ).toEqual([
    'Closed Fern,0,0,0,0,false,false,true',
    'Outside Fern,0,0,0,0,false,true,false',
    'Paused Fern,0,0,1,0,true,false,false',
    'Active Fern,0,1,0,0,true,false,false',
    'Proposed Fern,1,0,0,0,true,false,false',
    'Bare Fern,0,0,0,0,false,false,false',
  ]);
  expect(customers[1]).toMatchObject({
    profileId: people.outside.profileId,
    email: people.outside.email,
    address: { streetAddress1: '9 Elsewhere Ln', city: 'Bentonville' },
  });
});

test.each<[CustomerFilter, string[]]>([
  ['active', ['Active']],
  ['paused', ['Paused']],
  ['owing', []],
  ['no-card', ['Closed', 'Outside', 'Bare']],
  ['outside', ['Outside']],
  ['closed', ['Closed']],
])('the filter %s shows those, alone and with a search', async (filter, expected) => {
  expect(await names({ filter })).toEqual(expected);
  expect(await names({ filter, q: 'fern' })).toEqual(expected);
  expect(await names({ filter, q: 'nobody' })).toEqual([]);
});

test('a search finds by name, email, phone and street', async () => {
  expect(await names({ q: 'acti fer' })).toEqual(['Active']);
  expect(await names({ q: people.paused.email })).toEqual(['Paused']);
  expect(await names({ q: 'elsewhere' })).toEqual(['Outside']);
  const { database } = yardpack.world;
  await database.update(profiles).set({ phone: '+14795550199' }).where(eq(profiles.id, people.bare.profileId));
  expect(await names({ q: '(479) 555-0199' })).toEqual(['Bare']);
});

test('pages go on where the one before has ended', async () => {
  const all = (await list()).customers.map(({ profileId }) => profileId);
  const after = all[1] ?? '';
  expect((await list({ after })).customers.map(({ profileId }) => profileId)).toEqual(all.slice(2));
});

test('who lives outside and has a yard inside is not outside, and neither is an address out of use', async () => {
  const inside = {
    streetAddress1: '5 Inside St',
    city: 'Rogers',
    state: 'AR',
    zipCode: '72756',
    country: 'US',
  } as const;
  const add = await yardpack.call('createAddress', {
    as: people.outside.accessToken,
    params: { profileId: people.outside.profileId },
    body: inside,
  });
  expect(await names({ filter: 'outside' })).toEqual([]);
  const params = { addressId: add.body.address.id };
  await yardpack.call('archiveAddress', { as: people.outside.accessToken, params });
  expect(await names({ filter: 'outside' })).toEqual(['Outside']);
});

test('whose only card is gone has none, and has one again with the next', async () => {
  const { database, clock } = yardpack.world;
  const ofActive = eq(cards.userId, people.active.userId);
  await database.update(cards).set({ goneAt: clock.now() }).where(ofActive);
  expect(await names({ filter: 'no-card' })).toContain('Active');
  await database.insert(cards).values({ id: 'pm_next', userId: people.active.userId });
  expect(await names({ filter: 'no-card' })).not.toContain('Active');
  await database.delete(cards).where(eq(cards.id, 'pm_next'));
  expect(await names({ filter: 'no-card' })).toContain('Active');
  await database.update(cards).set({ goneAt: null }).where(ofActive);
});

test('a customer’s page has the account, the services and the cards, and no one else’s', async () => {
  const as = erin.accessToken;
  const params = { customerProfileId: people.active.profileId };
  const { status, body } = await yardpack.call('getCustomer', { as, params });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    name: 'Active Fern',
    username: people.active.username,
    active: 1,
    credit: 0,
    cards: [{ name: 'Visa (4242)', isGone: false }],
    engagements: [{ status: 'ENGAGEMENT_STATUS_ACCEPTED', workerName: 'Wren Okafor', frequency: 1, interval: 1 }],
    visits: [],
    bills: [],
  });
  const missing = await yardpack.call('getCustomer', { as, params: { customerProfileId: erin.profileId } });
  expect(missing.status).toBe(404);
  const user = await yardpack.world.database.select().from(users).where(eq(users.id, people.active.userId));
  expect(body.confirmedAt).toBe(user[0]?.confirmedAt?.toString());
});

test('the next visit is the first that is due and not taken off', async () => {
  const as = erin.accessToken;
  const params = { customerProfileId: people.active.profileId };
  const next = async () => {
    const [service] = (await yardpack.call('getCustomer', { as, params })).body.engagements;
    return service;
  };
  const before = await next();
  const engagementId = before?.id ?? '';
  const { upcoming } = (await yardpack.call('listVisits', { as, params: { engagementId } })).body;
  expect(before?.nextVisit).toEqual(upcoming[0]);
  await yardpack.call('createSkip', {
    as,
    params: { engagementId },
    body: { date: upcoming[0] ?? { year: 0, month: 0, day: 0 } },
  });
  expect((await next())?.nextVisit).toEqual(upcoming[1]);
  const paused = (await yardpack.call('getCustomer', { as, params: { customerProfileId: people.paused.profileId } }))
    .body;
  expect(paused.engagements.map(({ nextVisit }) => nextVisit)).toEqual([null]);
});

businessTest('who has an open bill owes, and has it on the page with the visit', async ({ business }) => {
  const { test: world, customer } = business;
  const employee = await buildEmployee(world);
  await chargedVisit(business, declinedCard);
  const as = employee.accessToken;
  const { body } = await world.call('listCustomers', { as, query: { filter: 'owing' } });
  expect(body.customers.map(({ profileId }) => profileId)).toEqual([customer.profileId]);
  const params = { customerProfileId: customer.profileId };
  const page = (await world.call('getCustomer', { as, params })).body;
  expect(page.openAmount).toBe(body.customers[0]?.openAmount);
  expect(page.bills).toMatchObject([{ isOpen: true, isTip: false, amount: page.openAmount }]);
  expect(page.visits).toMatchObject([{ status: 'WORK_STATUS_WORK_COMPLETED', skip: null }]);
});

bankTest('what is on its way from a bank is not open, in the list and on the page', async ({ business }) => {
  const { test: world, customer, worker } = business;
  const employee = await buildEmployee(world);
  const card = await buildBankAccount(world, customer);
  const engagementId = await buildRunningEngagement(world, { ...business, card });
  await completeVisit(world, { engagementId, worker });
  await world.drain();
  const as = employee.accessToken;
  const listed = async (query: { filter?: 'owing' }) =>
    (await world.call('listCustomers', { as, query })).body.customers.filter(
      ({ profileId }) => profileId === customer.profileId,
    );
  expect(await listed({ filter: 'owing' })).toEqual([]);
  const params = { customerProfileId: customer.profileId };
  const page = (await world.call('getCustomer', { as, params })).body;
  const onItsWay = page.bills[0]?.amount;
  expect(onItsWay).toBeGreaterThan(0);
  for (const shown of [page, ...(await listed({}))]) expect(shown).toMatchObject({ openAmount: onItsWay, onItsWay });
});

marchTest(
  'a visit that was begun and is under way no more is not finished on the page of its customer',
  async ({ people: march }) => {
    const { yardpack: world, customer, wren, office } = march;
    const service = await buildEngagement(world, customer);
    await claimEngagement(world, wren, service, ['DAY_OF_WEEK_MONDAY']);
    await workUntil(world, wren, service, 'WORK_STATUS_TRAVEL_STARTED');
    const visits = async () => {
      const params = { customerProfileId: customer.profileId };
      return (await world.call('getCustomer', { as: office.accessToken, params })).body.visits;
    };
    expect(await visits()).toMatchObject([{ status: 'WORK_STATUS_TRAVEL_STARTED', isLeft: false }]);
    await advanceFor(world, '2027-03-09T09:00:00-06:00', [office]);
    expect(await visits()).toMatchObject([{ status: 'WORK_STATUS_TRAVEL_STARTED', isLeft: true }]);
  },
);

marchTest('customers outside come newest first, each once, from wherever they live', async ({ people: march }) => {
  const { yardpack: world, customer, wren, office } = march;
  const { database } = world.world;
  const outside = { state: 'MO', zipCode: '65801' };
  const live = async ({ addressId }: Person, zipCode = outside.zipCode) =>
    await database
      .update(addresses)
      .set({ ...outside, zipCode })
      .where(eq(addresses.id, addressId))
      .returning();
  const [, second, third] = [await buildCustomer(world), await buildCustomer(world), await buildCustomer(world)];
  await live(customer);
  await live(wren);
  const [of] = await live(second);
  await live(third, '65802');
  if (of) await database.insert(addresses).values({ ...of, id: randomUUID(), zipCode: '65803', primaryAddress: false });
  const idsOf = async (query: { after?: string }) => {
    const call = { as: office.accessToken, query: { filter: 'outside' as const, ...query } };
    return (await world.call('listCustomers', call)).body.customers.map(({ profileId }) => profileId);
  };
  const ids = [third, second, customer].map(({ profileId }) => profileId);
  expect(await idsOf({})).toEqual(ids);
  expect(await idsOf({ after: third.profileId })).toEqual(ids.slice(1));
});
