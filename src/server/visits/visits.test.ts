import { randomUUIDv7 } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { type CalendarDay, plainDate } from '#domain/calendar.ts';
import { charges, paymentStatuses, payments } from '../database/schema/billing.ts';
import { insertSkips, insertWorks } from '../testing/begun-visits.ts';
import {
  advanceFor,
  buildCoupon,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, type Person } from '../testing/factories.ts';
import { tinyPicture } from '../testing/pictures.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

const list = (yardpack: TestWorld, person: Person, engagementId: string, after?: string) =>
  yardpack.call('listVisits', {
    as: person.accessToken,
    params: { engagementId },
    ...(after === undefined ? {} : { query: { after } }),
  });
const label = ({ month, day }: CalendarDay) => `${month}/${day}`;

test('visits with times and charges, newest first, and the next dates', async ({ yardpack }) => {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  await buildCoupon(yardpack);
  const engagement = await buildEngagement(yardpack, customer, { interval: 2, couponName: 'WELCOME' });
  expect((await list(yardpack, customer, engagement.id)).body).toEqual({
    today: { year: 2027, month: 3, day: 10 },
    visits: [],
    next: null,
    upcoming: [],
    moved: [],
    daysOff: [],
    holds: [],
    skippable: [],
    skips: [],
    notes: [],
    openAmount: 0,
    onItsWay: 0,
    givenUpAmount: 0,
    isPausedUnpaid: false,
    blockedWhy: null,
    nextDiscount: 300,
  });
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const due = (await list(yardpack, customer, engagement.id)).body;
  expect(due.upcoming.map(label)).toEqual(['3/10', '3/24', '4/7', '4/21', '5/5']);

  const first = await workUntil(yardpack, worker, engagement, 'WORK_STATUS_WORK_COMPLETED');
  await yardpack.drain();
  await advanceFor(yardpack, '2027-03-24T08:00:00-05:00', [customer, worker]);
  const second = await workUntil(yardpack, worker, engagement, 'WORK_STATUS_WORK_STARTED');
  const { visits, upcoming, nextDiscount } = (await list(yardpack, customer, engagement.id)).body;
  expect(visits).toMatchObject([
    { work: { id: second, status: 'WORK_STATUS_WORK_STARTED' }, date: { day: 24 }, completedAt: null, charge: null },
    {
      work: { id: first, status: 'WORK_STATUS_WORK_COMPLETED' },
      charge: { amount: 1200, discount: 300, status: 'paid', stripePaymentMethodId: engagement.stripePaymentMethodId },
      photos: [],
    },
  ]);
  expect(visits[0]?.startedAt).toMatch(/^2027-03-24T13:0/);
  expect(visits[1]?.completedAt).toMatch(/^2027-03-10T15:0/);
  expect(upcoming.map(label)).toEqual(['4/7', '4/21', '5/5', '5/19', '6/2']);
  expect(nextDiscount).toBe(0);
});

test('others do not see the visits, and a worker sees those of his own', async ({ yardpack }) => {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const stranger = await buildCustomer(yardpack);
  const employee = await buildEmployee(yardpack);
  const [ada, bob] = [await buildOnboardedWorker(yardpack), await buildOnboardedWorker(yardpack)];
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, ada, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  await workUntil(yardpack, ada, engagement, 'WORK_STATUS_WORK_COMPLETED');
  const seen = async (person: Person) => {
    const { status, body } = await list(yardpack, person, engagement.id);
    return status === 200 ? body.visits.length : status;
  };
  expect(await seen(customer)).toBe(1);
  expect(await seen(employee)).toBe(1);
  expect(await seen(ada)).toBe(1);
  expect(await seen(bob)).toBe(404);
  expect(await seen(stranger)).toBe(404);
  await yardpack.call('updateEngagement', {
    as: ada.accessToken,
    params: { engagementId: engagement.id },
    body: { status: 'ENGAGEMENT_STATUS_PROPOSED' },
  });
  expect(await seen(bob)).toBe(0);
  expect(await seen(customer)).toBe(1);
});

