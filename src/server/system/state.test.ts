import { expect } from 'vitest';
import { rateLimits } from '../database/schema/rate-limits.ts';
import type { Standby } from '../database/standby.ts';
import { sendAgain } from '../messages/dead.ts';
import { buildDeadMessage, buildEmployee, buildFailedJob } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest } from '../testing/yardpack-test.ts';
import type { World } from '../world.ts';
import { getSystem } from './state.ts';
import { markSwept } from './store.ts';

/** @returns how each part does, and why */
async function stateOf(yardpack: TestWorld, as: string) {
  const { status, body } = await yardpack.call('getSystem', { as });
  expect(status).toBe(200);
  return Object.fromEntries(body.parts.map(({ part, state, reason, count }) => [part, { state, reason, count }]));
}

yardpackTest('a business in which nothing is wrong works, and says what is a stand-in', async ({ yardpack }) => {
  const { accessToken: as } = await buildEmployee(yardpack);
  await yardpack.drain();
  expect(await stateOf(yardpack, as)).toMatchObject({
    database: { state: 'good' },
    sweep: { state: 'failed', reason: 'never-swept' },
    mail: { state: 'good', reason: 'stand-in' },
    backup: { state: 'unknown', reason: 'no-backup' },
  });
  await markSwept(yardpack.world.database);
  const { body } = await yardpack.call('getSystem', { as });
  expect(body.parts.filter(({ state }) => state !== 'good').map(({ part }) => part)).toEqual(['backup']);
  expect([body.database.version, body.filesIn]).toEqual([expect.stringMatching(/^\d\d\.\d/), 'folder']);
  expect(body.database.megabytes).toBeGreaterThan(9);
});

yardpackTest('a standby is told where there is one, and why it is not read', async ({ yardpack }) => {
  const standbyOf = async (state: Awaited<ReturnType<Standby['state']>>) => {
    const standby = { ...yardpack.world.standby, state: async () => state };
    return (await getSystem({ ...yardpack.world, standby })).parts.find(({ part }) => part === 'standby');
  };
  expect(await standbyOf(null)).toBeUndefined();
  expect(await standbyOf('young')).toMatchObject({ state: 'good', reason: 'works' });
  expect(await standbyOf('behind')).toMatchObject({ state: 'watch', reason: 'standby-behind' });
  expect(await standbyOf('away')).toMatchObject({ state: 'watch', reason: 'standby-away' });
  expect(await standbyOf('other')).toMatchObject({ state: 'watch', reason: 'standby-other' });
});

const caller = (network: string, calls: number, endpoint = 'getClientConfig') => ({
  key: `${endpoint} ${network}`,
  calls,
});
const manyNetworks = Array.from({ length: 6 }, (_, nth) => caller(`203.0.113.${nth}`, 1));

yardpackTest.for([
  ['few calls from one network', [caller('203.0.113.1', 99)], null],
  ['a hundred', [caller('203.0.113.1', 100)], 100],
  ['of several limits together', [caller('203.0.113.1', 60), caller('203.0.113.1', 60, 'logIn')], 100],
  ['an IPv6 network', [caller('2001:db8:0:1::/64', 200)], 100],
  ['95 %', [caller('10.0.0.9', 114), ...manyNetworks], 95],
  ['less', [caller('10.0.0.9', 113), ...manyNetworks], null],
  ['users and tries, which have no network', [caller('user 019aa000', 500), caller('c0ffee', 500)], null],
] as const)('%s: the page says whether a proxy hides who calls', async ([, callers, percent], { yardpack }) => {
  const { world } = yardpack;
  const resetsAt = world.clock.now().add({ minutes: 5 });
  await world.database.delete(rateLimits);
  await world.database.insert(rateLimits).values(callers.map((one) => ({ ...one, resetsAt })));
  const inProduction = { ...world, config: { ...world.config, NODE_ENV: 'production' as const } };
  const networkOf = async (asked: World) => (await getSystem(asked)).parts.find(({ part }) => part === 'network');
  expect(await networkOf(inProduction)).toMatchObject(
    percent === null
      ? { state: 'good', reason: 'works', count: null }
      : { state: 'watch', reason: 'one-network', count: percent },
  );
  expect(await networkOf(world)).toBeUndefined();
  await world.database.update(rateLimits).set({ resetsAt: world.clock.now() });
  expect(await networkOf(inProduction)).toMatchObject({ state: 'good', reason: 'works' });
});

