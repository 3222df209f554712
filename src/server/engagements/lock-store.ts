import { and, asc, eq, isNull, not, type SQLWrapper, sql } from 'drizzle-orm';
import { isBlockedService } from '../database/blocked.ts';
import type { Transaction } from '../database/connection.ts';
import { isIdOfAnother } from '../database/id-of-another.ts';
import { prepared } from '../database/prepared.ts';
import { products } from '../database/schema/catalog.ts';
import { engagements } from '../database/schema/engagements.ts';
import { addresses } from '../database/schema/profiles.ts';
import { isPausedUnpaid, isProposal } from '../database/schema/states.ts';

const isOneOf = (id: SQLWrapper) => sql`${id} = any(${sql.placeholder('ids')}::uuid[])`;

/** @returns how many of a customer's services wait for a worker */
export const countProposals = async (transaction: Transaction, customerProfileId: string): Promise<number> =>
  await transaction.$count(
    engagements,
    and(eq(engagements.customerProfileId, customerProfileId), isProposal(engagements)),
  );

/** @returns whether an id that a browser made up is that of something else than a service */
export const isForeignId = (transaction: Transaction, id: string): Promise<boolean> =>
  isIdOfAnother(transaction, id, 'engagements');

const lockPaused = prepared('lock_paused_unpaid', (database) =>
  database
    .select({ id: engagements.id })
    .from(engagements)
    .where(
      and(
        eq(engagements.customerProfileId, sql.placeholder('customerProfileId')),
        isPausedUnpaid(engagements),
        not(isBlockedService),
      ),
    )
    .orderBy(asc(engagements.id))
    .for('no key update'),
);

/**
 * @returns the ids of a customer's engagements that are paused until they are paid and have a way to pay that can be used,
 *   locked until the transaction ends
 */
export async function lockPausedUnpaid(transaction: Transaction, customerProfileId: string): Promise<string[]> {
  const locked = await lockPaused(transaction, { customerProfileId });
  return locked.map(({ id }) => id);
}

const lockOneWithProduct = prepared('lock_engagement_with_product', (database) =>
  database
    .select({ engagement: engagements, product: products })
    .from(engagements)
    .innerJoin(products, eq(products.id, engagements.productId))
    .where(eq(engagements.id, sql.placeholder('engagementId')))
    .for('no key update', { of: engagements }),
);

/** @returns an engagement's row, locked until the transaction ends, with its product as it is now */
export async function lockWithProduct(transaction: Transaction, engagementId: string) {
  const [row] = await lockOneWithProduct(transaction, { engagementId });
  return row;
}

const holdOwn = prepared('hold_addresses', (database) =>
  database
    .select({
      id: addresses.id,
      streetAddress1: addresses.streetAddress1,
      city: addresses.city,
      state: addresses.state,
      zipCode: addresses.zipCode,
    })
    .from(addresses)
    .where(
      and(isOneOf(addresses.id), eq(addresses.profileId, sql.placeholder('profileId')), isNull(addresses.archivedAt)),
    )
    .orderBy(asc(addresses.id))
    .for('key share'),
);

/**
 * Keeps addresses from being archived, and from leaving the service area, until the transaction ends; several
 * transactions may do so at once. It is the lock that a reference to the row takes by itself, taken before one looks.
 * @returns those that are the profile's and in use
 */
export async function holdAddresses(transaction: Transaction, profileId: string, ids: string[]) {
  return await holdOwn(transaction, { profileId, ids });
}
