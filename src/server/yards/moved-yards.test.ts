import { expect } from 'vitest';
import type { WeekDay } from '#domain/calendar.ts';
import { moveEngagement, putEngagement } from '../testing/engagement-calls.ts';
import { advanceFor, buildEngagement, claimEngagement, workUntil } from '../testing/engagement-factories.ts';
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

/** Wren comes on these weekdays; Walt makes the visits of some days. */
async function covered(
  { yardpack, customer, office, wren, walt }: MarchPeople,
  weekDays: WeekDay[] = ['DAY_OF_WEEK_WEDNESDAY', 'DAY_OF_WEEK_FRIDAY'],
  days = [10, 12],
) {
  const engagement = await buildEngagement(yardpack, customer, { frequency: weekDays.length });
  await claimEngagement(yardpack, wren, engagement, weekDays);
  for (const day of days) {
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

/** Casey's address is another one from now on. */
async function editYard({ yardpack, customer }: MarchPeople, details: object, by = customer) {
  const params = { addressId: customer.addressId };
  const { body } = await yardpack.call('getAddress', { as: by.accessToken, params });
  const form = { ...oak, version: body.address.version, ...details };
  expect((await yardpack.call('updateAddress', { as: by.accessToken, params, body: form })).status).toBe(200);
}
async function moveYard(people: MarchPeople, details: object) {
  await editYard(people, details);
  await people.yardpack.advance('PT3M');
}

const lettersTo = async ({ yardpack }: MarchPeople, person: Person) =>
  (await mailsTo(yardpack, person, /^New address: /)).map(({ text }) => text);

test('who makes single visits to come reads of a new address, too, with their days, and who has none left does not', async ({
  people,
}) => {
  const { yardpack, customer, wren, walt } = people;
  await covered(people);
  await moveYard(people, {});
  const [toWren, toWalt] = [await lettersTo(people, wren), await lettersTo(people, walt)];
  expect([toWren.length, toWalt.length]).toEqual([1, 1]);
  expect(toWren[0]).toContain('Your route goes there from now on.');
  expect(toWalt[0]).toContain('Your visits of Wed, Mar 10 and Fri, Mar 12 are there.');
  expect(toWalt[0]).toContain('please tell the office');
  await advanceFor(yardpack, '2027-03-11T09:00:00-06:00', [customer]);
  await moveYard(people, { streetAddress1: '7 Elm St' });
  expect((await lettersTo(people, walt))[0]).toContain('Your visit of Fri, Mar 12 is there.');
  await advanceFor(yardpack, '2027-03-13T09:00:00-06:00', [customer]);
  await moveYard(people, { streetAddress1: '9 Elm St' });
  expect([(await lettersTo(people, wren)).length, (await lettersTo(people, walt)).length]).toEqual([3, 2]);
});

test('who has made the visit of today, or could make it no more, does not read of a new address for it', async ({
  people,
}) => {
  const { yardpack, customer, office, walt } = people;
  const service = await covered(people);
  await advanceFor(yardpack, '2027-03-10T10:00:00-06:00', [customer, office, walt]);
  await workUntil(yardpack, walt, service, 'WORK_STATUS_WORK_COMPLETED');
  await moveYard(people, {});
  expect((await lettersTo(people, walt))[0]).toContain('Your visit of Fri, Mar 12 is there.');
  await advanceFor(yardpack, '2027-03-12T21:30:00-06:00', [customer]);
  await moveYard(people, { streetAddress1: '7 Elm St' });
  await advanceFor(yardpack, '2027-03-13T09:00:00-06:00', [customer]);
  expect(await lettersTo(people, walt)).toHaveLength(1);
});

test('who makes single visits of two services at an address reads of the days of both in one letter', async ({
  people,
}) => {
  await covered(people, ['DAY_OF_WEEK_FRIDAY'], [12]);
  await covered(people, ['DAY_OF_WEEK_WEDNESDAY'], [10]);
  await moveYard(people, {});
  const letters = await lettersTo(people, people.walt);
  expect(letters).toHaveLength(1);
  expect(letters[0]).toContain('Your visits of Wed, Mar 10 and Fri, Mar 12 are there.');
});

test('a change of an address is told a minute after the last one, as the difference, and one that is taken back costs nothing', async ({
  people,
}) => {
  const { yardpack, customer, office, wren } = people;
  await covered(people, ['DAY_OF_WEEK_FRIDAY'], []);
  const { body } = await yardpack.call('getAddress', {
    as: customer.accessToken,
    params: { addressId: customer.addressId },
  });
  const before = `${body.address.streetAddress1}, ${body.address.city} ${body.address.zipCode}`;
  const back = { streetAddress1: body.address.streetAddress1, city: body.address.city, zipCode: body.address.zipCode };
  const toCustomer = async () => (await mailsTo(yardpack, customer, /^Your address: /)).map(({ text }) => text);
  // Capitals do not move a yard.
  for (const [by, details] of [
    [customer, {}],
    [office, {}],
    [office, { ...back, streetAddress1: back.streetAddress1.toUpperCase() }],
  ] as const) {
    await editYard(people, details, by);
    await yardpack.advance('PT30S');
    if (!('city' in details)) await editYard(people, back, by);
    await yardpack.advance('PT2M');
    expect([await lettersTo(people, wren), await toCustomer()]).toEqual([[], []]);
  }
  await editYard(people, back, office);

  await editYard(people, {}, office);
  await yardpack.advance('PT50S');
  await editYard(people, { streetAddress1: '7 Elm St' }, office);
  await yardpack.advance('PT50S');
  expect([await lettersTo(people, wren), await toCustomer()]).toEqual([[], []]);
  await yardpack.advance('PT10S');
  const told = [...(await lettersTo(people, wren)), ...(await toCustomer())];
  expect(told).toHaveLength(2);
  for (const text of told) {
    expect(text).toContain('7 Elm St, Rogers 72756');
    expect(text).toContain(`instead of ${before}`);
  }
  expect(told.join()).not.toContain('500 Oak St');

  // What they have changed themselves since they know.
  await editYard(people, { streetAddress1: '8 Elm St' }, office);
  await editYard(people, { streetAddress1: '9 Elm St' });
  await yardpack.advance('PT3M');
  expect([(await lettersTo(people, wren)).length, (await toCustomer()).length]).toEqual([2, 1]);
});

test('another yard for a service is told a minute later, and one that is chosen back is not', async ({ people }) => {
  const { yardpack, customer, wren } = people;
  const engagement = await covered(people, ['DAY_OF_WEEK_FRIDAY'], []);
  const added = await yardpack.call('createAddress', {
    as: customer.accessToken,
    params: { profileId: customer.profileId },
    body: { ...oak, profileId: customer.profileId, primaryAddress: false },
  });
  expect(added.status).toBe(200);
  const choose = async (serviceAddressId: string | undefined) =>
    expect((await putEngagement(yardpack, customer, engagement.id, { serviceAddressId })).status).toBe(200);
  await choose(added.body.address.id);
  await choose(customer.addressId);
  await yardpack.advance('PT3M');
  expect(await lettersTo(people, wren)).toEqual([]);
  await choose(added.body.address.id);
  await yardpack.advance('PT59S');
  expect(await lettersTo(people, wren)).toEqual([]);
  await yardpack.advance('PT1S');
  expect(await lettersTo(people, wren)).toHaveLength(1);
});

test('the worker of a paused service reads of another address once it goes on, or at once where another one is served', async ({
  people,
}) => {
  const { yardpack, customer, wren } = people;
  const engagement = await covered(people, ['DAY_OF_WEEK_FRIDAY'], []);
  const move = async (to: 'PAUSED' | 'RUNNING') =>
    expect((await moveEngagement(yardpack, customer, engagement.id, to)).status).toBe(200);
  await move('PAUSED');
  await moveYard(people, { streetAddress1: '7 Elm St' });
  expect(await lettersTo(people, wren)).toEqual([]);
  await move('RUNNING');
  await yardpack.advance('PT3M');
  expect(await lettersTo(people, wren)).toEqual([expect.stringContaining('7 Elm St, Rogers 72756')]);
  expect((await mailsTo(yardpack, wren, /On again/)).map(({ subject }) => subject)).toEqual(['On again: 7 Elm St']);

  await covered(people, ['DAY_OF_WEEK_WEDNESDAY'], []);
  await move('PAUSED');
  await moveYard(people, {});
  expect(await lettersTo(people, wren)).toHaveLength(2);
});

test.for(['customer', 'office'] as const)(
  'the worker of a service that the %s cancels within the minute reads of the street that they know, and of no other',
  async (by, { people }) => {
    const { yardpack, customer, wren } = people;
    const engagement = await covered(people, ['DAY_OF_WEEK_FRIDAY'], []);
    const params = { addressId: customer.addressId };
    const { body } = await yardpack.call('getAddress', { as: customer.accessToken, params });
    await editYard(people, {});
    const status = 'ENGAGEMENT_STATUS_CANCELLED';
    expect((await putEngagement(yardpack, people[by], engagement.id, { status })).status).toBe(200);
    await yardpack.advance('PT3M');
    const [canceled, ...more] = await mailsTo(yardpack, wren, /^Canceled: |^New address: /);
    expect([canceled?.subject, more]).toEqual([expect.stringContaining(body.address.streetAddress1), []]);
    expect(canceled?.text).not.toContain(oak.streetAddress1);
  },
);
