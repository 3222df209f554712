import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EndpointName } from '#contract/contract.ts';
import type { FindingKind } from '#domain/findings.ts';
import { relativeTimeLabel } from '#domain/relative-time.ts';
import { engagements } from '../database/schema/engagements.ts';
import { findings } from '../database/schema/findings.ts';
import { revokeConsents } from '../messages/consents.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildDeadMessage, buildEmployee, type Person } from '../testing/factories.ts';
import { inquiryBody, inquiryData, sendInquiry } from '../testing/inquiry-factories.ts';
import { buildOrder } from '../testing/order-factories.ts';
import { buildCard, buildRunningEngagement, completeVisit } from '../testing/payment-factories.ts';
import { withoutLimits } from '../testing/postgres.ts';
import { recordQueries } from '../testing/recorded-queries.ts';
import { fillBusiness } from '../testing/seeded-business.ts';
import { findTableScans, largeTables } from '../testing/sequential-scans.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';
import { getStaffDesk, listFailedPayments, listTodaysVisits, listUnclaimedProposals } from './service.ts';

let yardpack: TestWorld;
beforeEach(async () => {
  yardpack = await createTestWorld();
});
afterEach(() => yardpack.close());

// 10 March 2027 is a Wednesday.
const wednesday = '2027-03-10T09:00:00-06:00';
// https://docs.stripe.com/testing: can be saved, and is declined when charged.
const declinedCard = '4000000000000341';
const asksEveryTime = '4000002760003184';

async function desk(employee: Person) {
  const { status, body } = await yardpack.call('getStaffDesk', { as: employee.accessToken });
  expect(status).toBe(200);
  return body;
}

test('an empty business has nothing waiting', async () => {
  const empty = await desk(await buildEmployee(yardpack));
  expect(empty).toMatchObject({
    inquiries: { count: 0, rows: [] },
    unclaimedProposals: { count: 0, rows: [] },
    failedPayments: { count: 0, rows: [] },
    deadMessages: { count: 0, rows: [] },
    visits: { counts: { 'not-started': 0, 'under-way': 0, done: 0, skipped: 0 }, rows: [] },
  });
});

test('a finding of another release, which this one has no words for, is passed over', async () => {
  const { database, clock } = yardpack.world;
  const employee = await buildEmployee(yardpack);
  // Such as release 0.1.0 writes beside this one.
  const kind = 'debit-returned' as FindingKind;
  const finding = { kind, subject: 'payment', amount: 1500, foundAt: clock.now() };
  for (const seenAt of [null, clock.now()])
    await database.insert(findings).values({ ...finding, subject: `payment ${seenAt}`, seenAt });
  expect((await desk(employee)).findings).toMatchObject({ count: 0, rows: [], asideCount: 0 });
  const { body } = await yardpack.call('getReconciliation', { as: employee.accessToken });
  expect(body).toMatchObject({ open: 0, seen: 0 });
});

test('inquiries wait until they are answered, the longest waiting first', async () => {
  await yardpack.advance(wednesday);
  await sendInquiry(yardpack, inquiryBody(inquiryData({ firstName: 'Early' })));
  await yardpack.advance('P3D');
  await sendInquiry(yardpack, inquiryBody(inquiryData({ firstName: 'Late' })));
  const employee = await buildEmployee(yardpack);
  const { inquiries, now } = await desk(employee);
  expect(inquiries.count).toBe(2);
  // By the business's clock, whatever time it is at the desk.
  expect(relativeTimeLabel(inquiries.rows[0]?.receivedAt ?? '', now)).toBe('3 days ago');
  expect(inquiries.rows.map(({ name, isOverdue }) => [name, isOverdue])).toEqual([
    ['Early Visitor', true],
    ['Late Visitor', false],
  ]);
  const inquiryId = inquiries.rows[0]?.id ?? '';
  await yardpack.call('updateInquiry', { as: employee.accessToken, params: { inquiryId }, body: { answered: true } });
  expect((await desk(employee)).inquiries).toMatchObject({ count: 1, rows: [{ name: 'Late Visitor' }] });
});

