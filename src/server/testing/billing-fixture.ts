import { createServer } from 'node:http';
import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { test as base, expect } from 'vitest';
import { balancesOf } from '#domain/ledger.ts';
import { toVisitCharge } from '../charges/service.ts';
import { charges, payments } from '../database/schema/billing.ts';
import { engagements } from '../database/schema/engagements.ts';
import { entries } from '../database/schema/ledger.ts';
import { connectedAccounts } from '../database/schema/profiles.ts';
import { isOwedAfterDecline } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';
import { freePort } from '../free-port.ts';
import { findLedgerFaults } from '../ledger/proof-store.ts';
import { createStripe } from '../stripe/client.ts';
import { advanceFor } from './engagement-factories.ts';
import { buildCustomer, buildWorker, mailsTo, type Person } from './factories.ts';
import { buildCard, buildRunningEngagement, completeVisit, onboardWorker } from './payment-factories.ts';
import { createTestWorld, type TestWorld } from './world.ts';

export type Business = { test: TestWorld; customer: Person; worker: Person };

/**
 * A world of the test's own with a customer and an onboarded worker in it; at its end the ledger is proved.
 * `checksNights`: whether each night has its check of the money, which hears what a test loses.
 */
export const businessTest = base.extend<{
  settings: Record<string, string>;
  checksNights: boolean;
  business: Business;
}>({
  settings: {},
  checksNights: false,
  business: async ({ settings, checksNights }, use) => {
    const test = await createTestWorld(settings);
    try {
      if (checksNights) test.checkNights();
      const customer = await buildCustomer(test);
      const worker = await buildWorker(test);
      await onboardWorker(test, worker);
      await use({ test, customer, worker });
      expect(await findLedgerFaults(test.world.database)).toEqual([]);
    } finally {
      await test.close();
    }
  },
});

/** What a business needs for an engagement: its people, and a card of this number. */
export async function withCard(business: Business, number?: string) {
  return { ...business, card: await buildCard(business.test, business.customer, number) };
}

// https://docs.stripe.com/testing: can be saved, and is declined when charged; and one that the bank asks about.
export const declinedCard = '4000000000000341';
export const asksEveryTime = '4000002760003184';

/** An engagement whose only visit is about to be charged to a card of this number. */
export async function completedVisit(business: Business, number?: string) {
  const { test, worker } = business;
  const engagementId = await buildRunningEngagement(test, await withCard(business, number));
  return { engagementId, workId: await completeVisit(test, { engagementId, worker }) };
}

/** The same, once it was charged and all has come of that. */
export async function chargedVisit(business: Business, number?: string) {
  const visit = await completedVisit(business, number);
  await business.test.drain();
  return visit;
}

/** Plans a visit of a service a week ahead. @returns its id */
export async function planVisit({ world }: TestWorld, { engagementId }: { engagementId: string }): Promise<string> {
  const now = world.clock.now();
  const day = now.toZonedDateTimeISO('UTC').toPlainDate().add({ days: 7 });
  const planned = { engagementId, madeFor: day, home: day, day, nth: 0, state: 'planned', changedAt: now } as const;
  const [visit] = await world.database.insert(visits).values(planned).returning({ id: visits.id });
  return visit?.id ?? '';
}

/** Takes a declined visit through its last attempt, and signs the customer in again. */
export async function giveUp({ test, customer }: Business): Promise<void> {
  for (const wait of ['P1D', 'P3D', 'P5D']) await advanceFor(test, wait, [customer]);
}

/** What an engagement's customer, or somebody else, asks to change in it. */
export const updateEngagement = ({ test, customer }: Business, engagementId: string, body: object, person = customer) =>
  test.call('updateEngagement', { as: person.accessToken, params: { engagementId }, body });

/** @returns the connected account of a worker */
export async function accountOf({ world }: TestWorld, worker: Person): Promise<string> {
  const [account] = await world.database
    .select()
    .from(connectedAccounts)
    .where(eq(connectedAccounts.userId, worker.userId));
  return account?.stripeAccountId ?? '';
}

