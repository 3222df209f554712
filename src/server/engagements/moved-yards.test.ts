import { expect } from 'vitest';
import { advanceFor, buildEngagement, claimEngagement } from '../testing/engagement-factories.ts';
import { mailsTo, type Person } from '../testing/factories.ts';
import { type MarchPeople, march, marchTest as test } from '../testing/march-business.ts';

const oak = {
  streetAddress1: '500 Oak St',
  city: 'Rogers',
  state: 'AR',
  zipCode: '72756',
  country: 'US',
  label: 'Home',
  primaryAddress: true,
};

/** Wren comes on Wednesdays and Fridays; Walt makes the visits of Wednesday, the 10th, and Friday, the 12th. */
async function covered({ yardpack, customer, office, wren, walt }: MarchPeople) {
  const engagement = await buildEngagement(yardpack, customer, { frequency: 2 });
  await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_WEDNESDAY', 'DAY_OF_WEEK_FRIDAY']);
  for (const day of [10, 12]) {
    const { status } = await yardpack.call('moveVisit', {
      as: office.accessToken,
      params: { engagementId: engagement.id },
      body: {
        date: march(day),
        workerProfileId: wren.profileId,
        toDate: march(day),
        toWorkerProfileId: walt.profileId,
      },
    });
    expect(status).toBe(200);
  }
  await yardpack.advance('PT3M');
  return engagement;
}

const lettersTo = async ({ yardpack }: MarchPeople, person: Person) =>
  (await mailsTo(yardpack, person, /^New address: /)).map(({ text }) => text);

test('who makes single visits to come reads of a new address, too, with their days, and who has none left does not', async ({
  people,
}) => {
  const { yardpack, customer, wren, walt } = people;
  await covered(people);
  const move = async (details: object) => {
    const params = { addressId: customer.addressId };
    const { body } = await yardpack.call('getAddress', { as: customer.accessToken, params });
    const form = { ...oak, version: body.address.version, ...details };
    expect((await yardpack.call('updateAddress', { as: customer.accessToken, params, body: form })).status).toBe(200);
    await yardpack.advance('PT3M');
  };
  await move({});
  const [toWren, toWalt] = [await lettersTo(people, wren), await lettersTo(people, walt)];
  expect([toWren.length, toWalt.length]).toEqual([1, 1]);
  expect(toWren[0]).toContain('Your route goes there from now on.');
  expect(toWalt[0]).toContain('Your visits of Wed, Mar 10 and Fri, Mar 12 are there.');
  expect(toWalt[0]).toContain('please tell the office');
  await advanceFor(yardpack, '2027-03-11T09:00:00-06:00', [customer]);
  await move({ streetAddress1: '7 Elm St' });
  expect((await lettersTo(people, walt))[0]).toContain('Your visit of Fri, Mar 12 is there.');
  await advanceFor(yardpack, '2027-03-13T09:00:00-06:00', [customer]);
  await move({ streetAddress1: '9 Elm St' });
  expect([(await lettersTo(people, wren)).length, (await lettersTo(people, walt)).length]).toEqual([3, 2]);
});
