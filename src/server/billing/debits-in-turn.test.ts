import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { payments } from '../database/schema/billing.ts';
import {
  type Business,
  businessTest,
  chargeStatus,
  customerMails,
  intentsOf,
  paymentsOf,
} from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildEmployee } from '../testing/factories.ts';
import { buildBankAccount, buildRunningEngagement, completeVisit } from '../testing/payment-factories.ts';
import { hearAllOfStripe } from '../testing/stripe-news.ts';
import { collectPayment } from './service.ts';

const bankTest = businessTest.extend({ settings: { PAYMENT_METHOD_TYPES: 'card,us_bank_account' } });

/** Debits of one account that the bank has, or may have. */
const underWay = async (business: Business) =>
  (await intentsOf(business)).filter(({ status }) => status === 'processing').length;

/** Services that one account pays for; a visit of each was debited on one day, and all debits came back for want of money. */
async function cameBack(business: Business, services: number) {
  const { test, customer, worker } = business;
  const card = await buildBankAccount(test, customer, '000222222227');
  const engagementIds: string[] = [];
  while (engagementIds.length < services) engagementIds.push(await buildRunningEngagement(test, { ...business, card }));
  const workIds: string[] = [];
  for (const engagementId of engagementIds) workIds.push(await completeVisit(test, { engagementId, worker }));
  await test.drain();
  expect(await underWay(business)).toBe(services);
  await advanceFor(test, 'P4D', [customer]);
  await vi.waitFor(async () => {
    await hearAllOfStripe(test);
    expect(await Promise.all(workIds.map((id) => chargeStatus(business, id)))).toEqual(workIds.map(() => 'declined'));
  }, 60_000);
  return { engagementIds, workIds };
}

const twoCameBack = (business: Business) => cameBack(business, 2);

/** @returns the attempts that wait, the one that came back first before the other */
async function waitingOf(business: Business, engagementIds: string[]) {
  const rows = (await Promise.all(engagementIds.map((id) => paymentsOf(business, id)))).flat();
  return rows
    .filter(({ status }) => status === 'pending')
    .sort((one, other) => Temporal.Instant.compare(one.createdAt, other.createdAt));
}

const nextDay = async ({ test }: Business) => {
  await test.advance('P1D');
  await hearAllOfStripe(test);
};

bankTest(
  'of two debits that came back for want of money one is made again at a time, and the other not once the account is given up',
  async ({ business }) => {
    const { workIds } = await twoCameBack(business);
    for (let day = 0; day < 14; day += 1) {
      await nextDay(business);
      expect(await underWay(business)).toBeLessThan(2);
    }
    expect(await intentsOf(business)).toHaveLength(4);
    const statuses = await Promise.all(workIds.map((id) => chargeStatus(business, id)));
    expect(statuses).toEqual(['declined', 'declined']);
    expect(await customerMails(business, /another payment method/)).toHaveLength(2);
  },
);

bankTest('only the debit that is made again next has a day, on its bill and in its letter', async ({ business }) => {
  const { customer, test } = business;
  const { engagementIds } = await twoCameBack(business);
  const [first, second] = await waitingOf(business, engagementIds);
  const input = { as: customer.accessToken, params: { customerProfileId: customer.profileId } };
  const { bills } = (await test.call('listBills', input)).body;
  const stateOf = (billId: string | null | undefined) => {
    const { state, nextAt } = bills.find(({ id }) => id === billId) ?? {};
    return { state, nextAt };
  };
  expect(stateOf(first?.billId)).toEqual({ state: 'retrying', nextAt: first?.dueAt?.toString() });
  expect(stateOf(second?.billId)).toEqual({ state: 'retrying', nextAt: null });
  const letters = await customerMails(business, /declined/);
  expect(letters.map(({ text }) => text.match(/We will try again [^.]*\./)?.[0]).sort()).toEqual([
    expect.stringMatching(/again on \w{3}, \w{3} \d/),
    'We will try again once the other payment from this bank account is paid.',
  ]);
});

bankTest('two processes that take both at the same moment begin one', async ({ business }) => {
  const { world } = business.test;
  const { engagementIds } = await twoCameBack(business);
  const waiting = await waitingOf(business, engagementIds);
  const [first, second] = waiting;
  const clock = { ...world.clock, now: () => business.test.world.clock.now().add({ hours: 25 }) };
  const next = { ...world, clock };
  await Promise.all([...waiting, ...waiting.toReversed()].map(({ id }) => collectPayment(next, id)));
  expect(await underWay(business)).toBe(1);
  expect((await waitingOf(business, engagementIds)).map(({ id }) => id)).toEqual([second?.id]);
  const [begun] = await paymentsOf(business, first?.engagementId ?? '').then((rows) => rows.toReversed());
  expect(begun).toMatchObject({ id: first?.id, status: 'processing' });
  // The other has begun nothing, and is looked at again a day later.
  const [other] = await waitingOf(business, engagementIds);
  expect(other).toMatchObject({ askedAt: null, dueAt: clock.now().add({ hours: 24 }), plannedFor: null });
});

