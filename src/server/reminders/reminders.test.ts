import { isNotNull } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import { visits } from '../database/schema/visits.ts';
import { sweep } from '../sweep.ts';
import { advanceFor, buildEngagement, claimEngagement } from '../testing/engagement-factories.ts';
import { buildCustomer, mailsTo, type Person, saveSettings } from '../testing/factories.ts';
import { type MarchPeople, march, marchTest } from '../testing/march-business.ts';
import { recordQueries } from '../testing/recorded-queries.ts';
import { remindOfVisits } from './service.ts';

type Business = MarchPeople & { engagement: Engagement };

/** It is Monday, 8 March 2027, in the morning; Wren comes to Casey on Wednesdays. */
const test = marchTest.extend<{ business: Business }>({
  business: async ({ people }, use) => {
    const { yardpack, customer, wren } = people;
    const engagement = await buildEngagement(yardpack, customer);
    await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
    await yardpack.drain();
    await use({ ...people, engagement });
  },
});

const later = async ({ yardpack, customer, wren, walt, office }: Business, to: string) => {
  await advanceFor(yardpack, to, [customer, wren, walt, office]);
  await sweep(yardpack.world);
  await yardpack.drain();
};
const reminders = async ({ yardpack, customer }: Business, person: Person = customer) =>
  (await mailsTo(yardpack, person, /tomorrow/)).map(({ subject }) => subject);
const textsTo = async ({ yardpack }: Business, { phone }: Person) =>
  (await yardpack.messages()).filter((one) => one.channel === 'text' && one.to === phone).map(({ text }) => text);
const move = (
  { yardpack, office, wren, engagement }: Business,
  day: number,
  toDay: number,
  workers: { worker?: Person; toWorker?: Person } = {},
) =>
  yardpack.call('moveVisit', {
    as: office.accessToken,
    params: { engagementId: engagement.id },
    body: {
      date: march(day),
      workerProfileId: (workers.worker ?? wren).profileId,
      toDate: march(toDay),
      toWorkerProfileId: (workers.toWorker ?? workers.worker ?? wren).profileId,
    },
  });
const skip = ({ yardpack, customer, engagement }: Business, day: number) =>
  yardpack.call('createSkip', {
    as: customer.accessToken,
    params: { engagementId: engagement.id },
    body: { date: march(day) },
  });

test('the day before a visit its customer hears once who comes, by mail and text, in the late afternoon', async ({
  business,
}) => {
  await later(business, '2027-03-09T15:58:00-06:00');
  expect(await reminders(business)).toEqual([]);
  await later(business, '2027-03-09T16:00:00-06:00');
  expect(await reminders(business)).toEqual(['Wren O. comes tomorrow, Wed, Mar 10']);
  expect((await textsTo(business, business.customer))[0]).toBe(
    'Yardpack: Tomorrow, Wed, Mar 10, we visit 100 Main St (Wren O.). Please unlock the gate and keep the dogs inside.',
  );
  const [mail] = await mailsTo(business.yardpack, business.customer, /tomorrow/);
  expect(mail?.text).toContain(`/profiles/${business.customer.profileId}`);
  await later(business, '2027-03-09T20:59:00-06:00');
  await later(business, '2027-03-10T16:00:00-06:00');
  expect(await reminders(business)).toHaveLength(1);
  await later(business, '2027-03-16T16:00:00-05:00');
  expect(await reminders(business)).toHaveLength(2);
});

test('all visits of a customer are one letter: two services, two addresses, two workers', async ({ business }) => {
  const { yardpack, customer, walt } = business;
  const { body } = await yardpack.call('createAddress', {
    as: customer.accessToken,
    params: { profileId: customer.profileId },
    body: {
      label: 'Lake house',
      streetAddress1: '7 Lake Rd',
      city: 'Rogers',
      state: 'AR',
      zipCode: '72756',
      country: 'US',
      primaryAddress: false,
    },
  });
  const second = await buildEngagement(yardpack, customer, { serviceAddressId: body.address.id });
  await claimEngagement(yardpack, walt, second, ['DAY_OF_WEEK_WEDNESDAY']);
  await later(business, '2027-03-09T16:00:00-06:00');
  expect(await reminders(business)).toEqual(['Your 2 visits tomorrow, Wed, Mar 10']);
  const [text] = await textsTo(business, customer);
  expect(text).toContain('we visit 100 Main St and 7 Lake Rd (Wren O. and Walt B.)');
});

