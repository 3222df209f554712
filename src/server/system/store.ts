import { sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { lastSweep } from '../database/schema/last-sweep.ts';

/** Rejects when the database does not answer. */
export async function pingDatabase(database: Queryable): Promise<void> {
  await database.execute(sql`select 1`);
}

/** Notes that a sweep has ended now. */
export async function markSwept(database: Queryable): Promise<void> {
  const endedAt = sql`clock_timestamp()`;
  await database
    .insert(lastSweep)
    .values({ endedAt })
    .onConflictDoUpdate({ target: lastSweep.isOnly, set: { endedAt } });
}
