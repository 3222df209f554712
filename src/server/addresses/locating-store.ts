import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Precision } from '#domain/precision.ts';
import type { Queryable } from '../database/connection.ts';
import { addresses } from '../database/schema/profiles.ts';
import { toLocate } from '../database/schema/states.ts';

/** @returns addresses of which no geocoder has said anything, the oldest first */
export const selectToLocate = (database: Queryable, limit: number) =>
  database
    .select({
      id: addresses.id,
      streetAddress1: addresses.streetAddress1,
      streetAddress2: addresses.streetAddress2,
      city: addresses.city,
      state: addresses.state,
      zipCode: addresses.zipCode,
      version: addresses.version,
    })
    .from(addresses)
    .where(toLocate(addresses))
    .orderBy(asc(addresses.createdAt), asc(addresses.id))
    .limit(limit);

/** Writes down where an address is, unless it was changed since it was read. It is no edit: an open form can be saved. */
export async function writePlace(
  database: Queryable,
  { id, version }: { id: string; version: number },
  place: { latitude: number; longitude: number; precision: Precision | null } | undefined,
): Promise<void> {
  const { latitude = null, longitude = null, precision = 'zip' } = place ?? {};
  await database
    .update(addresses)
    .set({ latitude, longitude, precision })
    .where(and(eq(addresses.id, id), eq(addresses.version, version), isNull(addresses.precision)));
}
