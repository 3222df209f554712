import { expect } from 'vitest';
import { buildCustomer, buildEmployee } from '../testing/factories.ts';
import { yardpackTest } from '../testing/yardpack-test.ts';

/** Of each table, which of the calls below needs it. */
yardpackTest.for([
  ['sessions', [500, 500, 500]],
  ['profiles', [500, 500, 401]],
  ['rate_limits', [200, 200, 500]],
] as const)(
  'a check that cannot be made refuses: without the table %s nobody gets anything by what needs it',
  async ([table, refused], { yardpack }) => {
    const { $client: client } = yardpack.world.database;
    const { accessToken: as, profileId, username } = await buildCustomer(yardpack);
    const { accessToken: staff } = await buildEmployee(yardpack);
    const calls = async () => [
      (await yardpack.call('listAddresses', { as, params: { profileId } })).status,
      (await yardpack.call('getStaffHome', { as: staff })).status,
      (await yardpack.call('signIn', { body: { username, password: 'not-theirs-1!' } })).status,
    ];
    expect(await calls()).toEqual([200, 200, 401]);
    await client.query(`alter table ${table} rename to hidden`);
    const broken = await calls();
    await client.query(`alter table hidden rename to ${table}`);
    expect(broken).toEqual(refused);
    expect(await calls()).toEqual([200, 200, 401]);
  },
);
