import { Client } from 'pg';
import { ageTrouble, knownMigrations, migrationOf } from '../database/migrations.ts';

/** @returns how many migrations a database that has some still needs, and its newest; undefined when it needs none, or is too old for them */
export async function selectUpgrade(url: string): Promise<{ pending: number; from: string } | undefined> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const newest = await migrationOf(client);
    if (!newest || ageTrouble(newest.when)) return undefined;
    const pending = knownMigrations().filter(({ when }) => when > newest.when).length;
    return pending > 0 ? { pending, from: newest.name ?? String(newest.when) } : undefined;
  } finally {
    await client.end();
  }
}
