import { expect } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import { sweep } from '../sweep.ts';
import { jobsOf, startWork } from '../testing/engagement-calls.ts';
import { advanceFor, buildEngagement, claimEngagement } from '../testing/engagement-factories.ts';
import { buildCustomer, mailsTo, type Person } from '../testing/factories.ts';
import { type MarchPeople, march, marchTest } from '../testing/march-business.ts';

type Business = MarchPeople & { engagement: Engagement };

/** It is Monday, 8 March 2027; visits are on Wednesdays. */
const test = marchTest.extend<{ business: Business }>({
  business: async ({ people }, use) => {
    const { yardpack, customer, wren } = people;
    const engagement = await buildEngagement(yardpack, customer);
    await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
    await yardpack.drain();
    await use({ ...people, engagement });
  },
});

const hold = ({ yardpack, engagement }: Business, as: Person, firstDay: number, lastDay: number) =>
  yardpack.call('createHold', {
    as: as.accessToken,
    params: { engagementId: engagement.id },
    body: { firstDay: march(firstDay), lastDay: march(lastDay) },
  });
const end = ({ yardpack, engagement }: Business, as: Person, holdId: string) =>
  yardpack.call('endHold', { as: as.accessToken, params: { engagementId: engagement.id, holdId } });
const visits = async ({ yardpack, customer, engagement }: Business) =>
  (await yardpack.call('listVisits', { as: customer.accessToken, params: { engagementId: engagement.id } })).body;
const upcoming = async (business: Business) => (await visits(business)).upcoming.map(({ day }) => day);
const later = async ({ yardpack, customer, wren, office }: Business, to: string) => {
  await advanceFor(yardpack, to, [customer, wren, office]);
  await sweep(yardpack.world);
  await yardpack.drain();
};
const subjects = async ({ yardpack }: Business, person: Person, about: RegExp) =>
  (await mailsTo(yardpack, person, about)).map(({ subject }) => subject);

test('nobody comes while the customer is away, and visits go on by themselves', async ({ business }) => {
  const { yardpack, customer, wren, engagement } = business;
  const made = await hold(business, customer, 10, 24);
  expect([made.status, made.body.hold]).toMatchObject([200, { firstDay: march(10), lastDay: march(24) }]);
  // The answer was lost: the same again is the same one.
  expect((await hold(business, customer, 10, 24)).body.hold.id).toBe(made.body.hold.id);
  expect(await visits(business)).toMatchObject({
    upcoming: [{ day: 31 }, { day: 7 }, { day: 14 }, { day: 21 }, { day: 28 }],
    holds: [{ firstDay: march(10), lastDay: march(24) }],
  });
  await yardpack.advance('PT61S');
  expect(await subjects(business, wren, /^No visits/)).toEqual([
    'No visits at 100 Main St from Wed, Mar 10 to Wed, Mar 24',
  ]);
  expect(await subjects(business, customer, /^No visits/)).toHaveLength(1);
  await later(business, '2027-03-10T09:00:00-06:00');
  expect(await jobsOf(yardpack, wren)).toEqual([]);
  expect((await startWork(yardpack, wren, engagement.id)).status).toBe(409);
  await later(business, '2027-03-23T08:59:00-05:00');
  expect(await subjects(business, customer, /go on/)).toEqual([]);
  await later(business, '2027-03-23T09:01:00-05:00');
  expect(await subjects(business, customer, /go on/)).toEqual(['Your visits go on from Thu, Mar 25']);
  const [mail] = await mailsTo(yardpack, customer, /go on/);
  expect(mail?.text).toContain('The next one is on Wed, Mar 31.');
  await later(business, '2027-03-26T09:00:00-05:00');
  // Nothing was missed, and nobody hears of it twice.
  expect((await visits(business)).skips).toEqual([]);
  expect(await subjects(business, customer, /go on/)).toHaveLength(1);
});

test('a hold that is ended within the minute was never told; later, everybody is', async ({ business }) => {
  const { yardpack, customer, wren, office } = business;
  const first = await hold(business, customer, 10, 24);
  for (const _ of [1, 2]) expect((await end(business, customer, first.body.hold.id)).status).toBe(200);
  await yardpack.advance('PT61S');
  expect([await subjects(business, wren, /visits at/i), await upcoming(business)]).toEqual([[], [10, 17, 24, 31, 7]]);
  const second = await hold(business, office, 9, 24);
  await later(business, '2027-03-15T09:00:00-05:00');
  await end(business, customer, second.body.hold.id);
  expect(await upcoming(business)).toEqual([17, 24, 31, 7, 14]);
  await yardpack.drain();
  expect(await subjects(business, wren, /go on/)).toEqual(['Visits at 100 Main St go on']);
  expect(await subjects(business, customer, /go on/)).toEqual(['Visits at 100 Main St go on']);
});

test('days that cannot be are refused at their field; a stranger and the worker have no say', async ({ business }) => {
  const { yardpack, customer, wren, office } = business;
  const refusal = async (as: Person, firstDay: number, lastDay: number) => {
    const { status, error } = await hold(business, as, firstDay, lastDay);
    return [status, ...(error.fields ?? []).map(({ path, message }) => `${path}: ${message}`)];
  };
  expect(await refusal(customer, 8, 10)).toEqual([400, 'body.firstDay: This can begin tomorrow at the earliest.']);
  expect(await refusal(office, 7, 10)).toEqual([400, 'body.firstDay: This day is over.']);
  expect(await refusal(customer, 12, 11)).toEqual([400, 'body.lastDay: The last day is before the first.']);
  await hold(business, customer, 10, 12);
  expect(await refusal(customer, 12, 14)).toEqual([
    400,
    'body.firstDay: You are away from Mar 10, 2027 to Mar 12, 2027 already. End that first.',
  ]);
  const stranger = await buildCustomer(yardpack, { firstName: 'Stranger' });
  expect((await refusal(stranger, 20, 21))[0]).toBe(404);
  expect((await refusal(wren, 20, 21))[0]).toBe(403);
});

test('a visit that was moved into the days away does not take place, and none can be moved there', async ({
  business,
}) => {
  const { yardpack, customer, wren, office, engagement } = business;
  const move = (day: number, toDay: number) =>
    yardpack.call('moveVisit', {
      as: office.accessToken,
      params: { engagementId: engagement.id },
      body: {
        date: march(day),
        workerProfileId: wren.profileId,
        toDate: march(toDay),
        toWorkerProfileId: wren.profileId,
      },
    });
  expect((await move(10, 11)).status).toBe(200);
  await hold(business, customer, 11, 13);
  expect(await upcoming(business)).toEqual([17, 24, 31, 7, 14]);
  const refused = await move(17, 12);
  expect([refused.status, refused.error.fields?.[0]?.message]).toEqual([400, 'The customer is away on this day.']);
});
