import type { PoolClient } from 'pg';
import { askOften, postgresCode } from '../postgres.ts';
import { Refusal } from './errors.ts';

/** An answer as it went over the wire. */
export type StoredAnswer = { status: number; body: string };

const keptForSeconds = 24 * 60 * 60;

/** What the transaction of a request with a key begins with: another request that holds the key is not waited for. Only the key is so taken. */
export const keyPatience = "set local lock_timeout = '250ms'";

/**
 * Takes an Idempotency-Key in the request's own transaction (https://docs.stripe.com/api/idempotent_requests). The
 * key's row commits together with the request's changes. After 24 hours of business time the key is free again, as at
 * Stripe.
 * @returns the answer of an earlier request under this key; undefined for the first request
 * @throws Refusal 409 while another request holds the key, 400 when the key was used for a different request
 */
export async function takeKey(
  client: PoolClient,
  key: string,
  fingerprint: string,
  now: number,
): Promise<StoredAnswer | undefined> {
  if (key.length > 255) {
    throw new Refusal(400, {
      type: 'idempotency_error',
      message: 'Idempotency keys are at most 255 characters long.',
    });
  }
  let taken: number | undefined;
  try {
    const { rows } = await askOften<{ taken: number }>(
      client,
      'take key',
      `with taken as (
         insert into sandbox_stripe.idempotency_key as held (key, fingerprint, created) values ($1, $2, $3)
         on conflict (key) do update
         set fingerprint = excluded.fingerprint, created = excluded.created, status = null, body = null
         where held.created <= $4 returning 1)
       select count(*)::int as taken, set_config('lock_timeout', '0', true) from taken`,
      [key, fingerprint, now, now - keptForSeconds],
    );
    taken = rows[0]?.taken;
  } catch (error) {
    if (postgresCode(error) !== '55P03') throw error;
    throw new Refusal(409, {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    });
  }
  if (taken === 1) return undefined;
  const { rows } = await client.query<{ fingerprint: string; status: number | null; body: string | null }>(
    'select fingerprint, status, body from sandbox_stripe.idempotency_key where key = $1',
    [key],
  );
  const row = rows[0];
  if (row !== undefined && row.fingerprint !== fingerprint) {
    throw new Refusal(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  if (row === undefined || row.status === null || row.body === null) return undefined;
  return { status: row.status, body: row.body };
}
