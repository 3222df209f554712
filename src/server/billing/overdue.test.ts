import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { amountTaken } from '#domain/payment-attempts.ts';
import { engagements } from '../database/schema/engagements.ts';
import {
  asksEveryTime,
  type Business,
  businessTest,
  chargedVisit,
  chargeOf,
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
} from '../testing/billing-fixture.ts';
import { advanceFor, engagementBody } from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, mailsTo, type Person } from '../testing/factories.ts';
import { buildCard, buildRunningEngagement, confirmPayment, setStripeFaults } from '../testing/payment-factories.ts';

const ofCustomer = (customer: Person) => ({
  as: customer.accessToken,
  params: { customerProfileId: customer.profileId },
});
const payNow = ({ test, customer }: Business, stripePaymentMethodId?: string, amount?: number) =>
  test.call('collectOverdue', { ...ofCustomer(customer), body: { stripePaymentMethodId, amount } });
const overdue = async ({ test, customer }: Business) => (await test.call('getOverdue', ofCustomer(customer))).body;
const succeeded = async (business: Business) =>
  (await intentsOf(business)).filter((intent) => intent.status === 'succeeded');
const attemptsOf = async (business: Business, engagementId: string) =>
  (await paymentsOf(business, engagementId)).map(({ attempt, status }) => [attempt, status]);

async function cardOf({ test }: Business, engagementId: string): Promise<string | undefined> {
  const [row] = await test.world.database.select().from(engagements).where(eq(engagements.id, engagementId));
  return row?.stripePaymentMethodId;
}

/** An engagement whose only visit was given up: paused until it is paid. */
async function givenUpVisit(business: Business) {
  const visit = await chargedVisit(business, declinedCard);
  await giveUp(business);
  expect(await engagementStatus(business, visit.engagementId)).toBe('ENGAGEMENT_STATUS_PAUSED');
  return visit;
}

businessTest(
  'who does not pay is served no more: nothing is resumed and nothing new asked for until it is paid, and then it goes on',
  async ({ business }) => {
    const { test, customer } = business;
    const { engagementId, workId } = await givenUpVisit(business);
    const employee = await buildEmployee(test);
    const resume = (person: Person) =>
      updateEngagement(business, engagementId, { status: 'ENGAGEMENT_STATUS_RUNNING' }, person);
    const good = await buildCard(test, customer);
    const ask = async () =>
      await test.call('createEngagement', {
        ...ofCustomer(customer),
        body: await engagementBody(test, customer, { stripePaymentMethodId: good }),
      });
    for (const refused of [await resume(customer), await resume(employee), await ask()]) {
      expect([refused.status, refused.error.errorCode]).toEqual([409, 'PAYMENT_OVERDUE']);
      expect(refused.error.message).toContain('$15.00');
    }
    const home = async () => (await test.call('getCustomerHome', ofCustomer(customer))).body.services;
    expect(await home()).toMatchObject([{ status: 'ENGAGEMENT_STATUS_PAUSED', isPausedUnpaid: true }]);
    expect(await overdue(business)).toMatchObject({ amount: 1500, givenUpAmount: 1500, engagementIds: [engagementId] });

    expect((await payNow(business, good)).status).toBe(200);
    await test.drain();
    expect(await chargeStatus(business, workId)).toBe('paid');
    expect(await overdue(business)).toMatchObject({ amount: 0, givenUpAmount: 0, engagementIds: [] });
    expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_RUNNING');
    expect(await customerMails(business, /visits resume/)).toHaveLength(1);
    expect(await home()).toMatchObject([{ status: 'ENGAGEMENT_STATUS_RUNNING', isPausedUnpaid: false }]);
    const [row] = await test.world.database.select().from(engagements).where(eq(engagements.id, engagementId));
    expect(row).toMatchObject({ stripePaymentMethodId: good, isPausedUnpaid: false });
    expect((await ask()).status).toBe(200);
    expect(await succeeded(business)).toHaveLength(1);
  },
);