test('a proposal waits for staff once nobody has claimed it for a day', async () => {
  const customer = await buildCustomer(yardpack, { firstName: 'Ada', lastName: 'Long' });
  const employee = await buildEmployee(yardpack);
  const first = await buildEngagement(yardpack, customer);
  const second = await buildEngagement(yardpack, customer);
  await advanceFor(yardpack, 'PT23H', [customer, employee]);
  expect((await desk(employee)).unclaimedProposals.count).toBe(0);
  const third = await buildEngagement(yardpack, customer);
  await advanceFor(yardpack, 'PT1H', [employee]);
  const { unclaimedProposals } = await desk(employee);
  const page = (await yardpack.call('listUnclaimedProposals', { as: employee.accessToken })).body;
  expect(page.rows.map(({ openSince }) => relativeTimeLabel(openSince, page.now))).toEqual(['1 day ago', '1 day ago']);
  expect(unclaimedProposals.rows.map(({ engagementId }) => engagementId)).toEqual([first.id, second.id]);
  expect(unclaimedProposals.rows[0]).toMatchObject({
    customer: { profileId: customer.profileId, name: 'Ada Long' },
    productName: 'Yard cleanup',
    city: 'Bentonville',
  });
  await claimEngagement(yardpack, await buildOnboardedWorker(yardpack), first, ['DAY_OF_WEEK_MONDAY']);
  await yardpack.world.database
    .update(engagements)
    .set({ status: 'ENGAGEMENT_STATUS_CANCELLED' })
    .where(eq(engagements.id, second.id));
  expect((await desk(employee)).unclaimedProposals.count).toBe(0);
  await advanceFor(yardpack, 'P1D', [employee]);
  expect((await desk(employee)).unclaimedProposals.rows).toMatchObject([{ engagementId: third.id }]);
});

test('a released engagement waits for staff at once, until a worker takes it', async () => {
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const employee = await buildEmployee(yardpack);
  const released = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, released, ['DAY_OF_WEEK_MONDAY']);
  await advanceFor(yardpack, 'P3D', [customer, worker]);
  const asked = await buildEngagement(yardpack, customer);
  await yardpack.advance('PT1M');
  const beforeRelease = yardpack.world.clock.now();
  const { status } = await yardpack.call('updateEngagement', {
    as: worker.accessToken,
    params: { engagementId: released.id },
    body: { status: 'ENGAGEMENT_STATUS_PROPOSED' },
  });
  expect(status).toBe(200);
  const { rows } = (await desk(await buildEmployee(yardpack))).unclaimedProposals;
  expect(rows).toMatchObject([{ engagementId: released.id, lostWorker: true }]);
  await advanceFor(yardpack, 'P1D', [employee]);
  expect((await desk(employee)).unclaimedProposals.rows).toMatchObject([
    { engagementId: asked.id, lostWorker: false },
    { engagementId: released.id, lostWorker: true },
  ]);
  const openSince = Temporal.Instant.from(rows[0]?.openSince ?? '');
  expect(Temporal.Instant.compare(openSince, beforeRelease)).toBeGreaterThanOrEqual(0);
});

