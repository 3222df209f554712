import { expect, test } from 'vitest';
import { migrateDatabase } from '../database/connection.ts';
import { profileSql, withDatabaseBefore } from '../testing/database-before.ts';

const staff = '0199d8a0-0000-7000-8000-000000000001';
const customer = '0199d8a0-0000-7000-8000-000000000002';
const code = (
  hash: string,
  fate = '',
) => `insert into join_codes (id, code_hash, issued_at, expires_at${fate && `, ${fate}`})
  values (gen_random_uuid(), '${hash}', now(), now()${fate && ', now()'})`;

test('whoever is on the staff becomes an owner, and every code there is makes one', async () => {
  const history = [
    profileSql(staff, 'EMPLOYEE'),
    profileSql(customer, 'CUSTOMER'),
    code('open'),
    code('used', 'used_at'),
    code('revoked', 'revoked_at'),
  ];
  await withDatabaseBefore('staff-roles', history, async ({ url, client }) => {
    await migrateDatabase(url);
    const rows = await client.query('select id, staff_role from profiles order by id');
    expect(rows.rows).toEqual([
      { id: staff, staff_role: 'owner' },
      { id: customer, staff_role: null },
    ]);
    expect((await client.query('select distinct role from join_codes')).rows).toEqual([{ role: 'owner' }]);
  });
});
