import { eq, like } from 'drizzle-orm';
import { expect } from 'vitest';
import type { WorkStatus } from '#domain/enums.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { engagements } from '../database/schema/engagements.ts';
import { messages } from '../database/schema/messages.ts';
import { profiles } from '../database/schema/profiles.ts';
import { deliverDueMessages } from '../messages/deliver.ts';
import { moveEngagement, readEngagement } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  buildProduct,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { agreeToAll, buildCustomer, buildEmployee, mailsTo, type Person } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';
import { pauseForNonPayment, resumePaid } from './paying.ts';

/** @returns the subjects of the mails that a person got since the last time, oldest first */
function reader(yardpack: TestWorld) {
  const read = new Map<string, number>();
  return async (person: Person): Promise<string[]> => {
    await yardpack.drain();
    const mails = await mailsTo(yardpack, person);
    const fresh = mails.slice(0, mails.length - (read.get(person.email) ?? 0));
    read.set(person.email, mails.length);
    return fresh.map(({ subject }) => subject).reverse();
  };
}

test('a service that is paused and resumed at night is told by text in the morning as it is then, once', async ({
  yardpack,
}) => {
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
  const { world } = yardpack;
  const now = world.clock.now().toZonedDateTimeISO(businessTimeZone);
  const night = now.add({ days: 1 }).with({ hour: 21, minute: 30 });
  await advanceFor(yardpack, `PT${now.until(night).total('minutes').toFixed()}M`, [customer]);
  await world.database.update(profiles).set({ notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL_TEXT' });
  await agreeToAll(world, customer);
  await agreeToAll(world, worker);
  for (const to of ['PAUSED', 'ACCEPTED', 'PAUSED', 'ACCEPTED', 'PAUSED']) {
    expect((await moveEngagement(yardpack, customer, engagement.id, to)).status).toBe(200);
    // Its mail goes at once.
    await yardpack.drain();
    await yardpack.advance('PT1M');
  }
  await yardpack.advance('PT11H');
  await deliverDueMessages(world);
  const rows = await world.database
    .select()
    .from(messages)
    .where(like(messages.dedupeKey, 'engagement-status:%'))
    .orderBy(messages.createdAt);
  const became = (channel: string, role: string) =>
    rows
      .filter((row) => row.channel === channel && row.dedupeKey.includes(`:${role}:`))
      .map(({ outcome, reason }) => [outcome, reason]);
  const undone = ['dropped', 'The service has changed again since.'];
  for (const role of ['customer', 'worker']) {
    expect(became('text', role), role).toEqual([...Array(4).fill(undone), ['sent', null]]);
    expect(became('email', role).map(([outcome]) => outcome)).toEqual(Array(5).fill('sent'));
  }
});

test.for<[what: string, by: 'customer' | 'employee', visit?: WorkStatus]>([
  ['its customer', 'customer'],
  ['the office', 'employee'],
  ['its customer while the worker travels', 'customer', 'WORK_STATUS_TRAVEL_STARTED'],
])('a pause that %s takes back before it was read is told to no one', async ([_, by, visit], { yardpack }) => {
  await yardpack.advance('2027-03-08T09:00:00-06:00');
  const [customer, employee] = [await buildCustomer(yardpack), await buildEmployee(yardpack)];
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
  if (visit) await workUntil(yardpack, worker, engagement, visit);
  const newMails = reader(yardpack);
  const news = async () => {
    await yardpack.advance('PT1M');
    return [await newMails(customer), await newMails(worker)];
  };
  await news();
  const person = { customer, employee }[by];
  const change = async (to: string) =>
    expect((await moveEngagement(yardpack, person, engagement.id, to)).status).toBe(200);
  await change('PAUSED');
  await yardpack.advance('PT30S');
  await yardpack.drain();
  await change('RUNNING');
  expect(await news()).toEqual([[], []]);
  await change('PAUSED');
  await change('RUNNING');
  await change('PAUSED');
  expect(await news()).toEqual([[expect.stringMatching(/paused/)], ['Paused: 100 Main St']]);
  await change('RUNNING');
  await change('PAUSED');
  expect(await news()).toEqual([[], []]);
  await change('RUNNING');
  expect(await news()).toEqual([['Your visits resume'], ['On again: 100 Main St']]);
});

test('the others are told, once, of a pause, a resume, a release and an end', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const employee = await buildEmployee(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
  const newMails = reader(yardpack);
  // One after the other: of two that drain at once, one may return while the other still sends.
  await newMails(customer);
  await newMails(worker);
  const told = async (person: Person, to: string) => {
    // Twice: what is so already is no news.
    for (const { status } of [
      await moveEngagement(yardpack, person, engagement.id, to),
      await moveEngagement(yardpack, person, engagement.id, to),
    ]) {
      expect(status).toBe(200);
    }
    await yardpack.advance('PT1M');
    return [await newMails(customer), await newMails(worker)];
  };

  // Their own doing is confirmed.
  expect(await told(customer, 'PAUSED')).toEqual([['You have paused your visits'], ['Paused: 100 Main St']]);
  expect(await told(customer, 'ACCEPTED')).toEqual([['Your visits resume'], ['On again: 100 Main St']]);
  expect(await told(employee, 'PAUSED')).toEqual([['Your visits are paused'], ['Paused: 100 Main St']]);
  expect(await told(employee, 'ACCEPTED')).toEqual([['Your visits resume'], ['On again: 100 Main St']]);
  expect(await moveEngagement(yardpack, worker, engagement.id, 'PROPOSED')).toMatchObject({ status: 200 });
  await yardpack.advance('PT1M');
  expect([await newMails(customer), await newMails(worker)]).toEqual([['We are looking for another keeper'], []]);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
  await newMails(customer);
  expect(await told(employee, 'PROPOSED')).toEqual([
    ['We are looking for another keeper'],
    ['You no longer have 100 Main St'],
  ]);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
  await newMails(customer);
  const { world } = yardpack;
  const pause = () =>
    world.database.transaction((transaction) => pauseForNonPayment(world, transaction, engagement.id));
  // Paid within the minute, the worker reads of neither.
  await pause();
  await yardpack.advance('PT30S');
  await world.database.transaction((transaction) => resumePaid(world, transaction, customer.profileId));
  await yardpack.advance('PT1M');
  expect([await newMails(customer), await newMails(worker)]).toEqual([['Your visits resume'], []]);
  for (const _ of [1, 2]) await pause();
  // What the customer is told of it is the bill's letter, and the worker reads that it has ended.
  expect([await newMails(customer), await newMails(worker)]).toEqual([[], []]);
  expect(await told(employee, 'CANCELLED')).toEqual([['Your service is canceled'], ['Canceled: 100 Main St']]);

  const second = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, second, ['DAY_OF_WEEK_MONDAY']);
  await newMails(customer);
  await moveEngagement(yardpack, customer, second.id, 'CANCELLED');
  expect([await newMails(customer), await newMails(worker)]).toEqual([
    ['You have canceled your service'],
    ['Canceled: 100 Main St'],
  ]);
});

test('what is paused stays so when staff release it, and is open to all workers once its customer resumes it', async ({
  yardpack,
}) => {
  const [customer, employee] = [await buildCustomer(yardpack), await buildEmployee(yardpack)];
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
  await moveEngagement(yardpack, customer, engagement.id, 'PAUSED');
  await yardpack.advance('PT1M');
  const newMails = reader(yardpack);
  await newMails(customer);
  await newMails(worker);

  const released = await moveEngagement(yardpack, employee, engagement.id, 'PROPOSED');
  expect(released.body.engagement).toMatchObject({ status: 'ENGAGEMENT_STATUS_PAUSED', worker: null });
  expect(released.body.engagement.scheduleTemplate.scheduleTemplateDays).toEqual([]);
  await yardpack.advance('PT1M');
  expect([await newMails(customer), await newMails(worker)]).toEqual([
    ['Your keeper does not come anymore'],
    ['You no longer have 100 Main St'],
  ]);
  await expect(claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY'])).rejects.toThrow();
  const resumed = await moveEngagement(yardpack, customer, engagement.id, 'RUNNING');
  expect(resumed.body.engagement.status).toBe('ENGAGEMENT_STATUS_PROPOSED');
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
});

test('who pauses or resumes reads what is still to be paid, and when the next visit is', async ({ yardpack }) => {
  await yardpack.advance('2027-03-08T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const { id: productId } = await buildProduct(yardpack, { billingCycle: 'BILLING_CYCLE_WEEKLY' });
  const engagement = await buildEngagement(yardpack, customer, { productId, frequency: 2 });
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_THURSDAY']);
  await workUntil(yardpack, worker, engagement, 'WORK_STATUS_WORK_COMPLETED');
  const newest = async (to: string) => {
    await moveEngagement(yardpack, customer, engagement.id, to);
    await yardpack.advance('PT1M');
    await yardpack.drain();
    return (await mailsTo(yardpack, customer))[0]?.text;
  };
  expect(await newest('PAUSED')).toContain('charged as agreed: $15.00 is still to be paid.');
  expect(await newest('RUNNING')).toContain('Your next visit is on Thu, Mar 11, and each one is charged as before.');
});

test('each is offered what they may ask for, and a resume leads to where the engagement was', async ({ yardpack }) => {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const employee = await buildEmployee(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  const offered = async () =>
    await Promise.all(
      [customer, worker, employee].map(async (person) =>
        (await readEngagement(yardpack, person, engagement.id)).nextStatuses.map((to) =>
          to.replace('ENGAGEMENT_STATUS_', ''),
        ),
      ),
    );
  const statusAfter = async (person: Person, to: string) =>
    (await moveEngagement(yardpack, person, engagement.id, to)).body.engagement.status;

  expect(await offered()).toEqual([['CANCELLED'], ['ACCEPTED'], ['CANCELLED']]);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  expect(await offered()).toEqual([
    ['PAUSED', 'CANCELLED'],
    ['PROPOSED'],
    ['RUNNING', 'PROPOSED', 'PAUSED', 'CANCELLED'],
  ]);
  await moveEngagement(yardpack, customer, engagement.id, 'PAUSED');
  expect(await offered()).toEqual([['ACCEPTED', 'CANCELLED'], [], ['ACCEPTED', 'PROPOSED', 'CANCELLED']]);
  expect(await statusAfter(customer, 'RUNNING')).toBe('ENGAGEMENT_STATUS_ACCEPTED');

  await workUntil(yardpack, worker, engagement, 'WORK_STATUS_PENDING');
  await moveEngagement(yardpack, customer, engagement.id, 'PAUSED');
  expect(await offered()).toEqual([['RUNNING', 'CANCELLED'], [], ['RUNNING', 'PROPOSED', 'CANCELLED']]);
  expect(await statusAfter(customer, 'ACCEPTED')).toBe('ENGAGEMENT_STATUS_RUNNING');

  await moveEngagement(yardpack, customer, engagement.id, 'PAUSED');
  // As when the worker's account is closed.
  await yardpack.world.database
    .update(engagements)
    .set({ workerProfileId: null })
    .where(eq(engagements.id, engagement.id));
  expect(await statusAfter(customer, 'RUNNING')).toBe('ENGAGEMENT_STATUS_PROPOSED');
  await moveEngagement(yardpack, customer, engagement.id, 'CANCELLED');
  expect((await readEngagement(yardpack, customer, engagement.id)).nextStatuses).toEqual([]);
});

test('what is paused for a closed account is not offered to be resumed, until the account is open again', async ({
  yardpack,
}) => {
  const [customer, employee] = [await buildCustomer(yardpack), await buildEmployee(yardpack)];
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
  const account = { as: employee.accessToken, params: { profileId: customer.profileId } };
  const nextStatuses = async () => (await readEngagement(yardpack, employee, engagement.id)).nextStatuses;
  expect((await yardpack.call('closeAccount', account)).status).toBe(200);
  expect(await nextStatuses()).toEqual(['ENGAGEMENT_STATUS_PROPOSED', 'ENGAGEMENT_STATUS_CANCELLED']);
  expect((await moveEngagement(yardpack, employee, engagement.id, 'ACCEPTED')).status).toBe(409);
  await yardpack.call('reopenAccount', account);
  expect(await nextStatuses()).toContain('ENGAGEMENT_STATUS_ACCEPTED');
});

test('what is open is said before a cancellation, and collected after it', async ({ yardpack }) => {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const employee = await buildEmployee(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const product = await buildProduct(yardpack, { billingCycle: 'BILLING_CYCLE_WEEKLY' });
  const engagement = await buildEngagement(yardpack, customer, { productId: product.id });
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const open = async (person: Person) => {
    const call = { as: person.accessToken, params: { engagementId: engagement.id } };
    return (await yardpack.call('listVisits', call)).body.openAmount;
  };
  expect(await open(customer)).toBe(0);
  await workUntil(yardpack, worker, engagement, 'WORK_STATUS_WORK_COMPLETED');
  await yardpack.drain();
  expect([await open(customer), await open(employee), await open(worker)]).toEqual([1500, 1500, null]);
  expect((await moveEngagement(yardpack, customer, engagement.id, 'CANCELLED')).status).toBe(200);
  expect(await open(customer)).toBe(1500);
  await advanceFor(yardpack, '2027-03-15T01:00:00-05:00', [customer]);
  await yardpack.drain();
  expect(await open(customer)).toBe(0);
});
