import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { charges } from './database/schema/billing.ts';
import { tell } from './messages/service.ts';
import { sweep } from './sweep.ts';
import { businessTest, chargeOf, withCard } from './testing/billing-fixture.ts';
import { buildRunningEngagement, completeVisit } from './testing/payment-factories.ts';

businessTest('an engagement that cannot be charged does not hold up the others', async ({ business }) => {
  const { test, worker } = business;
  const people = await withCard(business);
  const billingCycle = 'BILLING_CYCLE_WEEKLY';
  const visits = async () => {
    const engagementId = await buildRunningEngagement(test, people, { billingCycle });
    await completeVisit(test, { engagementId, worker });
    return { engagementId, workId: await completeVisit(test, { engagementId, worker, daysLater: 1 }) };
  };
  const before = await visits();
  const broken = await visits();
  const after = await visits();
  // Their sum is more than the amount of a payment can hold.
  await test.world.database
    .update(charges)
    .set({ amount: 2_000_000_000 })
    .where(eq(charges.engagementId, broken.engagementId));
  await test.advance('P7D');
  expect((await chargeOf(business, before.workId))?.status).toBe('paid');
  expect((await chargeOf(business, after.workId))?.status).toBe('paid');
  expect((await chargeOf(business, broken.workId))?.status).toBe('open');
});

businessTest('messages are sent though billing fails, and the failure is told', async ({ business }) => {
  const { test, customer } = business;
  const { world } = test;
  const recipient = { ...customer, notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' } as const;
  const letter = { subject: 'Rain today', paragraphs: ['We come tomorrow.'], short: 'Rain today' };
  await world.database.transaction((transaction) => tell(world, transaction, randomUUID(), recipient, letter));
  await world.database.execute(sql`alter table ${charges} rename to charges_out_of_reach`);
  await expect(sweep(world)).rejects.toThrow('sweep');
  expect((await test.messages()).map(({ subject }) => subject)).toContain('Rain today');
});
