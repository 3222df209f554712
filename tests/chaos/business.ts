import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { inject } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import { businessDay } from '#domain/calendar.ts';
import type { Discount } from '#domain/coupon-discount.ts';
import { type MovableClock, openClock } from '#sandbox/clock.ts';
import { type StripeSandbox, startStripeSandbox } from '#sandbox/stripe/server.ts';
import { createSandboxTables } from '#sandbox/tables.ts';
import { createEmptyDatabase } from '#sandbox/testing.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database/connection.ts';
import { createFileStore } from '#server/files/open-file-store.ts';
import { freePort } from '#server/free-port.ts';
import { openJobs } from '#server/jobs/jobs.ts';
import { openLog } from '#server/log.ts';
import { openPasswords } from '#server/secrets.ts';
import { createStripe } from '#server/stripe/client.ts';
import {
  buildCoupon,
  buildEngagement,
  buildOnboardedWorker,
  buildProduct,
  claimEngagement,
} from '#server/testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, type Person, someAddress, testPassword } from '#server/testing/factories.ts';
import { buildCard } from '#server/testing/payment-factories.ts';
import { createTestDatabase } from '#server/testing/postgres.ts';
import type { FactoryWorld } from '#server/testing/world.ts';
import type { World } from '#server/world.ts';
import { type Dice, diceOf } from './dice.ts';
import { type MortalServer, startMortalServer } from './mortal-server.ts';

/** A service at one yard, visited every Monday and Thursday. */
export type Yard = {
  index: number;
  customer: Customer;
  worker: Person;
  engagement: Engagement;
  card: string;
  /** The test card's number, which says what comes of a payment. */
  cardNumber: string;
  discount: Discount | null;
};
export type Customer = Person & { goodCard: string };

/** What was pressed and answered, to be held to what has come of it. */
export type Acknowledged = {
  /** The completed visits, by the id of the work. */
  visits: Map<string, Yard>;
  /** By the id of the request, as all below; `states`: the statuses of the answers. */
  tips: Map<string, { workId: string; amount: number; states: number[] }>;
  /** `isTaken`: the answer said that it is done or under way. */
  refunds: Map<string, { amount: number; isTaken: boolean }>;
  acts: Map<string, { kind: string; amount: number; isTaken: boolean }>;
};

/** A business on real servers, with its people, and Stripe's stand-in in this process, which nobody kills. */
export type Business = FactoryWorld & {
  dice: Dice;
  server: MortalServer;
  stripe: StripeSandbox;
  /** The stand-in's own database. */
  stripePool: Pool;
  /** How many calls the stand-in has got, how many of them a fault has struck, and what it failed in itself. */
  stripeCalls: { all: number; struck: number; failures: unknown[] };
  staff: Person;
  customers: Customer[];
  workers: Person[];
  yards: Yard[];
  acknowledged: Acknowledged;
  /** Moves the clock to a moment, and lets the server do what is due then, or begin with it. */
  moveTo(to: Temporal.ZonedDateTime, patienceMs?: number): Promise<void>;
  /**
   * Moves the clock by days, while no server runs: one that asks Stripe again within seconds, because an answer did not
   * come, would otherwise find that its key was forgotten after a day, and pay twice.
   */
  sleepUntil(to: Temporal.ZonedDateTime): Promise<void>;
  close(): Promise<void>;
};

/** How long a fault delays a call of Stripe. */
export const longestDelayMs = 700;

const ordinaryCard = '4242424242424242';
export const declinedCard = '4000000000000341';
export const asksEveryTime = '4000002760003184';
/** https://docs.stripe.com/testing: what comes of a payment with each, so that a few yards have all of it. */
const cardNumbers = [
  ordinaryCard,
  declinedCard,
  // Disputed as fraud.
  '4000000000000259',
  ordinaryCard,
  asksEveryTime,
  // A refund fails an hour later.
  '4000000000005126',
  ordinaryCard,
  // A refund is pending for an hour.
  '4000000000007726',
  // The bank only asks.
  '4000000000001976',
  ordinaryCard,
  // Disputed as not received.
  '4000000000002685',
  declinedCard,
] as const;
const discounts: (Discount | null)[] = [
  null,
  { term: 'TERM_FOREVER', percentOff: 15, amountOff: null },
  { term: 'TERM_ONCE', percentOff: 33, amountOff: null },
  null,
];

