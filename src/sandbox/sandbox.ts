import type { FastifyPluginAsync } from 'fastify';
import { Pool } from 'pg';
import { openClock } from './clock.ts';
import { createDeliveryFaults } from './delivery-faults.ts';
import { reportMail, reportsToken } from './mailbox.ts';
import { doOnce, isDone } from './once.ts';
import { openOutbox } from './outbox.ts';
import { reportText, sendFromPhone, textToken } from './phone.ts';
import { notePooler } from './postgres.ts';
import { createSandboxRoutes } from './routes.ts';
import { createStripeBrowserRoutes } from './stripe/browser-routes.ts';
import { startStripeSandbox } from './stripe/server.ts';
import { createSandboxTables } from './tables.ts';

type Log = { error(fields: object, message?: string): void };

type Mail = { id: string; to: string; subject: string; text: string; html: string | null; replyTo: string | null };

export type Sandbox = {
  /** The business's clock. */
  clock: { now(): Temporal.Instant };
  /** The settings for callers of Stripe, its webhook and its browser scripts. */
  stripe: {
    /** http://127.0.0.1:<port> */
    apiUrl: string;
    secretKey: string;
    publishableKey: string;
    webhookSecret: string;
    scripts: string[];
    /** Fills in a connected account's onboarding form, as a worker would. Throws when there is no such account. */
    completeOnboarding: (accountId: string, person: { firstName: string; lastName: string }) => Promise<void>;
    /** Types a test card into the form of a SetupIntent, as a customer would. @returns the payment method's id */
    saveCard: (clientSecret: string, card: { number: string; expiresIn: number; month?: number }) => Promise<string>;
    /** Pays a connected account out to its bank, as Stripe does by itself. Throws when there is nothing to pay out. */
    payOut: (accountId: string) => Promise<void>;
  };
  /**
   * Lets this process live through days gone by: the clock stands at the moment, and Stripe tells of nothing that
   * happens. Undefined ends it.
   */
  standAt: (moment: Temporal.Instant | undefined) => void;
  /** Keeps a mail instead of sending it. A repeat with the same id is counted. Rejects when a fault strikes. */
  sendMail: (mail: Mail, handOver?: () => Promise<void>) => Promise<void>;
  /** By which it reports what became of a mail, as a mail server of the business's own does. */
  reportsToken: string;
  /** By which the phone signs its answers, as Twilio does. */
  textToken: string;
  /** Keeps a text message in the same way. */
  sendText: (text: { id: string; to: string; text: string }, handOver?: () => Promise<void>) => Promise<void>;
  /** Does something once for all processes on one database; the others wait. @returns whether this call has done it */
  once: (what: string, act: () => Promise<unknown>) => Promise<boolean>;
  /** Whether `once` has done it, in whichever process. */
  isDone: (what: string) => Promise<boolean>;
  /** Everything under /sandbox; register it without a prefix. */
  routes: FastifyPluginAsync;
  /** Waits for running work, then resets everything: the machine's time, no messages, no payments, nothing done once. */
  reset(): Promise<void>;
  close(): Promise<void>;
};

const publishableKey = 'pk_test_sandbox';
const webhookSecret = 'whsec_sandbox';

/**
 * Starts the stand-ins for payment, mail, text messages and time. Their state is in Postgres, in the schemas `sandbox`
 * and `sandbox_stripe`, and outlives a restart.
 * @param options.webhookUrl where the server takes Stripe's webhooks; it need not listen yet
 * @param options.texts where it takes what people text, and the same address as people reach it, which is what is signed; undefined when
 *   a real provider sends texts, or none, so that nobody texts from here
 * @param options.reports where it takes what became of a mail, and the token for that, if another than ours; undefined when mails go out
 * @param options.clockMoved runs what is due at the new time; a move of the clock waits for it
 * @param options.machine the machine's time, in milliseconds; really that unless given
 * @param options.patienceMs how long that move waits at most, in milliseconds; the work goes on
 */