test('a failed payment is shown from its first decline until it is paid', async () => {
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const employee = await buildEmployee(yardpack);
  const failures = async () => {
    await advanceFor(yardpack, 'PT1S', [employee]);
    return (await desk(employee)).failedPayments.rows;
  };
  const card = await buildCard(yardpack, customer, declinedCard);
  const good = await buildCard(yardpack, customer);
  const engagementId = await buildRunningEngagement(yardpack, { customer, worker, card });
  const paidId = await buildRunningEngagement(yardpack, { customer, worker, card: good });
  await completeVisit(yardpack, { engagementId: paidId, worker });
  await completeVisit(yardpack, { engagementId, worker });
  expect(await failures()).toMatchObject([
    {
      engagementId,
      customer: { profileId: customer.profileId, name: 'Pat Lee' },
      amount: 1500,
      state: 'retrying',
      attempts: 1,
      declineMessage: 'Your card was declined.',
      nextAt: expect.any(String),
      engagementStatus: 'ENGAGEMENT_STATUS_RUNNING',
    },
  ]);
  await yardpack.advance('P1D');
  expect(await failures()).toMatchObject([{ state: 'retrying', attempts: 2 }]);
  for (const wait of ['P3D', 'P5D']) await yardpack.advance(wait);
  expect(await failures()).toMatchObject([
    {
      state: 'given-up',
      attempts: 4,
      declineMessage: 'Your card was declined.',
      nextAt: null,
      engagementStatus: 'ENGAGEMENT_STATUS_PAUSED',
    },
  ]);
  // The customer comes back with a card that works.
  await advanceFor(yardpack, 'PT1S', [customer]);
  const update = (body: object) =>
    yardpack.call('updateEngagement', { as: customer.accessToken, params: { engagementId }, body });
  expect((await update({ stripePaymentMethodId: good })).status).toBe(200);
  expect(await failures()).toEqual([]);
});

test('a payment that the customer must confirm is shown, and those given up come first', async () => {
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const employee = await buildEmployee(yardpack);
  const declined = await buildCard(yardpack, customer, declinedCard);
  const asks = await buildCard(yardpack, customer, asksEveryTime);
  const givenUp = await buildRunningEngagement(yardpack, { customer, worker, card: declined });
  await completeVisit(yardpack, { engagementId: givenUp, worker });
  for (const wait of ['PT1S', 'P1D', 'P3D', 'P5D']) await yardpack.advance(wait);
  const waiting = await buildRunningEngagement(yardpack, { customer, worker, card: asks });
  await completeVisit(yardpack, { engagementId: waiting, worker });
  await advanceFor(yardpack, 'PT1S', [employee]);
  const { failedPayments } = await desk(employee);
  expect(failedPayments.count).toBe(2);
  const only = async (state: 'given-up' | 'confirmation-needed' | 'retrying') =>
    (await yardpack.call('listFailedPayments', { as: employee.accessToken, query: { state } })).body.rows.map(
      ({ engagementId }) => engagementId,
    );
  expect([await only('given-up'), await only('confirmation-needed'), await only('retrying')]).toEqual([
    [givenUp],
    [waiting],
    [],
  ]);
  expect(failedPayments.rows.map(({ engagementId, state }) => [engagementId, state])).toEqual([
    [givenUp, 'given-up'],
    [waiting, 'confirmation-needed'],
  ]);
});

