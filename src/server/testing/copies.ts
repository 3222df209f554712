import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { vi } from 'vitest';
import { hashToken, newToken } from '../secrets.ts';
import { createTestWorld, type FactoryWorld, type TestWorld } from './world.ts';

/** The rows that something consists of, and what its maker answered, as it was in a business of its own. */
type Original = {
  /** Inserts the rows; its only parameter is all of them, by table. */
  statement: string;
  /** Rows and answer as JSON. */
  text: string;
  tokens: string[];
  /** Those of the business in which it was made. */
  settings: string;
  begun: Temporal.Instant;
  ended: Temporal.Instant;
};

const originals = new Map<string, Promise<Original>>();

/** What is counted, or is to be done, belongs to a moment. The people's limits of calls begin anew. */
const leftOut = new Set(['rate_limits', 'jobs.job_common', 'sandbox_stripe.webhook_delivery', 'sandbox.clock']);

const newest = `from consents last where (last.channel, last.address, last.purpose) = (one.channel, one.address, one.purpose)
  order by last.number desc limit 1`;

/** Columns whose values rest on the rows that are there. People may have one phone. */
const given: Record<string, Record<string, string>> = {
  consents: {
    number: `coalesce((select last.number ${newest}), 0) + 1`,
    is_stopped: `coalesce((select last.is_stopped ${newest}), false)`,
  },
};

/**
 * Makes something, such as a person: the services do it once in this process, in a business of its own, and its rows are
 * copied into the test's database, with other ids, names and tokens, as if it were made now. That takes one statement
 * instead of some sixty.
 * @param what tells it from everything else that is made so
 * @param make needs nothing but an empty business, and changes no row but its own; what it answers is JSON
 */
export async function makeOrCopy<Answer, Test extends FactoryWorld>(
  test: Test,
  what: string,
  make: (test: Test) => Promise<Answer>,
): Promise<Answer> {
  const { isUsual, unchecked } = test as unknown as Partial<TestWorld>;
  if (!isUsual || !unchecked) return await make(test);
  const known = originals.get(what) ?? makeOriginal((alone) => make(alone as FactoryWorld as Test));
  originals.set(what, known);
  const original = await known;
  // After another setting was saved it may be made otherwise.
  if (original.settings !== JSON.stringify(test.world.settings.now())) return await make(test);
  return await copy(original, test as unknown as TestWorld);
}

async function makeOriginal(make: (test: TestWorld) => Promise<unknown>): Promise<Original> {
  const alone = await createTestWorld();
  try {
    const before = await readRows(alone.unchecked);
    const begun = alone.world.clock.now();
    const answer = await make(alone);
    await vi.waitFor(() => requireDelivered(alone.unchecked), { timeout: 60_000, interval: 10 });
    await alone.drain();
    const ended = alone.world.clock.now();
    const after = await readRows(alone.unchecked);
    const rows = [...after].flatMap(([table, { columns, rows: all }]) => {
      const own = all.filter((row) => !before.get(table)?.rows.includes(row));
      return own.length > 0 ? [{ table, columns, own }] : [];
    });
    const inserts = rows.map(({ table, columns }, index) => {
      const source = `json_populate_recordset(null::${table}, $1::json->'${table}') one`;
      const values = columns.map((column) => given[table]?.[column] ?? column);
      return `made_${index} as (insert into ${table} (${columns}) select ${values} from ${source})`;
    });
    const lists = rows.map(({ table, own }) => `${JSON.stringify(table)}: [${own}]`);
    return {
      statement: `with ${inserts.join(', ')} select`,
      text: `{"answer": ${JSON.stringify(answer)}, "rows": {${lists}}}`,
      tokens: Object.values(answer ?? {}).flatMap((value) => /[\w-]{43}$/.exec(String(value)) ?? []),
      settings: JSON.stringify(alone.world.settings.now()),
      begun,
      ended,
    };
  } finally {
    await alone.close();
  }
}

/** @throws Error as long as Stripe has something to tell */
async function requireDelivered(unchecked: Pool): Promise<void> {
  const { rowCount } = await unchecked.query('select from sandbox_stripe.webhook_delivery where delivered_at is null');
  if (rowCount) throw new Error('An event is not delivered');
}

/** @returns by table what is in it, as JSON, and the columns that a row is inserted with */
async function readRows(unchecked: Pool): Promise<Map<string, { columns: string[]; rows: string[] }>> {
  const { rows: tables } = await unchecked.query<{ name: string; columns: string[] }>(
    `select oid::regclass::text as name, array(
       select quote_ident(attname) from pg_attribute
       where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''
     ) as columns
     from pg_class where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'sandbox', 'sandbox_stripe')`,
  );
  const read = tables
    .filter(({ name }) => !leftOut.has(name))
    .map(async ({ name, columns }) => {
      const { rows } = await unchecked.query<{ row: string }>(`select to_json(made)::text as row from ${name} made`);
      return [name, { columns, rows: rows.map(({ row }) => row) }] as const;
    });
  return new Map(await Promise.all(read));
}

async function copy<Answer>(original: Original, { world, letPass, unchecked }: TestWorld) {
  letPass(original.begun.until(original.ended));
  // Everything has happened by now, and after what was there before.
  const { answer, rows } = JSON.parse(renew(original, world.clock.now()));
  await unchecked.query(original.statement, [JSON.stringify(rows)]);
  return answer as Answer;
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-([47])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const usernames = /\bperson-[0-9a-f]{8}-[0-9a-f]{3}\b/g;
const stripeIds = /\b(?:acct|accs_secret_|ba|cus|evt|pm|req|seti)_[A-Za-z0-9]{14,}/g;
const hashes = /(?<=_?hash": ?")[\w-]{43}(?=")/g;
const moments = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g;
const seconds = /(?<="(?:created|expires_at)": ?)\d{10}\b/g;

/** @returns the text with ids, names and tokens that were never used, and everything as long ago as when it was made */
function renew({ text, tokens, ended }: Original, now: Temporal.Instant): string {
  const others = new Map<string, string>();
  const ids = [...new Set(text.match(uuids))].sort();
  const ordered = ids.filter((id) => id[14] === '7');
  // What was made first has the lower id.
  const orderedOthers = ordered.map(() => randomUUIDv7()).sort();
  for (const [index, id] of ordered.entries()) others.set(id, orderedOthers[index] ?? '');
  for (const token of tokens) {
    const other = newToken();
    others.set(token, other);
    others.set(hashToken(token), hashToken(other));
  }
  const other = (given: string, make: () => string) => {
    const known = others.get(given) ?? make();
    others.set(given, known);
    return known;
  };
  const ahead = ended.until(now);
  const renewed = text
    .replaceAll(uuids, (id) => other(id, randomUUID))
    .replaceAll(usernames, (name) => other(name, () => `person-${randomUUID().slice(0, 12)}`))
    .replaceAll(stripeIds, (id) => other(id, () => id.slice(0, -14) + randomBytes(7).toString('hex')))
    .replaceAll(hashes, (hash) => other(hash, () => hashToken(newToken())))
    .replaceAll(moments, (moment) => Temporal.Instant.from(moment).add(ahead).toString())
    .replaceAll(seconds, (second) => String(Number(second) + Math.floor(ahead.total('seconds'))));
  return tokens.reduce((all, token) => all.replaceAll(token, others.get(token) ?? ''), renewed);
}
