import { randomUUIDv7 } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { businessDay } from '#domain/calendar.ts';
import { charges, payments, refunds } from '../database/schema/billing.ts';
import { findings, reconciliations } from '../database/schema/findings.ts';
import { visits } from '../database/schema/visits.ts';
import { insertWork } from '../testing/begun-visits.ts';
import {
  businessTest as anyBusinessTest,
  type Business,
  chargedVisit,
  chargeStatus,
  completedVisit,
  customerMails,
  intentsOf,
  withCard,
} from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildEmployee, type Person } from '../testing/factories.ts';
import {
  buildBankAccount,
  buildRunningEngagement,
  completeVisit,
  setStripeFaults,
} from '../testing/payment-factories.ts';
import { fillAll } from '../visits/ahead.ts';
import { startDueChecks } from './service.ts';
import { takeReconciliation } from './store.ts';

const businessTest = anyBusinessTest.extend({ checksNights: true });

const inProportion = { reverse_transfer: true, refund_application_fee: true };

/** Presses Check now, and waits until the check is over. @returns how it ended, and what the desk shows */
async function check({ test }: Business) {
  const staff = await buildEmployee(test);
  await test.call('startReconciliation', { as: staff.accessToken });
  await test.drain();
  const { body: last } = await test.call('getReconciliation', { as: staff.accessToken });
  const { body: desk } = await test.call('getStaffDesk', { as: staff.accessToken });
  return { last, findings: desk.findings, kinds: desk.findings.rows.map(({ kind }) => kind) };
}

const checksOf = ({ test }: Business) =>
  test.world.database.select().from(reconciliations).orderBy(reconciliations.startedAt);

const run = ({ test }: Business, statement: string) => test.world.database.execute(sql.raw(statement));

businessTest('after payments, refunds and a dispute everything agrees, and that is said', async ({ business }) => {
  const { test } = business;
  const staff = await buildEmployee(test);
  const before = await test.call('getStaffDesk', { as: staff.accessToken });
  expect(before.body.findings).toMatchObject({ count: 0, checkedAt: null });
  await chargedVisit(business);
  await chargedVisit(business, '4000000000000259');
  const [, intent] = await intentsOf(business);
  await test.world.stripe.refunds.create({ payment_intent: intent?.id ?? '', amount: 500, ...inProportion });
  const { last, findings: found } = await check(business);
  expect(last).toMatchObject({ open: 0, seen: 0, lastCheck: { failure: null, finishedAt: expect.any(String) } });
  expect(last.lastCheck?.by).not.toBeNull();
  expect(found).toMatchObject({ count: 0, checkedAt: last.lastCheck?.finishedAt });
});

businessTest('each night has one check after three, however many processes look', async ({ business }) => {
  const { test } = business;
  const tomorrow = businessDay(test.world.clock.now()).add({ days: 1 });
  const at = (time: string) => tomorrow.toZonedDateTime({ timeZone: 'America/Chicago', plainTime: time }).toInstant();
  await test.advance(at('02:59').toString());
  const nights = async () =>
    (await checksOf(business)).map(({ night, finishedAt }) => [night?.toString(), finishedAt !== null]);
  expect((await nights()).at(-1)).toEqual([tomorrow.subtract({ days: 1 }).toString(), true]);
  await test.advance(at('03:01').toString());
  expect((await nights()).at(-1)).toEqual([tomorrow.toString(), true]);
  await Promise.all(Array.from({ length: 4 }, () => startDueChecks(test.world)));
  await test.advance('PT1H');
  expect((await nights()).filter(([night]) => night === tomorrow.toString())).toHaveLength(1);
});

businessTest('Check now begins one check at a time, whoever presses', async ({ business }) => {
  const { test } = business;
  const people = [await buildEmployee(test), await buildEmployee(test)];
  const press = (person: Person) => test.call('startReconciliation', { as: person.accessToken });
  const answers = await Promise.all([...people, ...people].map(press));
  expect(answers.map(({ body }) => body.lastCheck?.finishedAt)).toEqual([null, null, null, null]);
  expect(await checksOf(business)).toHaveLength(1);
  await test.drain();
  expect(await checksOf(business)).toMatchObject([{ dueAt: null, finishedAt: expect.anything() }]);
});

businessTest('a check whose process has ended is made again by another', async ({ business }) => {
  const { test } = business;
  const staff = await buildEmployee(test);
  await test.call('startReconciliation', { as: staff.accessToken });
  const now = test.world.clock.now();
  // The process that takes it ends here.
  expect(await takeReconciliation(test.world.database, now, now.add({ minutes: 10 }))).toBeDefined();
  await test.advance('PT5M');
  expect(await checksOf(business)).toMatchObject([{ finishedAt: null }]);
  await test.advance('PT6M');
  expect(await checksOf(business)).toMatchObject([{ finishedAt: expect.anything(), failure: null }]);
});

