import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { kindNotTakenMessage } from '#domain/payment-attempts.ts';
import { addCredit } from '../credits/balance.ts';
import { acts } from '../database/schema/acts.ts';
import { engagements } from '../database/schema/engagements.ts';
import { post } from '../ledger/post.ts';
import { openBill, postedTo, recordOf } from '../testing/act-fixture.ts';
import {
  asksEveryTime,
  type Business,
  businessTest,
  chargeOf,
  customerMails,
  declinedCard,
  engagementStatus,
  giveUp,
  intentsOf,
} from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildCustomer } from '../testing/factories.ts';
import { buildBankAccount, buildCard } from '../testing/payment-factories.ts';

const effect = { customer: -1500, worker: 1200, business: 300 };
const recorded = ({ test }: Business) => test.world.database.select().from(acts);
const cardsOfServices = async ({ test }: Business) =>
  (await test.world.database.select({ card: engagements.stripePaymentMethodId }).from(engagements)).map(
    ({ card }) => card,
  );

businessTest('a bill is tried again ahead of plan, once however often it is sent', async ({ business }) => {
  const { test } = business;
  const bill = await openBill(business, declinedCard);
  const version = await bill.version();
  const body = { requestId: randomUUID(), version };
  const shown = { effect, card: 'Visa (0341)' };
  expect((await bill.collectAgain({ ...body, isPreview: true })).body).toEqual({ ...shown, isDone: false });
  await test.drain();
  expect([await intentsOf(business), await recorded(business)].map(({ length }) => length)).toEqual([1, 0]);
  const answers = await Promise.all([1, 2, 3].map(() => bill.collectAgain(body)));
  expect(answers.map((answer) => answer.body)).toEqual(answers.map(() => ({ ...shown, isDone: true })));
  await test.drain();
  expect(await intentsOf(business)).toHaveLength(2);
  expect(await bill.list()).toMatchObject({
    acts: [{ kind: 'try-again', amount: 1500, card: 'Visa (0341)', reason: null, by: expect.any(String) }],
  });
  // Declined again: the plan stays as it was, and the customer has been told of it already.
  expect((await chargeOf(business, bill.workId))?.status).toBe('declined');
  expect(await customerMails(business, /declined/)).toHaveLength(1);
  expect((await bill.collectAgain(body)).body).toMatchObject({ isDone: true });
  await test.drain();
  expect(await intentsOf(business)).toHaveLength(2);
});

businessTest('what was given up is paid with the card that the customer has chosen since', async ({ business }) => {
  const { test, customer } = business;
  const bill = await openBill(business, declinedCard);
  await giveUp(business);
  await bill.signIn();
  const old = await bill.version();
  const good = await buildCard(test, customer);
  await test.world.database.update(engagements).set({ stripePaymentMethodId: good });
  const stale = await bill.collectAgain({ version: old });
  expect([stale.error.errorCode, stale.error.message]).toEqual([
    'CONFLICT',
    'This bill has changed meanwhile. Please look again.',
  ]);
  expect((await bill.collectAgain({})).body).toMatchObject({ isDone: true, card: 'Visa (4242)' });
  await test.drain();
  expect((await chargeOf(business, bill.workId))?.status).toBe('paid');
  expect(await engagementStatus(business, bill.engagementId)).toBe('ENGAGEMENT_STATUS_RUNNING');
  expect(await customerMails(business, /receipt/)).toHaveLength(1);
  expect(await customerMails(business, /is paid with your/)).toEqual([]);
  expect(await postedTo(business, 'collected')).toBe(1500);
});

