import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { addresses } from '../database/schema/profiles.ts';

export type AddressRow = typeof addresses.$inferSelect;
type AddressFields = Omit<typeof addresses.$inferInsert, 'id' | 'profileId' | 'createdAt' | 'archivedAt'>;

/** @returns the addresses of a profile that are in use, sorted by label */
export async function selectAddresses(database: Queryable, profileId: string): Promise<AddressRow[]> {
  return await database
    .select()
    .from(addresses)
    .where(and(eq(addresses.profileId, profileId), isNull(addresses.archivedAt)))
    .orderBy(asc(addresses.label), asc(addresses.id));
}

/** @param profileIds the profiles it may belong to; 'any' for staff */
export async function selectAddress(
  database: Queryable,
  addressId: string,
  profileIds: string[] | 'any',
): Promise<AddressRow | undefined> {
  const [address] = await database
    .select()
    .from(addresses)
    .where(
      and(
        eq(addresses.id, addressId),
        isNull(addresses.archivedAt),
        profileIds === 'any' ? undefined : inArray(addresses.profileId, profileIds),
      ),
    );
  return address;
}

export async function insertAddress(
  database: Queryable,
  address: AddressFields & { profileId: string; createdAt: Temporal.Instant },
): Promise<AddressRow> {
  const [inserted] = await database.insert(addresses).values(address).returning();
  if (!inserted) throw new Error('The address was not inserted');
  return inserted;
}

/** @returns the changed address, or undefined when none of these profiles has it */
export async function updateAddressRow(
  database: Queryable,
  addressId: string,
  profileIds: string[],
  fields: AddressFields,
): Promise<AddressRow | undefined> {
  const [updated] = await database
    .update(addresses)
    .set(fields)
    .where(and(eq(addresses.id, addressId), isNull(addresses.archivedAt), inArray(addresses.profileId, profileIds)))
    .returning();
  return updated;
}

/** Makes an address the only primary one of its profile. */
export async function clearOtherPrimaries(database: Queryable, profileId: string, addressId: string): Promise<void> {
  const others = await database
    .select({ id: addresses.id })
    .from(addresses)
    .where(and(eq(addresses.profileId, profileId), eq(addresses.primaryAddress, true)));
  const ids = others.map((row) => row.id).filter((id) => id !== addressId);
  if (ids.length > 0) await database.update(addresses).set({ primaryAddress: false }).where(inArray(addresses.id, ids));
}
