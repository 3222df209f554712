import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { businessDay } from '#domain/calendar.ts';
import { cardGoneMessage, refusedMessage } from '#domain/payment-attempts.ts';
import { engagements } from '../database/schema/engagements.ts';
import { insertWork } from '../testing/begun-visits.ts';
import {
  asksEveryTime,
  businessTest,
  chargedVisit,
  chargeStatus,
  completedVisit,
  customerMails,
  declinedCard,
  engagementStatus,
  giveUp,
  intentsOf,
  paymentsOf,
  paymentsToConfirm,
  refuseWebhooks,
  updateEngagement,
  withCard,
  withForgetfulStripe,
} from '../testing/billing-fixture.ts';
import { advanceFor, today } from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee } from '../testing/factories.ts';
import {
  buildCard,
  buildRunningEngagement,
  completeVisit,
  confirmPayment,
  setStripeFaults,
} from '../testing/payment-factories.ts';
import { sweepBilling } from './service.ts';

businessTest(
  'a declined card is tried again after 1, 3 and 5 days, then the visits are paused',
  async ({ business }) => {
    const { test, customer } = business;
    const { engagementId, workId } = await chargedVisit(business, declinedCard);
    expect(await intentsOf(business)).toHaveLength(1);
    expect(await chargeStatus(business, workId)).toBe('declined');
    const underWay = {
      engagementId,
      workerProfileId: business.worker.profileId,
      status: 'WORK_STATUS_WORK_STARTED',
    } as const;
    const createdAt = test.world.clock.now().add({ hours: 9 * 24 });
    await insertWork(test.world.database, { ...underWay, createdAt, date: businessDay(createdAt) });
    const [letter] = await customerMails(business, /declined/);
    expect(letter?.text).toContain(`/users/${customer.userId}/payment-methods`);
    expect(letter?.text).toMatch(/When: \w+.*\n.*\nPayment method: Visa \(0341\)\n/);

    await test.advance('PT23H');
    expect(await intentsOf(business)).toHaveLength(1);
    for (const [wait, attempts] of [
      ['PT1H', 2],
      ['P3D', 3],
      ['P5D', 4],
    ] as const) {
      expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_RUNNING');
      await test.advance(wait);
      expect(await intentsOf(business)).toHaveLength(attempts);
    }
    expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_PAUSED');
    expect(await customerMails(business, /declined/)).toHaveLength(3);
    const paused = await customerMails(business, /paused/);
    expect(paused.map(({ text }) => text.match(/Your visits are paused\. .*/)?.[0])).toEqual([
      'Your visits are paused. The visit under way is finished and charged. Once the amount is paid, they resume automatically.',
    ]);

    await test.advance('P30D');
    expect(await intentsOf(business)).toHaveLength(4);
    expect((await paymentsOf(business, engagementId)).map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 'declined'],
      [2, 'declined'],
      [3, 'declined'],
      [4, 'declined'],
    ]);
  },
);

businessTest(
  'the 30 days of a declined card, day by day: four attempts with a notice each, then paused; Pay now brings all back in one step',
  async ({ business }) => {
    const { test, customer } = business;
    const { engagementId, workId } = await chargedVisit(business, declinedCard);
    const isAboutMoney = /declined|paused|could not charge|receipt/i;
    const days = [];
    for (let day = 0; day <= 30; day += 1) {
      if (day > 0) await test.advance('P1D');
      const mails = (await customerMails(business, isAboutMoney)).length;
      const status = (await engagementStatus(business, engagementId))?.replace('ENGAGEMENT_STATUS_', '');
      days.push([(await intentsOf(business)).length, mails, status]);
    }
    expect(days).toEqual([
      [1, 1, 'RUNNING'],
      ...Array.from({ length: 3 }, () => [2, 2, 'RUNNING']),
      ...Array.from({ length: 5 }, () => [3, 3, 'RUNNING']),
      ...Array.from({ length: 22 }, () => [4, 4, 'PAUSED']),
    ]);

    await advanceFor(test, 'PT1S', [customer]);
    const good = await buildCard(test, customer);
    const body = { stripePaymentMethodId: good, amount: 1500 };
    const params = { customerProfileId: customer.profileId };
    expect((await test.call('collectOverdue', { as: customer.accessToken, params, body })).status).toBe(200);
    await test.drain();
    expect(await chargeStatus(business, workId)).toBe('paid');
    expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_RUNNING');
    expect((await intentsOf(business)).map(({ status }) => status)).toEqual([
      'succeeded',
      ...Array.from({ length: 4 }, () => 'requires_payment_method'),
    ]);
    expect(await customerMails(business, /receipt/)).toHaveLength(1);
    await test.advance('P30D');
    expect(await intentsOf(business)).toHaveLength(5);
  },
);

