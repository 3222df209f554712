import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { businessDay } from '#domain/calendar.ts';
import {
  type Business,
  businessTest,
  chargeStatus,
  customerMails,
  engagementStatus,
  intentsOf,
  paymentsOf,
} from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildEmployee } from '../testing/factories.ts';
import { buildBankAccount, buildRunningEngagement, completeVisit } from '../testing/payment-factories.ts';
import { hearAllOfStripe } from '../testing/stripe-news.ts';

const bankTest = businessTest.extend({ settings: { PAYMENT_METHOD_TYPES: 'card,us_bank_account' } });

const of = ({ customer }: Business) => ({
  as: customer.accessToken,
  params: { customerProfileId: customer.profileId },
});

async function giveCredit({ test, customer }: Business, amount: number): Promise<void> {
  const { accessToken: as } = await buildEmployee(test);
  const params = { customerProfileId: customer.profileId };
  const body = { requestId: randomUUID(), isPreview: false, amount, reason: 'Sorry.', version: 0 };
  expect((await test.call('giveCredit', { as, params, body })).status).toBe(200);
}

/** What cards and accounts were asked for in vain, as the money page says. */
async function declinedInAll({ test }: Business): Promise<number> {
  const { accessToken: as } = await buildEmployee(test);
  const today = businessDay(test.world.clock.now());
  const query = { from: today.subtract({ days: 60 }).toString(), to: today.toString() };
  return (await test.call('getMoney', { as, query })).body.totals.declined;
}

bankTest('only what a bank was asked for counts as a debit that came back', async ({ business }) => {
  const { test, customer, worker } = business;
  const card = await buildBankAccount(test, customer, '000222222227');
  const engagementId = await buildRunningEngagement(test, { ...business, card });
  await completeVisit(test, { engagementId, worker });
  await test.drain();
  // Comes while the bank has the debit: what is left is asked for by another attempt, which stands for the first.
  await giveCredit(business, 500);
  for (let day = 0; day < 16; day += 1) {
    await test.advance('P1D');
    await hearAllOfStripe(test);
  }
  await vi.waitFor(async () => {
    await hearAllOfStripe(test);
    expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_PAUSED');
  }, 60_000);
  const intents = await intentsOf(business);
  expect(intents.map(({ amount }) => amount)).toEqual([1000, 1000, 1500]);
  expect(await declinedInAll(business)).toBe(3500);

  // The account is blocked: of another visit it is not asked, and given up at once.
  const other = await completeVisit(test, { engagementId, worker, daysLater: 1 });
  await test.drain();
  expect(await chargeStatus(business, other)).toBe('not-tried');
  expect((await paymentsOf(business, engagementId)).filter(({ dueAt }) => dueAt !== null)).toEqual([]);
  await advanceFor(test, 'P20D', [customer]);
  expect(await intentsOf(business)).toHaveLength(3);
  expect(await declinedInAll(business)).toBe(3500);
  const list = await test.call('listVisits', { as: customer.accessToken, params: { engagementId } });
  expect(list.body.visits.find(({ work }) => work.id === other)?.charge).toMatchObject({
    status: 'not-tried',
    declineMessage: expect.stringMatching(
      /^We have not charged it, because your bank account could not pay the one before\./,
    ),
  });
  const { bills } = (await test.call('listBills', of(business))).body;
  expect(
    bills.find(({ state, declineMessage }) => state === 'declined' && declineMessage?.startsWith('We')),
  ).toMatchObject({
    declineMessage:
      'We have not charged it, because your bank account could not pay the one before. Please choose another payment method.',
  });
  const letters = await customerMails(business, /another payment method/);
  expect(letters).toHaveLength(2);
  // Only of what was tried does a letter say that it could not be charged.
  const [untried, ...others] = letters.filter(({ text }) => text.includes('have not charged'));
  expect(others).toEqual([]);
  expect(untried?.text).toMatch(
    /we have not charged \$15\.00 for your visit on .+, because your bank account could not pay the one before\./,
  );
  expect(untried?.text).not.toMatch(/could not charge|did not have enough money/);

  // With what is blocked nothing is collected: who asks for it reads that, and nothing has begun.
  const before = await paymentsOf(business, engagementId);
  const refused = await test.call('collectOverdue', { ...of(business), body: {} });
  expect([refused.status, refused.error?.errorCode, refused.error?.message]).toEqual([
    409,
    'NOT_ALLOWED_NOW',
    'Your bank account did not have enough money. Please choose another payment method.',
  ]);
  expect(await paymentsOf(business, engagementId)).toEqual(before);
});

bankTest(
  'a debit that waited for another is not said to have been tried when that one is given up',
  async ({ business }) => {
    const { test, customer, worker } = business;
    const card = await buildBankAccount(test, customer, '000222222227');
    const engagementId = await buildRunningEngagement(test, { ...business, card });
    await completeVisit(test, { engagementId, worker });
    await test.drain();
    await vi.waitFor(async () => {
      await test.advance('P1D');
      await hearAllOfStripe(test);
      expect((await paymentsOf(business, engagementId)).some(({ failureReason }) => failureReason !== null)).toBe(true);
    }, 60_000);
    const waiting = await completeVisit(test, { engagementId, worker, daysLater: 0 });
    await test.drain();
    expect(await chargeStatus(business, waiting)).toBe('waiting');
    await vi.waitFor(async () => {
      await test.advance('P1D');
      await hearAllOfStripe(test);
      expect(await chargeStatus(business, waiting)).toBe('not-tried');
    }, 60_000);
    const letters = await customerMails(business, /another payment method/);
    expect(
      letters.map(({ text }) => [text.includes('could not charge'), text.includes('have not charged')]).sort(),
    ).toEqual([
      [false, true],
      [true, false],
    ]);
  },
);

bankTest('a letter about a decline gives the reason that the bill gives', async ({ business }) => {
  const { test, customer, worker } = business;
  const card = await buildBankAccount(test, customer, '000777777771');
  const engagementId = await buildRunningEngagement(test, { ...business, card });
  await completeVisit(test, { engagementId, worker });
  await test.drain();
  const reason = 'This is more than we may debit from this account in a week.';
  // Until a week is over, another try would exceed it, too.
  const inAWeek = businessDay(test.world.clock.now()).add({ days: 7 });
  expect((await test.call('listBills', of(business))).body.bills).toMatchObject([
    { declineMessage: reason, nextAt: expect.stringMatching(new RegExp(`^${inAWeek}T`)) },
  ]);
  const [letter] = await customerMails(business, /declined \$15\.00/);
  expect(letter?.text).toContain(`. ${reason} Nothing was taken.`);
});