test("today's visits are those that are due and those that were started, with where they stand", async () => {
  await yardpack.advance(wednesday);
  const customer = await buildCustomer(yardpack, { firstName: 'Ada', lastName: 'Long' });
  const worker = await buildOnboardedWorker(yardpack, { firstName: 'Wren', lastName: 'Okafor' });
  const employee = await buildEmployee(yardpack);
  const build = async (details: Parameters<typeof buildEngagement>[2] = {}, day = 'DAY_OF_WEEK_WEDNESDAY' as const) => {
    const engagement = await buildEngagement(yardpack, customer, details);
    await claimEngagement(yardpack, worker, engagement, [day]);
    return engagement;
  };
  const done = await build();
  const atTheGate = await build();
  const skipped = await build();
  const notStarted = await build();
  const everyTwoWeeks = await build({ interval: 2 });
  const fromTomorrow = await build({ startDay: { year: 2027, month: 3, day: 11 } });
  const releasedLater = await build();
  await workUntil(yardpack, worker, done, 'WORK_STATUS_WORK_COMPLETED');
  await workUntil(yardpack, worker, atTheGate, 'WORK_STATUS_TRAVEL_STARTED');
  await workUntil(yardpack, worker, releasedLater, 'WORK_STATUS_TRAVEL_STARTED');
  await yardpack.world.database
    .update(engagements)
    .set({ status: 'ENGAGEMENT_STATUS_PAUSED' })
    .where(eq(engagements.id, releasedLater.id));
  await yardpack.call('createSkip', {
    as: employee.accessToken,
    params: { engagementId: skipped.id },
    body: { date: { year: 2027, month: 3, day: 10 } },
  });
  await yardpack.call('createSkip', {
    as: worker.accessToken,
    params: { engagementId: atTheGate.id },
    body: { date: { year: 2027, month: 3, day: 10 }, reason: 'The gate is locked' },
  });

  const { visits } = await desk(employee);
  expect(visits.date).toEqual({ year: 2027, month: 3, day: 10 });
  expect(visits.counts).toEqual({ 'not-started': 2, 'under-way': 1, done: 1, skipped: 2 });
  expect(Object.fromEntries(visits.rows.map(({ engagementId, state }) => [engagementId, state]))).toEqual({
    [done.id]: 'done',
    [atTheGate.id]: 'skipped',
    [releasedLater.id]: 'under-way',
    [skipped.id]: 'skipped',
    [notStarted.id]: 'not-started',
    [everyTwoWeeks.id]: 'not-started',
  });
  expect(Object.fromEntries(visits.rows.map((row) => [row.engagementId, row.skip]))).toMatchObject({
    [atTheGate.id]: { kind: 'could-not', reason: 'The gate is locked' },
    [skipped.id]: { kind: 'skipped', reason: null },
    [notStarted.id]: null,
  });
  expect(visits.rows[0]).toMatchObject({
    customer: { profileId: customer.profileId, name: 'Ada Long' },
    worker: { profileId: worker.profileId, name: 'Wren Okafor' },
    streetAddress1: '100 Main St',
    city: 'Bentonville',
  });
  const listed = async (query: { state?: 'skipped'; after?: string }) =>
    (await yardpack.call('listTodaysVisits', { as: employee.accessToken, query })).body.rows.map(
      ({ engagementId }) => engagementId,
    );
  expect(await listed({ state: 'skipped' })).toEqual([skipped.id, atTheGate.id]);
  // A place in the list stands, whether or not there is a visit in it any more.
  const id = (digit: string) => `${digit.repeat(8)}-0000-7000-8000-000000000000`;
  expect(await listed({ after: `${worker.profileId}_0_${id('0')}` })).toEqual(await listed({}));
  expect(await listed({ after: `${worker.profileId}_10000_${id('f')}` })).toEqual([]);

  await advanceFor(yardpack, 'P7D', [employee]);
  const nextWeek = (await desk(employee)).visits.rows.map(({ engagementId }) => engagementId);
  expect(nextWeek).toHaveLength(5);
  expect(nextWeek).toContain(fromTomorrow.id);
  expect(nextWeek).not.toContain(everyTwoWeeks.id);
  await advanceFor(yardpack, 'P7D', [employee]);
  expect((await desk(employee)).visits.counts['not-started']).toBe(6);
});

test('a list goes on where a page ended, whatever has become of its last row', async () => {
  const employee = await buildEmployee(yardpack);
  const expected: string[] = [];
  for (let count = 0; count < 53; count += 1) expected.unshift(await buildDeadMessage(yardpack.world));
  const list = async (after?: string) =>
    (await yardpack.call('listDeadMessages', { as: employee.accessToken, query: after ? { after } : {} })).body;
  const first = await list();
  const last = first.rows.at(-1)?.messageId ?? '';
  await yardpack.call('resolveDeadMessage', {
    as: employee.accessToken,
    params: { messageId: last },
    body: { resolveBy: 'sending-again' },
  });
  const second = await list(first.next ?? '');
  const read = [...first.rows, ...second.rows].map(({ messageId }) => messageId);
  expect([new Set(read), read.length, second.next]).toEqual([new Set(expected), 53, null]);
  const only = async (channel: 'email' | 'text') =>
    (await yardpack.call('listDeadMessages', { as: employee.accessToken, query: { channel } })).body.rows.length;
  expect([await only('email'), await only('text')]).toEqual([50, 0]);
});

test('nobody but staff sees the desk', async () => {
  const people = [await buildCustomer(yardpack), await buildOnboardedWorker(yardpack)];
  const names: EndpointName[] = ['getStaffDesk', 'listUnclaimedProposals', 'listFailedPayments', 'listTodaysVisits'];
  for (const person of people) {
    for (const name of names) expect((await yardpack.call(name, { as: person.accessToken })).status).toBe(403);
  }
});