businessTest('what Stripe refuses for no card’s sake is said in plain words, and tried again', async ({ business }) => {
  const { test, customer } = business;
  const { workId } = await completedVisit(business);
  await withForgetfulStripe((stripe) => sweepBilling({ ...test.world, stripe }));
  const of = () => ({ as: customer.accessToken, params: { customerProfileId: customer.profileId } });
  const { nextStep } = (await test.call('getBilling', of())).body;
  expect(nextStep).toMatchObject({ state: 'waiting', declineMessage: refusedMessage });
  expect(nextStep?.nextAt?.slice(0, 10)).toBe(test.world.clock.now().add({ hours: 24 }).toString().slice(0, 10));
  expect((await test.call('listBills', of())).body.bills).toMatchObject([{ declineMessage: refusedMessage }]);
  expect(await customerMails(business, /declined|charge/i)).toEqual([]);
  await test.advance('P1D');
  expect(await chargeStatus(business, workId)).toBe('paid');
});

businessTest('who owes and whose account is closed is asked to call, and led to no page', async ({ business }) => {
  const { test, customer } = business;
  const employee = await buildEmployee(test);
  await chargedVisit(business, declinedCard);
  const params = { profileId: customer.profileId };
  expect((await test.call('closeAccount', { as: employee.accessToken, params })).status).toBe(200);
  await test.advance('P1D');
  await test.advance('P3D');
  await test.advance('P5D');
  const letters = [...(await customerMails(business, /declined/)).slice(0, 2)];
  letters.push(...(await customerMails(business, /^We could not charge \$15\.00$/)));
  expect(letters).toHaveLength(3);
  for (const { text } of letters) {
    expect(text).toContain('please call us at (');
    expect(text).not.toMatch(/payment-methods|by themselves/);
  }
});

businessTest('the next attempt takes the card that the engagement has by then', async ({ business }) => {
  const { test, customer } = business;
  const { engagementId, workId } = await chargedVisit(business, declinedCard);
  await changeCard(await buildCard(test, customer));
  await test.advance('P1D');
  expect(await chargeStatus(business, workId)).toBe('paid');
  expect(await customerMails(business, /receipt/)).toHaveLength(1);

  async function changeCard(stripePaymentMethodId: string) {
    await test.world.database
      .update(engagements)
      .set({ stripePaymentMethodId })
      .where(eq(engagements.id, engagementId));
  }
});

businessTest(
  'what is owed for a canceled engagement is collected when the customer chooses another card',
  async ({ business }) => {
    const { test, customer } = business;
    const { engagementId, workId } = await chargedVisit(business, declinedCard);
    const good = await buildCard(test, customer);
    const update = async (body: object) => (await updateEngagement(business, engagementId, body)).status;
    expect(await update({ status: 'ENGAGEMENT_STATUS_CANCELLED' })).toBe(200);
    await giveUp(business);
    expect(await update({ stripePaymentMethodId: good, yardSize: 'YARD_SIZE_LARGE' })).toBe(409);
    expect(await update({ stripePaymentMethodId: good })).toBe(200);
    await test.drain();
    expect(await chargeStatus(business, workId)).toBe('paid');
    expect((await intentsOf(business)).filter((intent) => intent.status === 'succeeded')).toHaveLength(1);
  },
);

businessTest('a card that is no longer there counts as declined for good', async ({ business }) => {
  const { test, worker } = business;
  const people = await withCard(business);
  const engagementId = await buildRunningEngagement(test, people);
  await test.world.stripe.paymentMethods.detach(people.card);
  const workId = await completeVisit(test, { engagementId, worker });
  await test.drain();
  expect(await chargeStatus(business, workId)).toBe('declined');
  const [letter] = await customerMails(business, /Please add another payment method/);
  expect(letter?.text).toContain('This payment method is gone. Nothing was taken, and we will not try it again.');
  expect(await paymentsOf(business, engagementId)).toMatchObject([{ declineMessage: cardGoneMessage, dueAt: null }]);
});

