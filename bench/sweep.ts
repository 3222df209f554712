import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { fillDatabase } from './business.ts';
import { watchMachine } from './machine.ts';
import { benchNow } from './moment.ts';
import { startSlowMailServer, startSlowStripe } from './outside.ts';
import { grouped, table } from './report.ts';
import { startApp } from './servers.ts';

const DUE = 10_000;
const LOOK_MS = 250;

const business = {
  number: 0,
  engagements: 6000,
  proposals: 60,
  perCustomer: 2,
  perWorker: 30,
  mixed: false,
  weeks: 3,
  employees: 2,
};

type Outcome = { due: string; seconds: number; 'a second': number; exactly: string };

/** Measures how long one process takes to work off what has fallen due at once, from its start on. */
export async function measureSweep(opened: AsyncDisposableStack, postgresUrl: string): Promise<string[]> {
  const url = await fillDatabase(postgresUrl, 'bench_sweep', [business]);
  const client = new Client({ connectionString: url });
  // A run that is stopped ends the database first.
  client.on('error', () => undefined);
  await client.connect();
  opened.defer(() => client.end());
  const measured: Outcome[] = [];
  for (const measure of [measurePayments, measureMails]) {
    const own = opened.use(new AsyncDisposableStack());
    measured.push(await measure(own, client, url));
    await own.disposeAsync();
  }
  return [`${grouped(DUE)} payments and ${grouped(DUE)} emails that are due, by one process:`, table(measured)];
}

async function measurePayments(opened: AsyncDisposableStack, client: Client, url: string): Promise<Outcome> {
  const stripe = await startSlowStripe(opened);
  const mailServer = await startSlowMailServer(opened);
  await client.query(
    `update payments set status = 'pending', attempt = 1, due_at = ${benchNow}, created_at = ${benchNow}, asked_at = null, settled_at = null,
        stripe_payment_intent_id = null
      where id in (select id from payments where status = 'paid' order by id limit ${DUE})`,
  );
  const seconds = await timeUntilNone(
    opened,
    client,
    `payments where status in ('pending', 'unknown') and due_at <= ${benchNow} + interval '10 minutes'`,
    url,
    {
      STRIPE_SECRET_KEY: 'sk_test_bench',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
      STRIPE_WEBHOOK_SECRET: 'whsec_bench',
      STRIPE_API_URL: stripe.url,
      SMTP_URL: mailServer.url,
    },
  );
  const { rows } = await client.query(
    `select count(*)::int as paid from payments where stripe_payment_intent_id = 'pi_' || id`,
  );
  return outcome('payments, Stripe takes 20 ms', seconds, rows[0].paid, stripe.asked);
}

async function measureMails(opened: AsyncDisposableStack, client: Client, url: string): Promise<Outcome> {
  const mailServer = await startSlowMailServer(opened);
  await client.query('truncate messages cascade; delete from jobs.job');
  // Each rests on a consent of its reader, which is looked up as it is sent.
  await client.query(
    `with agreed as (
      insert into consents (id, channel, address, purpose, number, kind, wording, source, at)
      select gen_random_uuid(), 'email', 'bench-' || n || '@example.com', 'service', 1, 'given', 'account-1', 'sign-up', ${benchNow}
      from generate_series(1, ${DUE}) n returning id, address)
    insert into messages (id, dedupe_key, channel, recipient, subject, text, html, created_at, give_up_at, due_at, consent_id)
      select gen_random_uuid(), address, 'email', address, 'Your yard is done', repeat('Your yard is clean. ', 25),
        repeat('<p>Your yard is clean.</p>', 250), ${benchNow}, ${benchNow} + interval '3 days', ${benchNow}, id
      from agreed`,
  );
  const seconds = await timeUntilNone(opened, client, 'messages where outcome is null', url, {
    SMTP_URL: mailServer.url,
  });
  const { rows } = await client.query(`select count(*)::int as sent from messages where outcome = 'sent'`);
  return outcome('emails, server takes 20 ms for each answer', seconds, rows[0].sent, mailServer.received);
}

function outcome(due: string, seconds: number, done: number, counted: Map<string, number>): Outcome {
  const twice = [...counted.values()].filter((times) => times > 1).length;
  const exactly = `${grouped(done)} done, ${grouped(counted.size)} arrived, ${twice} of them twice`;
  return { due, seconds: Math.round(seconds), 'a second': Math.round(DUE / seconds), exactly };
}

/** Starts the app and waits until no such row is left. @returns seconds from the moment when it answers */
async function timeUntilNone(
  opened: AsyncDisposableStack,
  client: Client,
  rows: string,
  url: string,
  settings: Record<string, string>,
): Promise<number> {
  console.log(`Working off ${rows} …`);
  await watchMachine();
  const app = await startApp(url, settings);
  opened.defer(async () => void (await app.stop()));
  const started = performance.now();
  for (let left = 1; left > 0; ) {
    await delay(LOOK_MS);
    left = (await client.query(`select count(*)::int as left from ${rows}`)).rows[0].left;
  }
  return (performance.now() - started) / 1000;
}
