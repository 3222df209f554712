import { randomUUIDv7 } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { businessDay } from '#domain/calendar.ts';
import type { BillingCycle, Term } from '#domain/enums.ts';
import type { Fault } from '#sandbox/stripe/faults.ts';
import { chargeVisit } from '../charges/service.ts';
import { takeUpCharges } from '../charges/take-up.ts';
import { coupons, products } from '../database/schema/catalog.ts';
import { engagements, scheduleTemplates } from '../database/schema/engagements.ts';
import { plans } from '../database/schema/visits.ts';
import { fill } from '../visits/fill.ts';
import { insertWork } from './begun-visits.ts';
import type { Person } from './factories.ts';
import type { FactoryWorld, TestWorld } from './world.ts';

/**
 * Saves a card as the customer's browser would; a card that asks for authentication is authenticated.
 * @param number one of Stripe's test cards
 * @returns the payment method's id
 */
export async function buildCard(test: FactoryWorld, customer: Person, number = '4242424242424242'): Promise<string> {
  return await buildMethod(test, customer, {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
  });
}

/**
 * Saves a bank account, which takes days to pay.
 * @param number one of Stripe's: 000123456789 pays in the end, 000111111113 is closed
 */
export const buildBankAccount = (test: FactoryWorld, customer: Person, number = '000123456789'): Promise<string> =>
  buildMethod(test, customer, {
    'payment_method_data[type]': 'us_bank_account',
    'payment_method_data[us_bank_account][routing_number]': '110000000',
    'payment_method_data[us_bank_account][account_number]': number,
  });

/** Saves what is approved on a page of its own, with the person's approval there. */
export const buildWallet = (
  test: FactoryWorld,
  customer: Person,
  type: 'cashapp' | 'paypal' | 'link',
): Promise<string> => buildMethod(test, customer, { 'payment_method_data[type]': type });

async function buildMethod(test: FactoryWorld, customer: Person, data: Record<string, string>): Promise<string> {
  const { body, error } = await test.call('createPaymentMethodSetupIntent', {
    as: customer.accessToken,
    params: { userId: customer.userId },
  });
  if (!body.clientSecret) throw new Error(`No SetupIntent: ${JSON.stringify(error)}`);
  const intentId = intentIdOf(body.clientSecret);
  const confirmed = await asBrowser(test, `/v1/setup_intents/${intentId}/confirm`, {
    client_secret: body.clientSecret,
    ...data,
  });
  if (confirmed.status === 'requires_action') await authenticate(test, body.clientSecret);
  if (typeof confirmed.payment_method !== 'string') throw new Error(`Not saved: ${JSON.stringify(confirmed)}`);
  return confirmed.payment_method;
}

/** Confirms a payment that the bank asks about, as the customer's browser would. */
export async function confirmPayment(test: FactoryWorld, clientSecret: string, paymentMethodId: string): Promise<void> {
  await asBrowser(test, `/v1/payment_intents/${intentIdOf(clientSecret)}/confirm`, {
    client_secret: clientSecret,
    payment_method: paymentMethodId,
  });
  await authenticate(test, clientSecret);
}

/** Fills in the embedded onboarding as the worker's browser would, and comes back to the dashboard. */
export async function onboardWorker(test: FactoryWorld, worker: Person): Promise<void> {
  const input = { as: worker.accessToken, params: { userId: worker.userId } };
  const { body, error } = await test.call('createAccountSession', input);
  if (!body.clientSecret) throw new Error(`No account session: ${JSON.stringify(error)}`);
  await asBrowser(test, '/v1/account_sessions/submit', {
    client_secret: body.clientSecret,
    'individual[first_name]': 'Pat',
    'individual[last_name]': 'Lee',
    'individual[dob][year]': '1990',
    'individual[dob][month]': '2',
    'individual[dob][day]': '28',
    // https://docs.stripe.com/connect/testing#account-numbers
    'bank_account[routing_number]': '110000000',
    'bank_account[account_number]': '000123456789',
    tos_accepted: 'true',
  });
  const after = await test.call('getConnectedAccount', input);
  if (!after.body.connectedAccount.onboardingComplete) throw new Error('The worker was not onboarded');
}

type EngagementDetails = Partial<{
  baseCost: number;
  billingCycle: BillingCycle;
  coupon: { term: Term; amountOff?: number; percentOff?: number };
  couponName: string;
}>;

