import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { CreditRemoval } from '#domain/acts.ts';
import type { CreditMove } from '#domain/credit.ts';
import type { Queryable } from '../database/connection.ts';
import { inOrder, isBehind, type Order, toPage } from '../database/page.ts';
import { contactOf } from '../database/people.ts';
import { users } from '../database/schema/accounts.ts';
import { acts } from '../database/schema/acts.ts';
import { bills, payments } from '../database/schema/billing.ts';
import { entries } from '../database/schema/ledger.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isOfCredit } from '../database/schema/states.ts';

/** @returns how a customer is told something; undefined when there is none of this id */
export async function selectCustomer(database: Queryable, profileId: string) {
  const [customer] = await database
    .select({
      ...contactOf(profiles),
      isClosed: sql<boolean>`${users.deactivatedAt} is not null`,
      isConfirmed: sql<boolean>`${users.confirmedAt} is not null`,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.id, profileId), eq(profiles.type, 'PROFILE_TYPE_CUSTOMER')));
  return customer;
}

const newestFirst: Order = { by: [entries.at, entries.id], direction: 'descending' };
const pageSize = 50;
const byAct = sql`${entries.cause} = 'act:' || ${acts.id}`;

/** @returns a page of what a customer was given and what bills have used, newest first */
export async function selectLines(database: Queryable, customerProfileId: string, after: string | undefined) {
  const rows = await database
    .select({
      id: entries.id,
      at: entries.at,
      amount: entries.amount,
      reason: acts.reason,
      removal: sql<CreditRemoval | null>`case ${entries.kind} when 'credit-paid-out' then 'paid-out' when 'credit-taken-back' then 'taken-back' end`,
      by: profiles.displayName,
      bill: { id: bills.id, number: bills.number },
    })
    .from(entries)
    .leftJoin(acts, byAct)
    .leftJoin(profiles, eq(profiles.id, acts.byProfileId))
    .leftJoin(payments, eq(payments.id, entries.paymentId))
    .leftJoin(bills, eq(bills.id, payments.billId))
    .where(and(eq(entries.accountId, customerProfileId), isOfCredit(entries), isBehind(newestFirst, after)))
    .orderBy(...inOrder(newestFirst))
    .limit(pageSize + 1);
  return toPage(rows, pageSize, ({ at, id }) => [at, id]);
}

/** @returns who gave a customer credit or removed some last, how much and when */
export async function selectLastChange(database: Queryable, customerProfileId: string) {
  const [last] = await database
    .select({ amount: entries.amount, at: entries.at, by: profiles.displayName })
    .from(entries)
    .innerJoin(acts, byAct)
    .innerJoin(profiles, eq(profiles.id, acts.byProfileId))
    .where(and(eq(entries.accountId, customerProfileId), isOfCredit(entries)))
    .orderBy(desc(entries.at), desc(entries.id))
    .limit(1);
  return last;
}

/** @returns all that has changed what a customer has, oldest first */
export async function selectCreditMoves(database: Queryable, customerProfileId: string): Promise<CreditMove[]> {
  return await database
    .select({
      kind: sql<CreditMove['kind']>`${entries.kind}`,
      amount: entries.amount,
      billId: payments.billId,
      // What staff give for a bill is what its bank has returned.
      isReturned: sql<boolean>`(${entries.kind} = 'credit' and ${entries.amount} > 0 and ${acts.billId} is not null)`,
    })
    .from(entries)
    .leftJoin(acts, byAct)
    .leftJoin(payments, eq(payments.id, entries.paymentId))
    .where(and(eq(entries.accountId, customerProfileId), isOfCredit(entries)))
    .orderBy(asc(entries.at), asc(entries.id));
}
