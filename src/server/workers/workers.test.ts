import { expect } from 'vitest';
import type { WorkerFilter } from '#domain/approval.ts';
import { markBroken } from '../messages/broken-emails.ts';
import { buildEngagement, buildOnboardedWorker, claimEngagement, place } from '../testing/engagement-factories.ts';
import {
  buildCustomer,
  buildEmployee,
  buildNewWorker,
  buildWorker,
  mailsTo,
  type Person,
  saveSettings,
} from '../testing/factories.ts';
import { onboardWorker } from '../testing/payment-factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

const decide = async (yardpack: TestWorld, by: Person, worker: Person, body: object) => {
  const params = { workerProfileId: worker.profileId };
  const { version } = (await yardpack.call('getWorker', { as: by.accessToken, params })).body;
  return await yardpack.call('decideApproval', { as: by.accessToken, params, body: { version, ...body } });
};
const proposalsOf = async (yardpack: TestWorld, worker: Person) => {
  const params = { workerProfileId: worker.profileId };
  const { body } = await yardpack.call('listWorkerEngagements', { as: worker.accessToken, params });
  return body.engagements.map(({ id }) => id);
};

test('a worker whose email does not work, and who takes texts, reads by text that they are approved', async ({
  yardpack,
}) => {
  const erin = await buildEmployee(yardpack);
  const worker = await buildNewWorker(yardpack, { notificationPreference: 'NOTIFICATION_PREFERENCE_TEXT' });
  const { world } = yardpack;
  await world.database.transaction((transaction) => markBroken(world, transaction, worker.email, { why: 'staff' }));
  expect((await decide(yardpack, erin, worker, { approval: 'approved' })).status).toBe(200);
  await yardpack.drain();
  const told = await yardpack.messages({ to: worker.phone });
  expect(told.filter(({ text }) => text.includes('you are approved'))).toHaveLength(1);
});

const readStatus = async (yardpack: TestWorld, { accessToken: as }: Person, engagementId: string) =>
  (await yardpack.call('getEngagement', { as, params: { engagementId } })).status;

test('who signs up as a worker sees and takes nothing until staff approve them, and is told by mail then', async ({
  yardpack,
}) => {
  const erin = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Moss' });
  const worker = await buildNewWorker(yardpack, { firstName: 'Nova', lastName: 'Reyes' });
  await onboardWorker(yardpack, worker);
  const engagement = await buildEngagement(yardpack, await buildCustomer(yardpack));
  const as = worker.accessToken;
  const claim = () =>
    yardpack.call('createScheduleTemplateDays', {
      as,
      body: { scheduleTemplateDays: [place(engagement, 'DAY_OF_WEEK_MONDAY')] },
    });
  const accept = () =>
    yardpack.call('updateEngagement', {
      as,
      params: { engagementId: engagement.id },
      body: { status: 'ENGAGEMENT_STATUS_ACCEPTED' },
    });

  const profile = (await yardpack.call('getProfile', { as, params: { profileId: worker.profileId } })).body.profile;
  expect(profile.approval).toBe('waiting');
  expect(await proposalsOf(yardpack, worker)).toEqual([]);
  expect(await readStatus(yardpack, worker, engagement.id)).toBe(404);
  expect([(await claim()).error.errorCode, (await accept()).error.errorCode]).toEqual(['NOT_APPROVED', 'NOT_FOUND']);
  const desk = (await yardpack.call('getStaffDesk', { as: erin.accessToken })).body;
  expect(desk.waitingWorkers).toMatchObject({
    count: 1,
    rows: [{ worker: { profileId: worker.profileId, name: 'Nova Reyes' } }],
  });

  for (let time = 0; time < 2; time += 1) {
    const { status, body } = await decide(yardpack, erin, worker, { approval: 'approved' });
    expect([status, body.approval]).toEqual([200, 'approved']);
  }
  await yardpack.drain();
  expect(await mailsTo(yardpack, worker, /You are approved/)).toHaveLength(1);
  expect((await yardpack.call('getStaffDesk', { as: erin.accessToken })).body.waitingWorkers.count).toBe(0);
  expect(await proposalsOf(yardpack, worker)).toEqual([engagement.id]);
  expect((await claim()).status).toBe(200);
  const query = { kind: 'worker-approved', aboutId: worker.userId } as const;
  const { changes } = (await yardpack.call('listChanges', { as: erin.accessToken, query })).body;
  expect(changes).toMatchObject([{ by: { name: 'Erin Moss' }, fields: [{ from: 'waiting', to: 'approved' }] }]);
});

