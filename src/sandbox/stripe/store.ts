import type { Pool, PoolClient } from 'pg';
import { invalidParameter, missing } from './errors.ts';
import type { Kind, ObjectByKind } from './objects.ts';
import { optionalGroup, optionalInteger, optionalText, type Params } from './parameters.ts';

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

/** Creates the schema `sandbox_stripe` and what is in it, where it is not there yet. */
export async function createTables(pool: Pool): Promise<void> {
  await createMissing(pool, statements);
}

/** @param creating statements that create something if it does not exist, in their order */
export async function createMissing(pool: Pool, creating: readonly string[]): Promise<void> {
  for (const statement of creating) {
    try {
      await pool.query(statement);
    } catch (error) {
      // Two processes that start at once can both find the object missing; `if not exists` does not cover that race.
      if (!isDuplicate(error)) throw error;
    }
  }
}

/**
 * Whether a statement failed because what it makes is there already: unique_violation, duplicate_schema,
 * duplicate_table, duplicate_object (PostgreSQL documentation, appendix A).
 */
function isDuplicate(error: unknown): boolean {
  return ['23505', '42P06', '42P07', '42710'].includes(postgresCode(error) ?? '');
}

/** The SQLSTATE of a failed query; undefined for any other error. */
export function postgresCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Runs `work` in one transaction; commits when it returns, rolls back when it throws. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    try {
      await client.query('rollback');
    } catch (rollbackError) {
      broken = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError));
    }
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Objects of one request's transaction. */
export type Store = ReturnType<typeof openStore>;

type ListPage<K extends Kind> = { object: 'list'; data: ObjectByKind[K][]; has_more: boolean; url: string };

/** The parameters every list endpoint takes. */
export const listParameters = ['limit', 'starting_after', 'ending_before', 'created'];

const createdComparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** The object store on one connection; every read and write belongs to that connection's transaction. */
export function openStore(client: PoolClient) {
  async function find<K extends Kind>(kind: K, id: string, lock = false): Promise<ObjectByKind[K] | undefined> {
    const { rows } = await client.query<{ data: ObjectByKind[K] }>(
      `select data from sandbox_stripe.object where kind = $1 and id = $2${lock ? ' for update' : ''}`,
      [kind, id],
    );
    return rows[0]?.data;
  }

  async function save<K extends Kind>(kind: K, object: ObjectByKind[K] & { id: string }, created: number) {
    await client.query(
      `insert into sandbox_stripe.object (id, kind, created, data) values ($1, $2, $3, $4)
       on conflict (id) do update set data = excluded.data`,
      [object.id, kind, created, JSON.stringify(object)],
    );
  }

  /** Any object by its id, for `expand[]`. */
  async function findAny(id: string): Promise<unknown> {
    const { rows } = await client.query<{ data: unknown }>('select data from sandbox_stripe.object where id = $1', [
      id,
    ]);
    return rows[0]?.data;
  }

  /** Objects whose top-level fields equal the given values, newest first. */
  async function where<K extends Kind>(kind: K, fields: Record<string, string>): Promise<ObjectByKind[K][]> {
    const values: string[] = [kind];
    const conditions = Object.entries(fields).map(([field, value]) => {
      values.push(field, value);
      return ` and data->>$${values.length - 1} = $${values.length}`;
    });
    const { rows } = await client.query<{ data: ObjectByKind[K] }>(
      `select data from sandbox_stripe.object where kind = $1${conditions.join('')} order by position desc`,
      values,
    );
    return rows.map((row) => row.data);
  }

  /**
   * One page of a list, newest first, by Stripe's cursor parameters.
   * `fields`: top-level fields that must equal the value, or one of the values.
   */
  async function list<K extends Kind>(
    kind: K,
    url: string,
    params: Params,
    fields: Record<string, string | string[] | undefined> = {},
  ): Promise<ListPage<K>> {
    const limit = optionalInteger(params, 'limit') ?? 10;
    if (limit < 1 || limit > 100) throw invalidParameter(`Invalid limit: ${limit}`, 'limit');
    const values: unknown[] = [kind];
    const bind = (value: unknown) => `$${values.push(value)}`;
    let conditions = '';
    for (const [field, value] of Object.entries(fields)) {
      if (value === undefined) continue;
      conditions += ` and data->>${bind(field)}::text = any(${bind([value].flat())}::text[])`;
    }
    if (typeof params.created === 'string') {
      conditions += ` and created = ${bind(optionalInteger(params, 'created'))}`;
    } else {
      const range = optionalGroup(params, 'created') ?? {};
      for (const [name, comparison] of Object.entries(createdComparisons)) {
        const bound = optionalInteger(range, name, `created[${name}]`);
        if (bound !== undefined) conditions += ` and created ${comparison} ${bind(bound)}`;
      }
    }
    const before = optionalText(params, 'ending_before');
    for (const cursor of ['starting_after', 'ending_before']) {
      const id = optionalText(params, cursor);
      if (id === undefined) continue;
      if ((await find(kind, id)) === undefined) throw missing(kind, id, cursor, 400);
      const comparison = cursor === 'starting_after' ? '<' : '>';
      conditions += ` and position ${comparison} (select position from sandbox_stripe.object where id = ${bind(id)})`;
    }
    const { rows } = await client.query<{ data: ObjectByKind[K] }>(
      `select data from sandbox_stripe.object where kind = $1${conditions}
       order by position ${before === undefined ? 'desc' : 'asc'} limit ${bind(limit + 1)}`,
      values,
    );
    const data = rows.slice(0, limit).map((row) => row.data);
    if (before !== undefined) data.reverse();
    return { object: 'list', data, has_more: rows.length > limit, url };
  }

  return { find, findAny, list, save, where };
}
