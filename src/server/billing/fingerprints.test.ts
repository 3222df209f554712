import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { cards, methodBlocks } from '../database/schema/cards.ts';
import { learnCard } from '../payment-methods/cards.ts';
import { type Business, businessTest, chargeStatus, intentsOf, paymentsOf } from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildBankAccount, buildRunningEngagement, completeVisit } from '../testing/payment-factories.ts';

const bankTest = businessTest.extend({ settings: { PAYMENT_METHOD_TYPES: 'card,us_bank_account' } });

/** A service paid with a closed account, which was chosen before its mark was kept. */
async function serviceOfOld(business: Business) {
  const { test, customer } = business;
  const account = await buildBankAccount(test, customer, '000111111113');
  const engagementId = await buildRunningEngagement(test, { ...business, card: account });
  return { account, engagementId };
}

async function chooseBefore({ test, customer }: Business, payer: string, account: string): Promise<void> {
  const method = await test.world.stripe.customers.retrievePaymentMethod(payer, account);
  await learnCard(test.world, customer.userId, method);
  await test.world.database.update(cards).set({ fingerprint: null }).where(eq(cards.id, account));
}

bankTest(
  'an account is blocked under each of its ids, also those saved before marks were kept',
  async ({ business }) => {
    const { test, customer, worker } = business;
    const [one, twin] = [await serviceOfOld(business), await serviceOfOld(business)];
    const workId = await completeVisit(test, { ...one, worker });
    await test.drain();
    const [payment] = await paymentsOf(business, one.engagementId);
    for (const { account } of [one, twin]) await chooseBefore(business, payment?.stripeCustomerId ?? '', account);
    const marks = async () => (await test.world.database.select().from(cards)).map(({ fingerprint }) => fingerprint);
    expect(await marks()).toEqual([null, null]);

    await advanceFor(test, 'P4D', [customer]);
    await vi.waitFor(async () => {
      await test.drain();
      expect(await chargeStatus(business, workId)).toBe('declined');
    }, 60_000);
    const [block] = await test.world.database.select().from(methodBlocks);
    expect(block).toMatchObject({ stripePaymentMethodId: one.account, reason: 'account-closed' });
    await test.advance('PT2M');
    expect(await marks()).toEqual([block?.fingerprint, block?.fingerprint]);

    const other = await completeVisit(test, { ...twin, worker });
    await test.drain();
    expect(await chargeStatus(business, other)).toBe('not-tried');
    expect(await intentsOf(business)).toHaveLength(1);
  },
);
