// Who an order may be for: whoever has its email or phone number already.
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../database/connection.ts';
import { provedPhoneOf } from '../database/openable-orders.ts';
import { users } from '../database/schema/accounts.ts';
import { shown } from '../database/schema/columns.ts';
import { orders } from '../database/schema/orders.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { isWaitingOrder } from '../database/schema/states.ts';

type Reach = { email?: string | undefined; phone?: string | undefined };

const customers = alias(profiles, 'customers');

const accountFields = {
  userId: users.id,
  firstName: sql<string>`coalesce(${customers.firstName}, ${profiles.firstName})`,
  lastName: sql<string>`coalesce(${customers.lastName}, ${profiles.lastName})`,
  email: users.email,
  phone: sql<string>`coalesce(${customers.phone}, ${profiles.phone})`,
  provedPhone: provedPhoneOf(users),
  customerProfileId: customers.id,
  createdAt: users.createdAt,
  confirmedAt: users.confirmedAt,
  deactivatedAt: users.deactivatedAt,
  address: addresses,
};

const accounts = (database: Queryable) =>
  database
    .selectDistinctOn([users.id], accountFields)
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .leftJoin(customers, and(eq(customers.userId, users.id), eq(customers.type, 'PROFILE_TYPE_CUSTOMER')))
    .leftJoin(
      addresses,
      and(eq(addresses.profileId, customers.id), addresses.primaryAddress, isNull(addresses.archivedAt)),
    )
    .orderBy(users.id, asc(profiles.createdAt))
    .$dynamic();
export type AccountRow = Awaited<ReturnType<typeof selectAccounts>>[number];

/** @returns the accounts, closed ones too, that have this email or phone number, at most ten */
export async function selectAccounts(database: Queryable, { email, phone }: Reach) {
  const owners = database
    .select({ id: users.id })
    .from(users)
    .where(email === undefined ? sql`false` : eq(sql`lower(${users.email})`, email.toLowerCase()));
  const called = database
    .select({ id: profiles.userId })
    .from(profiles)
    .where(phone === undefined ? sql`false` : eq(profiles.phone, phone));
  const found = await owners.union(called).limit(10);
  return found.length === 0
    ? []
    : await accounts(database).where(
        inArray(
          users.id,
          found.map(({ id }) => id),
        ),
      );
}

/** @returns an account as `selectAccounts` does, by its user's id */
export async function selectAccount(database: Queryable, userId: string): Promise<AccountRow | undefined> {
  const [account] = await accounts(database).where(eq(users.id, userId));
  return account;
}

/** @returns by what a user is reached: the account's email, and the numbers of its profiles */
export async function selectReach(database: Queryable, userId: string): Promise<{ email: string; phones: string[] }> {
  const rows = await database
    .select({ email: users.email, phone: profiles.phone })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.id, userId));
  return { email: rows[0]?.email ?? '', phones: rows.flatMap(({ phone }) => phone ?? []) };
}

/** @returns the waiting orders for somebody with this email or phone number */
export const selectWaitingOrders = (database: Queryable, { email, phone }: Reach) =>
  database
    .select({
      id: orders.id,
      firstName: orders.firstName,
      lastName: orders.lastName,
      createdAt: shown(orders.createdAt),
    })
    .from(orders)
    .where(
      and(
        isWaitingOrder(orders),
        or(
          email === undefined ? sql`false` : eq(sql`lower(${orders.email})`, email.toLowerCase()),
          phone === undefined ? sql`false` : eq(orders.phone, phone),
        ),
      ),
    )
    .orderBy(asc(orders.createdAt))
    .limit(10);