businessTest('a payment that the bank asks about is paid once the customer confirms it', async ({ business }) => {
  const { test, worker, customer } = business;
  const { engagementId, workId } = await chargedVisit(business, asksEveryTime);
  expect(await chargeStatus(business, workId)).toBe('action-required');
  const [letter] = await customerMails(business, /confirm your payment/);
  expect(letter?.text).toContain(`/customers/${customer.profileId}/engagements/${engagementId}`);
  expect(letter?.text).toContain('Payment method: Visa (3184)');

  const [toConfirm] = await paymentsToConfirm(business, engagementId);
  if (!toConfirm) throw new Error('There is nothing to confirm');
  expect(toConfirm).toMatchObject({ amount: 1500, street: '100 Main St', days: [today(test)] });
  expect(toConfirm.productName).not.toBe('');
  const stranger = await buildCustomer(test);
  await expect(paymentsToConfirm(business, engagementId, stranger)).rejects.toThrow('Engagement not found');
  await expect(paymentsToConfirm(business, engagementId, worker)).rejects.toThrow('You do not have permission');
  await confirmPayment(test, toConfirm.clientSecret, toConfirm.stripePaymentMethodId);
  await vi.waitFor(async () => {
    await test.drain();
    expect(await chargeStatus(business, workId)).toBe('paid');
  }, 60_000);
  await test.drain();
  expect(await customerMails(business, /receipt/)).toHaveLength(1);
  expect(await paymentsToConfirm(business, engagementId)).toEqual([]);
  await test.advance('P10D');
  expect(await intentsOf(business)).toHaveLength(1);
});

businessTest(
  'one that is not confirmed within three days ends at Stripe, counts as declined and is called what it is',
  async ({ business }) => {
    const { test } = business;
    const { workId } = await chargedVisit(business, asksEveryTime);
    await test.advance('P3D');
    expect((await intentsOf(business)).map((intent) => intent.status)).toEqual(['canceled']);
    expect(await chargeStatus(business, workId)).toBe('not-confirmed');
    await test.advance('P1D');
    expect(await chargeStatus(business, workId)).toBe('action-required');
  },
);

businessTest('a payment confirmed while the webhook was lost is found when its time is over', async ({ business }) => {
  const { test } = business;
  const { engagementId, workId } = await chargedVisit(business, asksEveryTime);
  const [toConfirm] = await paymentsToConfirm(business, engagementId);
  refuseWebhooks(business);
  await confirmPayment(test, toConfirm?.clientSecret ?? '', toConfirm?.stripePaymentMethodId ?? '');
  await test.advance('P3D');
  expect(await chargeStatus(business, workId)).toBe('paid');
  expect(await intentsOf(business)).toHaveLength(1);
});

businessTest.for([2, 3, 4])(
  'an answer that is lost at attempt %i is asked for minutes later, and not after hours',
  async (lost, { business }) => {
    const { test } = business;
    const { engagementId } = await chargedVisit(business, declinedCard);
    const waits = ['P1D', 'P3D', 'P5D'];
    for (const wait of waits.slice(0, lost - 2)) await test.advance(wait);
    refuseWebhooks(business);
    const dropped = { match: { method: 'POST', path: '/v1/payment_intents' }, kind: 'drop', times: 3 } as const;
    await setStripeFaults(test, dropped);
    await test.advance(waits[lost - 2] ?? '');
    const statusOf = async () =>
      (await paymentsOf(business, engagementId)).find(({ attempt }) => attempt === lost)?.status;
    expect(await statusOf()).toBe('unknown');
    await test.advance('PT4M');
    expect(await statusOf()).toBe('unknown');
    await test.advance('PT2M');
    expect(await statusOf()).toBe('declined');
    expect(await intentsOf(business)).toHaveLength(lost);
  },
);

businessTest('while nobody can say what became of it, it is asked for less and less often', async ({ business }) => {
  const { test } = business;
  const { engagementId } = await chargedVisit(business, declinedCard);
  refuseWebhooks(business);
  await setStripeFaults(test, { match: { path: '/v1/payment_intents' }, kind: 'error-before-acting' });
  await test.advance('P1D');
  const minutesUntilNext = async () => {
    const { dueAt } = (await paymentsOf(business, engagementId))[1] ?? {};
    return Math.ceil(dueAt?.since(test.world.clock.now()).total('minutes') ?? 0);
  };
  expect(await minutesUntilNext()).toBe(5);
  await test.advance('PT5M');
  expect(await minutesUntilNext()).toBe(5);
  await test.advance('PT5M');
  expect(await minutesUntilNext()).toBe(10);
  await test.advance('P2D');
  expect(await minutesUntilNext()).toBe(360);
});

businessTest.for(['paid', 'canceled'] as const)(
  'a payment that is %s at Stripe is not offered for confirmation anymore, though no webhook told us',
  async (end, { business }) => {
    const { test } = business;
    const { engagementId } = await chargedVisit(business, asksEveryTime);
    const [toConfirm] = await paymentsToConfirm(business, engagementId);
    refuseWebhooks(business);
    if (end === 'paid')
      await confirmPayment(test, toConfirm?.clientSecret ?? '', toConfirm?.stripePaymentMethodId ?? '');
    else await test.world.stripe.paymentIntents.cancel((await intentsOf(business))[0]?.id ?? '');
    expect(await paymentsToConfirm(business, engagementId)).toEqual([]);
  },
);
