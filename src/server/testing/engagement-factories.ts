import { randomUUIDv7 } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import type { Engagement } from '#contract/engagements.ts';
import type { Product } from '#contract/products.ts';
import { businessDay, type CalendarDay, calendarDay, type WeekDay } from '#domain/calendar.ts';
import type { BillingCycle, Term, WorkStatus, YardSize } from '#domain/enums.ts';
import type { PlanDay } from '#domain/plan-order.ts';
import { sessionTokens } from '../database/schema/accounts.ts';
import { coupons } from '../database/schema/catalog.ts';
import { createProduct } from '../products/service.ts';
import { hashToken } from '../secrets.ts';
import { signIn } from '../sessions/sign-in.ts';
import { startWork, stepWork } from './engagement-calls.ts';
import { buildOften, buildWorker, type Person, testPassword } from './factories.ts';
import { buildCard, onboardWorker } from './payment-factories.ts';
import type { FactoryWorld, TestWorld } from './world.ts';

/** Access tokens that do not end with the day. */
const lasting = new Set<string>();

/** How many products each test has made: no two have one name. */
const made = new WeakMap<FactoryWorld, number>();
function nextName(test: FactoryWorld): string {
  const number = (made.get(test) ?? 0) + 1;
  made.set(test, number);
  return number === 1 ? 'Yard cleanup' : `Yard cleanup ${number}`;
}

export async function buildProduct(
  test: FactoryWorld,
  details: Partial<{
    name: string;
    billingCycle: Exclude<BillingCycle, 'BILLING_CYCLE_UNKNOWN'>;
    baseCostRetentionPeriod: number;
    baseCostMultiplier: number;
  }> = {},
): Promise<Product> {
  return await createProduct(test.world, {
    name: nextName(test),
    description: 'We clean up after your dogs.',
    billingCycle: 'BILLING_CYCLE_IMMEDIATE',
    baseCostRetentionPeriod: 60,
    baseCostMultiplier: 1,
    ...details,
  });
}

/** A coupon of 20 % off the first visit, unless told otherwise. */
export async function buildCoupon(
  test: FactoryWorld,
  details: Partial<{
    name: string;
    term: Term;
    maxRedemptions: number;
    oncePerCustomer: boolean;
    percentOff: number;
  }> = {},
): Promise<void> {
  await test.world.database.insert(coupons).values({
    name: 'WELCOME',
    term: 'TERM_ONCE',
    maxRedemptions: 100,
    percentOff: 20,
    createdAt: test.world.clock.now(),
    ...details,
  });
}

type EngagementDetails = Partial<{
  productId: string;
  serviceAddressId: string;
  billingAddressId: string;
  stripePaymentMethodId: string;
  yardSize: YardSize;
  couponName: string;
  frequency: number;
  interval: number;
  startDay: CalendarDay;
  isPinned: boolean;
}>;

/** A body for createEngagement that passes every rule: one visit a week from today on. */
export async function engagementBody(test: FactoryWorld, customer: Person, details: EngagementDetails = {}) {
  const { frequency = 1, interval = 1, startDay = today(test), isPinned, ...rest } = details;
  return {
    productId: rest.productId ?? (await buildProduct(test)).id,
    stripePaymentMethodId: rest.stripePaymentMethodId ?? (await buildCard(test, customer)),
    serviceAddressId: customer.addressId,
    billingAddressId: customer.addressId,
    yardSize: 'YARD_SIZE_STANDARD',
    scheduleTemplate: { period: 'PERIOD_WEEKLY', frequency, interval, startDay, isPinned },
    ...rest,
  };
}

/** An engagement that the customer asks for over the API. */
export async function buildEngagement(
  test: FactoryWorld,
  customer: Person,
  details: EngagementDetails = {},
): Promise<Engagement> {
  const { status, body, error } = await test.call('createEngagement', {
    as: customer.accessToken,
    params: { customerProfileId: customer.profileId },
    body: await engagementBody(test, customer, details),
  });
  if (status !== 200) throw new Error(`No engagement: ${JSON.stringify(error)}`);
  return body.engagement;
}

/** A worker who may be hired. */
export const buildOnboardedWorker = (test: FactoryWorld, details: Parameters<typeof buildWorker>[1] = {}) =>
  buildOften(test, 'onboarded worker', details, async (one) => {
    const worker = await buildWorker(one, details);
    await onboardWorker(one, worker);
    return worker;
  });

/** @returns one place of a plan as the client makes it */
export const place = (engagement: Engagement, dayOfWeek: WeekDay, sequence = 0): PlanDay => ({
  id: randomUUIDv7(),
  scheduleTemplateId: engagement.scheduleTemplate.id,
  dayOfWeek,
  sequence,
});

/** Puts an engagement on weekdays of the worker's plan, which claims it. */
export async function claimEngagement(
  test: FactoryWorld,
  worker: Person,
  engagement: Engagement,
  days: readonly WeekDay[],
) {
  const { status, body, error } = await test.call('createScheduleTemplateDays', {
    as: worker.accessToken,
    body: { scheduleTemplateDays: days.map((day) => place(engagement, day)) },
  });
  if (status !== 200) throw new Error(`Not claimed: ${JSON.stringify(error)}`);
  return body.scheduleTemplateDays;
}

/**
 * Takes today's visit from Start to the given status. Once it is completed a minute passes, in which that could be
 * undone.
 * @returns the work's id
 */
export async function workUntil(
  test: TestWorld,
  worker: Person,
  engagement: Engagement,
  until: WorkStatus,
): Promise<string> {
  const started = await startWork(test, worker, engagement.id);
  if (started.status !== 200) throw new Error(`Not started: ${JSON.stringify(started.error)}`);
  const { work } = started.body;
  const steps: WorkStatus[] = [
    'WORK_STATUS_TRAVEL_STARTED',
    'WORK_STATUS_TRAVEL_COMPLETED',
    'WORK_STATUS_WORK_STARTED',
    'WORK_STATUS_WORK_COMPLETED',
  ];
  for (const status of steps.slice(0, steps.indexOf(until) + 1)) {
    const moved = await stepWork(test, worker, work.id, status);
    if (moved.status !== 200) throw new Error(`Not at ${status}: ${JSON.stringify(moved.error)}`);
  }
  if (until === 'WORK_STATUS_WORK_COMPLETED') await test.advance('PT1M');
  return work.id;
}

/** Moves the clock, and lets the people stay signed in: their access tokens do not last. */
export async function advanceFor(test: TestWorld, to: string, people: Person[]): Promise<void> {
  const { database, clock } = test.world;
  const ending = people.filter(({ accessToken }) => !lasting.has(accessToken));
  const isTheirs = inArray(
    sessionTokens.hash,
    ending.map(({ accessToken }) => hashToken(accessToken)),
  );
  const expiresAt = clock.now().add({ hours: 24 * 1000 });
  const kept =
    ending.length > 0 ? await database.update(sessionTokens).set({ expiresAt }).where(isTheirs).returning() : [];
  const hashes = new Set(kept.map(({ hash }) => hash));
  await test.advance(to);
  for (const person of ending) {
    if (!hashes.has(hashToken(person.accessToken))) {
      // The clock was moved before, and the sweep has deleted it.
      const started = await signIn(test.world, person.username, testPassword);
      if ('session' in started) person.accessToken = started.session.accessToken;
    } else lasting.add(person.accessToken);
  }
}

/** @returns the business's today */
export const today = (test: FactoryWorld): CalendarDay => calendarDay(businessDay(test.world.clock.now()));