/** The stand-in has no call that restricts an account; a restricted one looks like this. */
export async function setRestricted({ world }: TestWorld, accountId: string, isRestricted: boolean): Promise<void> {
  const state = { charges_enabled: !isRestricted, payouts_enabled: !isRestricted };
  const capabilities = { transfers: isRestricted ? 'inactive' : 'active', card_payments: 'active' };
  const sql = 'update sandbox_stripe.object set data = data || $2::jsonb where id = $1';
  await world.database.$client.query(sql, [accountId, JSON.stringify({ ...state, capabilities })]);
}

/** What the business has at Stripe, as the ledger says, is what Stripe says moved there. */
export async function proveBalanceAtStripe({ world }: TestWorld): Promise<void> {
  let atStripe = 0;
  for await (const { net } of world.stripe.balanceTransactions.list({ limit: 100 })) atStripe += net;
  const moves = await world.database.select({ kind: entries.kind, amount: entries.amount }).from(entries);
  expect(balancesOf(moves).provider).toBe(-atStripe || 0);
}

/** From here on nobody takes Stripe's webhooks, so that nothing else settles a payment. */
export function refuseWebhooks({ test }: Business): void {
  test.app.server.close();
  test.app.server.closeAllConnections();
}

/** Uses a Stripe that has heard of no customer: it answers everything with Stripe's error for that. */
export async function withForgetfulStripe(use: (stripe: Stripe) => Promise<void>): Promise<void> {
  const message = 'No such customer';
  const error = { type: 'invalid_request_error', code: 'resource_missing', param: 'customer', message };
  const server = createServer((_, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  });
  const port = await freePort();
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  try {
    await use(createStripe({ secretKey: 'sk_test_forgetful', apiUrl: `http://127.0.0.1:${port}` }));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** @returns the customer's PaymentIntents at Stripe, newest first */
export async function intentsOf({ test, customer }: Business): Promise<Stripe.PaymentIntent[]> {
  const customers = await test.world.stripe.customers.list({ email: customer.email });
  const { data } = await test.world.stripe.paymentIntents.list({ customer: customers.data[0]?.id ?? '', limit: 100 });
  return data;
}

/** @returns every attempt to collect an engagement's charges, oldest first */
export async function paymentsOf({ test }: Business, engagementId: string) {
  const rows = await test.world.database.select().from(payments).where(eq(payments.engagementId, engagementId));
  return rows.sort((one, other) => Temporal.Instant.compare(one.createdAt, other.createdAt));
}

export async function chargeOf({ test }: Business, workId: string) {
  const [found] = await test.world.database
    .select({ charge: charges, payment: payments, isDeclined: isOwedAfterDecline(payments) })
    .from(charges)
    .leftJoin(payments, eq(payments.id, charges.paymentId))
    .where(eq(charges.workId, workId));
  if (!found) return undefined;
  const { charge, payment, isDeclined } = found;
  return toVisitCharge(test.world, charge, payment && { ...payment, isDeclined });
}

export const chargeStatus = async (business: Business, workId: string) => (await chargeOf(business, workId))?.status;

export async function engagementStatus({ test }: Business, engagementId: string): Promise<string | undefined> {
  const [row] = await test.world.database.select().from(engagements).where(eq(engagements.id, engagementId));
  return row?.status;
}

/** @returns the mails the customer got whose subject matches, newest first */
export const customerMails = ({ test, customer }: Business, subject: RegExp) => mailsTo(test, customer, subject);

/** @returns the payments of an engagement that a person may confirm */
export async function paymentsToConfirm({ test, customer }: Business, engagementId: string, person = customer) {
  const answer = await test.call('listPaymentsToConfirm', { as: person.accessToken, params: { engagementId } });
  if (answer.status !== 200) throw new Error(answer.error.message);
  return answer.body.payments;
}
