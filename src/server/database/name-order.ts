import { asc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** @returns the order of names that people expect: without regard to case, equal names by id */
export function byName({ name, id }: { id: PgColumn; name: PgColumn }): SQL[] {
  return [asc(sql`lower(${name})`), asc(id)];
}