bankTest('the next one goes on once the one before is over, within two weeks of its first', async ({ business }) => {
  const { engagementIds, workIds } = await twoCameBack(business);
  const [first] = await waitingOf(business, engagementIds);
  const own = engagementIds.indexOf(first?.engagementId ?? '');
  const other = 1 - own;
  await nextDay(business);
  expect(await intentsOf(business)).toHaveLength(3);
  await vi.waitFor(async () => {
    await nextDay(business);
    expect(await chargeStatus(business, workIds[own] ?? '')).toBe('declined');
  }, 60_000);
  await writeOff(business, first?.billId ?? '');
  await nextDay(business);
  await nextDay(business);
  expect(await intentsOf(business)).toHaveLength(4);
  expect(await chargeStatus(business, workIds[other] ?? '')).toBe('processing');
});

bankTest('one that has waited until its two weeks are over is not made again', async ({ business }) => {
  const { test } = business;
  const { engagementIds, workIds } = await twoCameBack(business);
  const [first] = await waitingOf(business, engagementIds);
  const other = 1 - engagementIds.indexOf(first?.engagementId ?? '');
  // The first stays with the bank.
  const { database } = test.world;
  await database
    .update(payments)
    .set({ status: 'processing' })
    .where(eq(payments.id, first?.id ?? ''));
  for (let day = 0; day < 12; day += 1) await nextDay(business);
  const dueAt = test.world.clock.now().add({ hours: 24 });
  await database
    .update(payments)
    .set({ status: 'pending', dueAt })
    .where(eq(payments.id, first?.id ?? ''));
  await writeOff(business, first?.billId ?? '');
  // It ends with the other, and not on the day on which it would have been looked at next.
  expect(await waitingOf(business, engagementIds)).toEqual([]);
  await nextDay(business);
  await nextDay(business);
  expect(await intentsOf(business)).toHaveLength(2);
  expect(await chargeStatus(business, workIds[other] ?? '')).toBe('declined');
  const [letter] = await customerMails(business, /another payment method/);
  expect(letter?.text).toContain('Your bank account did not have enough money.');
});

bankTest('staff cannot bring one forward while the other is made again; its customer can', async ({ business }) => {
  const { test, customer } = business;
  const { engagementIds } = await twoCameBack(business);
  const [, second] = await waitingOf(business, engagementIds);
  const staff = await buildEmployee(test);
  const input = { as: staff.accessToken, params: { billId: second?.billId ?? '' } };
  const { open } = (await test.call('getBillActs', input)).body;
  const body = { requestId: randomUUID(), isPreview: false, version: open?.version ?? '' };
  const refused = await test.call('collectAgain', { ...input, body });
  expect([refused.status, refused.error?.message]).toEqual([
    409,
    'Another debit from this bank account is being tried again. This bill is next. You can move it to another payment method.',
  ]);
  await test.drain();
  expect(await underWay(business)).toBe(0);
  const pressed = await test.call('collectOverdue', {
    as: customer.accessToken,
    params: { customerProfileId: customer.profileId },
    body: {},
  });
  expect(pressed.status).toBe(200);
  await test.drain();
  expect(await underWay(business)).toBe(2);
});

bankTest(
  'what waited ends with the debit before it once the account is given up, and its letter says so',
  async ({ business }) => {
    const { customer, test } = business;
    const { engagementIds, workIds } = await cameBack(business, 3);
    const [first] = await waitingOf(business, engagementIds);
    const own = workIds[engagementIds.indexOf(first?.engagementId ?? '')] ?? '';
    await vi.waitFor(async () => {
      await advanceFor(test, 'P1D', [customer]);
      await hearAllOfStripe(test);
      expect((await intentsOf(business)).length).toBe(5);
      expect(await chargeStatus(business, own)).toBe('declined');
      expect((await customerMails(business, /another payment method/)).length).toBeGreaterThan(0);
    }, 60_000);
    const input = { as: customer.accessToken, params: { customerProfileId: customer.profileId } };
    const { bills } = (await test.call('listBills', input)).body;
    expect(bills.map(({ state, nextAt }) => [state, nextAt])).toEqual(engagementIds.map(() => ['declined', null]));
    const because = 'because your bank account could not pay the one before.';
    const ended = [`We have not tried it again, ${because} Please choose another payment method.`];
    // One whose own two weeks are over that day says what its debit came back for.
    const over = bills.filter(({ declineMessage }) => !ended.includes(declineMessage ?? ''));
    expect(over.length).toBeLessThan(3);
    for (const { declineMessage } of over) expect(declineMessage).toContain('did not have enough money.');
    const letters = await customerMails(business, /another payment method/);
    expect(letters).toHaveLength(3);
    const notTried = letters.filter(({ text }) =>
      text
        .replace(/on \w{3}, \w{3} \d+/, 'that day')
        .includes(`we have not tried again to charge $15.00 for your visit that day, ${because}`),
    );
    expect(notTried).toHaveLength(3 - over.length);
    // Nothing more comes, and no bank is asked.
    const asked = await intentsOf(business);
    await nextDay(business);
    expect(await intentsOf(business)).toEqual(asked);
    expect(await customerMails(business, /another payment method/)).toHaveLength(3);
  },
);

async function writeOff({ test }: Business, billId: string): Promise<void> {
  const input = { as: (await buildEmployee(test)).accessToken, params: { billId } };
  const { open } = (await test.call('getBillActs', input)).body;
  const body = { requestId: randomUUID(), isPreview: false, reason: 'Sorry.', version: open?.version ?? '' };
  expect((await test.call('writeOffBill', { ...input, body })).status).toBe(200);
}
