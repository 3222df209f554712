import { and, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '../database/connection.ts';
import { contactOf } from '../database/people.ts';
import { products } from '../database/schema/catalog.ts';
import { engagements } from '../database/schema/engagements.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { isLive, isToMake } from '../database/schema/states.ts';
import { visits } from '../database/schema/visits.ts';

/** What of an address says where it is. */
export type Yard = { streetAddress1: string; streetAddress2: string | null; city: string; zipCode: string };

const customer = alias(profiles, 'customer');
const worker = alias(profiles, 'worker');

/** The visits to come of a service that are another worker's than its own. */
const covers = (firstDay: Temporal.PlainDate) => sql`from ${visits} where ${visits.engagementId} = ${engagements.id}
  and ${visits.day} >= ${firstDay.toString()}::date and ${isToMake(visits)}
  and ${visits.workerProfileId} is distinct from ${engagements.workerProfileId}`;

/**
 * @param where an address, or one engagement
 * @param firstDay on which somebody may come
 * @returns the live engagements there, once for each worker who comes there: the service's own, and who makes single visits
 *   of it, with their `days`; with whom to tell of the yard and what to say
 */
export async function selectServed(
  transaction: Transaction,
  where: { addressId: string } | { engagementId: string },
  firstDay: Temporal.PlainDate,
) {
  return await transaction
    .select({
      version: engagements.version,
      worker: contactOf(worker),
      yard: {
        streetAddress1: addresses.streetAddress1,
        streetAddress2: addresses.streetAddress2,
        city: addresses.city,
        zipCode: addresses.zipCode,
      },
      customerName: customer.firstName,
      productName: products.name,
      days: sql<
        string[]
      >`array(select ${visits.day}::text ${covers(firstDay)} and ${visits.workerProfileId} = maker.id order by 1)`,
    })
    .from(engagements)
    .innerJoin(
      sql`lateral (select ${engagements.workerProfileId} as id union select ${visits.workerProfileId} ${covers(firstDay)}) maker`,
      sql`true`,
    )
    .innerJoin(products, eq(products.id, engagements.productId))
    .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .innerJoin(customer, eq(customer.id, engagements.customerProfileId))
    .innerJoin(worker, eq(worker.id, sql`maker.id`))
    .where(
      and(
        // By the customer, for whom there is an index.
        'addressId' in where
          ? and(eq(addresses.id, where.addressId), eq(engagements.customerProfileId, addresses.profileId))
          : eq(engagements.id, where.engagementId),
        isLive(engagements),
      ),
    )
    .orderBy(engagements.createdAt);
}

/** @returns an address in use, or the one of an engagement: where it is, whose, and its version or the engagement's */
export async function selectYard(transaction: Transaction, where: { addressId: string } | { engagementId: string }) {
  const { streetAddress1, streetAddress2, city, zipCode } = addresses;
  const whose = { streetAddress1, streetAddress2, city, zipCode, profileId: addresses.profileId };
  const [yard] =
    'addressId' in where
      ? await transaction
          .select({ ...whose, version: addresses.version })
          .from(addresses)
          .where(and(eq(addresses.id, where.addressId), isNull(addresses.archivedAt)))
      : await transaction
          .select({ ...whose, version: engagements.version })
          .from(engagements)
          .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
          .where(and(eq(engagements.id, where.engagementId), isLive(engagements)));
  return yard;
}

/** @returns how somebody is told something */
export async function selectContact(transaction: Transaction, profileId: string) {
  const [contact] = await transaction.select(contactOf(profiles)).from(profiles).where(eq(profiles.id, profileId));
  return contact;
}