test('in a large business it reads today, not the tables, and its lists go on page by page', async () => {
  await yardpack.close();
  yardpack = await createTestWorld({}, { isNew: true });
  await yardpack.advance(wednesday);
  const { world } = yardpack;
  const client = world.database.$client;
  const work = { number: 0, engagements: 8_000, proposals: 60, perCustomer: 1, perWorker: 30, employees: 0 };
  await withoutLimits(client, (unlimited) =>
    fillBusiness(unlimited, [{ ...work, mixed: true, weeks: 2 }], world.clock.now()),
  );
  const tables = await largeTables(client);
  const scansOf = async (what: string, act: () => Promise<unknown>) =>
    await findTableScans(client, what, await recordQueries(act), tables);

  expect(await scansOf('desk', () => getStaffDesk(world))).toEqual([]);
  const desk = await getStaffDesk(world);
  expect(desk.unclaimedProposals.count).toBe(60);
  expect(desk.failedPayments.count).toBe(80);
  // A seventh of all visits is on each day. Some were done although the engagement is paused or over since.
  expect(desk.visits.counts).toEqual({ 'not-started': 209, 'under-way': 0, done: 807, skipped: 6 });

  const lists = {
    proposals: (after?: string) => listUnclaimedProposals(world, after),
    payments: (after?: string) => listFailedPayments(world, { after }),
    visits: (after?: string) => listTodaysVisits(world, { after }),
    done: (after?: string) => listTodaysVisits(world, { after, state: 'done' }),
    'not-started': (after?: string) => listTodaysVisits(world, { after, state: 'not-started' }),
    skipped: (after?: string) => listTodaysVisits(world, { after, state: 'skipped' }),
    'under-way': (after?: string) => listTodaysVisits(world, { after, state: 'under-way' }),
  };
  const walked: Record<string, { id: string; state?: string }[]> = {};
  for (const [name, list] of Object.entries(lists)) {
    const rows: { id: string; state?: string }[] = [];
    let after: string | undefined;
    do {
      const page = await list(after);
      for (const row of page.rows) {
        rows.push('paymentId' in row ? { id: row.paymentId } : { id: row.engagementId, ...row });
      }
      if (after === undefined && page.next) {
        const second = page.next;
        expect(await scansOf(name, () => list(second))).toEqual([]);
      }
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(new Set(rows.map(({ id }) => id)).size, name).toBe(rows.length);
    walked[name] = rows;
  }
  const { counts } = desk.visits;
  expect(walked.proposals).toHaveLength(desk.unclaimedProposals.count);
  expect(walked.payments).toHaveLength(desk.failedPayments.count);
  expect(walked.visits).toHaveLength(counts['not-started'] + counts['under-way'] + counts.done + counts.skipped);
  // The other queries give the same visits in the same order.
  for (const state of ['done', 'not-started', 'skipped', 'under-way']) {
    expect(walked[state]).toEqual(walked.visits?.filter((visit) => visit.state === state));
  }
});

test('a message that nobody got names its reader, with all that a link to the record needs', async () => {
  const employee = await buildEmployee(yardpack);
  const carla = await buildCustomer(yardpack, { firstName: 'Carla', lastName: 'Reyes' });
  const { world } = yardpack;
  const order = await buildOrder(yardpack, employee, { firstName: 'Otis', lastName: 'Lane' });
  await buildDeadMessage(world, { recipient: 'nobody@example.com' });
  await buildDeadMessage(world, { recipient: 'otis@example.com', aboutId: order.id });
  const phone = { channel: 'text', recipient: '+14795550123' } as const;
  await buildDeadMessage(world, { ...phone, userId: carla.userId, profileId: carla.profileId });
  const { body } = await yardpack.call('listDeadMessages', { as: employee.accessToken, query: {} });
  const named = { profileId: carla.profileId, type: 'PROFILE_TYPE_CUSTOMER', name: 'Carla Reyes' };
  for (const { rows } of [body, (await desk(employee)).deadMessages]) {
    expect(rows).toHaveLength(3);
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ recipient: 'nobody@example.com', people: [], order: null }),
        expect.objectContaining({ recipient: 'otis@example.com', order: { id: order.id, name: 'Otis Lane' } }),
        expect.objectContaining({ ...phone, people: [named], order: null }),
      ]),
    );
  }
});