businessTest(
  'done and never charged, due and never billed, charged and not done are found, and go',
  async ({ business }) => {
    const { test, worker, customer } = business;
    const engagementId = await buildRunningEngagement(test, await withCard(business), {
      billingCycle: 'BILLING_CYCLE_WEEKLY',
    });
    const now = test.world.clock.now();
    const work = await insertWork(test.world.database, {
      engagementId,
      workerProfileId: worker.profileId,
      date: businessDay(now).subtract({ days: 2 }),
      status: 'WORK_STATUS_WORK_COMPLETED',
      createdAt: now.subtract({ hours: 48 }),
      workCompletedAt: now.subtract({ hours: 48 }),
    });
    const late = await completeVisit(test, { engagementId, worker });
    const undone = await completeVisit(test, { engagementId, worker, daysLater: 1 });
    const twoDaysAgo = now.subtract({ hours: 48 });
    await test.world.database.update(charges).set({ dueAt: twoDaysAgo }).where(eq(charges.workId, late));
    const set = (is: Partial<typeof visits.$inferInsert>) =>
      test.world.database.update(visits).set(is).where(eq(visits.id, undone));
    await set({ state: 'begun', step: 'WORK_STATUS_WORK_STARTED' });
    const { findings: found, kinds, last } = await check(business);
    expect(kinds.toSorted()).toEqual(['never-billed', 'never-charged', 'not-done']);
    expect(last).toMatchObject({ open: 3, seen: 0 });
    expect(found.rows.find(({ kind }) => kind === 'never-charged')).toMatchObject({
      subject: work.id,
      person: { profileId: customer.profileId },
      engagement: { id: engagementId, streetAddress1: expect.any(String) },
      visitDay: { day: work.date.day },
    });
    expect(found.rows.find(({ kind }) => kind === 'never-billed')).toMatchObject({ amount: 1500 });
    // Found again it is the same.
    expect((await check(business)).findings.rows).toEqual(found.rows);

    await test.world.database.delete(visits).where(eq(visits.id, work.id));
    await set({ state: 'done', step: 'WORK_STATUS_WORK_COMPLETED' });
    await fillAll(test.world);
    await test.advance('PT1M');
    expect((await check(business)).findings.count).toBe(0);
    expect(await chargeStatus(business, late)).toBe('paid');
  },
);

businessTest(
  'refunds, disputes and payments of which no webhook came are found within 30 days',
  async ({ business }) => {
    const { test, customer } = business;
    await setStripeFaults(test, { match: {}, kind: 'lose-webhooks' });
    await chargedVisit(business);
    const [intent] = await intentsOf(business);
    await advanceFor(test, 'P20D', [customer]);
    const { workId } = await completedVisit(business, '4000000000000259');
    await test.drain();
    expect(await chargeStatus(business, workId)).toBe('paid');
    await test.world.stripe.refunds.create({ payment_intent: intent?.id ?? '', amount: 500, ...inProportion });
    expect(await test.world.database.select().from(refunds)).toEqual([]);
    const staff = await buildEmployee(test);
    expect((await check(business)).findings.count).toBe(0);
    expect(await test.world.database.select().from(refunds)).toMatchObject([{ amount: 500, status: 'done' }]);
    await test.drain();
    expect(await customerMails(business, /sent back \$5\.00/)).toHaveLength(1);
    const { body } = await test.call('getStaffDesk', { as: staff.accessToken });
    expect(body.disputes.count).toBe(1);
  },
);

businessTest(
  'what Stripe collected for nothing here is found until it is refunded, or put aside',
  async ({ business }) => {
    const { test } = business;
    const staff = await buildEmployee(test);
    await chargedVisit(business);
    const [ours] = await intentsOf(business);
    const other = await test.world.stripe.paymentIntents.create({
      amount: 4200,
      currency: 'usd',
      customer: String(ours?.customer),
      payment_method: String(ours?.payment_method),
      confirm: true,
      off_session: true,
    });
    const { findings: found } = await check(business);
    expect(found).toMatchObject({ count: 1, rows: [{ kind: 'unknown-at-stripe', amount: 4200, subject: other.id }] });
    const see = (isSeen: boolean) =>
      test.call('seeFinding', {
        as: staff.accessToken,
        params: { findingId: found.rows[0]?.id ?? '' },
        body: { isSeen },
      });
    await Promise.all([see(true), see(true)]);
    expect((await check(business)).findings).toMatchObject({ count: 0, asideCount: 1 });
    // Of another amount it is another matter.
    await test.world.stripe.refunds.create({ payment_intent: other.id, amount: 1000 });
    expect((await check(business)).findings).toMatchObject({ count: 1, rows: [{ amount: 3200 }] });
    await test.world.stripe.refunds.create({ payment_intent: other.id });
    expect((await check(business)).last).toMatchObject({ open: 0 });
  },
);

businessTest('what is paid here and not at Stripe is found', async ({ business }) => {
  const { test } = business;
  await chargedVisit(business);
  const [payment] = await test.world.database.select().from(payments);
  const intentId = payment?.stripePaymentIntentId ?? '';
  const point = (id: string) => test.world.database.update(payments).set({ stripePaymentIntentId: id });
  await point('pi_none');
  expect((await check(business)).findings.rows).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'not-at-stripe', subject: 'pi_none', amount: 1500, bill: expect.anything() }),
      expect.objectContaining({ kind: 'unknown-at-stripe', subject: intentId, amount: 1500 }),
    ]),
  );
  await point(intentId);
  expect((await check(business)).findings.count).toBe(0);
});

