import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { users } from '../database/schema/accounts.ts';
import { connectedAccounts } from '../database/schema/profiles.ts';
import { buildEngagement, place } from '../testing/engagement-factories.ts';
import { buildCustomer, buildWorker, type Person } from '../testing/factories.ts';
import { untilStatementsWait } from '../testing/lock-waits.ts';
import { onboardWorker, setStripeFaults } from '../testing/payment-factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';
import { isOnboarded, refreshConnectedAccount, requireOnboarded } from './service.ts';

const inputOf = ({ userId, accessToken }: Person) => ({ as: accessToken, params: { userId } });
const stateOf = async (yardpack: TestWorld, person: Person) =>
  (await yardpack.call('getConnectedAccount', inputOf(person))).body.connectedAccount;

/** How a restricted account looks; the stand-in has no call that restricts one. */
async function restrict({ world }: TestWorld, accountId: string): Promise<void> {
  const sql = `update sandbox_stripe.object set data = data || '{"payouts_enabled": false}' where id = $1`;
  await world.database.$client.query(sql, [accountId]);
}

test('a worker who has been through onboarding can be paid, and the dashboard says so at once', async ({
  yardpack,
}) => {
  const worker = await buildWorker(yardpack);
  expect(await stateOf(yardpack, worker)).toEqual({ id: null, onboardingComplete: false });
  await expect(requireOnboarded(yardpack.world, worker.userId)).rejects.toMatchObject({
    errorCode: 'NOT_ONBOARDED',
    message: 'You must complete onboarding to get hired by customers.',
  });
  await onboardWorker(yardpack, worker);
  const { id, onboardingComplete } = await stateOf(yardpack, worker);
  expect([id, onboardingComplete]).toEqual([expect.stringMatching(/^acct_/), true]);
  await requireOnboarded(yardpack.world, worker.userId);
  const account = await yardpack.world.stripe.accounts.retrieve(id ?? '');
  expect(account).toMatchObject({
    country: 'US',
    email: worker.email,
    controller: { fees: { payer: 'application' }, losses: { payments: 'application' } },
  });
});

test('several first sessions at once open one account', async ({ yardpack }) => {
  const worker = await buildWorker(yardpack);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => yardpack.call('createAccountSession', inputOf(worker))),
  );
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
  expect((await yardpack.world.stripe.accounts.list({ limit: 100 })).data).toHaveLength(1);
});

test('a worker can set up payouts although Stripe repeats for a day that it failed', async ({ yardpack }) => {
  const worker = await buildWorker(yardpack);
  await setStripeFaults(yardpack, {
    match: { method: 'POST', path: '/v1/accounts' },
    kind: 'error-after-acting',
    times: 1,
  });
  await onboardWorker(yardpack, worker);
  expect((await stateOf(yardpack, worker)).onboardingComplete).toBe(true);
});

test('only workers get an account, and only their own', async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const worker = await buildWorker(yardpack);
  expect((await yardpack.call('createAccountSession', inputOf(customer))).error.errorCode).toBe('FORBIDDEN');
  const foreign = { as: customer.accessToken, params: { userId: worker.userId } };
  expect((await yardpack.call('createAccountSession', foreign)).status).toBe(404);
  expect((await yardpack.call('getConnectedAccount', foreign)).status).toBe(404);
  expect((await yardpack.world.stripe.accounts.list({ limit: 100 })).data).toEqual([]);
});

test('the webhook completes onboarding for a worker who never comes back to the dashboard', async ({ yardpack }) => {
  const worker = await buildWorker(yardpack);
  await yardpack.call('createAccountSession', inputOf(worker));
  const [account] = (await yardpack.world.stripe.accounts.list()).data;
  expect(await isOnboarded(yardpack.world, worker.userId)).toBe(false);
  await yardpack.sandbox.stripe.completeOnboarding(account?.id ?? '', { firstName: 'Pat', lastName: 'Lee' });
  await vi.waitFor(async () => {
    await yardpack.drain();
    expect(await isOnboarded(yardpack.world, worker.userId)).toBe(true);
  }, 60_000);
});

test('onboarding that Stripe takes back is taken back here', async ({ yardpack }) => {
  const worker = await buildWorker(yardpack);
  await onboardWorker(yardpack, worker);
  const { id } = await stateOf(yardpack, worker);
  const engagement = await buildEngagement(yardpack, await buildCustomer(yardpack));
  const proposals = async () => {
    const { body } = await yardpack.call('listWorkerEngagements', {
      as: worker.accessToken,
      params: { workerProfileId: worker.profileId },
    });
    return body.engagements.map((one: { id: string }) => one.id);
  };
  expect(await proposals()).toEqual([engagement.id]);
  await restrict(yardpack, id ?? '');
  await refreshConnectedAccount(yardpack.world, id ?? '');
  expect(await isOnboarded(yardpack.world, worker.userId)).toBe(false);
  expect(await proposals()).toEqual([]);
  const claim = await yardpack.call('createScheduleTemplateDays', {
    as: worker.accessToken,
    body: { scheduleTemplateDays: [place(engagement, 'DAY_OF_WEEK_MONDAY')] },
  });
  expect(claim.error.errorCode).toBe('NOT_ONBOARDED');
});

test('of two readings of an account at once the newer one stays, though the older one is kept last', async ({
  yardpack,
}) => {
  const worker = await buildWorker(yardpack);
  await onboardWorker(yardpack, worker);
  const id = (await stateOf(yardpack, worker)).id ?? '';
  const { database } = yardpack.world;
  let older: Promise<unknown> | undefined;
  await database.transaction(async (transaction) => {
    await transaction.update(connectedAccounts).set({ onboardingComplete: true });
    older = refreshConnectedAccount(yardpack.world, id);
    await untilStatementsWait(yardpack);
    await restrict(yardpack, id);
    const [{ version = 0 } = {}] = await transaction.select().from(connectedAccounts);
    await transaction.update(connectedAccounts).set({ onboardingComplete: false, version: version + 1 });
  });
  await older;
  expect(await isOnboarded(yardpack.world, worker.userId)).toBe(false);
});

test('while Stripe is away the dashboard shows what is known', async ({ yardpack }) => {
  const worker = await buildWorker(yardpack);
  await yardpack.call('createAccountSession', inputOf(worker));
  await setStripeFaults(yardpack, { match: { path: '/v1/accounts' }, kind: 'error-before-acting' });
  expect(await stateOf(yardpack, worker)).toMatchObject({ onboardingComplete: false });
});

test('who changes the email after an answer was lost can begin onboarding all the same', async ({ yardpack }) => {
  const worker = await buildWorker(yardpack);
  await setStripeFaults(yardpack, { match: { method: 'POST', path: '/v1/accounts' }, kind: 'drop', times: 3 });
  expect((await yardpack.call('createAccountSession', inputOf(worker))).status).toBe(502);
  await setStripeFaults(yardpack);
  await yardpack.world.database.update(users).set({ email: 'other@example.com' }).where(eq(users.id, worker.userId));
  expect((await yardpack.call('createAccountSession', inputOf(worker))).status).toBe(200);
});
