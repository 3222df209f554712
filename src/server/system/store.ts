import { sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';

/** Rejects when the database does not answer. */
export async function pingDatabase(database: Queryable): Promise<void> {
  await database.execute(sql`select 1`);
}
