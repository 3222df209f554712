import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { businessTimeZone } from '#domain/time-zone.ts';
import type { Queryable } from '../database/connection.ts';
import { gone } from '../database/erased-words.ts';
import { contactOf } from '../database/people.ts';
import { prepared } from '../database/prepared.ts';
import { products } from '../database/schema/catalog.ts';
import { literals } from '../database/schema/columns.ts';
import { engagements } from '../database/schema/engagements.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { yardLabel } from '../database/yard-label.ts';

const customer = alias(profiles, 'customer');
const worker = alias(profiles, 'worker');

const partiesOf = prepared('parties', (database) =>
  database
    .select({
      customer: contactOf(customer),
      worker: contactOf(worker),
      workerName: worker.displayName,
      productName: products.name,
      street: addresses.streetAddress1,
      /** Of a customer whose data was erased nothing else is left of where they lived. */
      erasedIn: sql<
        string | null
      >`case when ${addresses.streetAddress1} = ${literals([gone])} then ${addresses.city} end`,
      yard: yardLabel({
        engagementId: engagements.id,
        customerProfileId: engagements.customerProfileId,
        street: addresses.streetAddress1,
        productName: products.name,
        createdAt: engagements.createdAt,
        timeZone: sql`${sql.placeholder('timeZone')}::text`,
      }),
      status: engagements.status,
      workerProfileId: engagements.workerProfileId,
    })
    .from(engagements)
    .innerJoin(products, eq(products.id, engagements.productId))
    .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .innerJoin(customer, eq(customer.id, engagements.customerProfileId))
    .leftJoin(
      worker,
      eq(worker.id, sql`coalesce(${sql.placeholder('workerProfileId')}, ${engagements.workerProfileId})`),
    )
    .where(eq(engagements.id, sql.placeholder('engagementId'))),
);

/**
 * @param workerProfileId whom the letter speaks of; the engagement's worker unless given
 * @returns whom a letter about an engagement goes to, and what it speaks of
 */
export async function selectParties(database: Queryable, engagementId: string, workerProfileId: string | null = null) {
  const [parties] = await partiesOf(database, { engagementId, workerProfileId, timeZone: businessTimeZone });
  return parties;
}
