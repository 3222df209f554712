import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { users } from '../database/schema/accounts.ts';
import { charges } from '../database/schema/billing.ts';
import { cards } from '../database/schema/cards.ts';
import { engagements } from '../database/schema/engagements.ts';
import { messages } from '../database/schema/messages.ts';
import { businessTest, chargeOf, updateEngagement } from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildCustomer, type Person } from '../testing/factories.ts';
import { buildCard, buildRunningEngagement, completeVisit, setStripeFaults } from '../testing/payment-factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { deleteAtStripe } from './deleted-customer.ts';
import { requirePaymentMethod } from './service.ts';

const inputOf = ({ userId, accessToken }: Person) => ({ as: accessToken, params: { userId } });
const list = (test: TestWorld, person: Person) => test.call('listPaymentMethods', inputOf(person));
const remove = (test: TestWorld, { userId, accessToken }: Person, paymentMethodId: string) =>
  test.call('deletePaymentMethod', { as: accessToken, params: { userId, paymentMethodId } });

businessTest('saved cards are listed with brand, last digits and expiry', async ({ business: { test, customer } }) => {
  expect((await list(test, customer)).body).toEqual({
    creditCardPaymentMethods: [],
    usBankPaymentMethods: [],
    cashAppPaymentMethods: [],
    payPalPaymentMethods: [],
    linkPaymentMethods: [],
    unusableIds: [],
    allowedAgainIds: [],
  });
  const visa = await buildCard(test, customer);
  await buildCard(test, customer, '378282246310005');
  const { body } = await list(test, customer);
  expect(body.creditCardPaymentMethods).toContainEqual({
    id: visa,
    card: { brand: 'CARD_BRAND_VISA', last4: '4242', expMonth: 12, expYear: 2034 },
    wallet: null,
    savedAt: expect.any(String),
  });
  expect(body.creditCardPaymentMethods.map(({ card }) => card.brand).sort()).toEqual([
    'CARD_BRAND_AMEX',
    'CARD_BRAND_VISA',
  ]);
});

businessTest('several first cards at once make one customer at Stripe', async ({ business: { test, customer } }) => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => test.call('createPaymentMethodSetupIntent', inputOf(customer))),
  );
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
  expect((await test.world.stripe.customers.list({ email: customer.email })).data).toHaveLength(1);
});

businessTest(
  'the same card saved twice is one: services go on with the newer, and its expiry counts',
  async ({ business }) => {
    const { test, customer, worker } = business;
    const older = await buildCard(test, customer);
    const engagementId = await buildRunningEngagement(test, { customer, worker, card: older });
    await requirePaymentMethod(test.world, customer.userId, older);
    const other = await buildCard(test, customer, '378282246310005');
    await test.advance('PT1M');
    const newer = await buildCard(test, customer);
    for (let time = 0; time < 2; time += 1) {
      const { creditCardPaymentMethods: saved } = (await list(test, customer)).body;
      expect(saved.map(({ id }) => id).sort()).toEqual([newer, other].sort());
    }
    const cardOf = async () => {
      const [row] = await test.world.database.select().from(engagements).where(eq(engagements.id, engagementId));
      return row?.stripePaymentMethodId;
    };
    expect(await cardOf()).toBe(newer);
    expect((await test.world.database.select({ id: cards.id }).from(cards)).map(({ id }) => id)).toEqual([newer]);
    // Another tab still shows the older saving: it is the same card, for its owner alone.
    const choose = (card: string) => updateEngagement(business, engagementId, { stripePaymentMethodId: card });
    expect((await choose(other)).status).toBe(200);
    expect((await choose(older)).status).toBe(200);
    expect(await cardOf()).toBe(newer);
    const stranger = await buildCustomer(test);
    await expect(requirePaymentMethod(test.world, stranger.userId, older)).rejects.toThrow();
    expect((await remove(test, stranger, older)).error.errorCode).toBe('NOT_FOUND');
    await buildCard(test, stranger);
    await expect(requirePaymentMethod(test.world, stranger.userId, newer)).rejects.toThrow();
    // It is charged, and stays while the service needs it.
    const workId = await completeVisit(test, { engagementId, worker });
    await test.drain();
    expect((await chargeOf(business, workId))?.status).toBe('paid');
    for (const one of [newer, older]) expect((await remove(test, customer, one)).error.errorCode).toBe('IN_USE');
    // Whichever of its entries is deleted, the card is.
    expect((await choose(other)).status).toBe(200);
    expect((await remove(test, customer, older)).status).toBe(200);
    expect((await list(test, customer)).body.creditCardPaymentMethods.map(({ id }) => id)).toEqual([other]);
    expect((await remove(test, customer, older)).error.errorCode).toBe('NOT_FOUND');
  },
);

