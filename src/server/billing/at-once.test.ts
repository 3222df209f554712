import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { engagements } from '../database/schema/engagements.ts';
import { pauseForNonPayment } from '../engagements/paying.ts';
import {
  type Business,
  businessTest,
  chargedVisit,
  declinedCard,
  engagementStatus,
  giveUp,
  paymentsOf,
  withCard,
} from '../testing/billing-fixture.ts';
import { buildCustomer } from '../testing/factories.ts';
import { untilStatementsWait } from '../testing/lock-waits.ts';
import { buildCard, buildRunningEngagement } from '../testing/payment-factories.ts';
import { applyOutcome } from './apply-outcome.ts';
import type { Outcome } from './outcome.ts';

/** Lets several outcomes arrive while nobody can have the customer's engagements, so that all begin at the same moment. */
async function applyAtOnce({ test, customer }: Business, outcomes: { paymentId: string; outcome: Outcome }[]) {
  const { world } = test;
  let applying: Promise<unknown> = Promise.resolve();
  await world.database.transaction(async (transaction) => {
    await transaction
      .select()
      .from(engagements)
      .where(eq(engagements.customerProfileId, customer.profileId))
      .for('no key update');
    applying = Promise.all(outcomes.map(({ paymentId, outcome }) => applyOutcome(world, paymentId, outcome)));
    await untilStatementsWait(test, outcomes.length);
  });
  await applying;
}

const statuses = (business: Business, visits: { engagementId: string }[]) =>
  Promise.all(visits.map(({ engagementId }) => engagementStatus(business, engagementId)));

async function lastPaymentOf(business: Business, { engagementId }: { engagementId: string }): Promise<string> {
  const last = (await paymentsOf(business, engagementId)).at(-1);
  if (!last) throw new Error('There is no payment');
  return last.id;
}

businessTest(
  'two last declines of one customer at the same moment pause everything, and neither waits for the other',
  async ({ business }) => {
    const { test } = business;
    const visits = [await chargedVisit(business, declinedCard), await chargedVisit(business, declinedCard)];
    for (const wait of ['P1D', 'P3D']) await test.advance(wait);
    const payments = await Promise.all(visits.map((visit) => lastPaymentOf(business, visit)));
    const outcome = { kind: 'declined', intentId: null, card: null, reason: 'No funds.', failure: 'declined' } as const;
    for (const id of payments) {
      await test.world.database.$client.query("update payments set status = 'unknown' where id = $1", [id]);
    }
    await applyAtOnce(
      business,
      payments.map((paymentId) => ({ paymentId, outcome })),
    );
    expect(await statuses(business, visits)).toEqual(['ENGAGEMENT_STATUS_PAUSED', 'ENGAGEMENT_STATUS_PAUSED']);
  },
);

businessTest('two payments that end at the same moment resume what was paused for both', async ({ business }) => {
  const visits = [await chargedVisit(business, declinedCard), await chargedVisit(business, declinedCard)];
  await giveUp(business);
  const { test, customer } = business;
  const stripePaymentMethodId = await buildCard(test, customer);
  const input = { as: customer.accessToken, params: { customerProfileId: customer.profileId } };
  await test.call('collectOverdue', { ...input, body: { stripePaymentMethodId } });
  const payments = await Promise.all(visits.map((visit) => lastPaymentOf(business, visit)));
  await applyAtOnce(
    business,
    payments.map((paymentId) => ({
      paymentId,
      outcome: { kind: 'paid', intentId: `pi_${paymentId}`, card: null, charge: null },
    })),
  );
  expect(await statuses(business, visits)).toEqual(['ENGAGEMENT_STATUS_RUNNING', 'ENGAGEMENT_STATUS_RUNNING']);
});

businessTest('the sweep resumes what is paused for non-payment once nothing is given up', async ({ business }) => {
  const { test } = business;
  const owing = await chargedVisit(business, declinedCard);
  await giveUp(business);
  await test.advance('PT2M');
  expect(await engagementStatus(business, owing.engagementId)).toBe('ENGAGEMENT_STATUS_PAUSED');

  const other = { ...business, customer: await buildCustomer(test) };
  const engagementId = await buildRunningEngagement(test, await withCard(other));
  await test.world.database.transaction((transaction) => pauseForNonPayment(test.world, transaction, engagementId));
  await test.advance('PT2M');
  expect(await statuses(business, [{ engagementId }, owing])).toEqual([
    'ENGAGEMENT_STATUS_ACCEPTED',
    'ENGAGEMENT_STATUS_PAUSED',
  ]);
});
