import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { kindNotTakenMessage } from '#domain/payment-attempts.ts';
import { payments } from '../database/schema/billing.ts';
import {
  type Business,
  businessTest,
  chargedVisit,
  chargeStatus,
  customerMails,
  declinedCard,
  engagementStatus,
  intentsOf,
  paymentsOf,
} from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildEmployee } from '../testing/factories.ts';
import { buildBankAccount, buildRunningEngagement, completeVisit } from '../testing/payment-factories.ts';
import { applyOutcome } from './apply-outcome.ts';

const bankTest = businessTest.extend({ settings: { PAYMENT_METHOD_TYPES: 'card,us_bank_account' } });

/** A visit that a bank has taken on, which will not pay it: there is not enough money. */
async function takenOnByBank(business: Business) {
  const { test, customer, worker } = business;
  const card = await buildBankAccount(test, customer, '000222222227');
  const engagementId = await buildRunningEngagement(test, { ...business, card });
  const workId = await completeVisit(test, { engagementId, worker });
  await test.drain();
  return { engagementId, workId };
}

async function giveCredit({ test, customer }: Business, amount: number) {
  const { accessToken: as } = await buildEmployee(test);
  const params = { customerProfileId: customer.profileId };
  const body = { requestId: randomUUID(), isPreview: false, amount, reason: 'Sorry.', version: 0 };
  expect((await test.call('giveCredit', { as, params, body })).body).toMatchObject({ isDone: true, pays: [] });
}

const isAboutMoney = /declined|could not charge|paused|receipt|confirmed/i;
const lettersOf = async (business: Business) =>
  (await customerMails(business, isAboutMoney)).map(({ text }) => text.replaceAll('\u2060', ''));

bankTest('a bank that does not pay has one letter: credit that came meanwhile has paid', async ({ business }) => {
  const { test, customer } = business;
  const { engagementId, workId } = await takenOnByBank(business);
  await giveCredit(business, 2000);
  await advanceFor(test, 'P5D', [customer]);
  await vi.waitFor(async () => {
    await test.drain();
    expect(await chargeStatus(business, workId)).toBe('paid');
  }, 60_000);
  const letters = await lettersOf(business);
  expect(letters).toEqual([expect.stringContaining('Your credit paid $15.00')]);
  expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_RUNNING');
  await test.advance('P30D');
  expect(await intentsOf(business)).toHaveLength(1);
  expect(await lettersOf(business)).toEqual(letters);
});

bankTest(
  'credit that pays a part of it is in the letter that says what is left and when it is tried again',
  async ({ business }) => {
    const { test, customer } = business;
    const { engagementId } = await takenOnByBank(business);
    await giveCredit(business, 500);
    await advanceFor(test, 'P5D', [customer]);
    await vi.waitFor(async () => {
      await test.drain();
      expect(await lettersOf(business)).toHaveLength(1);
    }, 60_000);
    const [letter = ''] = await lettersOf(business);
    expect(letter).toContain('we could not charge $15.00 to your STRIPE TEST BANK (2227)');
    expect(letter).toContain('Your credit has paid $5.00 of it since, and $10.00 is left.');
    expect(letter).toMatch(/We will try again on .*\. If your STRIPE TEST BANK \(2227\) does not work anymore/);
    expect(letter).not.toMatch(/card/i);
    const standing = (await paymentsOf(business, engagementId)).filter(({ isTakenOver }) => !isTakenOver);
    expect(standing).toMatchObject([{ status: 'pending', amount: 1000, applicationFee: 200, attempt: 2 }]);
  },
);

businessTest(
  'the last attempt that is declined pauses nothing when credit has paid meanwhile',
  async ({ business }) => {
    const { test } = business;
    const { engagementId, workId } = await chargedVisit(business, declinedCard);
    const planned = (await paymentsOf(business, engagementId)).find(({ status }) => status === 'pending');
    const isPlanned = eq(payments.id, planned?.id ?? '');
    const { database, clock } = test.world;
    const lastTry = { status: 'unknown', attempt: 4, askedAt: clock.now() } as const;
    await database.update(payments).set(lastTry).where(isPlanned);
    await giveCredit(business, 1500);
    const reason = 'Your card was declined.';
    const outcome = { kind: 'declined', intentId: null, card: null, reason, failure: 'declined' } as const;
    await applyOutcome(test.world, planned?.id ?? '', outcome);
    expect(await engagementStatus(business, engagementId)).toBe('ENGAGEMENT_STATUS_RUNNING');
    await test.drain();
    expect(await chargeStatus(business, workId)).toBe('paid');
    expect(await customerMails(business, /paused|could not charge/)).toEqual([]);
    expect(await customerMails(business, /receipt/)).toHaveLength(1);
    expect(await customerMails(business, /declined/)).toHaveLength(1);
  },
);

businessTest(
  'a service that has a kind of payment which is not taken anymore is told so in our words',
  async ({ business }) => {
    const { test, customer, worker } = business;
    const types = test.world.config.PAYMENT_METHOD_TYPES;
    Object.assign(test.world.config, { PAYMENT_METHOD_TYPES: [...types, 'us_bank_account'] });
    const card = await buildBankAccount(test, customer);
    Object.assign(test.world.config, { PAYMENT_METHOD_TYPES: types });
    const engagementId = await buildRunningEngagement(test, { ...business, card });
    await completeVisit(test, { engagementId, worker });
    await test.drain();
    const [letter] = await customerMails(business, /Please add another payment method/);
    expect(letter?.text).toContain('We do not take this kind of payment anymore. Nothing was taken');
    expect(letter?.text).not.toContain('try again on');
    expect(await customerMails(business, /declined/)).toEqual([]);
    const of = { as: customer.accessToken, params: { customerProfileId: customer.profileId } };
    const said = [{ declineMessage: kindNotTakenMessage, nextAt: null }];
    expect((await test.call('listBills', of)).body.bills).toMatchObject(said);
    const { accessToken: as } = await buildEmployee(test);
    expect((await test.call('getStaffDesk', { as })).body.failedPayments.rows).toMatchObject(said);
  },
);
