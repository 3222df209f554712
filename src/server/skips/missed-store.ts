import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { contactOf } from '../database/people.ts';
import { products } from '../database/schema/catalog.ts';
import { closedDays, engagements } from '../database/schema/engagements.ts';
import { messages, messageVisits } from '../database/schema/messages.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { visits } from '../database/schema/visits.ts';

/** Waits while another process closes the same day. @returns false when the day was closed before */
export async function insertClosedDay(
  transaction: Transaction,
  day: Temporal.PlainDate,
  closedAt: Temporal.Instant,
): Promise<boolean> {
  const inserted = await transaction.insert(closedDays).values({ day, closedAt }).onConflictDoNothing().returning();
  return inserted.length > 0;
}

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

/** @returns whether a customer was told that a visit was missed, perhaps with what else was held up; what was left out unsent does not count */
export async function wasToldMissed(database: Queryable, customerProfileId: string, visitId: string): Promise<boolean> {
  const told = await database
    .select({ kind: messages.kind, outcome: messages.outcome })
    .from(messageVisits)
    .innerJoin(messages, eq(messages.id, messageVisits.messageId))
    .where(
      and(
        eq(messageVisits.visitId, visitId),
        eq(messages.profileId, customerProfileId),
        inArray(messages.kind, ['visits-missed', 'held-up']),
      ),
    );
  return told.some(({ kind }) => kind === 'visits-missed') && told.some(({ outcome }) => outcome === 'sent');
}

export async function selectCustomer(database: Queryable, customerProfileId: string) {
  const [customer] = await database
    .select(contactOf(profiles))
    .from(profiles)
    .where(eq(profiles.id, customerProfileId));
  return customer;
}
