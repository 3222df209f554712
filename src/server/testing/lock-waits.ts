import { vi } from 'vitest';
import type { TestWorld } from './world.ts';

/** Resolves once so many statements wait for locks that other transactions have. */
export async function untilStatementsWait({ world }: TestWorld, count = 1): Promise<void> {
  const sql = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const isSo = async () => (await world.database.$client.query(sql)).rows.length >= count;
  await vi.waitUntil(isSo, { timeout: 60_000, interval: 10 });
}
