import { expect } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import { advanceFor, buildEngagement, claimEngagement, workUntil } from '../testing/engagement-factories.ts';
import { mailsTo, type Person } from '../testing/factories.ts';
import { type MarchPeople, march, marchTest as test } from '../testing/march-business.ts';

/** Visits that were taken off on a day on which nobody could be told any more: the server was down until after midnight. */

async function serve({ yardpack, customer, wren }: MarchPeople): Promise<Engagement> {
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  await yardpack.drain();
  return engagement;
}
const at = ({ yardpack, customer, wren, walt, office }: MarchPeople, time: string) =>
  advanceFor(yardpack, `2027-03-${time}-06:00`, [customer, wren, walt, office]);
async function takeOff({ yardpack }: MarchPeople, as: Person, { id: engagementId }: Engagement) {
  const body = { date: march(10), reason: 'Storm', cause: 'other' } as const;
  const answer = await yardpack.call('createSkip', { as: as.accessToken, params: { engagementId }, body });
  expect([answer.status, answer.body.skip.kind]).toEqual([200, 'skipped']);
}
const putBack = ({ yardpack }: MarchPeople, as: Person, { id: engagementId }: Engagement) =>
  yardpack.call('deleteSkip', { as: as.accessToken, params: { engagementId, date: '2027-03-10' } });
const readOf = async ({ yardpack, customer, wren }: MarchPeople) =>
  await Promise.all(
    [customer, wren].map(async (one) => (await mailsTo(yardpack, one, /Mar 10/)).map(({ subject }) => subject)),
  );
const textsTo = async ({ yardpack }: MarchPeople, { phone }: Person) =>
  (await yardpack.messages({ to: phone }))
    .filter(({ text }) => /visit on Wed, Mar 10/.test(text))
    .map(({ text }) => text);

test('who waited reads in the morning that the office had taken the visit off, and its worker nothing of a day that is over', async ({
  people,
}) => {
  const engagement = await serve(people);
  await at(people, '10T15:00:00');
  await takeOff(people, people.office, engagement);
  await at(people, '11T00:30:00');
  expect(await readOf(people)).toEqual([[], []]);
  await at(people, '11T08:01:00');
  expect(await readOf(people)).toEqual([['No visit on Wed, Mar 10'], []]);
  const [mail] = await mailsTo(people.yardpack, people.customer, /^No visit/);
  expect(mail?.text).toContain('our office had to take your visit on Wed, Mar 10 at 100 Main St off.');
  expect(mail?.text).toContain('The reason: Storm');
  await at(people, '12T08:01:00');
  expect(await readOf(people)).toEqual([['No visit on Wed, Mar 10'], []]);
});

test('who waited reads so of a worker too, also of one who had started it by then, and only once', async ({
  people,
}) => {
  const { yardpack, wren } = people;
  const engagement = await serve(people);
  await at(people, '10T20:50:00');
  await workUntil(yardpack, wren, engagement, 'WORK_STATUS_PENDING');
  await at(people, '10T23:58:30');
  await takeOff(people, wren, engagement);
  await at(people, '11T08:01:00');
  expect(await readOf(people)).toEqual([['No visit on Wed, Mar 10'], []]);
  expect((await mailsTo(yardpack, people.customer, /^No visit/))[0]?.text).toContain('Wren O. had to take your visit');
  await at(people, '11T09:00:00');
  const body = { date: march(17), reason: 'Storm' };
  const call = { as: people.office.accessToken, params: { engagementId: engagement.id }, body };
  expect((await yardpack.call('createSkip', call)).status).toBe(200);
  await at(people, '11T09:02:00');
  expect(await readOf(people)).toEqual([['No visit on Wed, Mar 10'], []]);
});

test('of what she took off herself nobody reads once the day is over', async ({ people }) => {
  const engagement = await serve(people);
  await at(people, '09T23:59:00');
  await takeOff(people, people.customer, engagement);
  await at(people, '11T08:01:00');
  expect(await readOf(people)).toEqual([[], []]);
});

test('a visit that was taken off and put back before anybody was told is missed, and nothing else is read of it', async ({
  people,
}) => {
  const engagement = await serve(people);
  await at(people, '10T15:00:00');
  await takeOff(people, people.office, engagement);
  expect((await putBack(people, people.office, engagement)).status).toBe(200);
  await at(people, '11T08:01:00');
  expect(await readOf(people)).toEqual([['We missed your visit on Wed, Mar 10'], []]);
});

test('it is told after days too, but no longer than what was missed, and not again when a service goes on', async ({
  people,
}) => {
  const { yardpack, customer } = people;
  const [soon, late] = [await serve(people), await serve(people)];
  const status = async ({ id: engagementId }: Engagement, to: string) => {
    const call = { as: customer.accessToken, params: { engagementId }, body: { status: to } as never };
    expect((await yardpack.call('updateEngagement', call)).status).toBe(200);
  };
  await at(people, '10T15:00:00');
  for (const one of [soon, late]) {
    await takeOff(people, people.office, one);
    await status(one, 'ENGAGEMENT_STATUS_PAUSED');
  }
  await at(people, '12T09:00:00');
  await status(soon, 'ENGAGEMENT_STATUS_ACCEPTED');
  await at(people, '12T09:02:00');
  expect(await readOf(people)).toEqual([['No visit on Wed, Mar 10'], []]);
  await at(people, '14T10:00:00');
  await status(late, 'ENGAGEMENT_STATUS_ACCEPTED');
  await at(people, '14T10:02:00');
  expect(await readOf(people)).toEqual([['No visit on Wed, Mar 10'], []]);
});

test('a text of it waits for the hours of texts', async ({ people }) => {
  const { customer } = people;
  const engagement = await serve(people);
  await at(people, '10T15:00:00');
  await takeOff(people, people.office, engagement);
  await at(people, '11T00:30:00');
  expect(await textsTo(people, customer)).toEqual([]);
  await at(people, '11T08:01:00');
  expect(await textsTo(people, customer)).toEqual([expect.stringContaining('had to take your visit')]);
});