businessTest(
  'what rests until it is paid may lose its worker meanwhile, and is open to all workers once it is paid',
  async ({ business }) => {
    const { test, customer } = business;
    const { engagementId } = await givenUpVisit(business);
    const employee = await buildEmployee(test);
    const release = { status: 'ENGAGEMENT_STATUS_PROPOSED' } as const;
    const released = await updateEngagement(business, engagementId, release, employee);
    expect(released.body.engagement).toMatchObject({ status: 'ENGAGEMENT_STATUS_PAUSED', worker: null });
    const home = async () => (await test.call('getCustomerHome', ofCustomer(customer))).body.services;
    expect(await home()).toMatchObject([{ status: 'ENGAGEMENT_STATUS_PAUSED', isPausedUnpaid: true }]);

    expect((await payNow(business, await buildCard(test, customer))).status).toBe(200);
    await test.drain();
    expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_PROPOSED');
    expect(await overdue(business)).toMatchObject({ amount: 0, givenUpAmount: 0 });
  },
);

businessTest(
  'one amount that is given up pauses all that the customer is served, and nobody sees or can claim more',
  async ({ business }) => {
    const { test, customer, worker } = business;
    const other = await buildRunningEngagement(test, await withCard(business, declinedCard));
    const ahead = await test.call('createEngagement', {
      ...ofCustomer(customer),
      body: await engagementBody(test, customer, { stripePaymentMethodId: await buildCard(test, customer) }),
    });
    const { engagementId } = await givenUpVisit(business);
    expect(await engagementStatus(business, other)).toBe('ENGAGEMENT_STATUS_PAUSED');
    await advanceFor(test, 'PT1M', [customer, worker]);
    const aheadId = ahead.body.engagement.id;
    const accept = () => updateEngagement(business, aheadId, { status: 'ENGAGEMENT_STATUS_ACCEPTED' }, worker);
    const isListed = async () => {
      const list = { as: worker.accessToken, params: { workerProfileId: worker.profileId } };
      const { engagements: listed } = (await test.call('listWorkerEngagements', list)).body;
      return listed.some(({ id }) => id === aheadId);
    };
    expect(await isListed()).toBe(false);
    const claim = await accept();
    expect([claim.status, claim.error.errorCode]).toEqual([409, 'NOT_ALLOWED_NOW']);

    await payNow(business, await buildCard(test, customer));
    await test.drain();
    expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_RUNNING');
    expect(await engagementStatus(business, other)).toBe('ENGAGEMENT_STATUS_ACCEPTED');
    expect(await isListed()).toBe(true);
    expect((await accept()).status).toBe(200);
  },
);

businessTest('of two bills that are given up the last letter asks for both', async ({ business }) => {
  await chargedVisit(business, declinedCard);
  await chargedVisit(business, declinedCard);
  await giveUp(business);
  const letters = (await customerMails(business, /Your visits are paused|could not charge/)).map(({ text }) => text);
  expect(letters).toHaveLength(2);
  // The first comes while the other bill may still be paid.
  expect(letters).toContainEqual(expect.stringContaining('With your other unpaid bills, you owe $30.00.'));
  expect(await overdue(business)).toMatchObject({ amount: 3000, givenUpAmount: 3000 });
});

businessTest(
  'the same bad card once more begins nothing new, neither visits nor planned attempts nor letters',
  async ({ business }) => {
    const { test, customer } = business;
    const { engagementId } = await givenUpVisit(business);
    const letters = (await customerMails(business, /./)).length;
    expect((await payNow(business)).body).toMatchObject({ amount: 0, givenUpAmount: 1500, isCollecting: true });
    const resumed = await updateEngagement(business, engagementId, { status: 'ENGAGEMENT_STATUS_RUNNING' });
    expect(resumed.error.errorCode).toBe('PAYMENT_OVERDUE');
    await test.drain();
    expect(await overdue(business)).toMatchObject({ amount: 1500, givenUpAmount: 1500, isCollecting: false });
    expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_PAUSED');
    await advanceFor(test, 'P30D', [customer]);
    expect(await intentsOf(business)).toHaveLength(5);
    expect(await customerMails(business, /./)).toHaveLength(letters);
    expect(await customerMails(business, /Your visits are paused/)).toHaveLength(1);
  },
);

businessTest('a no that comes when nobody waits for it anymore is told, and not as a pause', async ({ business }) => {
  const { test } = business;
  await givenUpVisit(business);
  refuseWebhooks(business);
  await setStripeFaults(test, { match: { method: 'POST', path: '/v1/payment_intents' }, kind: 'drop', times: 3 });
  expect((await payNow(business)).status).toBe(200);
  await test.drain();
  await test.advance('PT6M');
  const [letter] = await customerMails(business, /We could not charge \$15\.00/);
  expect(letter?.text).toContain('we tried again');
  expect(await customerMails(business, /Your visits are paused/)).toHaveLength(1);
});

