import { and, eq, exists, lt, not, sql } from 'drizzle-orm';
import type { Queryable } from '../database/connection.ts';
import { logos, settings } from '../database/schema/settings.ts';

/** Keeps a picture, once; who sends it again has as long to save it as who sends it first. */
export async function insertLogo(database: Queryable, logo: typeof logos.$inferInsert): Promise<void> {
  const set = { keptAt: logo.keptAt };
  await database.insert(logos).values(logo).onConflictDoUpdate({ target: logos.hash, set });
}

/** Deletes the pictures from before a moment that no setting has ever named. */
export async function deleteUnnamedLogos(database: Queryable, before: Temporal.Instant): Promise<void> {
  const named = database.select({ hash: sql`${settings.values} ->> 'logo'` }).from(settings);
  const isNamed = exists(named.where(sql`${settings.values} ->> 'logo' = ${logos.hash}`));
  await database.delete(logos).where(and(lt(logos.keptAt, before), not(isNamed)));
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
