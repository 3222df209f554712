import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { takeUpCharges } from '../charges/take-up.ts';
import { refreshConnectedAccount } from '../connected-accounts/service.ts';
import { addCredit } from '../credits/balance.ts';
import { bills } from '../database/schema/billing.ts';
import { creditBalances, topUps } from '../database/schema/credits.ts';
import { entries } from '../database/schema/ledger.ts';
import { post } from '../ledger/post.ts';
import { findLedgerFaults } from '../ledger/proof-store.ts';
import { openBill } from '../testing/act-fixture.ts';
import {
  accountOf,
  type Business,
  businessTest,
  chargedVisit,
  chargeOf,
  completedVisit,
  customerMails,
  declinedCard,
  intentsOf,
  paymentsOf,
  proveBalanceAtStripe,
  refuseWebhooks,
  setRestricted,
  withCard,
} from '../testing/billing-fixture.ts';
import { buildEmployee } from '../testing/factories.ts';
import {
  buildCard,
  buildRunningEngagement,
  completeVisit,
  onboardWorker,
  setStripeFaults,
} from '../testing/payment-factories.ts';
import { makeTopUp } from './make-top-up.ts';

async function give({ test, customer }: Business, amount: number): Promise<void> {
  await test.world.database.transaction(async (transaction) => {
    const credit = { cause: `credit:${randomUUID()}`, customerProfileId: customer.profileId, amount };
    await post(test.world, transaction, await addCredit(transaction, credit));
  });
}

const left = async ({ test }: Business) =>
  (await test.world.database.select().from(creditBalances)).map(({ amount }) => amount);
const billsOf = ({ test }: Business) => test.world.database.select().from(bills);
const topUpsOf = ({ test }: Business) => test.world.database.select().from(topUps);
const transfersOf = async ({ test }: Business) =>
  (await test.world.stripe.transfers.list({ limit: 100 })).data.filter((transfer) => !transfer.source_transaction);
const earned = async ({ test, worker }: Business) => {
  const rows = await test.world.database.select().from(entries).where(eq(entries.accountId, worker.profileId));
  return rows.filter(({ kind }) => kind === 'earning' || kind === 'fee').reduce((sum, { amount }) => sum + amount, 0);
};

businessTest(
  'a new bill uses the credit: the card is asked for the rest, the worker gets all',
  async ({ business }) => {
    const { test } = business;
    await give(business, 500);
    const { engagementId, workId } = await chargedVisit(business);
    expect(await left(business)).toEqual([0]);
    expect(await billsOf(business)).toMatchObject([{ amount: 1500, fee: 300, creditUsed: 500 }]);
    expect(await paymentsOf(business, engagementId)).toMatchObject([
      { amount: 1000, applicationFee: 200, status: 'paid' },
    ]);
    expect(await intentsOf(business)).toMatchObject([{ amount: 1000, application_fee_amount: 200 }]);
    await test.drain();
    // 1200 as always: 800 of the card's payment, and 400 from the business.
    expect(await topUpsOf(business)).toMatchObject([{ amount: 400, status: 'done' }]);
    expect(await transfersOf(business)).toMatchObject([{ amount: 400 }]);
    expect(await earned(business)).toBe(1200);
    expect(await chargeOf(business, workId)).toMatchObject({ amount: 1500, status: 'paid' });
    const [receipt] = await customerMails(business, /Your receipt: \$15\.00/);
    expect(receipt?.text).toMatch(/charged \$10\.00 to your Visa \(4242\).*Your credit paid the other \$5\.00/s);
    await proveBalanceAtStripe(test);
    // The next one is paid by the card alone.
    await chargedVisit(business);
    expect((await intentsOf(business)).map(({ amount }) => amount)).toEqual([1500, 1000]);
  },
);

businessTest('a bill that credit pays whole asks no card, has a number and is paid', async ({ business }) => {
  const { test } = business;
  await give(business, 2000);
  const { engagementId, workId } = await chargedVisit(business, declinedCard);
  await test.drain();
  expect(await intentsOf(business)).toEqual([]);
  const [payment, ...others] = await paymentsOf(business, engagementId);
  expect([payment, others]).toMatchObject([{ amount: 0, status: 'paid', stripePaymentIntentId: null }, []]);
  expect(await billsOf(business)).toMatchObject([{ number: expect.stringMatching(/-000001$/), creditUsed: 1500 }]);
  expect(await chargeOf(business, workId)).toMatchObject({ status: 'paid', stripePaymentMethodId: null });
  expect(await transfersOf(business)).toMatchObject([{ amount: 1200 }]);
  expect(await earned(business)).toBe(1200);
  expect(await left(business)).toEqual([500]);
  const [receipt] = await customerMails(business, /Your receipt: \$15\.00/);
  expect(receipt?.text).toMatch(/Your credit paid \$15\.00 for your visit.*Nothing else was charged/s);
  await proveBalanceAtStripe(test);
});

