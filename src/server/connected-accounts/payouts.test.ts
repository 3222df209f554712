import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { calendarDay } from '#domain/calendar.ts';
import { connectedAccounts } from '../database/schema/profiles.ts';
import {
  type Business,
  businessTest,
  chargedVisit,
  refuseWebhooks,
  setRestricted,
} from '../testing/billing-fixture.ts';
import { advanceFor } from '../testing/engagement-factories.ts';
import { buildEmployee, buildWorker, mailsTo } from '../testing/factories.ts';
import { completeVisit } from '../testing/payment-factories.ts';
import { checkAccounts } from './check.ts';
import { refreshPayouts } from './payouts.ts';

const accountOf = async ({ test, worker }: Business) => {
  const { database } = test.world;
  const [row] = await database.select().from(connectedAccounts).where(eq(connectedAccounts.userId, worker.userId));
  return row?.stripeAccountId ?? '';
};

/** Stripe pays the worker out; the bank takes it or not. */
const payOut = (business: Business, account: string, outcome: 'in_transit' | 'paid' | 'failed') =>
  send(business, `/v1/accounts/${account}/payouts`, { outcome });

/** @returns the id of the payout */
async function send({ test }: Business, path: string, body: Record<string, string> = {}): Promise<string> {
  const response = await fetch(`${test.sandbox.stripe.apiUrl}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_any' },
    body: new URLSearchParams(body),
  });
  if (!response.ok) throw new Error(await response.text());
  const { id } = (await response.json()) as { id: string };
  return id;
}

async function desk({ test }: Business) {
  const employee = await buildEmployee(test);
  const rows = async () => (await test.call('getStaffDesk', { as: employee.accessToken })).body.failedPayouts.rows;
  const see = async (workerProfileId: string, isSeen: boolean) => {
    const input = { as: employee.accessToken, params: { workerProfileId }, body: { isSeen } };
    return (await test.call('seeFailedPayout', input)).status;
  };
  return { employee, rows, see };
}

businessTest(
  'a payout that the bank did not take is told once, and stands on the desk until somebody has seen it or one is paid',
  async ({ business }) => {
    const { test, customer, worker } = business;
    await chargedVisit(business);
    const account = await accountOf(business);
    const { employee, rows, see } = await desk(business);
    const shown = [{ worker: { profileId: worker.profileId }, failedAt: expect.any(String) }];
    const heard = async (expected: unknown[]) =>
      await vi.waitFor(async () => {
        await test.drain();
        expect(await rows()).toMatchObject(expected);
        expect((await rows()).length).toBe(expected.length);
      }, 60_000);

    await payOut(business, account, 'failed');
    await heard(shown);
    for (let times = 0; times < 2; times += 1) await refreshPayouts(test.world, account);
    await test.drain();
    const [mail, ...more] = await mailsTo(test, worker, /did not take a payout/);
    expect([mail?.text, more]).toEqual([expect.stringContaining('Please check your bank details.'), []]);
    expect(mail?.text).toContain(`/workers/${worker.profileId}/earnings`);

    expect(await see(worker.profileId, true)).toBe(200);
    expect(await rows()).toEqual([]);
    expect(await see(worker.profileId, false)).toBe(200);
    expect(await rows()).toMatchObject(shown);
    for (const nobody of [randomUUID(), customer.profileId]) expect(await see(nobody, true)).toBe(404);

    // Another one is news again.
    expect(await see(worker.profileId, true)).toBe(200);
    await advanceFor(test, 'PT1H', [employee]);
    await payOut(business, account, 'failed');
    await heard(shown);
    await advanceFor(test, 'PT1H', [employee]);
    await payOut(business, account, 'paid');
    await heard([]);
    expect(await mailsTo(test, worker, /did not take a payout/)).toHaveLength(2);
    // An account that is not of ours.
    await refreshPayouts(test.world, 'acct_unknown');
  },
);

businessTest(
  'what failed and was never heard of is heard by the check, and the earnings say how much was not paid out',
  async ({ business }) => {
    const { test, worker } = business;
    await chargedVisit(business);
    const account = await accountOf(business);
    const { rows } = await desk(business);
    const of = { as: worker.accessToken, params: { workerProfileId: worker.profileId } };
    const failed = async () => (await test.call('getFailedPayout', of)).body.failedPayout;
    expect(await failed()).toBeNull();
    refuseWebhooks(business);
    await payOut(business, account, 'failed');
    await setRestricted(test, account, true);
    const looks: string[] = [];
    const check = () => checkAccounts(test.world, async () => void looks.push('a look'));
    await check();
    expect(await failed()).toMatchObject({ amount: 1200, at: expect.any(String) });
    expect(await rows()).toMatchObject([{ worker: { profileId: worker.profileId }, amount: 1200 }]);
    const [row] = await test.world.database.select().from(connectedAccounts);
    expect(row).toMatchObject({ onboardingComplete: false, restrictedAt: expect.anything() });
    await setRestricted(test, account, false);
    await payOut(business, account, 'paid');
    // One that cannot be read does not hold up the others.
    const other = await buildWorker(test);
    const gone = { userId: other.userId, stripeAccountId: 'acct_gone', onboardingComplete: true };
    await test.world.database.insert(connectedAccounts).values({ ...gone, createdAt: test.world.clock.now() });
    await check();
    expect(await failed()).toBeNull();
    expect(await rows()).toEqual([]);
    expect(looks).toHaveLength(3);
    await test.world.database.delete(connectedAccounts).where(eq(connectedAccounts.userId, other.userId));
  },
);

businessTest(
  'a payout that comes back after a later one was paid is told and on the desk, until one is paid after that',
  async ({ business }) => {
    const { test, worker } = business;
    const { engagementId } = await chargedVisit(business);
    const account = await accountOf(business);
    const { employee, rows } = await desk(business);
    const heard = (expected: unknown[]) =>
      vi.waitFor(async () => {
        await test.drain();
        const shown = await rows();
        expect(shown.map(({ amount }) => amount)).toEqual(expected);
      }, 60_000);
    const first = await payOut(business, account, 'paid');
    await advanceFor(test, 'P7D', [employee, worker]);
    await completeVisit(test, { engagementId, worker });
    await test.drain();
    await payOut(business, account, 'paid');
    await advanceFor(test, 'PT1H', [employee]);
    await send(business, `/v1/payouts/${first}/return`);
    await heard([1200]);
    await refreshPayouts(test.world, account);
    await test.drain();
    expect(await mailsTo(test, worker, /did not take a payout of \$12\.00/)).toHaveLength(1);
    await advanceFor(test, 'PT1H', [employee]);
    // What came back goes with the next, which fails as well: it is owed once.
    await payOut(business, account, 'failed');
    // The desk's row looks as before; the second letter shows that this one was heard.
    await vi.waitFor(async () => {
      await test.drain();
      expect(await mailsTo(test, worker, /did not take a payout/)).toHaveLength(2);
    }, 60_000);
    await heard([1200]);
    await advanceFor(test, 'PT1H', [employee]);
    await payOut(business, account, 'paid');
    await heard([]);
    expect(await mailsTo(test, worker, /did not take a payout/)).toHaveLength(2);
  },
);

businessTest(
  'a worker reads the balance and what is on its way to the bank, as Stripe has them',
  async ({ business }) => {
    const { test, worker } = business;
    const balance = async () => {
      const params = { workerProfileId: worker.profileId };
      return (await test.call('getWorkerBalance', { as: worker.accessToken, params })).body.balance;
    };
    expect(await balance()).toEqual({ available: 0, pending: 0, nextPayout: null });
    await chargedVisit(business);
    expect(await balance()).toEqual({ available: 1200, pending: 0, nextPayout: null });
    const today = calendarDay(test.world.clock.now().toZonedDateTimeISO('UTC').toPlainDate());
    await payOut(business, await accountOf(business), 'in_transit');
    expect(await balance()).toEqual({ available: 0, pending: 0, nextPayout: { amount: 1200, arrivesOn: today } });
    const nobody = await buildWorker(test);
    const params = { workerProfileId: nobody.profileId };
    const without = await test.call('getWorkerBalance', { as: nobody.accessToken, params });
    expect([without.status, without.body.balance]).toEqual([200, null]);
  },
);
