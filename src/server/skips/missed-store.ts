import { and, eq, lte, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { contactOf } from '../database/people.ts';
import { products } from '../database/schema/catalog.ts';
import { engagements } from '../database/schema/engagements.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { visits } from '../database/schema/visits.ts';

/** @returns the ids of customers who are due to be told of missed visits */
export async function selectCustomersToTell(database: Queryable, now: Temporal.Instant, limit: number) {
  const rows = await database
    .selectDistinct({ customerProfileId: engagements.customerProfileId })
    .from(visits)
    .innerJoin(engagements, eq(engagements.id, visits.engagementId))
    .where(lte(visits.dueAt, now))
    .limit(limit);
  return rows.map(({ customerProfileId }) => customerProfileId);
}

/** Marks a customer's due missed visits as told. @returns those that this call has marked, the earliest first */
export async function markTold(transaction: Transaction, customerProfileId: string, now: Temporal.Instant) {
  const marked = await transaction
    .update(visits)
    .set({ dueAt: null })
    .from(engagements)
    .innerJoin(products, eq(products.id, engagements.productId))
    .innerJoin(addresses, eq(addresses.id, engagements.serviceAddressId))
    .where(
      and(
        eq(engagements.id, visits.engagementId),
        eq(engagements.customerProfileId, customerProfileId),
        lte(visits.dueAt, now),
      ),
    )
    .returning({
      id: sql<string>`${visits.missedId}`,
      visitId: visits.id,
      engagementId: visits.engagementId,
      date: sql<Temporal.PlainDate>`${visits.missedOn}`.mapWith(visits.missedOn),
      productName: products.name,
      street: addresses.streetAddress1,
    });
  return marked.sort((a, b) => Temporal.PlainDate.compare(a.date, b.date));
}

export async function selectCustomer(database: Queryable, customerProfileId: string) {
  const [customer] = await database
    .select(contactOf(profiles))
    .from(profiles)
    .where(eq(profiles.id, customerProfileId));
  return customer;
}