yardpackTest('what is late is said with since when: nobody sweeps, mail waits, money is due', async ({ yardpack }) => {
  const { world } = yardpack;
  const { accessToken: as } = await buildEmployee(yardpack);
  await yardpack.drain();
  await markSwept(world.database);
  await world.database.$client.query(`update last_sweep set ended_at = ended_at - interval '6 minutes'`);
  await buildDeadMessage(world, { channel: 'text' });
  await buildDeadMessage(world, {
    outcome: null,
    endedAt: null,
    reason: null,
    dueAt: world.clock.now().subtract({ minutes: 20 }),
  });
  expect(await stateOf(yardpack, as)).toMatchObject({
    sweep: { state: 'failed', reason: 'late' },
    mail: { state: 'failed', reason: 'late' },
    text: { state: 'watch', reason: 'messages-dead', count: 1 },
    payments: { state: 'good' },
  });
  const { body } = await yardpack.call('getSystem', { as });
  const since = body.parts.find(({ part }) => part === 'mail')?.since ?? '';
  expect(world.clock.now().since(Temporal.Instant.from(since)).total('minutes')).toBeCloseTo(20, 0);
});

yardpackTest(
  'without a provider texts are off, also when some of before are dead, which are counted',
  async ({ yardpack }) => {
    const { world } = yardpack;
    const ofText = async () =>
      (await getSystem({ ...world, sendText: undefined })).parts.find(({ part }) => part === 'text');
    expect(await ofText()).toMatchObject({ state: 'good', reason: 'no-texts', count: null });
    const messageId = await buildDeadMessage(world, { channel: 'text' });
    expect(await ofText()).toMatchObject({ state: 'good', reason: 'no-texts', count: 1 });
    const again = world.database.transaction((transaction) =>
      sendAgain({ ...world, sendText: undefined }, transaction, messageId),
    );
    await expect(again).rejects.toThrow('This server sends no texts: it has no provider for them.');
  },
);

yardpackTest('a job that failed is told with its reason, and several presses run it once', async ({ yardpack }) => {
  const { world } = yardpack;
  const { accessToken: as } = await buildEmployee(yardpack);
  await yardpack.drain();
  const jobId = await buildFailedJob(world);
  const { body } = await yardpack.call('getSystem', { as });
  expect(body.failedJobs).toMatchObject([{ id: jobId, queue: 'collect-payment', reason: 'Stripe was away' }]);
  expect(body.parts.find(({ part }) => part === 'jobs')).toMatchObject({ reason: 'jobs-failed', count: 1 });
  const presses = await Promise.all([1, 2].map(() => yardpack.call('runJobAgain', { as, params: { jobId } })));
  expect(presses.map(({ status }) => status)).toEqual([200, 200]);
  const { rows } = await world.database.$client.query('select state, retry_limit from jobs.job where id = $1', [jobId]);
  expect(rows).toEqual([{ state: 'retry', retry_limit: 1 }]);
  await yardpack.drain();
  expect((await yardpack.call('getSystem', { as })).body.failedJobs).toEqual([]);
});

yardpackTest(
  'mail is tried at a press, by a manager too, and goes to who pressed; the office does not see it',
  async ({ yardpack }) => {
    const owner = await buildEmployee(yardpack);
    const { accessToken: as, userId } = owner;
    await yardpack.drain();
    const { status, body } = await yardpack.call('runSystemCheck', { as, params: { part: 'mail' } });
    expect([status, body.checks.find(({ check }) => check === 'mail')?.state]).toEqual([200, 'good']);
    const [mail] = await yardpack.messages();
    // It looks like any other letter: name, logo, contact, and why it came.
    expect(mail?.subject).toBe('A try of the emails of Yardpack');
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('The mail server works');
      expect(part).toContain('You get this because somebody has asked us for it with this address.');
      expect(part).toMatch(/Call (<[^>]*>)?\(\d{3}\) \d{3}-\d{4}/);
    }
    expect(mail?.html).toMatch(/<h1[^>]*>A try of the emails of Yardpack<\/h1>/);
    expect(mail?.html).toContain('/icon-192.png');
    const setRole = (role: string) =>
      yardpack.world.database.$client.query('update profiles set staff_role = $1 where user_id = $2', [role, userId]);
    await setRole('manager');
    expect((await yardpack.call('getSystem', { as })).status).toBe(200);
    await setRole('office');
    expect((await yardpack.call('getSystem', { as })).status).toBe(403);
  },
);
