// The only way to the sandbox, which stands in for whatever outside service is not configured.
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { openDatabase } from './database/connection.ts';
import { needsSandbox } from './providers.ts';

type Options = Parameters<typeof import('#sandbox/sandbox.ts').startSandbox>[0];
type Sandbox = Awaited<ReturnType<typeof import('#sandbox/sandbox.ts').startSandbox>>;

/** @returns the stand-ins of all outside services; undefined when each of them is configured */
export async function startSandboxIfNeeded(config: Config, options: Options): Promise<Sandbox | undefined> {
  if (!needsSandbox(config)) return undefined;
  const { startSandbox } = await import('#sandbox/sandbox.ts');
  return await startSandbox(options);
}

/**
 * @param databaseUrl the business's database
 * @returns the time for a command that runs beside the server: the sandbox's when the sandbox stands in
 */
export async function readBusinessTime(config: Config, databaseUrl: string): Promise<Temporal.Instant> {
  if (!needsSandbox(config)) return systemClock.now();
  const { readClock } = await import('#sandbox/clock.ts');
  const { $client: pool } = openDatabase(databaseUrl);
  return await readClock(pool).finally(() => pool.end());
}

/** Makes the stand-ins' tables on the connection of a restore, which puts their rows back. */
export async function createStandIns(client: { query(statement: string): Promise<unknown> }): Promise<void> {
  const { createSandboxTables } = await import('#sandbox/tables.ts');
  const { createTables } = await import('#sandbox/stripe/store.ts');
  await createSandboxTables(client);
  await createTables(client);
}

/**
 * @param value what an outside service needs, of the settings or of its stand-in
 * @throws Error when it has neither
 */
export function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('An outside service has neither settings nor a stand-in');
  return value;
}
