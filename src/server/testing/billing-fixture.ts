import { test as base } from 'vitest';
import { buildCustomer, buildWorker, type Person } from './factories.ts';
import { buildCard, onboardWorker } from './payment-factories.ts';
import { createTestWorld, type TestWorld } from './world.ts';

export type Business = { test: TestWorld; customer: Person; worker: Person };

/** A world of the test's own with a customer and an onboarded worker in it. */
export const businessTest = base.extend<{ business: Business }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names out of the pattern
  business: async ({}, use) => {
    const test = await createTestWorld();
    try {
      const customer = await buildCustomer(test);
      const worker = await buildWorker(test);
      await onboardWorker(test, worker);
      await use({ test, customer, worker });
    } finally {
      await test.close();
    }
  },
});

/** What a business needs for an engagement: its people, and a card of this number. */
export async function withCard(business: Business, number?: string) {
  return { ...business, card: await buildCard(business.test, business.customer, number) };
}
