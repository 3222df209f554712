import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { inject } from 'vitest';
import { type MovableClock, openClock } from '#sandbox/clock.ts';
import { type StripeSandbox, startStripeSandbox } from '#sandbox/stripe/server.ts';
import { createSandboxTables } from '#sandbox/tables.ts';
import { createEmptyDatabase } from '#sandbox/testing.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database/connection.ts';
import { openStandby } from '#server/database/standby.ts';
import { createFileStore } from '#server/files/open-file-store.ts';
import { freePort } from '#server/free-port.ts';
import { openJobs } from '#server/jobs/jobs.ts';
import { openLog } from '#server/log.ts';
import { noMeters } from '#server/meters.ts';
import { openPasswords } from '#server/secrets.ts';
import { openSettings } from '#server/settings-book.ts';
import { createStripe } from '#server/stripe/client.ts';
import { type Person, someAddress, testPassword } from '#server/testing/factories.ts';
import { createSiteDatabase } from '#server/testing/postgres.ts';
import type { FactoryWorld } from '#server/testing/world.ts';
import type { World } from '#server/world.ts';
import { type MailServer, openMailServer } from '../mail-server.ts';
import { type Dice, diceOf } from './dice.ts';
import { type MortalServer, startMortalServer } from './mortal-server.ts';
import { type Customer, engage, type Yard } from './people.ts';

/** What was pressed and answered, to be held to what has come of it. */
export type Acknowledged = {
  /** The completed visits, by the id of the work. */
  visits: Map<string, Yard>;
  /** By the id of the request, as all below; `states`: the statuses of the answers. */
  tips: Map<string, { workId: string; amount: number; states: number[] }>;
  /** `isTaken`: the answer said that it is done or under way. */
  refunds: Map<string, { amount: number; isTaken: boolean }>;
  /** `creditOf`: the profile of whom credit was given to. */
  acts: Map<string, { kind: string; amount: number; isTaken: boolean; creditOf?: string }>;
};

