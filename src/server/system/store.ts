import { sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { lastSweep } from '../database/schema/last-sweep.ts';
import { schemaTrouble } from '../database/schema-version.ts';

/** @returns what is wrong with the schema for this program. It rejects when the database does not answer. */
export const findSchemaTrouble = (database: Queryable): Promise<string | undefined> => schemaTrouble(database);

/** Notes that a sweep has ended now. */
export async function markSwept(database: Queryable): Promise<void> {
  const endedAt = sql`clock_timestamp()`;
  await database
    .insert(lastSweep)
    .values({ endedAt })
    .onConflictDoUpdate({ target: lastSweep.isOnly, set: { endedAt } });
}