test("what a visit cost, and whether it was paid, is the customer's affair", async ({ yardpack }) => {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const employee = await buildEmployee(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  await workUntil(yardpack, worker, engagement, 'WORK_STATUS_WORK_COMPLETED');
  await yardpack.drain();
  const charge = async (person: Person) => (await list(yardpack, person, engagement.id)).body.visits[0]?.charge;
  expect(await charge(customer)).toMatchObject({ amount: 1500, status: 'paid' });
  expect(await charge(employee)).toMatchObject({ amount: 1500, status: 'paid' });
  expect(await charge(worker)).toBeNull();
});

test('the photos of a visit are shown with it, once they were brought', async ({ yardpack }) => {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const workId = await workUntil(yardpack, worker, engagement, 'WORK_STATUS_WORK_STARTED');
  const { body } = await yardpack.call('generatePreSignedUrl', {
    as: worker.accessToken,
    body: { workId, contentType: 'image/png', contentLength: tinyPicture.length },
  });
  const headers = { 'content-type': 'image/png' };
  await yardpack.app.inject({ method: 'PUT', url: body.uploadUrl ?? '', payload: tinyPicture, headers });
  const photos = async () => (await list(yardpack, customer, engagement.id)).body.visits[0]?.photos;
  expect(await photos()).toEqual([]);
  await yardpack.call('completeUpload', { as: worker.accessToken, params: { fileId: body.fileId } });
  expect(await photos()).toMatchObject([
    { id: body.fileId, workId, fileName: `visit-2027-03-10-${body.fileId.slice(-6)}.jpg` },
  ]);
});

/** A past day and the worker who came; none when it was skipped. */
type PastDay = { date: Temporal.PlainDate; workerProfileId?: string };

const isSkip = ({ workerProfileId }: PastDay) => workerProfileId === undefined;
const isoDate = ({ date }: { date: CalendarDay }) => plainDate(date).toString();

/** Adds past days to an engagement; each visit is charged and not paid. */
async function addHistory({ world: { database, clock } }: TestWorld, engagementId: string, days: PastDay[]) {
  const createdAt = clock.now();
  const visits = days.flatMap(({ date, workerProfileId }) =>
    workerProfileId ? [{ id: randomUUIDv7(), engagementId, workerProfileId, date, createdAt }] : [],
  );
  await insertWorks(database, ...visits.map((visit) => ({ ...visit, status: 'WORK_STATUS_WORK_COMPLETED' as const })));
  const visitCharges = visits.map(({ id: workId }) => ({
    engagementId,
    workId,
    amount: 1500,
    discount: 0,
    fee: 0,
    createdAt,
  }));
  const added = await database.insert(charges).values(visitCharges).returning();
  const skipped = days.filter(isSkip).map(({ date }) => ({ engagementId, date, createdAt }));
  await insertSkips(database, ...skipped.map((skip) => ({ ...skip, skippedBy: 'customer' as const })));
  return added;
}

test('a long history comes in pages, each visit and skip once, newest first', async ({ yardpack }) => {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const [customer, stranger] = [await buildCustomer(yardpack), await buildCustomer(yardpack)];
  const [ada, bob] = [await buildOnboardedWorker(yardpack), await buildOnboardedWorker(yardpack)];
  await buildCoupon(yardpack);
  const engagement = await buildEngagement(yardpack, customer, { couponName: 'WELCOME' });
  const { id } = engagement;
  await claimEngagement(yardpack, ada, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const toCome = Temporal.PlainDate.from('2027-03-17');
  await yardpack.call('createSkip', {
    as: customer.accessToken,
    params: { engagementId: id },
    body: { date: { year: 2027, month: 3, day: 17 } },
  });
  const yesterday = Temporal.PlainDate.from('2027-03-09');
  // Skips stand on both sides of the ends of pages. Bob came on every third day.
  const history: PastDay[] = Array.from({ length: 130 }, (_, index) => ({
    date: yesterday.subtract({ days: index }),
    ...([0, 24].includes(index % 25) ? {} : { workerProfileId: (index % 3 === 0 ? bob : ada).profileId }),
  }));
  const walk = async (person: Person, engagementId = id) => {
    const pages: { visits: string[]; skips: string[] }[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const { status, body } = await list(yardpack, person, engagementId, after);
      expect(status).toBe(200);
      pages.push({ visits: body.visits.map(isoDate), skips: body.skips.map(isoDate) });
      after = body.next;
    }
    return pages;
  };
  const datesOf = (days: PastDay[]) => days.map(({ date }) => date.toString());
  const pageOf = (days: PastDay[]) => ({
    visits: datesOf(days.filter((day) => !isSkip(day))),
    skips: datesOf(days.filter(isSkip)),
  });
  const first = (days: PastDay[]) => pageOf([{ date: toCome }, ...days]);

  await addHistory(yardpack, id, history.slice(0, 50));
  expect(await walk(customer)).toEqual([first(history.slice(0, 50))]);
  await addHistory(yardpack, id, history.slice(50));
  expect(await walk(customer)).toEqual([
    first(history.slice(0, 50)),
    pageOf(history.slice(50, 100)),
    pageOf(history.slice(100)),
  ]);
  const seenByAda = history.filter((day) => isSkip(day) || day.workerProfileId === ada.profileId);
  expect(seenByAda.length).toBeGreaterThan(50);
  expect(await walk(ada)).toEqual([first(seenByAda.slice(0, 50)), pageOf(seenByAda.slice(50))]);

  // One visit more than a page holds, and nothing else.
  const other = await buildEngagement(yardpack, customer);
  const visitsOnly = history.slice(0, 51).map(({ date }) => ({ date, workerProfileId: ada.profileId }));
  await addHistory(yardpack, other.id, visitsOnly);
  expect(await walk(customer, other.id)).toEqual([pageOf(visitsOnly.slice(0, 50)), pageOf(visitsOnly.slice(50))]);

  // Every page has the facts about the whole engagement.
  const visitsMade = history.filter((day) => !isSkip(day)).length;
  const pages = [await list(yardpack, customer, id), await list(yardpack, customer, id, '2026-12-01')];
  for (const { body } of pages) {
    expect(body).toMatchObject({ openAmount: 1500 * visitsMade, givenUpAmount: 0, nextDiscount: 0 });
    expect(body.upcoming.map(label)).toEqual(['3/10', '3/24', '3/31', '4/7', '4/14']);
  }

  expect((await list(yardpack, stranger, id, '2027-03-09')).status).toBe(404);
  expect((await list(yardpack, bob, id, '2027-03-09')).status).toBe(404);
  expect((await list(yardpack, customer, randomUUIDv7(), '2027-03-09')).status).toBe(404);
  expect((await list(yardpack, customer, id, '1900-01-01')).body).toMatchObject({ visits: [], skips: [], next: null });
  for (const wrong of ['x', '', '2027-02-30', '0000-01-01', '9999-12-31', id]) {
    expect((await list(yardpack, customer, id, wrong)).error.fields).toEqual([
      { path: 'querystring.after', message: 'This cursor does not belong to a list.' },
    ]);
  }
});

test('what is open is the sum of what each visit says, and what of that was given up is told', async ({ yardpack }) => {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const [customer, worker] = [await buildCustomer(yardpack), await buildOnboardedWorker(yardpack)];
  const engagement = await buildEngagement(yardpack, customer);
  const { database, clock } = yardpack.world;
  const states = paymentStatuses.flatMap((status) => [1, 4].map((attempt) => ({ status, attempt })));
  const yesterday = Temporal.PlainDate.from('2027-03-09');
  const days = [...states, 'no payment'].map((_, index) => yesterday.subtract({ days: index }));
  const { profileId: workerProfileId } = worker;
  const added = await addHistory(
    yardpack,
    engagement.id,
    days.map((date) => ({ date, workerProfileId })),
  );
  for (const [index, { id }] of added.entries()) {
    const state = states[index];
    // Powers of two, so that every sum tells which amounts are in it.
    const amount = 2 ** index;
    const [payment] = state
      ? await database
          .insert(payments)
          .values({
            ...state,
            engagementId: engagement.id,
            amount,
            applicationFee: 0,
            stripeCustomerId: 'cus_1',
            stripePaymentMethodId: 'pm_1',
            stripeDestinationAccountId: 'acct_1',
            createdAt: clock.now(),
          })
          .returning()
      : [];
    await database
      .update(charges)
      .set({ amount, paymentId: payment?.id ?? null })
      .where(eq(charges.id, id));
  }
  const { body } = await list(yardpack, customer, engagement.id);
  const sumOf = (...statuses: string[]) =>
    body.visits.reduce((sum, { charge }) => sum + (charge && statuses.includes(charge.status) ? charge.amount : 0), 0);
  expect(body.visits).toHaveLength(added.length);
  const givenUp = states.findIndex(({ status, attempt }) => status === 'declined' && attempt === 4);
  expect(body.givenUpAmount).toBe(2 ** givenUp);
  expect(body.openAmount).toBe(sumOf('open', 'collecting', 'processing', 'declined', 'action-required'));
  expect(body.onItsWay).toBe(sumOf('processing'));
  const forWorker = { openAmount: null, onItsWay: null, givenUpAmount: null };
  expect((await list(yardpack, worker, engagement.id)).body).toMatchObject(forWorker);
});
