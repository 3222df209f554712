import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { businessDay, calendarDay, weekDayOf } from '#domain/calendar.ts';
import { findings } from '../database/schema/findings.ts';
import { insertSkips } from '../testing/begun-visits.ts';
import { moveEngagement } from '../testing/engagement-calls.ts';
import {
  advanceFor,
  buildEngagement,
  buildOnboardedWorker,
  claimEngagement,
  workUntil,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildDeadMessage, buildEmployee } from '../testing/factories.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

test('what staff tick off on the desk is recorded once, and once more when it is put back', async ({ yardpack }) => {
  const { database, clock } = yardpack.world;
  const erin = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Moss' });
  const worker = await buildOnboardedWorker(yardpack);
  const { id: engagementId } = await buildEngagement(yardpack, await buildCustomer(yardpack));
  const as = erin.accessToken;
  const at = clock.now();
  const date = businessDay(at).subtract({ days: 1 });
  const ofWorker = { engagementId, date, workerProfileId: worker.profileId, createdAt: at };
  const [missed] = await insertSkips(database, { ...ofWorker, kind: 'missed' });
  const finding = {
    id: randomUUID(),
    kind: 'never-charged',
    subject: randomUUID(),
    engagementId,
    foundAt: at,
  } as const;
  await database.insert(findings).values(finding);
  const sent = await buildDeadMessage(yardpack.world);
  const dropped = await buildDeadMessage(yardpack.world);

  for (const isSeen of [true, true, false, false]) {
    const body = { isSeen };
    const answers = [
      await yardpack.call('seeMissedVisit', { as, params: { skipId: missed?.id ?? '' }, body }),
      await yardpack.call('seeFinding', { as, params: { findingId: finding.id }, body }),
      await yardpack.call('seeFailedPayout', { as, params: { workerProfileId: worker.profileId }, body }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  }
  for (let time = 0; time < 2; time += 1) {
    const resolve = (messageId: string, resolveBy: 'sending-again' | 'dropping') =>
      yardpack.call('resolveDeadMessage', { as, params: { messageId }, body: { resolveBy } });
    await resolve(sent, 'sending-again');
    await resolve(dropped, 'dropping');
  }
  const seen = (kind: string, subjectId: string, isSeen: boolean) => [kind, subjectId, `${!isSeen} > ${isSeen}`];
  const { changes } = (await yardpack.call('listChanges', { as, query: { byId: erin.userId } })).body;
  const short = changes.map(({ kind, subject, fields }) => [
    kind,
    subject.id,
    ...fields.filter(({ name }) => name === 'isSeen').map(({ from, to }) => `${from} > ${to}`),
  ]);
  expect(short.filter(([kind]) => kind !== 'employee-joined')).toEqual([
    ['message-dropped', dropped],
    ['message-sent-again', sent],
    seen('payout-seen', worker.userId, false),
    seen('finding-seen', finding.id, false),
    seen('missed-visit-seen', engagementId, false),
    seen('payout-seen', worker.userId, true),
    seen('finding-seen', finding.id, true),
    seen('missed-visit-seen', engagementId, true),
  ]);
});

test('a visit that is taken off and put back is recorded once with its day and why, whoever does it', async ({
  yardpack,
}) => {
  const erin = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Moss' });
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, customer);
  const tomorrow = businessDay(yardpack.world.clock.now()).add({ days: 1 });
  await claimEngagement(yardpack, worker, engagement, [weekDayOf(tomorrow)]);
  const params = { engagementId: engagement.id };
  const date = tomorrow.toString();
  for (const person of [erin, customer]) {
    const as = person.accessToken;
    for (let time = 0; time < 2; time += 1) {
      const skipped = await yardpack.call('createSkip', {
        as,
        params,
        body: { date: calendarDay(tomorrow), reason: 'A flood' },
      });
      expect(skipped.status).toBe(200);
    }
    for (let time = 0; time < 2; time += 1) await yardpack.call('deleteSkip', { as, params: { ...params, date } });
  }
  const { changes } = (
    await yardpack.call('listChanges', { as: erin.accessToken, query: { subjectId: engagement.id } })
  ).body;
  const day = { name: 'date', from: null, to: date };
  const why = { name: 'why', from: null, to: 'A flood' };
  const isSkip = ({ kind }: { kind: string }) => kind.includes('skip');
  expect(changes.filter(isSkip).map(({ kind, by, fields }) => [kind, by?.profileId, fields])).toEqual([
    ['skip-undone', customer.profileId, [day]],
    ['visit-skipped', customer.profileId, [day, why]],
    ['skip-undone', erin.profileId, [day]],
    ['visit-skipped', erin.profileId, [day, why]],
  ]);
});

test('a visit that another worker gets because an account is closed is recorded, with the day and both', async ({
  yardpack,
}) => {
  // A Monday.
  await yardpack.advance('2027-03-08T09:00:00-06:00');
  const erin = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Moss' });
  const june = await buildOnboardedWorker(yardpack, { firstName: 'June', lastName: 'Abel' });
  const theo = await buildOnboardedWorker(yardpack, { firstName: 'Theo', lastName: 'Lund' });
  const engagement = await buildEngagement(yardpack, await buildCustomer(yardpack));
  await claimEngagement(yardpack, theo, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const as = erin.accessToken;
  const date = { year: 2027, month: 3, day: 10 };
  const covered = await yardpack.call('moveVisit', {
    as,
    params: { engagementId: engagement.id },
    body: { date, workerProfileId: theo.profileId, toDate: date, toWorkerProfileId: june.profileId },
  });
  expect(covered.status).toBe(200);
  await yardpack.call('closeAccount', { as, params: { profileId: june.profileId } });
  const query = { subjectId: engagement.id, kind: 'visit-moved' } as const;
  const { changes } = (await yardpack.call('listChanges', { as, query })).body;
  const day = { name: 'date', from: null, to: '2027-03-10' };
  expect(changes.map(({ by, fields }) => [by?.name, fields])).toEqual([
    ['Erin Moss', [day, { name: 'worker', from: 'June A.', to: 'Theo L.' }]],
    ['Erin Moss', [day, { name: 'worker', from: 'Theo L.', to: 'June A.' }]],
  ]);
});

test('a visit that staff finish is recorded once with its day, and not what its worker did of it', async ({
  yardpack,
}) => {
  await yardpack.advance('2027-03-10T09:00:00-06:00');
  const erin = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Moss' });
  const worker = await buildOnboardedWorker(yardpack);
  const engagement = await buildEngagement(yardpack, await buildCustomer(yardpack));
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const workId = await workUntil(yardpack, worker, engagement, 'WORK_STATUS_WORK_STARTED');
  await advanceFor(yardpack, '2027-03-11T09:00:00-06:00', [erin]);
  const as = erin.accessToken;
  const finish = () => yardpack.call('finishVisit', { as, params: { workId } });
  const statuses = (await Promise.all([finish(), finish()])).map(({ status }) => status);
  expect([...statuses, (await finish()).status]).toEqual([200, 200, 200]);
  const { changes } = (await yardpack.call('listChanges', { as, query: { subjectId: engagement.id } })).body;
  expect(
    changes.filter(({ kind }) => kind.startsWith('visit')).map(({ kind, by, fields }) => [kind, by?.name, fields]),
  ).toEqual([['visit-finished', 'Erin Moss', [{ name: 'date', from: null, to: '2027-03-10' }]]]);
});

test('a paused service whose worker is closed has lost its worker, by who closed the account', async ({ yardpack }) => {
  const erin = await buildEmployee(yardpack, { firstName: 'Erin', lastName: 'Moss' });
  const worker = await buildOnboardedWorker(yardpack);
  const { id: engagementId } = await buildEngagement(yardpack, await buildCustomer(yardpack));
  await moveEngagement(yardpack, worker, engagementId, 'ACCEPTED');
  await moveEngagement(yardpack, erin, engagementId, 'PAUSED');
  const as = erin.accessToken;
  const close = () => yardpack.call('closeAccount', { as, params: { profileId: worker.profileId } });
  expect([(await close()).status, (await close()).status]).toEqual([200, 200]);
  const { changes } = (await yardpack.call('listChanges', { as, query: { subjectId: engagementId } })).body;
  expect(changes.filter(({ kind }) => kind === 'worker-lost')).toMatchObject([
    { by: { name: 'Erin Moss' }, subject: { id: engagementId, pageId: engagementId } },
  ]);
});
