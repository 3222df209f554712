import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { engagements } from '../database/schema/engagements.ts';
import { addresses } from '../database/schema/profiles.ts';

/**
 * Notes that a worker found no way into an engagement's yard on a day. It stands until the owner or staff save the way in again. It is
 * no edit: a form that is open meanwhile can be saved.
 */
export async function doubtWayIn(transaction: Transaction, engagementId: string, day: Temporal.PlainDate) {
  await transaction
    .update(addresses)
    .set({ noAccessOn: sql`greatest(${addresses.noAccessOn}, ${day.toString()}::date)` })
    .where(isYardOf(transaction, engagementId));
}

/** Takes that back; what was found on another day stays. */
export async function trustWayIn(transaction: Transaction, engagementId: string, day: Temporal.PlainDate) {
  await transaction
    .update(addresses)
    .set({ noAccessOn: null })
    .where(and(isYardOf(transaction, engagementId), eq(addresses.noAccessOn, day)));
}

const isYardOf = (transaction: Transaction, engagementId: string) =>
  eq(
    addresses.id,
    transaction.select({ id: engagements.serviceAddressId }).from(engagements).where(eq(engagements.id, engagementId)),
  );