businessTest('Stripe knows a customer by the name and the email of now', async ({ business: { test, customer } }) => {
  await buildCard(test, customer);
  const atStripe = async () => {
    const [user] = await test.world.database.select().from(users).where(eq(users.id, customer.userId));
    return await test.world.stripe.customers.retrieve(user?.stripeCustomerId ?? '');
  };
  expect(await atStripe()).toMatchObject({ email: customer.email, name: 'Pat Lee' });
  const input = { as: customer.accessToken, params: { profileId: customer.profileId } };
  const { profile } = (await test.call('getProfile', input)).body;
  const renamed = await test.call('updateProfile', { ...input, body: { ...profile, lastName: 'Rivera' } });
  expect(renamed.status).toBe(200);
  const email = 'pat.rivera@example.com';
  await test.world.database.update(users).set({ email }).where(eq(users.id, customer.userId));
  // The answer is lost, and Stripe is asked again.
  await setStripeFaults(test, { match: { path: '/v1/customers/' }, kind: 'drop', times: 10 } as never);
  await test.advance('PT1M');
  expect(await test.world.database.select({ due: users.stripeDueAt }).from(users)).not.toEqual([{ due: null }]);
  await setStripeFaults(test);
  await test.advance('PT10M');
  expect(await atStripe()).toMatchObject({ email, name: 'Pat Rivera' });
  const due = (await test.world.database.select({ due: users.stripeDueAt }).from(users)).filter((row) => row.due);
  expect(due).toEqual([]);
});

businessTest(
  'who was deleted at Stripe saves a card at once, though nobody told us',
  async ({ business: { test, customer } }) => {
    await buildCard(test, customer);
    const [user] = await test.world.database.select().from(users).where(eq(users.id, customer.userId));
    // The webhook does not reach us.
    test.app.server.close();
    test.app.server.closeAllConnections();
    await test.world.stripe.customers.del(user?.stripeCustomerId ?? '');
    const card = await buildCard(test, customer);
    const { status, body } = await list(test, customer);
    expect([status, body.creditCardPaymentMethods.map(({ id }) => id)]).toEqual([200, [card]]);
    expect(await test.world.database.$count(messages, eq(messages.kind, 'customer-deleted'))).toBe(0);
    await test.world.stripe.customers.del(
      (await test.world.database.select().from(users).where(eq(users.id, customer.userId)))[0]?.stripeCustomerId ?? '',
    );
    expect((await list(test, customer)).body.creditCardPaymentMethods).toEqual([]);
  },
);

businessTest(
  'with the key of another account at Stripe no customer is forgotten',
  async ({ business: { test, customer } }) => {
    const card = await buildCard(test, customer);
    const stripeCustomerId = async () =>
      (await test.world.database.select().from(users).where(eq(users.id, customer.userId)))[0]?.stripeCustomerId;
    const id = await stripeCustomerId();
    const rename = async (from: string, to: string) => {
      const { rowCount } = await test.unchecked.query('update sandbox_stripe.object set id = $2 where id = $1', [
        from,
        to,
      ]);
      expect(rowCount).toBe(1);
    };
    await rename(`${id}`, `${id}other`);
    expect((await list(test, customer)).status).toBe(502);
    const setup = await test.call('createPaymentMethodSetupIntent', {
      as: customer.accessToken,
      params: { userId: customer.userId },
    });
    expect(setup).toMatchObject({ status: 502, body: { errorCode: 'PAYMENT_PROVIDER_UNAVAILABLE' } });
    await expect(deleteAtStripe(test.world, `${id}`)).rejects.toThrow('payment provider');
    expect(await stripeCustomerId()).toBe(id);
    await rename(`${id}other`, `${id}`);
    expect((await list(test, customer)).body.creditCardPaymentMethods).toMatchObject([{ id: card }]);
  },
);