businessTest(
  'once all that was given up is paid exactly what was paused for it goes on, and each customer and worker is told once',
  async ({ business }) => {
    const { test, customer, worker } = business;
    const own = await buildRunningEngagement(test, await withCard(business));
    expect((await updateEngagement(business, own, { status: 'ENGAGEMENT_STATUS_PAUSED' })).status).toBe(200);
    const unpaid = [await chargedVisit(business, declinedCard), await chargedVisit(business, declinedCard)];
    const served = await buildRunningEngagement(test, await withCard(business));
    await giveUp(business);
    const paused = [...unpaid.map(({ engagementId }) => engagementId), served];
    const statuses = () => Promise.all([...paused, own].map((id) => engagementStatus(business, id)));
    const allPaused = Array.from({ length: 4 }, () => 'ENGAGEMENT_STATUS_PAUSED');
    expect(await statuses()).toEqual(allPaused);
    const namesIn = ({ text }: { text: string | null }) => text?.match(/“[^”]+” at /g)?.length;
    // One of all that is not paid, and before it one of what the customer paused.
    expect((await mailsTo(test, worker, /^Paused: 100 Main St$/)).map(namesIn)).toEqual([3, 1]);

    const good = await buildCard(test, customer);
    // On the page of the one that is paused for what the others owe.
    await updateEngagement(business, served, { stripePaymentMethodId: good });
    expect(await overdue(business)).toMatchObject({ amount: 0, givenUpAmount: 3000, isCollecting: true });
    await test.drain();
    expect(await overdue(business)).toMatchObject({ amount: 0, givenUpAmount: 0 });
    expect((await succeeded(business)).map(({ amount }) => amount)).toEqual([1500, 1500]);
    // Those that owed keep it, so that they are not declined again.
    for (const id of paused) expect(await cardOf(business, id)).toBe(good);
    expect(await cardOf(business, own)).not.toBe(good);
    expect(await statuses()).toEqual([
      'ENGAGEMENT_STATUS_RUNNING',
      'ENGAGEMENT_STATUS_RUNNING',
      // Its first visit is still to come.
      'ENGAGEMENT_STATUS_ACCEPTED',
      'ENGAGEMENT_STATUS_PAUSED',
    ]);
    const told = [
      ...(await customerMails(business, /Your visits resume/)),
      ...(await mailsTo(test, worker, /^On again:/)),
    ];
    expect(told.map(namesIn)).toEqual([3, 3]);
  },
);

