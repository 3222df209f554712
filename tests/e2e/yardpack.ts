import { afterAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/postgres.ts';
import { type RunningServer, runServer } from '../running-server.ts';
import { openBrowser, type TestBrowser } from './browser.ts';

type Yardpack = { database: TestDatabase; server: RunningServer; browser: TestBrowser };

/**
 * Starts a whole Yardpack of a journey's own, with a database, and a browser before it; all of it ends with the file.
 * @param demo whether the demo's people are there, or nobody
 * @param settings environment variables besides
 */
export async function openYardpack({
  demo,
  settings = {},
}: {
  demo: boolean;
  settings?: Record<string, string>;
}): Promise<Yardpack> {
  const database = await createTestDatabase();
  const server = await runServer({ DATABASE_URL: database.url, DEMO_DATA: demo ? '1' : '0', ...settings });
  const browser = await openBrowser(server.url);
  afterAll(async () => {
    await browser.close();
    await server.stop();
    await database.drop();
  });
  return { database, server, browser };
}