businessTest('a deleted card is gone, and cannot be deleted again', async ({ business: { test, customer } }) => {
  const card = await buildCard(test, customer);
  expect((await remove(test, customer, card)).status).toBe(200);
  expect((await list(test, customer)).body.creditCardPaymentMethods).toEqual([]);
  expect((await remove(test, customer, card)).status).toBe(404);
});

businessTest('a card cannot be deleted while a live engagement is paid with it', async ({ business }) => {
  const { test, customer, worker } = business;
  const card = await buildCard(test, customer);
  const engagementId = await buildRunningEngagement(test, { customer, worker, card });
  for (const status of ['ENGAGEMENT_STATUS_RUNNING', 'ENGAGEMENT_STATUS_PAUSED'] as const) {
    await setStatus(status);
    expect((await remove(test, customer, card)).error).toMatchObject({ errorCode: 'IN_USE' });
  }
  await setStatus('ENGAGEMENT_STATUS_CANCELLED');
  expect((await remove(test, customer, card)).status).toBe(200);

  async function setStatus(status: typeof engagements.$inferInsert.status) {
    await test.world.database.update(engagements).set({ status }).where(eq(engagements.id, engagementId));
  }
});

businessTest(
  'a card cannot be deleted while a visit is to be paid with it, even when the engagement has ended',
  async ({ business }) => {
    const { test, customer, worker } = business;
    const [card, other] = [await buildCard(test, customer), await buildCard(test, customer)];
    const billingCycle = 'BILLING_CYCLE_WEEKLY';
    const engagementId = await buildRunningEngagement(test, { customer, worker, card }, { billingCycle });
    const workId = await completeVisit(test, { engagementId, worker });
    const update = (body: object) =>
      test.call('updateEngagement', { as: customer.accessToken, params: { engagementId }, body });
    await update({ status: 'ENGAGEMENT_STATUS_CANCELLED' });
    const refused = await remove(test, customer, card);
    expect([refused.status, refused.error.errorCode]).toEqual([409, 'IN_USE']);
    expect(refused.error.message).toContain('A visit is still to be paid with this payment method.');

    await update({ stripePaymentMethodId: other });
    expect((await remove(test, customer, card)).status).toBe(200);
    expect((await remove(test, customer, other)).status).toBe(409);
    await advanceFor(test, 'P7D', [customer]);
    expect((await chargeOf(business, workId))?.status).toBe('paid');
    expect((await remove(test, customer, other)).status).toBe(200);
  },
);

businessTest('a card cannot be deleted in the minute between a due charge and its collection', async ({ business }) => {
  const { test, customer, worker } = business;
  const card = await buildCard(test, customer);
  const billingCycle = 'BILLING_CYCLE_WEEKLY';
  const engagementId = await buildRunningEngagement(test, { customer, worker, card }, { billingCycle });
  const workId = await completeVisit(test, { engagementId, worker });
  const body = { status: 'ENGAGEMENT_STATUS_CANCELLED' };
  await test.call('updateEngagement', { as: customer.accessToken, params: { engagementId }, body });
  await test.world.database.update(charges).set({ dueAt: test.world.clock.now() });
  expect((await remove(test, customer, card)).status).toBe(409);
  await test.advance('PT1M');
  expect((await chargeOf(business, workId))?.status).toBe('paid');
  expect((await remove(test, customer, card)).status).toBe(200);
});