businessTest('a bill moves to another card of the customer, which its service keeps', async ({ business }) => {
  const { test, customer } = business;
  const bill = await openBill(business, declinedCard);
  const good = await buildCard(test, customer);
  const cards = (await bill.cards()).body.cards;
  expect(cards.map(({ name, isOfService }) => [name, isOfService]).sort()).toEqual([
    ['Visa (0341)', true],
    ['Visa (4242)', false],
  ]);
  const body = { requestId: randomUUID(), version: await bill.version(), stripePaymentMethodId: good };
  expect((await bill.collectAgain({ ...body, isPreview: true })).body).toEqual({
    effect,
    isDone: false,
    card: 'Visa (4242)',
  });
  expect(await cardsOfServices(business)).not.toContain(good);
  for (const _ of [1, 2]) expect((await bill.collectAgain(body)).body).toMatchObject({ isDone: true });
  await test.drain();
  expect(await cardsOfServices(business)).toEqual([good]);
  expect((await chargeOf(business, bill.workId))?.status).toBe('paid');
  expect((await bill.list()).acts).toMatchObject([{ kind: 'move-card', card: 'Visa (4242)' }]);
  const [mail, ...more] = await customerMails(business, /paid with your Visa \(4242\) now/);
  expect([mail?.text, more]).toEqual([expect.stringMatching(/\$15\.00 of bill Y-\d{4}-000001 to your Visa/), []]);
  expect((await bill.collectAgain(body)).body).toMatchObject({ isDone: true });
  const { stripePaymentMethodId: _, ...plain } = body;
  expect((await bill.collectAgain(plain)).error.message).toBe('This was sent before with something else in it.');
  expect(await recordOf(business, bill.staff)).toEqual([['move-card', bill.billId, '1500']]);
  expect(await intentsOf(business)).toHaveLength(2);
});

businessTest('a bill moves to a card that staff saw before its customer saved it again', async ({ business }) => {
  const { test, customer } = business;
  const bill = await openBill(business, declinedCard);
  const older = await buildCard(test, customer);
  await test.advance('PT1M');
  const newer = await buildCard(test, customer);
  const { userId, accessToken: as } = customer;
  expect((await test.call('listPaymentMethods', { as, params: { userId } })).status).toBe(200);
  const body = { requestId: randomUUID(), version: await bill.version(), stripePaymentMethodId: older };
  for (const _ of [1, 2])
    expect((await bill.collectAgain(body)).body).toMatchObject({ isDone: true, card: 'Visa (4242)' });
  await test.drain();
  expect(await cardsOfServices(business)).toEqual([newer]);
  expect((await chargeOf(business, bill.workId))?.status).toBe('paid');
});

businessTest(
  'of two people who press at once, one collects and the other one is told to wait',
  async ({ business }) => {
    const { test, customer } = business;
    const bill = await openBill(business, declinedCard);
    const good = await buildCard(test, customer);
    const version = await bill.version();
    const answers = await Promise.all([
      bill.collectAgain({ version, stripePaymentMethodId: good }),
      bill.collectAgain({ version }),
      bill.writeOff({ version, reason: 'They have moved.' }),
    ]);
    await test.drain();
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await recorded(business)).toHaveLength(1);
    expect((await intentsOf(business)).length).toBeLessThanOrEqual(2);
  },
);

businessTest('a bill that was acted on since says who did', async ({ business }) => {
  const { test } = business;
  const bill = await openBill(business, declinedCard);
  const version = await bill.version();
  await bill.collectAgain({ version });
  await test.drain();
  expect((await bill.collectAgain({ version })).error.message).toMatch(
    /^This bill has changed meanwhile\. The last to act on it was .+, .+\. Please look again\.$/,
  );
});

