import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { users } from '../database/schema/accounts.ts';
import { products } from '../database/schema/catalog.ts';
import { profiles } from '../database/schema/profiles.ts';
import { setupChecks } from '../database/schema/setup.ts';

export type SetupCheckRow = typeof setupChecks.$inferSelect;

/** @returns whether an employee has ever been let in */
export async function hasEmployee(database: Queryable): Promise<boolean> {
  const [found] = await database
    .select({ id: profiles.id })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(sql`${profiles.type} = 'PROFILE_TYPE_EMPLOYEE'`, isNotNull(users.confirmedAt)))
    .limit(1);
  return found !== undefined;
}

export async function isProductOffered(database: Queryable): Promise<boolean> {
  const [found] = await database.select({ id: products.id }).from(products).where(isNull(products.archivedAt)).limit(1);
  return found !== undefined;
}

/** @returns the last try of each check; at most one row for each kind */
export async function selectChecks(database: Queryable): Promise<SetupCheckRow[]> {
  return await database.select().from(setupChecks);
}

/** Keeps the last try of a check. */
export async function keepCheck(database: Queryable, row: SetupCheckRow): Promise<void> {
  await database.insert(setupChecks).values(row).onConflictDoUpdate({ target: setupChecks.check, set: row });
}

/** Turns the check good that waits to hear of this. */
export async function markHeard(database: Queryable, reference: string): Promise<void> {
  await database
    .update(setupChecks)
    .set({ state: 'good' })
    .where(and(eq(setupChecks.check, 'webhook'), eq(setupChecks.reference, reference)));
}
