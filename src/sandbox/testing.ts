import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { Client } from 'pg';
import { inject } from 'vitest';
import { startSandbox } from './sandbox.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The Postgres of this test run, with a user who may make databases. */
    postgresUrl: string;
  }
}

/** Makes an empty database for one test; `drop` removes it. */
export async function createEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `sandbox_${randomUUID().replaceAll('-', '')}`;
  await runAsAdmin(`create database ${name}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runAsAdmin(`drop database if exists ${name} with (force)`) };
}

async function runAsAdmin(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Starts a sandbox behind a server.
 * @param texts where somebody texts to; null when that is a real provider's
 * @param clockMoved runs after a move of the clock
 * @param patienceMs how long the move waits for it
 */
export async function startSandboxServer(
  databaseUrl: string,
  clockMoved: () => Promise<void> = async () => {},
  patienceMs?: number,
  texts: Parameters<typeof startSandbox>[0]['texts'] | null = {
    url: 'http://127.0.0.1:9/texts',
    signedUrl: 'http://127.0.0.1:9/texts',
  },
) {
  const errors: object[] = [];
  const sandbox = await startSandbox({
    databaseUrl,
    // Nothing listens there; no test here waits for a webhook.
    webhookUrl: 'http://127.0.0.1:9/webhook',
    texts: texts ?? undefined,
    reports: undefined,
    log: { error: (fields) => errors.push(fields) },
    clockMoved,
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
  const app = Fastify();
  await app.register(sandbox.routes);
  await app.ready();
  return {
    sandbox,
    app,
    errors,
    async close() {
      await app.close();
      await sandbox.close();
    },
  };
}