test('who does not want it is not told, and another profile of theirs changes nothing', async ({ business }) => {
  const { yardpack, customer, office } = business;
  const params = { profileId: customer.profileId };
  const { profile } = (await yardpack.call('getProfile', { as: customer.accessToken, params })).body;
  expect(profile.visitReminders).toBe(true);
  // Staff do not turn it off for somebody.
  const byStaff = await yardpack.call('updateProfile', {
    as: office.accessToken,
    params,
    body: { ...profile, visitReminders: false },
  });
  expect(byStaff.body.profile.visitReminders).toBe(true);
  const own = await yardpack.call('updateProfile', {
    as: customer.accessToken,
    params,
    body: { ...byStaff.body.profile, visitReminders: false },
  });
  expect(own.body.profile.visitReminders).toBe(false);
  // A form of before this choice leaves it as it is.
  const { visitReminders: _, ...older } = own.body.profile;
  const again = await yardpack.call('updateProfile', { as: customer.accessToken, params, body: older });
  expect(again.body.profile.visitReminders).toBe(false);
  await later(business, '2027-03-09T16:00:00-06:00');
  expect(await reminders(business)).toEqual([]);
});

test('skips, moves, holds, days off and pauses are followed', async ({ business }) => {
  const { yardpack, customer, office, engagement } = business;
  await skip(business, 10);
  await later(business, '2027-03-09T16:00:00-06:00');
  expect(await reminders(business)).toEqual([]);
  // The visit of the 17th is on Friday, the 19th.
  await move(business, 17, 19);
  await later(business, '2027-03-16T16:00:00-05:00');
  expect(await reminders(business)).toEqual([]);
  await later(business, '2027-03-18T16:00:00-05:00');
  expect(await reminders(business)).toEqual(['Wren O. comes tomorrow, Fri, Mar 19']);
  const params = { engagementId: engagement.id };
  const days = { firstDay: march(24), lastDay: march(25) };
  await yardpack.call('createHold', { as: customer.accessToken, params, body: days });
  await later(business, '2027-03-23T16:00:00-05:00');
  await yardpack.call('setHoliday', { as: office.accessToken, body: { day: march(31), name: 'Founders’ Day' } });
  await later(business, '2027-03-30T16:00:00-05:00');
  await yardpack.call('updateEngagement', {
    as: customer.accessToken,
    params,
    body: { status: 'ENGAGEMENT_STATUS_PAUSED' },
  });
  await later(business, '2027-04-06T16:00:00-05:00');
  expect(await reminders(business)).toHaveLength(1);
});

test('a cover is named', async ({ business }) => {
  await move(business, 10, 10, { toWorker: business.walt });
  await later(business, '2027-03-08T10:00:00-06:00');
  await later(business, '2027-03-09T16:00:00-06:00');
  expect(await reminders(business)).toEqual(['Walt B. comes tomorrow, Wed, Mar 10']);
});

test('a visit that comes up in the evening is told, unless it was told just then', async ({ business }) => {
  const { yardpack, walt, wren } = business;
  await later(business, '2027-03-09T16:00:00-06:00');
  // Moved onto tomorrow at six: the letter of the move is enough.
  const other = await buildCustomer(yardpack, { firstName: 'Tony' });
  const moved = await buildEngagement(yardpack, other);
  await claimEngagement(yardpack, wren, moved, ['DAY_OF_WEEK_FRIDAY']);
  await later(business, '2027-03-09T18:00:00-06:00');
  await move({ ...business, engagement: moved }, 12, 10);
  await later(business, '2027-03-09T18:00:30-06:00');
  await later(business, '2027-03-09T18:02:00-06:00');
  expect(await reminders(business, other)).toEqual([]);
  expect(await mailsTo(yardpack, other, /moved to Wed, Mar 10/)).toHaveLength(1);
  // Claimed at seven: the letter says "for the first time on Wed".
  const third = await buildCustomer(yardpack, { firstName: 'Tess' });
  const claimed = await buildEngagement(yardpack, third);
  await claimEngagement(yardpack, walt, claimed, ['DAY_OF_WEEK_WEDNESDAY']);
  await later(business, '2027-03-09T19:00:00-06:00');
  expect(await reminders(business, third)).toEqual([]);
  // Planned for Wednesdays too, without a letter about that.
  const fourth = await buildCustomer(yardpack, { firstName: 'Tara' });
  const planned = await buildEngagement(yardpack, fourth, { frequency: 2 });
  await claimEngagement(yardpack, walt, planned, ['DAY_OF_WEEK_FRIDAY']);
  await claimEngagement(yardpack, walt, planned, ['DAY_OF_WEEK_WEDNESDAY']);
  await later(business, '2027-03-09T20:00:00-06:00');
  expect(await reminders(business, fourth)).toEqual(['Walt B. comes tomorrow, Wed, Mar 10']);
  // Nobody is told at night.
  const night = await buildCustomer(yardpack, { firstName: 'Nora' });
  const late = await buildEngagement(yardpack, night, { frequency: 2 });
  await later(business, '2027-03-09T21:05:00-06:00');
  await claimEngagement(yardpack, walt, late, ['DAY_OF_WEEK_FRIDAY']);
  await claimEngagement(yardpack, walt, late, ['DAY_OF_WEEK_WEDNESDAY']);
  await later(business, '2027-03-09T21:10:00-06:00');
  expect(await reminders(business, night)).toEqual([]);
});