/** A business on real servers, with its people, and Stripe's stand-in in this process, which nobody kills. */
export type Business = FactoryWorld & {
  dice: Dice;
  server: MortalServer;
  /** It takes all mails, is killed by nobody, and knows what it took. */
  mails: MailServer;
  stripe: StripeSandbox;
  /** The stand-in's own database. */
  stripePool: Pool;
  /** How many calls the stand-in has got, how many of them a fault has struck, and what it failed in itself. */
  stripeCalls: { all: number; struck: number; failures: unknown[] };
  /** The employee whose turn it is: another one each time. */
  readonly staff: Person;
  customers: Customer[];
  workers: Person[];
  yards: Yard[];
  /** The first day of visits, a Monday. */
  first: Temporal.PlainDate;
  /** Workers whose account was disconnected, and customers whose cards are gone, or about to be. */
  disconnected: Set<Person>;
  cardless: Set<Customer>;
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
  const [ours, atStripe] = [await createSiteDatabase(), await createEmptyDatabase()];
  closing.push(ours.drop, atStripe.drop);
  // Without the limits that the server's have: what this process looks at may take as long as it takes.
  const [pool, stripePool] = [ours, atStripe].map(({ url }) => new Pool({ connectionString: url, max: 10 }));
  if (!pool || !stripePool) throw new Error('No pools');
  // A connection that is still out when its database is dropped ends with an error that is nobody's fault.
  for (const one of [pool, stripePool])
    one.on('connect', (client) => client.on('error', () => {})).on('error', () => {});
  closing.push(
    () => pool.end(),
    () => stripePool.end(),
  );
  await createSandboxTables(pool);
  const clock = await openClock(pool);
  closing.push(() => clock.close());

  // The server is killed and started again there, and others look for ports in between.
  const PORT = String(await freePort({ from: 12_000, to: 20_000 }));
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

  const mails = await openMailServer({ slowMs: 30 });
  closing.push(mails.close);
  const settings = {
    PORT,
    DATABASE_URL: ours.url,
    DATA_DIR: await mkdtemp(join(inject('runFolder'), 'chaos-')),
    LOG_LEVEL: 'error',
    STAFF_SECOND_FACTOR: '0',
    // Limits by address are another subject: each call comes from another one.
    TRUST_PROXY: 'loopback',
    STRIPE_API_URL: stripe.url,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    PAYMENT_METHOD_TYPES: 'card,link,us_bank_account',
    SMTP_URL: mails.url,
  };
  // The answers to the first mail and the first text of each life are lost.
  const deliveryFaults = [{ service: 'text', kind: 'fail-after-sending', times: 1 }];
  const server = await startMortalServer(settings, (post) => {
    mails.loseAnswers(1);
    return post('/sandbox/faults.json', { faults: deliveryFaults });
  });
  closing.push(server.stop);
  const world = await openWorld(settings, clock, closing);
  const owners = new Map<string, Person>();
  const signingIn = new Map<Person, Promise<void>>();
  /** Signs somebody in whose quarter of an hour is over: once, however many of their calls find that. */
  const signInAgain = (person: Person): Promise<void> => {
    const { username } = person;
    const signing =
      signingIn.get(person) ??
      server
        .call('signIn', { body: { username, password: testPassword }, address: someAddress() })
        .then(({ status, body, error }) => {
          if (status !== 200) throw new Error(`${username} was not signed in: ${JSON.stringify(error)}`);
          person.accessToken = body.accessToken;
          owners.set(body.accessToken, person);
        })
        .finally(() => signingIn.delete(person));
    signingIn.set(person, signing);
    return signing;
  };
  const factory: FactoryWorld = {
    world,
    sandbox: { stripe: { apiUrl: stripe.url, publishableKey } },
    call: async (name, input = {}) => {
      const address = someAddress();
      const person = input.as === undefined ? undefined : owners.get(input.as);
      for (;;) {
        const as = person?.accessToken;
        const answer = await server.call(name, { ...input, address, ...(as !== undefined && { as }) });
        if (answer.status !== 401 || !person) return answer;
        if (person.accessToken === as) await signInAgain(person);
      }
    },
  };
  const known = <Someone extends Person>(person: Someone): Someone => {
    owners.set(person.accessToken, person);
    return person;
  };
  const { office, ...people } = await engage(factory, known, size);
  let turns = 0;
  const acknowledged: Acknowledged = { visits: new Map(), tips: new Map(), refunds: new Map(), acts: new Map() };

  async function moveTo(to: Temporal.ZonedDateTime, patienceMs = 1000): Promise<void> {
    await clock.moveTo(to.toInstant().toString());
    await stripe.settle();
    await Promise.race([server.post('/sandbox/clock.json', { advance: 'PT1S' }), pause(patienceMs)]);
  }

  const sleepUntil = (to: Temporal.ZonedDateTime) =>
    server.killFor(async () => {
      // What the dead has asked of Stripe is done by then.
      await pause(100);
      await stripe.rest();
      await clock.moveTo(to.toInstant().toString());
      await stripe.settle();
    });
  const without = { disconnected: new Set<Person>(), cardless: new Set<Customer>() };
  const own = {
    ...without,
    dice,
    server,
    mails,
    stripe,
    stripePool,
    stripeCalls,
    acknowledged,
    moveTo,
    sleepUntil,
    close,
  };
  return {
    ...factory,
    ...own,
    ...people,
    get staff() {
      const employee = office[turns % office.length];
      if (!employee) throw new Error('No one works here');
      turns += 1;
      return employee;
    },
  };
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
    settings: await openSettings(config, database, clock),
    publicUrl: `http://localhost:${settings.PORT}`,
    clock,
    log,
    database,
    standby: openStandby(database, undefined, 60, log),
    jobs,
    // What it would cost to guess a password matters to nobody here.
    passwords: openPasswords({ memory: 8, passes: 1 }),
    stripe: createStripe({ secretKey, apiUrl: String(settings.STRIPE_API_URL) }),
    payments: { publishableKey, webhookSecret, scripts: [] },
    files: await createFileStore(config, clock),
    sendMail: refuse,
    sendText: refuse,
    texts: { provider: 'sandbox', twilioToken: undefined, snsTopic: undefined, fetchText: refuse },
    mails: { snsTopic: undefined, postmarkLogin: undefined, mailgunKey: undefined, reportsToken: undefined },
    vitals: { sinceSweep: () => 0, sinceSettings: () => 0, isStopping: () => false, folders: [] },
    meters: noMeters,
  };
}
