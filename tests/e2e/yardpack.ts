import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, inject } from 'vitest';
import { readConfig } from '#server/config.ts';
import { startYardpack } from '#server/start.ts';
import {
  beginAtTestMoment,
  createSiteDatabase,
  makeTemplateOnce,
  type TestDatabase,
} from '#server/testing/postgres.ts';
import { moveClock } from './api.ts';
import { openBrowser, type TestBrowser } from './browser.ts';
import { firstWorkingMoment, now } from './clock.ts';

type Site = {
  database: TestDatabase;
  server: {
    url: string;
    /** What it said at its start. */
    output(): string;
  };
  browser: TestBrowser;
  /** When the journey begins, by the business's clock. */
  now: () => Temporal.Instant;
};

/**
 * Starts a whole Yardpack of a journey's own, as `npm start` does but within this process, with a database, and a
 * browser before it; all of it ends with the file.
 * @param demo whether the demo's people are there, or nobody
 * @param byDay whether the journey begins when visits are made and texts are sent, also where the tests begin at night
 * @param settings environment variables besides
 */
export async function openYardpack({
  demo,
  byDay = false,
  settings = {},
}: {
  demo: boolean;
  byDay?: boolean;
  settings?: Record<string, string>;
}): Promise<Site> {
  const template = demo ? await makeTemplateOnce('yardpack_demo', seedDemo) : undefined;
  const database = await createSiteDatabase(template);
  // The demo began with other settings than these.
  if (demo && Object.keys(settings).length > 0) await forgetFirstSettings(database.url);
  const said: string[] = [];
  const server = await start(database.url, { DEMO_DATA: demo ? 'small' : '0', ...settings }, (line) => said.push(line));
  const begins = byDay ? firstWorkingMoment() : now();
  if (Temporal.Instant.compare(begins, now()) > 0) await moveClock(server.url, { to: begins.toString() });
  const browser = await openBrowser(server.url, begins);
  afterAll(async () => {
    await browser.close();
    await server.stop();
    await database.drop();
  });
  return { database, server: { url: server.url, output: () => said.join('\n') }, browser, now: () => begins };
}

async function forgetFirstSettings(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('delete from settings where saved_by is null');
  await client.end();
}

async function seedDemo(databaseUrl: string): Promise<void> {
  await beginAtTestMoment(databaseUrl);
  const server = await start(databaseUrl, { DEMO_DATA: 'small' }, () => undefined);
  await server.stop();
}

async function start(databaseUrl: string, settings: Record<string, string>, say: (line: string) => void) {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: await mkdtemp(join(inject('runFolder'), 'site-')),
    LOG_LEVEL: 'warn',
    // A journey that is about something else would set one up for its employees.
    STAFF_SECOND_FACTOR: '0',
    PORT: '0',
    ...settings,
  });
  return await startYardpack(config, say);
}