businessTest('what would be too small for a card stays with the customer', async ({ business }) => {
  await give(business, 1480);
  await chargedVisit(business);
  expect(await left(business)).toEqual([30]);
  expect(await intentsOf(business)).toMatchObject([{ amount: 50, application_fee_amount: 10 }]);
});

businessTest('two bills that are made at once use a credit once', async ({ business }) => {
  const { test, worker } = business;
  await give(business, 2000);
  const people = await withCard(business);
  for (let n = 0; n < 4; n += 1) {
    const engagementId = await buildRunningEngagement(test, people, { billingCycle: 'BILLING_CYCLE_WEEKLY' });
    await completeVisit(test, { engagementId, worker });
  }
  await test.world.database.$client.query('update charges set due_at = created_at');
  await Promise.all([1, 2, 3].map(() => takeUpCharges(test.world)));
  await test.drain();
  const used = (await billsOf(business)).map(({ creditUsed }) => creditUsed).sort();
  expect(used).toEqual([0, 0, 1500, 500].sort());
  expect(await left(business)).toEqual([0]);
});

businessTest('what a customer owes of a bill with credit is what the card is asked for', async ({ business }) => {
  const { test, customer } = business;
  await give(business, 500);
  const { engagementId } = await chargedVisit(business, declinedCard);
  const as = customer.accessToken;
  const params = { customerProfileId: customer.profileId };
  expect((await test.call('getOverdue', { as, params })).body).toMatchObject({ openAmount: 1000, amount: 1000 });
  expect((await test.call('getBilling', { as, params })).body).toMatchObject({ openAmount: 1000 });
  const visits = await test.call('listVisits', { as, params: { engagementId } });
  expect(visits.body).toMatchObject({ openAmount: 1000 });
  const [declined] = await customerMails(business, /declined \$10\.00/);
  expect(declined?.text).toContain('Paid by your credit');
});

businessTest('a bill that comes to nothing gives its credit back, and the next one uses it', async ({ business }) => {
  const { test, worker } = business;
  await give(business, 500);
  const accountId = await accountOf(test, worker);
  await setRestricted(test, accountId, true);
  const { engagementId } = await chargedVisit(business);
  expect(await left(business)).toEqual([500]);
  expect(await paymentsOf(business, engagementId)).toMatchObject([{ status: 'declined', isTakenOver: true }]);
  await setRestricted(test, accountId, false);
  await refreshConnectedAccount(test.world, accountId);
  await test.advance('PT1M');
  expect(await left(business)).toEqual([0]);
  expect(await intentsOf(business)).toMatchObject([{ amount: 1000, status: 'succeeded' }]);
});

businessTest(
  'a bill that is written off gives its credit back, and is paid after all to the cent',
  async ({ business }) => {
    const { test, customer } = business;
    await give(business, 500);
    const bill = await openBill(business, declinedCard);
    const answer = await bill.writeOff({ reason: 'They have moved away.' });
    expect(answer.body).toEqual({ effect: { customer: 1500, worker: -1200, business: -300 }, isDone: true });
    expect(await left(business)).toEqual([500]);
    await test.drain();
    const [letter] = await customerMails(business, /don’t owe \$10\.00 anymore/);
    expect(letter?.text).toContain('$5.00 of credit that it had used is yours again');
    expect(await findLedgerFaults(test.world.database)).toEqual([]);
    const [intent] = await intentsOf(business);
    const card = await buildCard(test, customer);
    await test.world.stripe.paymentIntents.confirm(intent?.id ?? '', { payment_method: card, off_session: true });
    await vi.waitFor(async () => {
      await test.drain();
      expect((await chargeOf(business, bill.workId))?.status).toBe('paid');
    }, 60_000);
    await test.drain();
    expect(await earned(business)).toBe(1200);
    expect(await left(business)).toEqual([500]);
  },
);

businessTest('a top-up of a restricted worker is held, and made when the account is mended', async ({ business }) => {
  const { test, worker } = business;
  await dueTopUp(business);
  const accountId = await accountOf(test, worker);
  await setRestricted(test, accountId, true);
  await test.drain();
  expect(await topUpsOf(business)).toMatchObject([{ status: 'unknown', failure: expect.any(String) }]);
  await refreshConnectedAccount(test.world, accountId);
  await setRestricted(test, accountId, false);
  await refreshConnectedAccount(test.world, accountId);
  await test.advance('PT1M');
  expect(await topUpsOf(business)).toMatchObject([{ status: 'done' }]);
  expect(await transfersOf(business)).toHaveLength(1);
});