businessTest('a card of somebody else, a card that is gone, and a bill that does not rest', async ({ business }) => {
  const { test, customer, worker } = business;
  const bill = await openBill(business, declinedCard);
  const stranger = await buildCustomer(test);
  for (const card of [await buildCard(test, stranger), 'pm_nobodys']) {
    const { error } = await bill.collectAgain({ stripePaymentMethodId: card });
    expect([error.errorCode, error.fields]).toEqual([
      'INVALID_INPUT',
      [{ path: 'body.stripePaymentMethodId', message: 'Please choose one of the customer’s saved payment methods.' }],
    ]);
  }
  const [card] = await cardsOfServices(business);
  await test.world.stripe.paymentMethods.detach(card ?? '');
  expect((await bill.collectAgain({})).error.message).toBe(
    'The payment method of this service is gone. Please choose another.',
  );
  expect(await recorded(business)).toEqual([]);
  const asked = await openBill(business, asksEveryTime);
  expect((await asked.collectAgain({ version: 'v' })).error.message).toMatch(/^The bank waits for the customer/);
  const paid = await openBill(business);
  expect((await paid.collectAgain({ version: 'v' })).error.message).toBe('This bill is paid.');
  const params = { billId: bill.billId };
  const body = { requestId: randomUUID(), isPreview: true, version: 'v' };
  for (const { accessToken: as } of [customer, worker, stranger]) {
    expect((await test.call('collectAgain', { as, params, body })).status).toBe(403);
    expect((await test.call('listBillCards', { as, params })).status).toBe(403);
  }
  const as = bill.staff.accessToken;
  const nowhere = { billId: randomUUID() };
  expect((await test.call('collectAgain', { as, params: nowhere, body })).status).toBe(404);
  expect((await test.call('listBillCards', { as, params: nowhere })).status).toBe(404);
});

businessTest('a card of a kind that is not taken anymore is not offered, shown or charged', async ({ business }) => {
  const { test, customer } = business;
  const bill = await openBill(business, declinedCard);
  const types = test.world.config.PAYMENT_METHOD_TYPES;
  Object.assign(test.world.config, { PAYMENT_METHOD_TYPES: [...types, 'us_bank_account'] });
  const bank = await buildBankAccount(test, customer);
  Object.assign(test.world.config, { PAYMENT_METHOD_TYPES: types });
  expect((await bill.cards()).body.cards.map(({ name }) => name)).toEqual(['Visa (0341)']);
  for (const isPreview of [true, false]) {
    const { error } = await bill.collectAgain({ isPreview, stripePaymentMethodId: bank });
    expect([error.errorCode, error.fields?.[0]?.message]).toEqual(['INVALID_INPUT', kindNotTakenMessage]);
  }
  await test.world.database.update(engagements).set({ stripePaymentMethodId: bank });
  for (const isPreview of [true, false]) {
    expect((await bill.collectAgain({ isPreview })).error.message).toMatch(/^We do not take the kind of payment/);
  }
  expect(await recorded(business)).toEqual([]);
  expect(await intentsOf(business)).toHaveLength(1);
});

businessTest('a disputed bill is not collected again, also when the bank has let it stand', async ({ business }) => {
  const { test, customer } = business;
  const bill = await openBill(business, '4000000000000259');
  await vi.waitFor(async () => {
    await test.drain();
    expect((await bill.list()).obstacle).toMatch(/bank has taken this payment back/);
  }, 60_000);
  expect((await bill.collectAgain({ version: 'v' })).error.errorCode).toBe('NOT_ALLOWED_NOW');
  expect((await bill.writeOff({ version: 'v', reason: 'Enough.' })).error.errorCode).toBe('NOT_ALLOWED_NOW');
  await advanceFor(test, 'P1D', [customer]);
  expect(await recorded(business)).toEqual([]);
});

businessTest(
  'of a bill that credit pays in part, what the card pays is shown, asked for and kept',
  async ({ business }) => {
    const { test, customer } = business;
    await test.world.database.transaction(async (transaction) => {
      const credit = { cause: `credit:${randomUUID()}`, customerProfileId: customer.profileId, amount: 500 };
      await post(test.world, transaction, await addCredit(transaction, credit));
    });
    const bill = await openBill(business, declinedCard);
    const good = await buildCard(test, customer);
    expect((await bill.list()).open?.amount).toBe(1000);
    expect((await bill.collectAgain({ stripePaymentMethodId: good })).body.effect).toEqual({
      customer: -1000,
      worker: 1200,
      business: -200,
    });
    await test.drain();
    expect((await chargeOf(business, bill.workId))?.status).toBe('paid');
    expect((await bill.list()).acts).toMatchObject([{ kind: 'move-card', amount: 1000 }]);
  },
);
