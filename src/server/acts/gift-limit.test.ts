import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { StaffRole } from '#domain/rights.ts';
import { acts } from '../database/schema/acts.ts';
import { profiles } from '../database/schema/profiles.ts';
import { openBill } from '../testing/act-fixture.ts';
import {
  type Business,
  businessTest,
  chargedVisit,
  declinedCard,
  giveUp,
  paymentsOf,
} from '../testing/billing-fixture.ts';
import { buildCustomer, buildEmployee, type Person, signUpBody } from '../testing/factories.ts';

const setRole = async ({ test }: Business, { profileId }: Person, staffRole: StaffRole) => {
  await test.world.database.update(profiles).set({ staffRole }).where(eq(profiles.id, profileId));
};
const credit = ({ test }: Business, staff: Person, customer: Pick<Person, 'profileId'>, body: object) =>
  test.call('giveCredit', {
    as: staff.accessToken,
    params: { customerProfileId: customer.profileId },
    body: { requestId: randomUUID(), isPreview: false, reason: 'The gate was locked.', version: 0, ...body },
  });

businessTest(
  'office gives $50 a day in all, however many are given at once, and a request that comes again is no gift',
  async ({ business }) => {
    const { test } = business;
    const { engagementId } = await chargedVisit(business);
    const office = await buildEmployee(test);
    await setRole(business, office, 'office');
    const params = { billId: (await paymentsOf(business, engagementId))[0]?.billId ?? '' };
    const refund = {
      requestId: randomUUID(),
      isPreview: false,
      amount: 300,
      reason: 'The dog was out.',
      refundedBefore: 0,
    };
    const refundBill = (body: object) =>
      test.call('refundBill', { as: office.accessToken, params, body: { ...refund, ...body } });
    expect((await refundBill({})).status).toBe(200);

    const customers: Person[] = [];
    for (let count = 0; count < 20; count += 1) customers.push(await buildCustomer(test));
    const requests = customers.map((customer) => ({ customer, body: { requestId: randomUUID(), amount: 400 } }));
    const answers = await Promise.all(requests.map(({ customer, body }) => credit(business, office, customer, body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(11);
    const [refused] = answers.filter(({ status }) => status !== 200);
    expect([refused?.status, refused?.error.fields]).toEqual([
      400,
      [{ path: 'body.amount', message: expect.stringMatching(/^You can give \$50\.00 a day; \$\d+\.00 are left\./) }],
    ]);
    const done = requests[answers.findIndex(({ status }) => status === 200)];
    if (!done) throw new Error('Nothing was given');
    expect((await credit(business, office, done.customer, done.body)).status).toBe(200);
    expect(await test.world.database.select().from(acts)).toHaveLength(11);

    const over = { requestId: randomUUID(), refundedBefore: 300 };
    for (const isPreview of [true, false]) {
      expect((await refundBill({ ...over, amount: 301, isPreview })).error.fields).toEqual([
        { path: 'body.amount', message: 'You can give $50.00 a day; $3.00 are left. A manager can give more.' },
      ]);
    }
    expect((await refundBill({ ...over, amount: 300 })).status).toBe(200);
    expect((await refundBill({ ...over, amount: 300 })).status, 'at the limit, again').toBe(200);
    const last = await buildCustomer(test);
    expect((await credit(business, office, last, { amount: 1 })).error.message).toContain('$0.00 are left');
    await setRole(business, office, 'manager');
    expect((await credit(business, office, last, { amount: 45_001 })).error.message).toContain(
      'You can give $500.00 a day; $450.00 are left. An owner can give more.',
    );
    await setRole(business, office, 'owner');
    expect((await credit(business, office, last, { amount: 45_001 })).status).toBe(200);
  },
);

businessTest(
  'a bill that is worth more than may be given is not written off; another day counts anew',
  async ({ business }) => {
    const { test } = business;
    const bill = await openBill(business, declinedCard);
    await giveUp(business);
    const office = await buildEmployee(test);
    await setRole(business, office, 'office');
    const other = await buildCustomer(test);
    expect((await credit(business, office, other, { amount: 4_000 })).status).toBe(200);
    const list = await test.call('getBillActs', { as: office.accessToken, params: { billId: bill.billId } });
    const version = list.body.open?.version ?? 'none';
    const give = (as: Person) =>
      test.call('writeOffBill', {
        as: as.accessToken,
        params: { billId: bill.billId },
        body: { requestId: randomUUID(), isPreview: false, version, reason: 'Moved away.' },
      });
    expect((await give(office)).error).toMatchObject({
      errorCode: 'NOT_ALLOWED_NOW',
      message: 'You can give $50.00 a day; $10.00 are left. A manager can give more.',
    });
    await test.advance('P1D');
    const nextDay = await buildEmployee(test);
    await test.world.database.update(acts).set({ byProfileId: nextDay.profileId });
    await setRole(business, nextDay, 'office');
    expect((await give(nextDay)).status).toBe(200);
  },
);

businessTest('nobody but an owner gives something to themselves', async ({ business }) => {
  const { test } = business;
  const staff = await buildEmployee(test);
  const added = await test.call('createProfile', {
    as: staff.accessToken,
    params: { userId: staff.userId },
    body: signUpBody('PROFILE_TYPE_CUSTOMER', { userId: staff.userId, email: staff.email }),
  });
  expect(added.status, JSON.stringify(added.error)).toBe(200);
  const self = { profileId: added.body.profile.id };
  await setRole(business, staff, 'manager');
  const refused = await credit(business, staff, self, { amount: 100 });
  expect([refused.status, refused.error.message]).toEqual([
    403,
    'This is your own account. Please ask somebody else to do this.',
  ]);
  expect((await credit(business, staff, self, { amount: 100, isPreview: true })).status).toBe(403);
  await setRole(business, staff, 'owner');
  expect((await credit(business, staff, self, { amount: 100 })).status).toBe(200);
});
