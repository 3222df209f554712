import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payments } from '../database/schema/billing.ts';
import { engagements } from '../database/schema/engagements.ts';
import { profiles } from '../database/schema/profiles.ts';
import { resumePaid } from '../engagements/paying.ts';
import {
  buildCoupon,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, mailsTo, type Person, someAddress, testPassword } from '../testing/factories.ts';
import { untilStatementsWait } from '../testing/lock-waits.ts';
import { buildCard, buildRunningEngagement, completeVisit } from '../testing/payment-factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
let employee: Person;
beforeAll(async () => {
  yardpack = await createTestWorld();
  employee = await buildEmployee(yardpack);
});
afterAll(() => yardpack.close());

const change = (how: 'closeAccount' | 'reopenAccount', { profileId }: Person, as = employee) =>
  yardpack.call(how, { as: as.accessToken, params: { profileId } });
const signIn = ({ username }: Person) =>
  yardpack.call('signIn', { body: { username, password: testPassword }, address: someAddress() });
const isOffered = async (worker: Person, engagementId: string) => {
  const params = { workerProfileId: worker.profileId };
  const { body } = await yardpack.call('listWorkerEngagements', { as: worker.accessToken, params });
  return body.engagements.some(({ id }) => id === engagementId);
};

const countClosing = async ({ profileId }: Person) =>
  (await yardpack.call('countClosing', { as: employee.accessToken, params: { profileId } })).body;
const statusOf = async (engagementId: string) =>
  (await yardpack.call('getEngagement', { as: employee.accessToken, params: { engagementId } })).body.engagement;
const subjectsTo = async (person: Person) => {
  await yardpack.advance('PT1M');
  await yardpack.drain();
  return (await mailsTo(yardpack, person)).map(({ subject }) => subject);
};
const claimed = async (worker: Person, customer: Person) => {
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY']);
  return engagement.id;
};

test('staff close the account of anybody, which ends its sessions and its proposals, and open it again', async () => {
  const [customer, worker] = [await buildCustomer(yardpack), await buildOnboardedWorker(yardpack)];
  await buildCoupon(yardpack, { name: 'CLOSING', maxRedemptions: 1 });
  const proposal = await buildEngagement(yardpack, customer, { couponName: 'CLOSING' });
  expect(await isOffered(worker, proposal.id)).toBe(true);
  expect(await countClosing(customer)).toEqual({ cancelled: 1, paused: 0, released: 0 });

  expect((await change('closeAccount', customer)).body.profile.accountClosedAt).toBeDefined();
  const read = await yardpack.call('getProfile', {
    as: customer.accessToken,
    params: { profileId: customer.profileId },
  });
  expect(read.status).toBe(401);
  expect((await signIn(customer)).error.errorCode).toBe('INVALID_CREDENTIALS');
  expect(await isOffered(worker, proposal.id)).toBe(false);
  await expect(claimEngagement(yardpack, worker, proposal, ['DAY_OF_WEEK_MONDAY'])).rejects.toThrow();

  expect((await change('reopenAccount', customer)).body.profile.accountClosedAt).toBeUndefined();
  expect((await subjectsTo(customer))[0]).toBe('Your Yardpack account is open again');
  const { body } = await signIn(customer);
  const again = { ...customer, accessToken: body.accessToken };
  expect((await statusOf(proposal.id)).status).toBe('ENGAGEMENT_STATUS_CANCELLED');
  // The only redemption was given back.
  await buildEngagement(yardpack, again, { couponName: 'CLOSING' });
});

test('a worker whose account is closed gives all back to the pool and the plan, and the customers are told', async () => {
  const [customer, worker] = [await buildCustomer(yardpack), await buildOnboardedWorker(yardpack)];
  const [accepted, paused] = [await claimed(worker, customer), await claimed(worker, customer)];
  const pause = { status: 'ENGAGEMENT_STATUS_PAUSED' };
  await yardpack.call('updateEngagement', { as: customer.accessToken, params: { engagementId: paused }, body: pause });
  await subjectsTo(worker);
  const before = (await subjectsTo(worker)).length;
  expect(await countClosing(worker)).toEqual({ cancelled: 0, paused: 0, released: 1 });

  await change('closeAccount', worker);
  expect(await statusOf(accepted)).toMatchObject({ status: 'ENGAGEMENT_STATUS_PROPOSED', worker: null });
  expect(await statusOf(paused)).toMatchObject({ status: 'ENGAGEMENT_STATUS_PAUSED', worker: null });
  for (const id of [accepted, paused]) expect((await statusOf(id)).scheduleTemplate.scheduleTemplateDays).toEqual([]);
  expect((await subjectsTo(customer)).filter((subject) => /another keeper/.test(subject))).toHaveLength(1);
  expect((await subjectsTo(customer)).filter((subject) => /does not come anymore/.test(subject))).toHaveLength(1);
  const letters = await subjectsTo(worker);
  expect([letters.length - before, letters[0]]).toEqual([1, 'Your Yardpack account is closed']);

  const other = await buildOnboardedWorker(yardpack);
  expect(await isOffered(other, accepted)).toBe(true);
  const resume = { status: 'ENGAGEMENT_STATUS_RUNNING' };
  await yardpack.call('updateEngagement', { as: customer.accessToken, params: { engagementId: paused }, body: resume });
  expect(await isOffered(other, paused)).toBe(true);
});