businessTest(
  'cards chosen on several pages at once, or for several engagements together, collect each amount once',
  async ({ business }) => {
    const { test, customer } = business;
    const [one, other] = [await chargedVisit(business, declinedCard), await chargedVisit(business, declinedCard)];
    const third = await buildRunningEngagement(test, await withCard(business));
    const cards = [await buildCard(test, customer), await buildCard(test, customer)] as const;
    const together = await test.call('updateEngagements', {
      as: customer.accessToken,
      body: {
        engagements: [
          { id: one.engagementId, stripePaymentMethodId: cards[0] },
          { id: other.engagementId, stripePaymentMethodId: cards[1] },
        ],
      },
    });
    expect(together.status).toBe(200);
    const answers = await Promise.all([
      updateEngagement(business, third, { stripePaymentMethodId: cards[1] }),
      updateEngagement(business, one.engagementId, { stripePaymentMethodId: cards[1] }),
      payNow(business, cards[0]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await test.drain();
    expect((await succeeded(business)).map(({ amount }) => amount)).toEqual([1500, 1500]);
    expect(await overdue(business)).toMatchObject({ amount: 0, isCollecting: false });
  },
);

businessTest('another card is charged at once, though the next attempt is planned', async ({ business }) => {
  const { test, customer } = business;
  const { engagementId, workId } = await chargedVisit(business, declinedCard);
  const good = await buildCard(test, customer);
  expect((await updateEngagement(business, engagementId, { stripePaymentMethodId: good })).status).toBe(200);
  expect(await chargeStatus(business, workId)).toBe('collecting');
  await test.drain();
  expect(await chargeStatus(business, workId)).toBe('paid');
  await test.advance('P10D');
  expect(await attemptsOf(business, engagementId)).toEqual([
    [1, 'declined'],
    [2, 'paid'],
  ]);
  expect(await succeeded(business)).toHaveLength(1);
});

businessTest('one card pays for all engagements, and is theirs from then on', async ({ business }) => {
  const { test, customer } = business;
  const visits = [await chargedVisit(business, declinedCard), await chargedVisit(business, declinedCard)];
  expect((await overdue(business)).amount).toBe(3000);
  const good = await buildCard(test, customer);
  expect((await payNow(business, good)).status).toBe(200);
  await test.drain();
  for (const { engagementId, workId } of visits) {
    expect(await chargeOf(business, workId)).toMatchObject({ status: 'paid', stripePaymentMethodId: good });
    expect(await cardOf(business, engagementId)).toBe(good);
  }
  expect(await succeeded(business)).toHaveLength(2);
});

businessTest('a try that the customer asks for does not cost a planned one', async ({ business }) => {
  const { test } = business;
  const { engagementId } = await chargedVisit(business, declinedCard);
  const planned = (await paymentsOf(business, engagementId))[1]?.dueAt;
  for (const _ of [1, 2, 3]) {
    expect((await payNow(business)).status).toBe(200);
    await test.drain();
  }
  const attempts = await paymentsOf(business, engagementId);
  expect(attempts.map(({ attempt, status }) => [attempt, status])).toEqual([
    [1, 'declined'],
    [2, 'declined'],
    [2, 'declined'],
    [2, 'declined'],
    [2, 'pending'],
  ]);
  expect(attempts.at(-1)?.dueAt).toEqual(planned);
  expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_RUNNING');
});

businessTest('paid from two devices at once, it is collected once', async ({ business }) => {
  const { test, customer } = business;
  await givenUpVisit(business);
  const good = await buildCard(test, customer);
  const answers = await Promise.all(Array.from({ length: 5 }, () => payNow(business, good)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await test.drain();
  expect((await succeeded(business)).map(({ amount }) => amount)).toEqual([1500]);
});

businessTest(
  'exactly the amount that was shown for a card is collected with it, or nothing when it is another by now',
  async ({ business }) => {
    const { test, customer } = business;
    await chargedVisit(business, declinedCard);
    await chargedVisit(business, asksEveryTime);
    const before = await overdue(business);
    const asking = before.toConfirm[0]?.stripePaymentMethodId ?? '';
    expect(before).toMatchObject({
      amount: 1500,
      openAmount: 3000,
      toConfirm: [{ stripePaymentMethodId: asking, amount: 1500 }],
    });
    const billing = await test.call('getBilling', ofCustomer(customer));
    expect(billing.body.openAmount).toBe(before.openAmount);
    const good = await buildCard(test, customer);
    // What waits for a card's confirmation is not taken from the same card once more.
    expect([amountTaken(before, good), amountTaken(before, asking), amountTaken(before)]).toEqual([3000, 1500, 1500]);

    const refused = await payNow(business, good, 1500);
    expect([refused.status, refused.error.errorCode]).toEqual([409, 'CONFLICT']);
    expect(refused.error.message).toBe(
      'What is to be paid has changed: it is $30.00 now. Nothing was taken. Please look at it again before you pay.',
    );
    await test.drain();
    expect(await overdue(business)).toEqual(before);
    expect(await succeeded(business)).toEqual([]);

    const answers = await Promise.all([payNow(business, good, 3000), payNow(business, good, 3000)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = answers.find(({ status }) => status === 409);
    expect(late?.error.message).toBe(
      'Nothing is left to pay: it is paid, or being charged now. Nothing more was taken.',
    );
    await test.drain();
    expect((await succeeded(business)).map(({ amount }) => amount)).toEqual([1500, 1500]);
    expect(await overdue(business)).toMatchObject({ amount: 0, openAmount: 0, toConfirm: [] });
  },
);

businessTest('a card whose bank waits pays only what was declined elsewhere', async ({ business }) => {
  const { test } = business;
  await chargedVisit(business, declinedCard);
  const waiting = await chargedVisit(business, asksEveryTime);
  const { toConfirm } = await overdue(business);
  expect((await payNow(business, toConfirm[0]?.stripePaymentMethodId, 1500)).status).toBe(200);
  await test.drain();
  expect(await attemptsOf(business, waiting.engagementId)).toEqual([[1, 'action-required']]);
  expect((await overdue(business)).toConfirm.reduce((sum, { amount }) => sum + amount, 0)).toBe(3000);
});

businessTest('only a card of one’s own pays', async ({ business }) => {
  const { test } = business;
  await chargedVisit(business, declinedCard);
  const foreign = await buildCard(test, await buildCustomer(test));
  for (const card of [foreign, 'pm_unknown']) {
    const refused = await payNow(business, card);
    expect([refused.status, refused.error.errorCode]).toEqual([400, 'INVALID_INPUT']);
  }
});

businessTest(
  'a payment that waits for its confirmation is collected with another card once that is chosen, the old one ended first',
  async ({ business }) => {
    const { test, customer } = business;
    const { engagementId, workId } = await chargedVisit(business, asksEveryTime);
    const [old] = await paymentsOf(business, engagementId);
    const remove = (paymentMethodId = '') =>
      test.call('deletePaymentMethod', {
        as: customer.accessToken,
        params: { userId: customer.userId, paymentMethodId },
      });
    const good = await buildCard(test, customer);
    expect((await updateEngagement(business, engagementId, { stripePaymentMethodId: good })).status).toBe(200);
    expect(await paymentsToConfirm(business, engagementId)).toEqual([]);
    expect(await chargeStatus(business, workId)).toBe('collecting');
    const refused = await remove(old?.stripePaymentMethodId);
    expect([refused.status, refused.error.errorCode]).toEqual([409, 'IN_USE']);
    expect(refused.error.message).toContain('A payment with it is under way');

    const path = `/v1/payment_intents/${old?.stripePaymentIntentId}/cancel`;
    await setStripeFaults(test, { match: { path }, kind: 'error-before-acting' });
    await expect(test.drain()).rejects.toThrow();
    expect(await intentsOf(business)).toHaveLength(1);
    await setStripeFaults(test);
    await advanceFor(test, 'PT6M', [customer]);
    expect((await intentsOf(business)).map((intent) => intent.status)).toEqual(['succeeded', 'canceled']);
    expect(await chargeOf(business, workId)).toMatchObject({ status: 'paid', stripePaymentMethodId: good });
    expect(await customerMails(business, /not confirmed|declined/)).toEqual([]);
    expect((await remove(old?.stripePaymentMethodId)).status).toBe(200);
    expect(await attemptsOf(business, engagementId)).toEqual([
      [1, 'declined'],
      [1, 'paid'],
    ]);
  },
);

businessTest('a payment confirmed before another card could take its place is paid once', async ({ business }) => {
  const { test, customer } = business;
  const { engagementId, workId } = await chargedVisit(business, asksEveryTime);
  const [toConfirm] = await paymentsToConfirm(business, engagementId);
  const good = await buildCard(test, customer);
  refuseWebhooks(business);
  expect((await updateEngagement(business, engagementId, { stripePaymentMethodId: good })).status).toBe(200);
  await confirmPayment(test, toConfirm?.clientSecret ?? '', toConfirm?.stripePaymentMethodId ?? '');
  await test.drain();
  expect(await chargeStatus(business, workId)).toBe('paid');
  expect((await intentsOf(business)).map((intent) => intent.status)).toEqual(['succeeded']);
});

businessTest(
  'a card chosen while the answer of the old one was lost is charged when that was a no',
  async ({ business }) => {
    const { test, customer } = business;
    const { engagementId, workId } = await completedVisit(business, declinedCard);
    refuseWebhooks(business);
    await setStripeFaults(test, { match: { method: 'POST', path: '/v1/payment_intents' }, kind: 'drop', times: 3 });
    await test.drain();
    const good = await buildCard(test, customer);
    expect((await updateEngagement(business, engagementId, { stripePaymentMethodId: good })).status).toBe(200);
    await test.advance('PT6M');
    expect(await chargeOf(business, workId)).toMatchObject({ status: 'paid', stripePaymentMethodId: good });
    expect(await customerMails(business, /declined/)).toEqual([]);
  },
);

businessTest('a confirmation that was not given is told as what it is', async ({ business }) => {
  const { test, customer } = business;
  const { workId } = await chargedVisit(business, asksEveryTime);
  await advanceFor(test, 'P3D', [customer]);
  expect(await chargeStatus(business, workId)).toBe('not-confirmed');
  expect(await overdue(business)).toMatchObject({ amount: 1500, notConfirmedAmount: 1500 });
  expect(await customerMails(business, /declined/)).toEqual([]);
  const [letter] = await customerMails(business, /not confirmed/);
  expect(letter?.text).toContain('your bank wanted you to confirm a payment of $15.00');
  expect(letter?.text).not.toContain('declined');
  expect(letter?.text).toContain('Payment method: Visa (3184)');
});
