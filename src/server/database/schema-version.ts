import { sql } from 'drizzle-orm';
import { ConfigError } from '../config.ts';
import type { Queryable } from './connection.ts';
import { knownMigrations } from './migrations.ts';

/**
 * The newest migration of the release before this version, as the journal has it. That release still works while this
 * version's migrations are there already (decision 35), and no older program has to.
 */
export const releaseBefore = 1_795_981_860_264;

/** Kept as the comment of the table of migrations: which program may use a schema besides those that know it. */
const noteOf = (newest: number) => `for ${newest}, also ${releaseBefore}`;
const ownNewest = () => Math.max(...knownMigrations().map(({ when }) => when));

type Found = { newest: string | null; note: string | null };

const found = sql`select
  (select max(created_at) from drizzle.__drizzle_migrations) as newest,
  obj_description('drizzle.__drizzle_migrations'::regclass) as note`;

/** @returns what to do when the schema is one that this program does not know; undefined when it may use it */
export async function schemaTrouble(database: Queryable, own = ownNewest()): Promise<string | undefined> {
  const { rows } = await database.execute<Found>(found);
  const newest = Number(rows[0]?.newest ?? 0);
  if (newest <= own || rows[0]?.note === `for ${newest}, also ${own}`) return undefined;
  return 'The database was upgraded by a newer version of Yardpack. Start that version, or restore a backup from before the upgrade.';
}

/** @throws ConfigError when a database has not the schema of this program, which a start gives it */
export async function requireSchema(database: Queryable): Promise<void> {
  await refuseNewerSchema(database);
  const { rows } = await database.execute<{ is: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as is`,
  );
  const newest = rows[0]?.is ? Number((await database.execute<Found>(found)).rows[0]?.newest ?? 0) : 0;
  if (newest >= ownNewest()) return;
  throw new ConfigError(
    'The database is not set up for this version of Yardpack yet. Start Yardpack, then run this again.',
  );
}

/**
 * Refuses a database that a newer version has upgraded; one that has no schema yet is none.
 * @throws ConfigError that says so
 */
export async function refuseNewerSchema(database: Queryable, own?: number): Promise<void> {
  const { rows } = await database.execute<{ is: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as is`,
  );
  const trouble = rows[0]?.is ? await schemaTrouble(database, own) : undefined;
  if (trouble) throw new ConfigError(trouble);
}

/** Notes after a migration which program may use the schema besides those that know it. */
export async function noteSchema(database: Queryable): Promise<void> {
  const { rows } = await database.execute<Found>(found);
  const newest = Number(rows[0]?.newest ?? 0);
  // A program that is older than the schema knows nothing of it, and what is noted stays.
  if (newest !== ownNewest() || rows[0]?.note === noteOf(newest)) return;
  // Postgres takes no parameters there; these are two numbers.
  await database.execute(sql.raw(`comment on table drizzle.__drizzle_migrations is '${noteOf(newest)}'`));
}
