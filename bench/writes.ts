import { Client } from 'pg';
import type { Part } from '#server/testing/seeded-business.ts';
import type { BareSettings } from './bare-server.ts';
import { createDatabase, fillDatabase } from './business.ts';
import { type Chain, type Load, measureChains, median } from './load.ts';
import { watchMachine } from './machine.ts';
import { startSilence } from './outside.ts';
import { inTurn, ratioOf } from './paired.ts';
import { ratio, table, tenths } from './report.ts';
import { recordChains, startApp, startBare } from './servers.ts';
import { listWrites, type Write, webhookSecret } from './write-calls.ts';

/** Chains of calls in one round. */
const PER_ROUND = 40;

const business: Part = {
  number: 0,
  engagements: 12_000,
  proposals: 600,
  perCustomer: 2,
  // Each worker has a visit every day.
  perWorker: 7,
  mixed: false,
  weeks: 2,
  employees: 2,
};

/** A write, with the same calls for each server. */
type Ready = { name: string; statements: number; ofApp: Chain[]; ofBare: Chain[] };

/**
 * Measures calls that change something, ten callers at once. The calls are recorded on one database; the app and the bare
 * server make them on a copy each of what it was before, so that the recorded statements find the same rows.
 */
export async function measureWrites(
  opened: AsyncDisposableStack,
  postgresUrl: string,
  { rounds }: { rounds: number },
): Promise<string[]> {
  const url = await fillDatabase(postgresUrl, 'bench_writes', [business]);
  // One round more warms up.
  const writes = await readWrites(url, (rounds + 1) * PER_ROUND);
  const copy = (name: string) => createDatabase(postgresUrl, name, 'bench_writes');
  const [urlOfApp, urlOfBare] = [await copy('bench_writes_app'), await copy('bench_writes_bare')];
  const { stripeUrl, mailUrl } = await startSilence(opened);
  const settings = {
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: stripeUrl,
    SMTP_URL: mailUrl,
    // It would tell of every mail that is not taken.
    LOG_LEVEL: 'silent',
  };
  const routes: BareSettings['routes'] = {};
  const ready: Ready[] = [];
  for (const { name, chains, asks } of writes) {
    console.log(`Recording ${name} …`);
    const recorded = await recordChains(url, settings, chains);
    const ofBare = recorded.map(({ queries }, index) =>
      queries.map((statements, call) => {
        const path = `/${name}/${index}/${call}`;
        routes[path] = [...(asks ? [{ get: stripeUrl + asks }] : []), ...statements];
        return () => ({ method: 'POST', path, headers: {}, body: '{}' });
      }),
    );
    const statements = recorded[0]?.queries.flat().length ?? 0;
    ready.push({ name, statements, ofApp: recorded.map(({ chain }) => chain), ofBare });
  }
  const app = await startApp(urlOfApp, settings);
  opened.defer(async () => void (await app.stop()));
  const bare = await startBare({ databaseUrl: urlOfBare, routes, readsJson: true });
  opened.defer(() => bare.stop());
  const rows = [];
  for (const write of ready) rows.push(await measureWrite(write, app.url, bare.url, rounds));
  return ['Calls that change something, ten callers at once:', table(rows)];
}

async function readWrites(url: string, most: number): Promise<Write[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // Nobody owes anything, and everybody has a card, and a yard that we come to.
    await client.query(`update payments set status = 'paid' where status = 'declined'`);
    await client.query(`update addresses set city = 'Bentonville', zip_code = '72712'`);
    await client.query(`update users set stripe_customer_id = 'cus_' || username`);
    return await listWrites(client, business, most);
  } finally {
    await client.end();
  }
}

async function measureWrite(
  { name, statements, ofApp, ofBare }: Ready,
  appUrl: string,
  bareUrl: string,
  rounds: number,
) {
  console.log(`Measuring ${name} …`);
  await watchMachine();
  const perRound = Math.floor(ofApp.length / (rounds + 1));
  const measure = (url: string, chains: Chain[]) => (round: number) =>
    measureChains(url, chains.slice(round * perRound, (round + 1) * perRound));
  const [[, ...app] = [], [, ...bare] = []] = await inTurn(
    [measure(appUrl, ofApp), measure(bareUrl, ofBare)],
    rounds + 1,
  );
  const rateOf = (loads: Load[]) => loads.map(({ perSecond }) => perSecond);
  const middle = (what: keyof Load) => tenths(median(app.map((load) => load[what])));
  const row = {
    call: name,
    statements,
    'calls/s': Math.round(median(rateOf(app))),
    'p50 ms': middle('p50'),
    'p99 ms': middle('p99'),
    'of bare, same statements': ratio(ratioOf(rateOf(app), rateOf(bare))),
  };
  console.log(`  ${row['calls/s']} a second, of bare ${row['of bare, same statements']}`);
  return row;
}
