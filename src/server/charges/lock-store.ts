import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/connection.ts';
import { prepared } from '../database/prepared.ts';
import { engagements } from '../database/schema/engagements.ts';

const { id, customerProfileId } = engagements;
const locked = (database: Queryable, isWanted: SQL) =>
  database.select({ id }).from(engagements).where(isWanted).orderBy(asc(id)).for('no key update');
const lockOf = prepared('lock_engagements_of_customer', (database) =>
  locked(database, eq(customerProfileId, sql.placeholder('customerProfileId'))),
);
const lockBeside = prepared('lock_engagements_beside', (database) => {
  const isThis = eq(id, sql.placeholder('engagementId'));
  return locked(
    database,
    eq(customerProfileId, database.select({ customerProfileId }).from(engagements).where(isThis)),
  );
});

/**
 * Keeps everybody else from charging or collecting whatever the customer of an engagement is served until the
 * transaction ends: the outcome of one payment may pause or resume all of them. They are locked in the order of their ids.
 * Like `lockCard` it comes before a lock on a payment.
 */
export async function lockAllOfCustomer(transaction: Transaction, engagementId: string): Promise<void> {
  await lockBeside(transaction, { engagementId });
}

/** The same by the customer's profile, of whom there may be no engagement. */
export async function lockCustomer(transaction: Transaction, ofProfileId: string): Promise<void> {
  await lockOf(transaction, { customerProfileId: ofProfileId });
}
