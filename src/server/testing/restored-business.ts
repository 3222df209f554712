import { tablesSql } from '../backup/dump-store.ts';
import { standStill } from '../backup/load-store.ts';
import { withClient } from './backup-checks.ts';
import type { TestWorld } from './world.ts';

/**
 * Keeps a business as it is now, and brings it back later while Stripe lives on: as after a restore, but in the same
 * database, where the stand-in has its own tables.
 * @returns what brings it back
 */
export async function keepMoment(test: TestWorld): Promise<{ restore(): Promise<void> }> {
  test.spoil();
  const { clock, database } = test.world;
  const url = String(database.$client.options.connectionString);
  const savedAt = clock.now().toString();
  const tables = await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; columns: string[] }>(tablesSql, [['public']]);
    await client.query('create schema before');
    for (const { name } of rows) await client.query(`create table before.${name} as table public.${name}`);
    return rows.map(({ name, columns }) => ({
      name,
      columns: columns.map((one) => client.escapeIdentifier(one)).join(),
    }));
  });
  return {
    restore: () =>
      withClient(url, async (client) => {
        await client.query('set session_replication_role = replica');
        for (const { name, columns } of tables) {
          await client.query(
            `delete from public.${name}; insert into public.${name} (${columns}) select ${columns} from before.${name}`,
          );
        }
        await client.query('delete from jobs.job');
        await standStill(client, savedAt, clock.now());
      }),
  };
}