export async function startSandbox(options: {
  databaseUrl: string;
  webhookUrl: string;
  texts: { url: string; signedUrl: string } | undefined;
  reports: { url: string; token: string | undefined } | undefined;
  log: Log;
  clockMoved: () => Promise<void>;
  machine?: () => number;
  patienceMs?: number;
}): Promise<Sandbox> {
  const { log, texts, reports } = options;
  const pool = openPool(options.databaseUrl, log);
  // What is lived through in the past does not wait until each of its commits is on the disk.
  const hastyPool = openPool(options.databaseUrl, log, 'set synchronous_commit = off');
  const opened: { close(): Promise<void> }[] = [{ close: () => pool.end() }, { close: () => hastyPool.end() }];
  const close = async () => {
    for (const part of opened.splice(0).reverse()) await part.close();
  };
  try {
    await createSandboxTables(pool);
    const clock = await openClock(pool, options.machine);
    opened.push(clock);
    const outbox = openOutbox(pool);
    const hastyOutbox = openOutbox(hastyPool);
    let filled = outbox;
    const faults = createDeliveryFaults();
    const stripe = await startStripeSandbox({
      pool,
      clock,
      webhookUrl: options.webhookUrl,
      webhookSecret,
      onError: (err) => log.error({ event: 'sandbox-failed', err }, 'the Stripe stand-in failed'),
    });
    opened.push(stripe);
    const pages = createSandboxRoutes({
      pool,
      clock,
      outbox,
      clockMoved: options.clockMoved,
      patienceMs: options.patienceMs ?? 30_000,
      setDeliveryFaults: faults.set,
      setStripeFaults: stripe.setFaults,
      stripe,
      answerText: texts && ((answer) => sendFromPhone(texts, answer)),
    });
    const routes: FastifyPluginAsync = async (app) => {
      await app.register(pages);
      await app.register(createStripeBrowserRoutes(stripe), { prefix: '/sandbox/stripe' });
    };
    return {
      clock: { now: clock.now },
      stripe: {
        apiUrl: stripe.url,
        secretKey: 'sk_test_sandbox',
        publishableKey,
        webhookSecret,
        scripts: ['/sandbox/stripe/stripe.js', '/sandbox/stripe/connect.js'],
        completeOnboarding: stripe.completeOnboarding,
        saveCard: stripe.saveCard,
        payOut: (accountId) => stripe.act(`/v1/accounts/${accountId}/payouts`, { outcome: 'paid' }),
      },
      standAt(moment) {
        clock.standAt(moment);
        const isPast = moment !== undefined;
        filled = isPast ? hastyOutbox : outbox;
        stripe.liveInThePast(isPast ? hastyPool : undefined);
      },
      reportsToken,
      textToken,
      sendMail: (mail, handOver) =>
        faults.around(
          'mail',
          async () => {
            await filled.store({ ...mail, channel: 'email', sentAt: clock.now() });
            if (reports && filled === outbox)
              void reportMail({ ...reports, token: reports.token ?? reportsToken }, mail.id, mail.to);
          },
          handOver,
        ),
      sendText: (text, handOver) =>
        faults.around(
          'text',
          async () => {
            const kept = { ...text, channel: 'text' as const, subject: null, html: null, replyTo: null };
            await filled.store({ ...kept, sentAt: clock.now() });
            if (texts && filled === outbox) void reportText(texts, text.id, text.to);
          },
          handOver,
        ),
      once: (what, act) => doOnce(options.databaseUrl, what, act),
      isDone: (what) => isDone(pool, what),
      routes,
      async reset() {
        faults.set([]);
        await stripe.reset();
        await outbox.empty();
        await pool.query('delete from sandbox.done');
        await clock.reset();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @param first what each connection is told first, for work whose answers nobody waits for */
function openPool(connectionString: string, log: Log, first?: string): Pool {
  const pool = new Pool({
    connectionString,
    max: 10,
    application_name: 'yardpack-sandbox',
    connectionTimeoutMillis: first === undefined ? 5000 : 60_000,
    keepAlive: true,
    // The pool waits for it, which is not in its type.
    ...(first === undefined ? {} : { onConnect: (client) => client.query(first) as unknown as undefined }),
  });
  notePooler(pool, connectionString);
  // The pool replaces a broken connection. Without listeners it would end the process, idle or not.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (err) => {
    if (!pool.ending) log.error({ event: 'sandbox-failed', err }, 'the sandbox lost a database connection');
  });
  return pool;
}
