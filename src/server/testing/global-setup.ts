import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Client, Pool } from 'pg';
import type { TestProject } from 'vitest/node';
import { createTables as createStripeTables } from '#sandbox/stripe/store.ts';
import { createSandboxTables } from '#sandbox/tables.ts';
import { migrateDatabase } from '../database/connection.ts';
import { startEmbeddedPostgres } from '../database/embedded.ts';
import { createEmptying, databaseUrl, TEMPLATE_DATABASE } from './postgres.ts';

/** Where Linux keeps files in memory: each database of a test is hundreds of files, and a safe start waits for the disk. */
const memory = '/dev/shm';
/** Bytes, more than a whole run has been seen to take. In a container there are often 64 MB. */
const room = 4e9;

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > room;
  } catch {
    return false;
  }
}

async function fillTemplate(url: string): Promise<void> {
  await migrateDatabase(url);
  const pool = new Pool({ connectionString: url, max: 1 });
  try {
    await createEmptying(pool);
    await createSandboxTables(pool);
    await createStripeTables(pool);
  } finally {
    await pool.end();
  }
}

/**
 * Starts a program without libfaketime, where the tests run under it: Postgres' `lock_timeout` never ends a wait there
 * (seen with libfaketime 0.9.10 and a clock that was moved by a day).
 */
async function atRealTime<T>(start: () => Promise<T>): Promise<T> {
  const { LD_PRELOAD } = process.env;
  delete process.env.LD_PRELOAD;
  try {
    return await start();
  } finally {
    if (LD_PRELOAD !== undefined) process.env.LD_PRELOAD = LD_PRELOAD;
  }
}

/** Starts one Postgres for the run, with a migrated template that each test's own database is a copy of. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), 'yardpack-test-'));
  // The user Postgres runs as has to pass through when this is run by root.
  chmodSync(dataDir, 0o711);
  const postgres = await atRealTime(() =>
    startEmbeddedPostgres({ dataDir, durable: false, log: (message) => console.log(message) }),
  );
  const teardown = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(join(project.config.root, 'build', basename(dataDir)), { recursive: true, force: true });
  };
  try {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    // Looked at while a test has made its first rows, a table is read as if it had no more: a thousand services took two
    // minutes then, and which test meets that rests on the minute.
    await client.query('alter system set autovacuum_analyze_threshold = 2000000000');
    await client.query('select pg_reload_conf()');
    await client.query(`create database ${TEMPLATE_DATABASE}`);
    await client.end();
    await fillTemplate(databaseUrl(postgres.url, TEMPLATE_DATABASE));
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('postgresUrl', postgres.url);
  project.provide('postgresSocket', join(postgres.folder, 'cluster'));
  project.provide('runFolder', dataDir);
  return teardown;
}