test('a refusal needs a reason, which the worker reads on the profile and in the mail', async ({ yardpack }) => {
  const erin = await buildEmployee(yardpack);
  const worker = await buildNewWorker(yardpack);
  await onboardWorker(yardpack, worker);
  const refused = await decide(yardpack, erin, worker, { approval: 'refused', reason: ' ' });
  expect(refused.error.fields).toEqual([{ path: 'body.reason', message: 'Please say why. The worker reads it.' }]);
  expect((await decide(yardpack, erin, worker, { approval: 'refused', reason: 'No van.' })).status).toBe(200);
  await yardpack.drain();
  const [letter] = await mailsTo(yardpack, worker, /cannot approve/);
  expect(letter?.text).toContain('No van.');
  const params = { profileId: worker.profileId };
  const { profile } = (await yardpack.call('getProfile', { as: worker.accessToken, params })).body;
  expect(profile).toMatchObject({ approval: 'refused', approvalReason: 'No van.' });
  const engagement = await buildEngagement(yardpack, await buildCustomer(yardpack));
  const claim = await yardpack.call('createScheduleTemplateDays', {
    as: worker.accessToken,
    body: { scheduleTemplateDays: [place(engagement, 'DAY_OF_WEEK_MONDAY')] },
  });
  expect([claim.status, claim.error.message]).toEqual([403, 'The office does not give you new services: No van.']);
});

test('whose approval is taken back keeps the services, and gets no others', async ({ yardpack }) => {
  const erin = await buildEmployee(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const customer = await buildCustomer(yardpack);
  const kept = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, worker, kept, ['DAY_OF_WEEK_MONDAY']);
  const open = await buildEngagement(yardpack, customer);
  await decide(yardpack, erin, worker, { approval: 'refused', reason: 'Too many missed visits.' });
  expect(await proposalsOf(yardpack, worker)).toEqual([kept.id]);
  expect(await readStatus(yardpack, worker, open.id)).toBe(404);
  const params = { workerProfileId: worker.profileId };
  const { body } = await yardpack.call('getWorker', { as: erin.accessToken, params });
  expect(body).toMatchObject({
    approval: 'refused',
    active: 1,
    week: [{ dayOfWeek: 'DAY_OF_WEEK_MONDAY', engagementId: kept.id, customer: { profileId: customer.profileId } }],
  });
  await yardpack.drain();
  expect((await mailsTo(yardpack, worker, /no new services/))[0]?.text).toContain('stay yours');
});

test('of two who decide at once the second is told', async ({ yardpack }) => {
  const erin = await buildEmployee(yardpack);
  const worker = await buildNewWorker(yardpack);
  const params = { workerProfileId: worker.profileId };
  const as = erin.accessToken;
  const { version } = (await yardpack.call('getWorker', { as, params })).body;
  const send = (body: object) => yardpack.call('decideApproval', { as, params, body: { version, ...body } });
  const answers = await Promise.all([send({ approval: 'approved' }), send({ approval: 'refused', reason: 'No van.' })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('without the setting who signs up is approved at once, and who waited goes on waiting', async ({ yardpack }) => {
  const erin = await buildEmployee(yardpack);
  const before = await buildNewWorker(yardpack);
  await saveSettings(yardpack, erin, { workersNeedApproval: false });
  await yardpack.advance('PT61S');
  const after = await buildNewWorker(yardpack);
  const { body } = await yardpack.call('listWorkers', { as: erin.accessToken });
  expect(body.workers.map(({ profileId, approval }) => [profileId, approval])).toEqual([
    [after.profileId, 'approved'],
    [before.profileId, 'waiting'],
  ]);
});

test('workers are listed by how they stand, and found by name and street', async ({ yardpack }) => {
  const erin = await buildEmployee(yardpack);
  await buildCustomer(yardpack, { firstName: 'Casey', lastName: 'Fern' });
  const named = { lastName: 'Fern' };
  const waiting = await buildNewWorker(yardpack, { ...named, firstName: 'Waiting' });
  await onboardWorker(yardpack, waiting);
  await buildWorker(yardpack, { ...named, firstName: 'Bare' });
  const closed = await buildOnboardedWorker(yardpack, { ...named, firstName: 'Closed' });
  const refused = await buildOnboardedWorker(yardpack, { ...named, firstName: 'Refused' });
  const as = erin.accessToken;
  await yardpack.call('closeAccount', { as, params: { profileId: closed.profileId } });
  await decide(yardpack, erin, refused, { approval: 'refused', reason: 'No van.' });
  const names = async (query: { filter?: WorkerFilter; q?: string }) =>
    (await yardpack.call('listWorkers', { as, query })).body.workers.map(({ name }) => name.split(' ')[0]);
  expect(await names({})).toEqual(['Refused', 'Closed', 'Bare', 'Waiting']);
  const expected: Record<WorkerFilter, string[]> = {
    approved: ['Closed', 'Bare'],
    waiting: ['Waiting'],
    refused: ['Refused'],
    'not-onboarded': ['Bare'],
    closed: ['Closed'],
  };
  for (const filter of Object.keys(expected) as WorkerFilter[]) {
    expect(await names({ filter }), filter).toEqual(expected[filter]);
    expect(await names({ filter, q: 'fern' }), filter).toEqual(expected[filter]);
    expect(await names({ filter, q: 'casey' }), filter).toEqual([]);
  }
  expect(await names({ q: '100 main' })).toHaveLength(4);
});