businessTest('a top-up of a worker who has connected another account since goes there', async ({ business }) => {
  const { test, worker } = business;
  await dueTopUp(business);
  const first = await accountOf(test, worker);
  await test.world.stripe.rawRequest('POST', `/v1/accounts/${first}/deauthorize`);
  await test.drain();
  expect(await topUpsOf(business)).toMatchObject([{ status: 'unknown', failure: expect.any(String) }]);
  await onboardWorker(test, worker);
  await test.advance('PT1M');
  await test.advance('PT1M');
  expect(await topUpsOf(business)).toMatchObject([{ status: 'done' }]);
  expect(await transfersOf(business)).toMatchObject([{ destination: await accountOf(test, worker) }]);
});

const create = { method: 'POST', path: '/v1/transfers' };

/** A visit that credit pays whole, whose top-up is due. */
async function dueTopUp(business: Business) {
  await give(business, 1500);
  refuseWebhooks(business);
  await completedVisit(business);
}

for (const kind of ['drop', 'error-after-acting', 'error-before-acting'] as const) {
  businessTest(`a top-up whose answer is lost (${kind}) is made once`, async ({ business }) => {
    const { test } = business;
    await dueTopUp(business);
    await setStripeFaults(test, { match: create, kind, times: 2 });
    await test.drain();
    await setStripeFaults(test);
    await test.advance('PT2H');
    await test.advance('PT2H');
    expect(await topUpsOf(business)).toMatchObject([{ amount: 1200, status: 'done', failure: null }]);
    expect(await transfersOf(business)).toMatchObject([{ amount: 1200 }]);
  });
}

businessTest('a top-up that the balance does not cover yet waits, and is made when it does', async ({ business }) => {
  const { test } = business;
  await dueTopUp(business);
  await setStripeFaults(test, { match: create, kind: 'insufficient-balance' });
  await test.drain();
  const failure = expect.stringMatching(/insufficient/);
  expect(await topUpsOf(business)).toMatchObject([{ status: 'unknown', failure, attempt: 2 }]);
  await test.advance('PT6H');
  expect(await topUpsOf(business)).toMatchObject([{ status: 'unknown', attempt: 3 }]);
  await setStripeFaults(test);
  await test.advance('P1D');
  expect(await topUpsOf(business)).toMatchObject([{ status: 'done', failure: null }]);
  expect(await transfersOf(business)).toHaveLength(1);
});

businessTest('a top-up that Stripe refuses stands on the desk, where staff send it again', async ({ business }) => {
  const { test, worker } = business;
  await dueTopUp(business);
  const accountId = await accountOf(test, worker);
  const { $client: client } = test.world.database;
  const rename = (from: string, to: string) =>
    client.query('update sandbox_stripe.object set id = $2 where id = $1', [from, to]);
  await rename(accountId, 'acct_gone');
  await test.drain();
  expect(await topUpsOf(business)).toMatchObject([{ status: 'refused', failure: expect.stringMatching(/^No such/) }]);
  const { accessToken: as } = await buildEmployee(test);
  const desk = async () => (await test.call('getStaffDesk', { as })).body.topUps;
  const { rows, count } = await desk();
  expect([rows, count]).toMatchObject([
    [{ amount: 1200, isRefused: true, worker: { profileId: worker.profileId } }],
    1,
  ]);
  await rename('acct_gone', accountId);
  const params = { topUpId: rows[0]?.id ?? '' };
  const send = () => test.call('sendTopUpAgain', { as, params });
  expect((await Promise.all([send(), send()])).map(({ status }) => status)).toEqual([200, 200]);
  await test.drain();
  expect(await topUpsOf(business)).toMatchObject([{ status: 'done' }]);
  expect(await transfersOf(business)).toHaveLength(1);
  expect((await desk()).count).toBe(0);
  expect((await send()).status).toBe(200);
  const { changes } = (await test.call('listChanges', { as, query: { subjectId: params.topUpId } })).body;
  expect(changes.map(({ kind }) => kind)).toEqual(['top-up-sent-again']);
});

businessTest('several processes make a top-up once, after a kill between commit and call too', async ({ business }) => {
  const { test } = business;
  await dueTopUp(business);
  await setStripeFaults(test, { match: create, kind: 'drop-before-acting' });
  await test.drain();
  await setStripeFaults(test);
  const [topUp] = await topUpsOf(business);
  // As a kill leaves it: taken, and nobody knows whether it was asked for.
  expect(topUp).toMatchObject({ status: 'unknown', stripeTransferId: null });
  await test.world.database.update(topUps).set({ dueAt: test.world.clock.now() });
  await Promise.all([1, 2, 3].map(() => makeTopUp(test.world, topUp?.id ?? '')));
  expect(await transfersOf(business)).toHaveLength(1);
  expect(await topUpsOf(business)).toMatchObject([{ status: 'done' }]);
});