test('what a closed account was served goes on only once the account is open again', async () => {
  const [customer, worker] = [await buildCustomer(yardpack), await buildOnboardedWorker(yardpack)];
  const engagementId = await claimed(worker, customer);
  await change('closeAccount', customer);
  const moveTo = (status: string) =>
    yardpack.call('updateEngagement', { as: employee.accessToken, params: { engagementId }, body: { status } });
  const refused = await moveTo('ENGAGEMENT_STATUS_RUNNING');
  expect([refused.status, refused.error.errorCode]).toEqual([409, 'NOT_ALLOWED_NOW']);
  expect(refused.error.message).toContain('account is closed');
  // Twice, since the answer may be lost: who was told that it was closed is told once.
  for (const { status } of [await change('reopenAccount', customer), await change('reopenAccount', customer)]) {
    expect(status).toBe(200);
  }
  await yardpack.drain();
  const [letter, ...others] = await mailsTo(yardpack, customer, /is open again/);
  expect([letter?.text, others]).toEqual([
    expect.stringContaining('What was paused stays so until you resume it: “'),
    [],
  ]);
  expect(await mailsTo(yardpack, worker, /^Paused still: /)).toHaveLength(1);
  expect((await moveTo('ENGAGEMENT_STATUS_RUNNING')).status).toBe(200);
});

test('what a customer is served is paused, the worker is told, what is owed is collected, and nothing begins again', async () => {
  const [customer, worker] = [await buildCustomer(yardpack), await buildOnboardedWorker(yardpack)];
  const card = await buildCard(yardpack, customer);
  const people = { customer, worker, card };
  const running = await buildRunningEngagement(yardpack, people, { billingCycle: 'BILLING_CYCLE_DAILY' });
  const unpaid = await buildRunningEngagement(yardpack, people);
  const { database } = yardpack.world;
  await database
    .update(engagements)
    .set({ status: 'ENGAGEMENT_STATUS_PAUSED', isPausedUnpaid: true })
    .where(eq(engagements.id, unpaid));
  await completeVisit(yardpack, { engagementId: running, worker });
  expect(await countClosing(customer)).toEqual({ cancelled: 0, paused: 1, released: 0 });

  await change('closeAccount', customer);
  expect((await statusOf(running)).status).toBe('ENGAGEMENT_STATUS_PAUSED');
  expect((await subjectsTo(worker)).some((subject) => subject.startsWith('Paused:'))).toBe(true);
  expect((await subjectsTo(customer)).slice(0, 1)).toEqual(['Your Yardpack account is closed']);
  await database.transaction((transaction) => resumePaid(yardpack.world, transaction, customer.profileId));
  expect((await statusOf(unpaid)).status).toBe('ENGAGEMENT_STATUS_PAUSED');

  await yardpack.advance('P1D');
  expect(await database.select().from(payments).where(eq(payments.engagementId, running))).toMatchObject([
    { status: 'paid' },
  ]);
});

test('a claim at the moment of the closing, and a second closing, change nothing more', async () => {
  const [customer, worker] = [await buildCustomer(yardpack), await buildOnboardedWorker(yardpack)];
  employee = await buildEmployee(yardpack);
  const [planned, put] = [await buildEngagement(yardpack, customer), await buildEngagement(yardpack, customer)];
  const { database } = yardpack.world;
  const held = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const hold = database.transaction(async (transaction) => {
    await transaction.select().from(profiles).where(eq(profiles.id, worker.profileId)).for('no key update');
    isHeld.resolve();
    await held.promise;
  });
  await isHeld.promise;
  const closing = Promise.all([change('closeAccount', worker), change('closeAccount', worker)]);
  await untilStatementsWait(yardpack, 2);
  const status = 'ENGAGEMENT_STATUS_ACCEPTED';
  const byPlan = claimEngagement(yardpack, worker, planned, ['DAY_OF_WEEK_MONDAY']).catch(() => 'refused');
  const byPut = yardpack.call('updateEngagement', {
    as: worker.accessToken,
    params: { engagementId: put.id },
    body: { status },
  });
  await untilStatementsWait(yardpack, 4);
  held.resolve();
  await hold;
  expect((await closing).map((answer) => answer.status)).toEqual([200, 200]);
  expect([await byPlan, (await byPut).status]).toEqual(['refused', 409]);
  for (const { id } of [planned, put]) expect((await statusOf(id)).status).toBe('ENGAGEMENT_STATUS_PROPOSED');
  expect((await subjectsTo(worker)).filter((subject) => /closed/.test(subject))).toHaveLength(1);
});

test('a worker is shut out too; nobody closes their own account, and nobody but staff any', async () => {
  const [worker, customer] = [await buildOnboardedWorker(yardpack), await buildCustomer(yardpack)];
  expect((await change('closeAccount', worker)).status).toBe(200);
  expect((await signIn(worker)).status).toBe(401);
  expect((await change('closeAccount', employee)).error.errorCode).toBe('NOT_ALLOWED_NOW');
  expect((await change('closeAccount', worker, customer)).status).toBe(403);
});
