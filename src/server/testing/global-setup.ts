import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../database/connection.ts';
import { startEmbeddedPostgres } from '../database/embedded.ts';
import { databaseUrl, TEMPLATE_DATABASE } from './postgres.ts';

/** Starts one Postgres for the run, with a migrated template that each test's own database is a copy of. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'yardpack-test-'));
  // The user Postgres runs as has to pass through when this is run by root.
  chmodSync(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: (message) => console.log(message) });
  const teardown = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(`create database ${TEMPLATE_DATABASE}`);
    await client.end();
    await migrateDatabase(databaseUrl(postgres.url, TEMPLATE_DATABASE));
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('postgresUrl', postgres.url);
  project.provide('runFolder', dataDir);
  return teardown;
}