const publishableKey = 'pk_test_chaos';
const secretKey = 'sk_test_chaos';
const webhookSecret = 'whsec_chaos';

/**
 * @param seed what chance comes from
 * @param size how many yards
 */
export async function openBusiness(seed: number, size: number): Promise<Business> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const one of closing.splice(0).reverse()) await one();
  };
  try {
    return await open(seed, size, closing, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(seed: number, size: number, closing: (() => Promise<unknown>)[], close: () => Promise<void>) {
  const dice = diceOf(seed);
  const [ours, atStripe] = [await createTestDatabase(), await createEmptyDatabase()];
  closing.push(ours.drop, atStripe.drop);
  const [clockPool, stripePool] = [ours, atStripe].map(({ url }) => new Pool({ connectionString: url, max: 10 }));
  if (!clockPool || !stripePool) throw new Error('No pools');
  closing.push(
    () => clockPool.end(),
    () => stripePool.end(),
  );
  await createSandboxTables(clockPool);
  const clock = await openClock(clockPool);
  closing.push(() => clock.close());

  const PORT = String(await freePort());
  const stripeCalls: Business['stripeCalls'] = { all: 0, struck: 0, failures: [] };
  const stripe = await startStripeSandbox({
    pool: stripePool,
    clock,
    webhookUrl: `http://127.0.0.1:${PORT}/webhooks/stripe`,
    webhookSecret,
    webhookRetryMs: 200,
    draw: () => {
      stripeCalls.all += 1;
      return dice(`call ${stripeCalls.all}`);
    },
    onError: (error) => stripeCalls.failures.push(error),
  });
  closing.push(() => stripe.close());

  const settings = {
    PORT,
    DATABASE_URL: ours.url,
    DATA_DIR: await mkdtemp(join(inject('runFolder'), 'chaos-')),
    LOG_LEVEL: 'error',
    // Limits by address are another subject: each call comes from another one.
    TRUST_PROXY: 'loopback',
    STRIPE_API_URL: stripe.url,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  };
  // The answers to the first mail and the first text of each life are lost.
  const deliveryFaults = [
    { service: 'mail', kind: 'fail-after-sending', times: 1 },
    { service: 'text', kind: 'fail-after-sending', times: 1 },
  ];
  const server = await startMortalServer(settings, (post) => post('/sandbox/faults.json', { faults: deliveryFaults }));
  closing.push(server.stop);
  const world = await openWorld(settings, clock, closing);
  const owners = new Map<string, Person>();
  const factory: FactoryWorld = {
    world,
    sandbox: { stripe: { apiUrl: stripe.url, publishableKey } },
    call: async (name, input = {}) => {
      const address = someAddress();
      const person = input.as === undefined ? undefined : owners.get(input.as);
      const current = () => ({ ...input, address, ...(person && { as: person.accessToken }) });
      const answer = await server.call(name, current());
      if (answer.status !== 401 || !person) return answer;
      // A quarter of an hour has passed.
      const { username } = person;
      const { body } = await server.call('signIn', { body: { username, password: testPassword }, address });
      person.accessToken = body.accessToken;
      owners.set(body.accessToken, person);
      return await server.call(name, current());
    },
  };
  const known = <Someone extends Person>(person: Someone): Someone => {
    owners.set(person.accessToken, person);
    return person;
  };
  const people = await engage(factory, known, size);
  const acknowledged: Acknowledged = { visits: new Map(), tips: new Map(), refunds: new Map(), acts: new Map() };

  async function moveTo(to: Temporal.ZonedDateTime, patienceMs = 1000): Promise<void> {
    await clock.moveTo(to.toInstant().toString());
    await stripe.settle();
    await Promise.race([server.post('/sandbox/clock.json', { advance: 'PT1S' }), pause(patienceMs)]);
  }

  const sleepUntil = (to: Temporal.ZonedDateTime) =>
    server.killFor(async () => {
      // What the dead has asked of Stripe is done by then.
      await pause(longestDelayMs + 100);
      await clock.moveTo(to.toInstant().toString());
      await stripe.settle();
    });
  const own = { dice, server, stripe, stripePool, stripeCalls, acknowledged, moveTo, sleepUntil, close };
  return { ...factory, ...own, ...people };
}

/** What this process does by the services themselves: it makes people and products, and reads what has come of it. */
async function openWorld(
  settings: Record<string, string>,
  clock: MovableClock,
  closing: (() => Promise<unknown>)[],
): Promise<World> {
  const config = readConfig(settings);
  const log = openLog('silent');
  const database = openDatabase(String(settings.DATABASE_URL));
  closing.push(() => database.$client.end());
  const jobs = await openJobs(String(settings.DATABASE_URL), log);
  closing.push(() => jobs.stop());
  const refuse = async () => {
    throw new Error('The servers send');
  };
  return {
    config,
    publicUrl: `http://localhost:${settings.PORT}`,
    clock,
    log,
    database,
    jobs,
    // What it would cost to guess a password matters to nobody here.
    passwords: await openPasswords({ memory: 8, passes: 1 }),
    stripe: createStripe({ secretKey, apiUrl: String(settings.STRIPE_API_URL) }),
    payments: { publishableKey, webhookSecret, scripts: [] },
    files: await createFileStore(config, clock),
    sendMail: refuse,
    sendText: refuse,
    vitals: { sinceSweep: () => 0, folders: [] },
  };
}

/** Makes the people, and a service at each yard that a worker has taken. */
async function engage(
  factory: FactoryWorld,
  known: <Someone extends Person>(person: Someone) => Someone,
  size: number,
) {
  const staff = known(await buildEmployee(factory));
  const workers: Person[] = [];
  for (let left = Math.ceil(size / 10) + 1; left > 0; left -= 1) {
    workers.push(known(await buildOnboardedWorker(factory)));
  }
  const customers: Customer[] = [];
  const preferences = ['EMAIL', 'EMAIL_TEXT', 'TEXT'];
  for (let index = 0; index < Math.ceil(size / 3); index += 1) {
    const notificationPreference = `NOTIFICATION_PREFERENCE_${preferences[index % preferences.length]}`;
    const customer = await buildCustomer(factory, { notificationPreference });
    customers.push(known({ ...customer, goodCard: await buildCard(factory, customer) }));
  }
  const year = { baseCostRetentionPeriod: 365 * 24 * 60 };
  const atOnce = await buildProduct(factory, year);
  const weekly = await buildProduct(factory, { ...year, baseCostMultiplier: 2, billingCycle: 'BILLING_CYCLE_WEEKLY' });
  const ofMany = { maxRedemptions: 1000, oncePerCustomer: false };
  await buildCoupon(factory, { name: 'TERM_FOREVER', term: 'TERM_FOREVER', percentOff: 15, ...ofMany });
  await buildCoupon(factory, { name: 'TERM_ONCE', term: 'TERM_ONCE', percentOff: 33, ...ofMany });
  const startDay = nextMonday(factory.world);
  const yards: Yard[] = [];
  for (let index = 0; index < size; index += 1) {
    const [customer, worker] = [customers[index % customers.length], workers[index % workers.length]];
    const discount = discounts[index % discounts.length] ?? null;
    const cardNumber = cardNumbers[index % cardNumbers.length] ?? ordinaryCard;
    if (!customer || !worker) throw new Error('Nobody is there');
    const card = await buildCard(factory, customer, cardNumber);
    const engagement = await buildEngagement(factory, customer, {
      productId: (index % 5 === 3 ? weekly : atOnce).id,
      stripePaymentMethodId: card,
      yardSize: index % 3 === 0 ? 'YARD_SIZE_LARGE' : 'YARD_SIZE_STANDARD',
      frequency: 2,
      startDay: { year: startDay.year, month: startDay.month, day: startDay.day },
      ...(discount && { couponName: discount.term }),
    });
    await claimEngagement(factory, worker, engagement, ['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_THURSDAY']);
    yards.push({ index, customer, worker, engagement, card, cardNumber, discount });
  }
  return { staff, workers, customers, yards };
}

/** @returns the first Monday after today */
export function nextMonday({ clock }: Pick<World, 'clock'>): Temporal.PlainDate {
  const today = businessDay(clock.now());
  return today.add({ days: 8 - today.dayOfWeek });
}