test('a message that nobody got waits for staff, who send it again or drop it', async () => {
  const employee = await buildEmployee(yardpack);
  const { world } = yardpack;
  const first = await buildDeadMessage(world, { recipient: 'first@example.com' });
  await yardpack.advance('PT1M');
  const second = await buildDeadMessage(world, { recipient: 'second@example.com' });
  expect((await desk(employee)).deadMessages).toMatchObject({
    count: 2,
    rows: [
      { messageId: second, channel: 'email', recipient: 'second@example.com', reason: '550 5.1.1 No such user' },
      { messageId: first },
    ],
  });
  const resolve = async (messageId: string, resolveBy: 'sending-again' | 'dropping') =>
    (
      await yardpack.call('resolveDeadMessage', {
        as: employee.accessToken,
        params: { messageId },
        body: { resolveBy },
      })
    ).status;
  // Twice, as when two people work at the desk.
  expect([await resolve(first, 'sending-again'), await resolve(first, 'sending-again')]).toEqual([200, 200]);
  expect([await resolve(second, 'dropping'), await resolve(second, 'dropping')]).toEqual([200, 200]);
  expect([await resolve(second, 'sending-again'), await resolve(randomUUID(), 'dropping')]).toEqual([409, 404]);
  await yardpack.drain();
  expect(await resolve(first, 'sending-again')).toBe(200);
  await yardpack.drain();
  expect((await yardpack.messages()).filter(({ to }) => /first|second/.test(to))).toHaveLength(1);
  expect((await desk(employee)).deadMessages).toEqual({ count: 0, rows: [] });
});

test('sending again is refused with the reason of now: a STOP, or a number that was given up', async () => {
  const employee = await buildEmployee(yardpack);
  const { world } = yardpack;
  const again = async (channel: 'text' | 'email', recipient: string) => {
    const params = { messageId: await buildDeadMessage(world, { channel, recipient, basis: 'consent' }) };
    const body = { resolveBy: 'sending-again' as const };
    return (await yardpack.call('resolveDeadMessage', { as: employee.accessToken, params, body })).error?.message;
  };
  const number = '+14795550166';
  expect(await again('text', number)).toContain('Nobody agrees to texts like this one at this number anymore');
  await world.database.transaction((transaction) =>
    revokeConsents(world, transaction, {
      ...{ channel: 'text', address: number, purposes: ['account', 'service'], source: 'text-reply', word: 'STOP' },
    }),
  );
  expect(await again('text', number)).toContain('They have stopped texts to this number');
  expect(await again('email', 'gone@example.com')).toContain('have another address now');
});

test('a message is tried for three days again, and one that has no point anymore is not offered', async () => {
  const employee = await buildEmployee(yardpack);
  const { world } = yardpack;
  const again = await buildDeadMessage(world);
  const notAfter = world.clock.now().add({ hours: 1 });
  const link = await buildDeadMessage(world, { isSecret: true, notAfter });
  const faults = [{ service: 'mail', kind: 'fail', times: 1 }];
  await yardpack.app.inject({ method: 'POST', url: '/sandbox/faults.json', payload: { faults } });
  const resolveBy = 'sending-again' as const;
  await yardpack.call('resolveDeadMessage', {
    as: employee.accessToken,
    params: { messageId: again },
    body: { resolveBy },
  });
  await yardpack.drain();
  expect((await desk(employee)).deadMessages.rows).toMatchObject([{ messageId: link }]);
  await advanceFor(yardpack, 'PT1H', [employee]);
  expect((await yardpack.messages()).filter(({ to }) => to === 'nobody@example.com')).toHaveLength(1);
  expect((await desk(employee)).deadMessages.rows).toEqual([]);
});
