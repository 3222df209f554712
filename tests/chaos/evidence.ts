import type { Business } from './business.ts';

/** A log that is longer is read by nobody. */
const mostDifferences = 8;
const mostLines = 400;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const stripeId = /\b(?:pi|ch|re|dp|tr|po|pm|acct|cus|issfr)_\w+/g;
/** From a visit or a refund one comes by these to all that belongs to its bill, and to Stripe's part of that. */
const ways = ['work_id', 'bill_id', 'payment_id', 'stripe_payment_intent_id', 'payment_intent'];

type Found = { place: string; at: string; row: Record<string, unknown> };

/**
 * @returns what the two databases have of what differs, so that its cause can be found without another run: each row of ours
 *   and each object and event of Stripe that names it or its bill, in the order of time, and what the servers have said
 */
export async function evidenceOf(business: Business, differences: readonly string[]): Promise<string[]> {
  const some = differences.slice(0, mostDifferences).join(' ');
  const ids = new Set([...(some.match(uuid) ?? []), ...(some.match(stripeId) ?? [])]);
  let found: Found[] = [];
  for (const hops of [0, 1, 2]) {
    found = ids.size > 0 ? await rowsWith(business, [...ids]) : [];
    if (hops === 2) break;
    for (const { place, row } of found) {
      if (place === 'payments' || place === 'bills' || place === 'works') ids.add(String(row.id));
      for (const way of ways) if (typeof row[way] === 'string') ids.add(row[way]);
    }
  }
  const lines = found
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .map(({ place, row }) => `${place} ${JSON.stringify(row)}`);
  return [...lines.slice(0, mostLines), `${lines.length} rows`, ...business.server.outputs()];
}

/** Messages are named by what they are about, jobs and sessions say nothing here. */
async function rowsWith({ world, stripePool }: Business, ids: readonly string[]): Promise<Found[]> {
  const ours = world.database.$client;
  const { rows: tables } = await ours.query<{ name: string }>(
    `select tablename "name" from pg_tables where schemaname = 'public' and tablename not in ('engagements', 'users')`,
  );
  const pattern = ids.join('|');
  const statement = (place: string, from: string, row: string) =>
    `select '${place}' place, coalesce(${row}->>'at', ${row}->>'created_at', ${row}->>'opened_at', ${row}->>'received_at', '') at, ${row} "row"
     from ${from} where ${row}::text ~ $1`;
  const found: Found[] = [];
  for (const { name } of tables) {
    found.push(...(await ours.query<Found>(statement(name, `"${name}" t`, 'to_jsonb(t)'), [pattern])).rows);
  }
  const { rows } = await stripePool.query<Found>(
    `select 'stripe ' || kind place, to_char(to_timestamp(created) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') at, data "row"
     from sandbox_stripe.object where data::text ~ $1 order by position`,
    [pattern],
  );
  return [...found, ...rows];
}
