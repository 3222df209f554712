import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './postgres.ts';

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('each test database has the schema, and nothing of another', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  try {
    await query(one.url, 'create table only_here (id int)');
    const tables = 'select table_name from information_schema.tables where table_schema = $$public$$';
    expect(await query(one.url, tables)).toContainEqual({ table_name: 'only_here' });
    expect(await query(other.url, tables)).not.toContainEqual({ table_name: 'only_here' });
    expect(await query(other.url, tables)).not.toHaveLength(0);
  } finally {
    await Promise.all([one.drop(), other.drop()]);
  }
});
