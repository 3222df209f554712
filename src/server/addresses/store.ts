import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';

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

/** @returns the changed address, or undefined when it is not in use */
export async function updateAddressRow(
  database: Queryable,
  addressId: string,
  fields: AddressFields,
): Promise<AddressRow | undefined> {
  const [updated] = await database
    .update(addresses)
    .set(fields)
    .where(and(eq(addresses.id, addressId), isNull(addresses.archivedAt)))
    .returning();
  return updated;
}

/**
 * Clears the way for an address to be its profile's primary one; until the transaction ends, no other can become it.
 * @param addressId the address that is to be it; none while it is not there yet
 */
export async function clearOtherPrimaries(
  transaction: Transaction,
  profileId: string,
  addressId?: string,
): Promise<void> {
  await transaction.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, profileId)).for('no key update');
  await transaction
    .update(addresses)
    .set({ primaryAddress: false })
    .where(
      and(
        eq(addresses.profileId, profileId),
        addresses.primaryAddress,
        addressId === undefined ? undefined : ne(addresses.id, addressId),
      ),
    );
}
