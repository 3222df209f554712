import type { Pool, PoolClient } from 'pg';
import { type Asked, askOften, createMissing } from '../postgres.ts';
import { invalidParameter, missing } from './errors.ts';
import type { Kind, ObjectOf, StripeObject } from './objects.ts';
import { allowOnly, optionalGroup, optionalInteger, optionalText, type Params } from './parameters.ts';

const statements = [
  'create schema if not exists sandbox_stripe',
  `create table if not exists sandbox_stripe.object (
    id text primary key,
    kind text not null,
    created bigint not null,
    position bigint generated always as identity,
    data jsonb not null
  )`,
  'create index if not exists object_kind_position on sandbox_stripe.object (kind, position)',
  `create index if not exists object_kind_customer on sandbox_stripe.object (kind, (data->>'customer'))`,
  `create index if not exists object_kind_payment_method on sandbox_stripe.object (kind, (data->>'payment_method'))`,
  `create table if not exists sandbox_stripe.idempotency_key (
    key text primary key,
    fingerprint text not null,
    created bigint not null,
    status integer,
    body text
  )`,
  `create table if not exists sandbox_stripe.webhook_delivery (
    id bigint generated always as identity primary key,
    event_id text not null,
    attempts integer not null default 0,
    due_at timestamptz not null,
    leased_until timestamptz,
    delivered_at timestamptz,
    last_outcome text
  )`,
  'create index if not exists webhook_delivery_due on sandbox_stripe.webhook_delivery (due_at) where delivered_at is null',
];

/** Creates what is missing of the schema `sandbox_stripe`. */
export async function createTables(pool: Asked): Promise<void> {
  await createMissing(pool, statements);
}

/** Empties the tables of the schema. */
export async function deleteAll(pool: Pool): Promise<void> {
  const tables = ['object', 'idempotency_key', 'webhook_delivery'];
  await pool.query(tables.map((table) => `delete from sandbox_stripe.${table}`).join(';'));
}

export type Store = ReturnType<typeof openStore>;

const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

/** @returns what `created` asks for, as SQL: https://docs.stripe.com/api/events/list#list_events-created */
function createdWithin(params: Params, bind: (value: unknown) => string): string {
  const asked = optionalGroup(params, 'created') ?? {};
  allowOnly(asked, Object.keys(comparisons));
  return Object.entries(comparisons)
    .filter(([name]) => asked[name] !== undefined)
    .map(([name, sign]) => ` and created ${sign} ${bind(optionalInteger(asked, name, `created[${name}]`))}::bigint`)
    .join('');
}

/**
 * Opens the objects on one connection; every read and write belongs to that connection's transaction. What is saved is written
 * all at once, at the end or before a list is read.
 */
export function openStore(client: PoolClient) {
  /** What is saved and not written, in its order. */
  const unwritten = new Map<string, { kind: Kind; created: number; data: string }>();
  /** Whether something of it was written before the end. */
  let isMarked = false;

  async function find<K extends Kind>(kind: K, id: string, lock = false): Promise<ObjectOf<K> | undefined> {
    const saved = unwritten.get(id);
    if (saved) return saved.kind === kind ? JSON.parse(saved.data) : undefined;
    const { rows } = await askOften<{ data: ObjectOf<K> }>(
      client,
      lock ? 'lock' : 'find',
      `select data from sandbox_stripe.object where kind = $1 and id = $2${lock ? ' for update' : ''}`,
      [kind, id],
    );
    return rows[0]?.data;
  }

  async function save(object: StripeObject): Promise<void> {
    const { id, object: kind, created } = object;
    unwritten.set(id, { kind, created, data: JSON.stringify(object) });
  }

  /** Writes what was saved, and the answer of the request, if it has a key. */
  async function write(answer?: { key: string; status: number; body: string }): Promise<void> {
    if (unwritten.size === 0 && !answer) return;
    const rows = [...unwritten].map(([id, { kind, created, data }]) => JSON.stringify([id, kind, created, data]));
    unwritten.clear();
    await askOften(
      client,
      'save',
      `with saved as (
         insert into sandbox_stripe.object (id, kind, created, data)
         select one->>0, one->>1, (one->>2)::bigint, (one->>3)::jsonb from json_array_elements($1) with ordinality saved (one, place)
         order by place on conflict (id) do update set data = excluded.data)
       update sandbox_stripe.idempotency_key set status = $3, body = $4 where key = $2`,
      [`[${rows}]`, answer?.key ?? null, answer?.status ?? null, answer?.body ?? null],
    );
  }

  /** Writes what was saved, so that Postgres has it too. */
  async function flush(): Promise<void> {
    if (unwritten.size === 0) return;
    if (!isMarked) await client.query('savepoint acting');
    isMarked = true;
    await write();
  }

  /** Undoes what was saved. */
  async function forget(): Promise<void> {
    unwritten.clear();
    if (isMarked) await client.query('rollback to savepoint acting');
  }

  /** For `expand[]`, which does not name the kind. */
  async function findAny(id: string): Promise<unknown> {
    const saved = unwritten.get(id);
    if (saved) return JSON.parse(saved.data);
    const { rows } = await client.query<{ data: unknown }>('select data from sandbox_stripe.object where id = $1', [
      id,
    ]);
    return rows[0]?.data;
  }

  /**
   * @param params `limit`, `starting_after` and `created`
   * @param fields top-level fields that must equal the value, or one of the values; null for those without the field
   * @returns one page of a list, newest first
   */
  async function list<K extends Kind>(
    kind: K,
    params: Params,
    fields: Record<string, string | string[] | null | undefined> = {},
  ): Promise<{ data: ObjectOf<K>[]; has_more: boolean }> {
    const limit = optionalInteger(params, 'limit') ?? 10;
    if (limit < 1 || limit > 100) throw invalidParameter(`Invalid limit: ${limit}`, 'limit');
    await flush();
    const values: unknown[] = [kind];
    const bind = (value: unknown) => `$${values.push(value)}`;
    let conditions = '';
    for (const [field, value] of Object.entries(fields)) {
      if (value === undefined) continue;
      if (value === null) conditions += ` and data->>${bind(field)}::text is null`;
      else conditions += ` and data->>${bind(field)}::text = any(${bind([value].flat())}::text[])`;
    }
    conditions += createdWithin(params, bind);
    const after = optionalText(params, 'starting_after');
    if (after !== undefined) {
      if ((await find(kind, after)) === undefined) throw missing(kind, after, 'starting_after', 400);
      conditions += ` and position < (select position from sandbox_stripe.object where id = ${bind(after)})`;
    }
    const { rows } = await client.query<{ data: ObjectOf<K> }>(
      `select data from sandbox_stripe.object where kind = $1${conditions}
       order by position desc limit ${bind(limit + 1)}`,
      values,
    );
    return { data: rows.slice(0, limit).map((row) => row.data), has_more: rows.length > limit };
  }

  return { find, findAny, list, save, write, forget };
}
