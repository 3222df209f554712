import { eq } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { logos } from '../database/schema/settings.ts';

/** Keeps a picture, unless it is kept already. */
export async function insertLogo(database: Queryable, logo: typeof logos.$inferInsert): Promise<void> {
  await database.insert(logos).values(logo).onConflictDoNothing();
}

/** @returns a PNG; undefined when none of this hash is kept */
export async function selectLogo(database: Queryable, hash: string): Promise<Buffer | undefined> {
  const [row] = await database.select({ picture: logos.picture }).from(logos).where(eq(logos.hash, hash));
  return row?.picture;
}

/** @returns whether a picture of this hash is kept */
export async function hasLogo(database: Queryable, hash: string): Promise<boolean> {
  const [row] = await database.select({ hash: logos.hash }).from(logos).where(eq(logos.hash, hash));
  return row !== undefined;
}
