import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmptyDatabase } from '../testing/backup-checks.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { readReleases } from '../testing/releases.ts';
import { type Database, openDatabase } from './connection.ts';
import { knownMigrations } from './migrations.ts';
import { noteSchema, refuseNewerSchema, releaseBefore, schemaTrouble } from './schema-version.ts';

const newest = knownMigrations().at(-1)?.when ?? 0;
const sentence =
  'The database was upgraded by a newer version of Yardpack. Start that version, or restore a backup from before the upgrade.';

let business: TestDatabase;
let database: Database;
beforeEach(async () => {
  business = await createTestDatabase();
  database = openDatabase(business.url);
});
afterEach(async () => {
  await database.$client.end();
  await business.drop();
});

const upgrade = (when: number) =>
  database.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', ${when})`);

test('a program works with the schema that it knows', async () => {
  await noteSchema(database);
  expect(await schemaTrouble(database)).toBeUndefined();
  await refuseNewerSchema(database);
});

test('a schema that this program does not know is refused in a sentence, and what is noted of it stays', async () => {
  await noteSchema(database);
  await upgrade(newest + 1);
  expect(await schemaTrouble(database)).toBe(sentence);
  await expect(refuseNewerSchema(database)).rejects.toThrow(sentence);
  await noteSchema(database);
  expect(await schemaTrouble(database)).toBe(sentence);
});

test('the release before goes on while the next one’s migrations are there already, and no other old program does', async () => {
  await noteSchema(database);
  expect(await schemaTrouble(database, releaseBefore)).toBeUndefined();
  expect(await schemaTrouble(database, releaseBefore - 1)).toBe(sentence);
});

test('a database without a schema is refused by nobody', async () => {
  const empty = await createEmptyDatabase();
  const opened = openDatabase(empty.url);
  await refuseNewerSchema(opened);
  await opened.$client.end();
  await empty.drop();
});

test('the release before is the newest that is kept and has other migrations', () => {
  const releases = readReleases();
  const before = releases.findLast(({ when }) => when < newest) ?? releases.at(-1);
  expect(releaseBefore, 'Write the newest migration of the release before into schema-version.ts').toBe(before?.when);
});