businessTest(
  'a ledger that says something else than Stripe, than its sums, or than the bills is found',
  async ({ business }) => {
    const { test, customer } = business;
    const { workId } = await chargedVisit(business);
    const [payment] = await test.world.database.select().from(payments);
    const day = businessDay(test.world.clock.now());
    const book = (amount: number) =>
      run(
        business,
        `insert into entries (id, at, day, cause, line, kind, account, account_id, against, amount, payment_id)
        values ('${randomUUIDv7()}', now(), '${day}', 'by-hand:${amount}', 0, 'processing', 'business',
        '00000000-0000-0000-0000-000000000000', 'provider', ${amount}, '${payment?.id}')`,
      );
    await book(-10);
    await run(business, `update charges set payment_id = null where work_id = '${workId}'`);
    const found = await check(business);
    expect(found.kinds.toSorted()).toEqual([
      'bill-entries',
      'bill-entries',
      'customer-balance',
      'kept-sums',
      'kept-sums',
      'other-at-stripe',
    ]);
    const of = (kind: string) => found.findings.rows.filter((row) => row.kind === kind);
    expect(of('other-at-stripe')).toMatchObject([{ amount: 10, bill: { number: expect.stringMatching(/-000001$/) } }]);
    expect(of('customer-balance')).toMatchObject([{ amount: 1500, person: { profileId: customer.profileId } }]);
    expect(of('kept-sums').map(({ amount }) => Math.abs(amount ?? 0))).toEqual([10, 10]);
    await book(10);
    await run(business, `update charges set payment_id = '${payment?.id}' where work_id = '${workId}'`);
    await test.advance('P3D');
    expect((await check(business)).findings.rows).toEqual([]);
  },
);

businessTest('what Stripe keeps of a payment is read again until it is known', async ({ business }) => {
  const { test } = business;
  await chargedVisit(business);
  const [payment] = await test.world.database.select().from(payments);
  // As it was migrated from before there was a ledger.
  const day = businessDay(test.world.clock.now());
  await run(business, `update payments set processing_fee = null`);
  await run(
    business,
    `insert into entries (id, at, day, cause, line, kind, account, account_id, against, amount, payment_id)
      values ('${randomUUIDv7()}', now(), '${day}', 'as-before', 0, 'processing', 'business',
      '00000000-0000-0000-0000-000000000000', 'provider', 74, '${payment?.id}')`,
  );
  await run(business, `update daily_sums set amount = 0 where kind = 'processing'`);
  await test.advance('PT2H');
  expect((await check(business)).findings.count).toBe(0);
  expect(await test.world.database.select().from(payments)).toMatchObject([{ processingFee: 74 }]);
});

businessTest(
  'while Stripe cannot be reached the rest is looked at, and all of it once it can',
  async ({ business }) => {
    const { test } = business;
    await chargedVisit(business);
    await test.advance('PT1H');
    await setStripeFaults(test, { match: { path: '/v1/events' }, kind: 'error-before-acting' });
    await test.world.database
      .insert(findings)
      .values({ kind: 'unknown-at-stripe', subject: 'pi_before', foundAt: test.world.clock.now() });
    const { last, findings: found } = await check(business);
    expect(last.lastCheck).toMatchObject({ failure: 'Stripe could not be reached.' });
    // Nothing is known of it now.
    expect(found.count).toBe(1);
    await test.advance('P1D');
    expect((await checksOf(business)).at(-1)).toMatchObject({ night: null, failure: expect.any(String) });
    await test.advance('PT30M');
    const tries = (await checksOf(business)).length;
    await setStripeFaults(test);
    await test.advance('PT45M');
    await vi.waitFor(async () => {
      const all = await checksOf(business);
      expect(all).toHaveLength(tries + 1);
      expect(all.at(-1)).toMatchObject({ night: expect.anything(), failure: null });
    }, 30_000);
    expect(await test.world.database.select().from(findings)).toMatchObject([{ goneAt: expect.anything() }]);
  },
);

const bankTest = businessTest.extend({ settings: { PAYMENT_METHOD_TYPES: 'card,us_bank_account' } });

bankTest('a debit that a bank does not answer is found after ten days', async ({ business }) => {
  const { test, customer, worker } = business;
  const card = await buildBankAccount(test, customer);
  const engagementId = await buildRunningEngagement(test, { ...business, card });
  await completeVisit(test, { engagementId, worker });
  await test.drain();
  const askedDaysAgo = (days: number) =>
    test.world.database.update(payments).set({ askedAt: test.world.clock.now().subtract({ hours: 24 * days }) });
  await askedDaysAgo(9);
  expect((await check(business)).kinds).toEqual([]);
  await askedDaysAgo(11);
  const { findings: found } = await check(business);
  const person = { profileId: customer.profileId };
  expect(found.rows).toMatchObject([
    { kind: 'debit-late', amount: 1500, person, detail: expect.stringMatching(/^pi_/) },
  ]);
});
