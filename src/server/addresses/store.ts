import { and, asc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { prepared } from '../database/prepared.ts';
import { engagements } from '../database/schema/engagements.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { isLive } from '../database/schema/states.ts';

export type AddressRow = typeof addresses.$inferSelect;
type AddressFields = Omit<typeof addresses.$inferInsert, 'id' | 'profileId' | 'version' | 'createdAt' | 'archivedAt'>;

/** @returns a profile's addresses that are in use, sorted by label */
export const selectAddresses = prepared('addresses_of_profile', (database) =>
  database
    .select()
    .from(addresses)
    .where(and(eq(addresses.profileId, sql.placeholder('profileId')), isNull(addresses.archivedAt)))
    .orderBy(asc(addresses.label), asc(addresses.id)),
);

/** @returns where addresses lie, and the primary one of a profile, in no order */
export const selectPlaces = prepared('places_of_addresses', (database) =>
  database
    .select({
      id: addresses.id,
      zipCode: addresses.zipCode,
      latitude: addresses.latitude,
      longitude: addresses.longitude,
      isPrimaryOfProfile: sql<boolean>`(${addresses.profileId} = ${sql.placeholder('profileId')}::uuid and ${addresses.primaryAddress})`,
    })
    .from(addresses)
    .where(
      sql`${addresses.id} = any(${sql.placeholder('ids')}::uuid[] || array(
        select own.id from addresses own
        where own.profile_id = ${sql.placeholder('profileId')}::uuid and own.primary_address and own.archived_at is null))`,
    ),
);

/** @returns whether there is a profile with this id, of whatever user */
export async function profileExists(database: Queryable, profileId: string): Promise<boolean> {
  const found = await database.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, profileId));
  return found.length > 0;
}

/** @param profileIds the profiles that the address may belong to; 'any' for staff */
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

/**
 * @param version changes this version only; undefined for any
 * @returns the changed address; undefined when it is not in use, or somebody else has changed it
 */
export async function updateAddressRow(
  database: Queryable,
  addressId: string,
  version: number | undefined,
  fields: Partial<AddressFields>,
): Promise<AddressRow | undefined> {
  const [updated] = await database
    .update(addresses)
    .set({ ...fields, version: nextVersion })
    .where(
      and(
        eq(addresses.id, addressId),
        isNull(addresses.archivedAt),
        version === undefined ? undefined : eq(addresses.version, version),
      ),
    )
    .returning();
  return updated;
}

/** Locks the choice of a profile's primary address until the transaction ends. */
export async function lockPrimary(transaction: Transaction, profileId: string): Promise<void> {
  await transaction.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, profileId)).for('no key update');
}

/**
 * Makes a profile's other addresses not primary, and locks that choice until the transaction ends.
 * @param addressId the address that becomes the primary one; undefined when it is still to be inserted
 */
export async function clearOtherPrimaries(
  transaction: Transaction,
  profileId: string,
  addressId?: string,
): Promise<void> {
  await lockPrimary(transaction, profileId);
  await transaction
    .update(addresses)
    .set({ primaryAddress: false, version: nextVersion })
    .where(
      and(
        eq(addresses.profileId, profileId),
        addresses.primaryAddress,
        addressId === undefined ? undefined : ne(addresses.id, addressId),
      ),
    );
}

/** Makes a profile's oldest address in use the primary one; does nothing when there is none. */
export async function makeOldestPrimary(transaction: Transaction, profileId: string): Promise<void> {
  const [oldest] = await transaction
    .select({ id: addresses.id })
    .from(addresses)
    .where(and(eq(addresses.profileId, profileId), isNull(addresses.archivedAt)))
    .orderBy(asc(addresses.createdAt), asc(addresses.id))
    .limit(1);
  if (!oldest) return;
  await transaction
    .update(addresses)
    .set({ primaryAddress: true, version: nextVersion })
    .where(eq(addresses.id, oldest.id));
}

/**
 * Locks an address until the transaction ends, so that no engagement starts to use it while it goes out of use or out
 * of the area.
 * @returns whether it is the primary one; undefined when it is not in use
 */
export async function lockAddress(transaction: Transaction, addressId: string) {
  const [address] = await transaction
    .select({ primaryAddress: addresses.primaryAddress })
    .from(addresses)
    .where(and(eq(addresses.id, addressId), isNull(addresses.archivedAt)))
    .for('update');
  return address;
}

/** @returns whether a live engagement is served at an address or billed to it; with `as`, only served there */
export async function isUsedByLiveEngagement(database: Queryable, addressId: string, as?: 'service'): Promise<boolean> {
  const [engagement] = await database
    .select({ id: engagements.id })
    .from(engagements)
    .innerJoin(addresses, eq(addresses.profileId, engagements.customerProfileId))
    .where(
      and(
        eq(addresses.id, addressId),
        or(
          eq(engagements.serviceAddressId, addressId),
          as === 'service' ? undefined : eq(engagements.billingAddressId, addressId),
        ),
        isLive(engagements),
      ),
    )
    .limit(1);
  return engagement !== undefined;
}

/** Takes an address out of use; it is no longer the primary one. */
export async function archiveAddressRow(
  transaction: Transaction,
  addressId: string,
  archivedAt: Temporal.Instant,
): Promise<void> {
  await transaction
    .update(addresses)
    .set({ archivedAt, primaryAddress: false, version: nextVersion })
    .where(eq(addresses.id, addressId));
}

const nextVersion = sql`${addresses.version} + 1`;