test('two processes that sweep at once tell once', async ({ business }) => {
  const { yardpack } = business;
  await advanceFor(yardpack, '2027-03-09T15:59:59-06:00', []);
  const at = Temporal.Instant.from('2027-03-09T16:10:00-06:00');
  const world = { ...yardpack.world, clock: { ...yardpack.world.clock, now: () => at } };
  await Promise.all([1, 2, 3, 4].map(() => remindOfVisits(world)));
  await later(business, '2027-03-09T16:10:00-06:00');
  expect(await reminders(business)).toHaveLength(1);
});

test('a reminder that is not out yet is dropped when the visit is moved away, and written anew for the rest', async ({
  business,
}) => {
  const { yardpack, customer, wren } = business;
  const second = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, second, ['DAY_OF_WEEK_WEDNESDAY']);
  await yardpack.drain();
  const wait = async () => {
    throw new Error('421 try later');
  };
  const down = { ...yardpack.world, sendMail: wait, sendText: wait };
  await advanceFor(yardpack, '2027-03-09T15:59:00-06:00', [customer, business.office]);
  const at = (moment: string) => ({
    ...down,
    clock: { ...yardpack.world.clock, now: () => Temporal.Instant.from(moment) },
  });
  await sweep(at('2027-03-09T16:00:00-06:00'));
  expect(await reminders(business)).toEqual([]);
  await move(business, 10, 12);
  await sweep(at('2027-03-09T16:02:00-06:00'));
  await later(business, '2027-03-09T16:30:00-06:00');
  expect(await reminders(business)).toEqual(['Wren O. comes tomorrow, Wed, Mar 10']);
  const rows = await yardpack.world.database.select().from(visits).where(isNotNull(visits.remindedDay));
  expect(rows.map(({ engagementId }) => engagementId)).toEqual([second.id]);
  // The other one, too: then there is nothing left to say.
  await skip({ ...business, engagement: second }, 10);
  await later(business, '2027-03-09T17:00:00-06:00');
  expect(await reminders(business)).toHaveLength(1);
});

test('on a day without texts the reminder of who wants texts comes by mail', async ({ business }) => {
  const { yardpack, office, wren } = business;
  const texter = await buildCustomer(yardpack, {
    firstName: 'Tex',
    notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT',
  });
  const engagement = await buildEngagement(yardpack, texter);
  await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const saved = await saveSettings(yardpack, office, { textsOnDays: '1' });
  expect(saved.status).toBe(200);
  await later(business, '2027-03-09T16:00:00-06:00');
  expect(await reminders(business, texter)).toEqual(['Wren O. comes tomorrow, Wed, Mar 10']);
});

test('many customers take as many statements as one', async ({ business }) => {
  const { yardpack, wren } = business;
  const at = (moment: string) => ({
    ...yardpack.world,
    clock: { ...yardpack.world.clock, now: () => Temporal.Instant.from(moment) },
  });
  const one = await recordQueries(() => remindOfVisits(at('2027-03-09T16:00:00-06:00')));
  for (const firstName of ['Tony', 'Tess', 'Tara']) {
    const customer = await buildCustomer(yardpack, { firstName });
    const engagement = await buildEngagement(yardpack, customer);
    await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_TUESDAY']);
  }
  const many = await recordQueries(() => remindOfVisits(at('2027-03-15T16:00:00-05:00')));
  expect(many.length).toBe(one.length);
  expect(await yardpack.world.database.$count(visits, isNotNull(visits.reminderId))).toBe(4);
});
