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

type End = { state: SetupCheckRow['state']; reason: SetupCheckRow['reason'] };

/** Ends the check that waits to hear of this. */
export async function markHeard(
  database: Queryable,
  check: 'webhook' | 'text',
  reference: string,
  end: End,
): Promise<void> {
  await database
    .update(setupChecks)
    .set(end)
    .where(and(eq(setupChecks.check, check), eq(setupChecks.reference, reference)));
}

/** Ends the try of a text as its provider has answered, unless a report has come meanwhile, or somebody has tried again. */
export async function endCheck(
  database: Queryable,
  reference: string,
  { state, reason = null }: { state: End['state']; reason?: End['reason'] },
): Promise<void> {
  const isThis = and(eq(setupChecks.check, 'text'), eq(setupChecks.reference, reference));
  await database
    .update(setupChecks)
    .set({ state, reason })
    .where(and(isThis, eq(setupChecks.state, 'waiting')));
}

/** It was not tried. */
const nobody = '00000000-0000-0000-0000-000000000000';

/** Turns the check of the webhook bad, of which something else may still be heard. */
export async function markRefused(database: Queryable, isStandIn: boolean, checkedAt: Temporal.Instant): Promise<void> {
  const refused = { state: 'failed', reason: 'signature-refused', isStandIn, checkedAt } as const;
  await database
    .insert(setupChecks)
    .values({ check: 'webhook', ...refused, reference: null, checkedBy: nobody })
    .onConflictDoUpdate({ target: setupChecks.check, set: refused });
}

/** Turns it good again, if it was bad for that reason. */
export async function unmarkRefused(database: Queryable): Promise<void> {
  await database
    .update(setupChecks)
    .set({ state: 'good', reason: null })
    .where(and(eq(setupChecks.check, 'webhook'), eq(setupChecks.reason, 'signature-refused')));
}