businessTest('an amount too small to be collected after the end does not keep the card', async ({ business }) => {
  const { test, customer, worker } = business;
  const card = await buildCard(test, customer);
  const coupon = { term: 'TERM_ONCE', amountOff: 1480 } as const;
  const engagementId = await buildRunningEngagement(test, { customer, worker, card }, { coupon });
  await completeVisit(test, { engagementId, worker });
  const body = { status: 'ENGAGEMENT_STATUS_CANCELLED' };
  await test.call('updateEngagement', { as: customer.accessToken, params: { engagementId }, body });
  expect((await remove(test, customer, card)).status).toBe(200);
});

businessTest("somebody else's cards and unknown ones answer alike", async ({ business: { test, customer } }) => {
  const stranger = await buildCustomer(test);
  const card = await buildCard(test, customer);
  await buildCard(test, stranger);
  const path = { userId: customer.userId, paymentMethodId: card };
  expect((await test.call('listPaymentMethods', { as: stranger.accessToken, params: path })).status).toBe(404);
  expect((await test.call('deletePaymentMethod', { as: stranger.accessToken, params: path })).status).toBe(404);
  const foreign = await remove(test, stranger, card);
  const unknown = await remove(test, stranger, 'pm_unknown');
  expect([foreign.status, foreign.error.message]).toEqual([404, unknown.error.message]);
  expect((await test.call('listPaymentMethods', { params: path })).status).toBe(401);
  expect((await list(test, customer)).body.creditCardPaymentMethods).toHaveLength(1);
});

businessTest('an engagement can be paid only with a card of the user', async ({ business: { test, customer } }) => {
  const stranger = await buildCustomer(test);
  const card = await buildCard(test, customer);
  await requirePaymentMethod(test.world, customer.userId, card);
  for (const [userId, id] of [
    [stranger.userId, card],
    [customer.userId, 'pm_unknown'],
    [customer.userId, 'pm_card_visa'],
  ] as const) {
    await expect(requirePaymentMethod(test.world, userId, id)).rejects.toMatchObject({
      errorCode: 'INVALID_INPUT',
      fields: [{ path: 'body.stripePaymentMethodId', message: 'Payment method is required.' }],
    });
  }
  const world: typeof test.world = { ...test.world, config: { ...test.world.config, PAYMENT_METHOD_TYPES: ['link'] } };
  await expect(requirePaymentMethod(world, customer.userId, card)).rejects.toMatchObject({
    fields: [{ path: 'body.stripePaymentMethodId', message: expect.stringContaining('anymore') }],
  });
});

businessTest(
  'a Stripe that fails is told of in plain words, and the next try works',
  async ({ business: { test, customer } }) => {
    await setStripeFaults(test, { match: { path: '/v1/setup_intents' }, kind: 'error-before-acting' });
    const failed = await test.call('createPaymentMethodSetupIntent', inputOf(customer));
    expect([failed.status, failed.error.errorCode]).toEqual([502, 'PAYMENT_PROVIDER_UNAVAILABLE']);
    await setStripeFaults(test);
    expect((await test.call('createPaymentMethodSetupIntent', inputOf(customer))).status).toBe(200);
    const [row] = await test.world.database.select().from(users).where(eq(users.id, customer.userId));
    expect(row?.stripeCustomerId).toMatch(/^cus_/);
  },
);

businessTest(
  'who changes the email after an answer was lost can save a card all the same',
  async ({ business: { test, customer } }) => {
    await setStripeFaults(test, { match: { method: 'POST', path: '/v1/customers' }, kind: 'drop', times: 3 });
    expect((await test.call('createPaymentMethodSetupIntent', inputOf(customer))).status).toBe(502);
    await setStripeFaults(test);
    await test.world.database.update(users).set({ email: 'other@example.com' }).where(eq(users.id, customer.userId));
    expect((await test.call('createPaymentMethodSetupIntent', inputOf(customer))).status).toBe(200);
  },
);

for (const kind of ['error-before-acting', 'error-after-acting'] as const) {
  businessTest(
    `a card can be saved although Stripe repeats for a day that it failed (${kind})`,
    async ({ business: { test, customer } }) => {
      await setStripeFaults(test, { match: { method: 'POST', path: '/v1/customers' }, kind, times: 1 });
      expect((await test.call('createPaymentMethodSetupIntent', inputOf(customer))).status).toBe(200);
    },
  );
}
