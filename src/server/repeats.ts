import { createHash } from 'node:crypto';
import { ApiError, type FieldPath } from './http/errors.ts';

/**
 * A call whose id the browser made answers a repeat as it answered before. A repeat has the same content: what is kept of it is a
 * digest, made when the row was, because the row's own columns change, and have values that nobody typed.
 */

/**
 * @param id of the row; it makes the digests of two rows with the same content differ
 * @param asked the call's body as the contract has checked it, without what the browser adds by itself, such as the price of today
 */
export function digestOf(id: string, asked: Record<string, unknown>): string {
  return createHash('sha256')
    .update(`${id} ${JSON.stringify(plain(asked))}`)
    .digest('base64url');
}

/** Sorted, and without what is empty: a field that is left out says what an empty one says. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined && field !== null && field !== '');
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, plain(field)]));
}

/**
 * @param kept the digest of what came with this id before; null of a row from before digests were kept, or whose person was erased
 * @param message what to do, in a sentence
 * @throws ApiError CONFLICT at the id when something else came with it
 */
export function requireRepeat(kept: string | null | undefined, digest: string, path: FieldPath, message: string): void {
  if (kept && kept !== digest) throw new ApiError('CONFLICT', message, [{ path, message }]);
}