/** An engagement that the worker has claimed and begun, paid with that card. */
export async function buildRunningEngagement(
  test: TestWorld,
  { customer, worker, card }: { customer: Person; worker: Person; card: string },
  { baseCost = 1500, billingCycle = 'BILLING_CYCLE_IMMEDIATE', coupon, couponName = 'WELCOME' }: EngagementDetails = {},
): Promise<string> {
  const { database, clock } = test.world;
  const createdAt = clock.now();
  const [product] = await database
    .insert(products)
    .values({
      name: `Yard cleanup ${randomUUIDv7()}`,
      description: 'Every week.',
      billingCycle,
      baseCostRetentionPeriod: 60,
      baseCostMultiplier: 1,
      createdAt,
    })
    .returning();
  const [redeemed] = coupon
    ? await database
        .insert(coupons)
        .values({ name: couponName, maxRedemptions: 1, redemptions: 1, createdAt, ...coupon })
        .returning()
    : [];
  const [engagement] = await database
    .insert(engagements)
    .values({
      customerProfileId: customer.profileId,
      workerProfileId: worker.profileId,
      productId: product?.id ?? '',
      serviceAddressId: customer.addressId,
      billingAddressId: customer.addressId,
      couponId: redeemed?.id ?? null,
      stripePaymentMethodId: card,
      status: 'ENGAGEMENT_STATUS_RUNNING',
      baseCost,
      agreedBaseCost: baseCost,
      baseCostHeldUntil: createdAt,
      billingCycle,
      yardSize: 'YARD_SIZE_STANDARD',
      createdAt,
      openSince: createdAt,
    })
    .returning();
  if (!engagement) throw new Error('The engagement was not inserted');
  await database.insert(scheduleTemplates).values({
    engagementId: engagement.id,
    period: 'PERIOD_WEEKLY',
    frequency: 1,
    interval: 1,
    startDay: businessDay(createdAt),
  });
  await database.insert(plans).values({
    ...{
      engagementId: engagement.id,
      workerProfileId: worker.profileId,
      weekDays: [],
      frequency: 1,
      interval: 1,
      weekOffset: 0,
    },
    ...{ firstDay: businessDay(createdAt), startDay: businessDay(createdAt), madeAt: createdAt, toldAt: createdAt },
  });
  return engagement.id;
}

type CompletedVisit = { engagementId: string; worker: Person; daysLater?: number; feePercent?: number };

/**
 * Completes one visit of an engagement and charges it, with the minute over in which that could be undone.
 * @param visit.daysLater which visit: each must be on a day of its own
 * @param visit.feePercent the business's part, if it is another one than the business has
 * @returns the work's id
 */
export async function completeVisit(
  test: TestWorld,
  { engagementId, worker, daysLater = 0, feePercent }: CompletedVisit,
): Promise<string> {
  const { database, clock } = test.world;
  if (feePercent !== undefined) {
    await database.update(engagements).set({ agreedFeePercent: feePercent }).where(eq(engagements.id, engagementId));
  }
  const now = clock.now();
  const workId = await database.transaction(async (transaction) => {
    const work = await insertWork(transaction, {
      engagementId,
      workerProfileId: worker.profileId,
      date: businessDay(now).add({ days: daysLater }),
      status: 'WORK_STATUS_WORK_COMPLETED',
      createdAt: now,
      workCompletedAt: now,
    });
    await fill(test.world, transaction, [engagementId]);
    await chargeVisit(test.world, transaction, work, now);
    return work.id;
  });
  await takeUpCharges(test.world);
  return workId;
}

/** Makes Stripe misbehave from now on; without faults it behaves again. */
export async function setStripeFaults(test: TestWorld, ...faults: Fault[]): Promise<void> {
  const payload = { faults: faults.map((fault) => ({ service: 'stripe', ...fault })) };
  const response = await test.app.inject({ method: 'POST', url: '/sandbox/faults.json', payload });
  if (response.statusCode !== 200) throw new Error(`No faults: ${response.body}`);
}

type StripeAnswer = { status?: string; payment_method?: unknown };

async function asBrowser(test: FactoryWorld, path: string, form: Record<string, string>): Promise<StripeAnswer> {
  const { apiUrl, publishableKey } = test.sandbox.stripe;
  const response = await fetch(apiUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams(form),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer as StripeAnswer;
}

async function authenticate(test: FactoryWorld, clientSecret: string): Promise<void> {
  await asBrowser(test, `/v1/3ds2/${intentIdOf(clientSecret)}/authenticate`, {
    client_secret: clientSecret,
    outcome: 'succeeded',
  });
}

const intentIdOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';
