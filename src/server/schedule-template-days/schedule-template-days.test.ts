import { randomUUIDv7 } from 'node:crypto';
import { expect } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import type { PlanDay } from '#domain/plan-order.ts';
import {
  buildEngagement,
  buildOnboardedWorker,
  buildProduct,
  claimEngagement,
  place,
} from '../testing/engagement-factories.ts';
import { buildCustomer, buildWorker, type Person } from '../testing/factories.ts';
import { buildCard } from '../testing/payment-factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

const send = (
  yardpack: TestWorld,
  name: 'createScheduleTemplateDays' | 'updateScheduleTemplateDays',
  worker: Person,
  scheduleTemplateDays: PlanDay[],
) => yardpack.call(name, { as: worker.accessToken, body: { scheduleTemplateDays } });
const remove = (yardpack: TestWorld, worker: Person, ids: string[]) =>
  yardpack.call('deleteScheduleTemplateDays', { as: worker.accessToken, body: { scheduleTemplateDaysIds: ids } });

/** A worker's plan: for each weekday in use the positions of these engagements, by their place in the list. */
async function planOf(yardpack: TestWorld, worker: Person, engagements: Engagement[]) {
  const { body } = await yardpack.call('listWorkerEngagements', {
    as: worker.accessToken,
    params: { workerProfileId: worker.profileId },
  });
  const rows = body.engagements.flatMap(({ id, scheduleTemplate }) =>
    scheduleTemplate.scheduleTemplateDays.map(({ dayOfWeek, sequence }) => ({ id, dayOfWeek, sequence })),
  );
  const plan: Record<string, number[]> = {};
  for (const { id, dayOfWeek, sequence } of rows) {
    const day = dayOfWeek.slice('DAY_OF_WEEK_'.length).toLowerCase();
    plan[day] ??= [];
    plan[day][sequence] = engagements.findIndex((engagement) => engagement.id === id);
  }
  return plan;
}

async function buildEngagements(yardpack: TestWorld, count: number, frequency = 7): Promise<Engagement[]> {
  const customer = await buildCustomer(yardpack);
  const stripePaymentMethodId = await buildCard(yardpack, customer);
  const { id: productId } = await buildProduct(yardpack);
  const engagements: Engagement[] = [];
  for (let made = 0; made < count; made += 1) {
    engagements.push(await buildEngagement(yardpack, customer, { frequency, productId, stripePaymentMethodId }));
  }
  return engagements;
}

test('the first day claims the engagement; of two workers at once one gets it', async ({ yardpack }) => {
  const workers = [await buildOnboardedWorker(yardpack), await buildOnboardedWorker(yardpack)];
  for (const engagement of await buildEngagements(yardpack, 5)) {
    const answers = await Promise.all(
      workers.map((worker) =>
        send(yardpack, 'createScheduleTemplateDays', worker, [place(engagement, 'DAY_OF_WEEK_MONDAY')]),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const loser = answers.find((answer) => answer.status === 409);
    expect(loser?.error.errorCode).toBe('ALREADY_CLAIMED');
  }
  await yardpack.drain();
  const told = (await yardpack.messages()).filter(
    ({ channel, subject }) => channel === 'email' && subject.includes('will take care'),
  );
  expect(told).toHaveLength(5);
});

test('a worker who is not onboarded cannot assign', async ({ yardpack }) => {
  const newcomer = await buildWorker(yardpack);
  const [engagement] = await buildEngagements(yardpack, 1);
  if (!engagement) throw new Error('No engagement');
  const { status, error } = await send(yardpack, 'createScheduleTemplateDays', newcomer, [
    place(engagement, 'DAY_OF_WEEK_MONDAY'),
  ]);
  expect([status, error.errorCode]).toEqual([403, 'NOT_ONBOARDED']);
});

test('all or none: one bad place among good ones leaves nothing behind', async ({ yardpack }) => {
  const [ada, bob] = [await buildOnboardedWorker(yardpack), await buildOnboardedWorker(yardpack)];
  const [first, second] = await buildEngagements(yardpack, 2, 1);
  if (!first || !second) throw new Error('No engagements');
  await claimEngagement(yardpack, bob, second, ['DAY_OF_WEEK_MONDAY']);
  const both = [place(first, 'DAY_OF_WEEK_MONDAY'), place(second, 'DAY_OF_WEEK_TUESDAY')];
  expect((await send(yardpack, 'createScheduleTemplateDays', ada, both)).status).toBe(409);
  const params = { engagementId: first.id };
  const after = (await yardpack.call('getEngagement', { as: ada.accessToken, params })).body.engagement;
  expect(after.status).toBe('ENGAGEMENT_STATUS_PROPOSED');
  const unknown = { ...place(first, 'DAY_OF_WEEK_MONDAY'), scheduleTemplateId: randomUUIDv7() };
  expect((await send(yardpack, 'createScheduleTemplateDays', ada, [unknown])).status).toBe(404);
});

test('no more days than the customer asked for', async ({ yardpack }) => {
  const worker = await buildOnboardedWorker(yardpack);
  const [engagement] = await buildEngagements(yardpack, 1, 2);
  if (!engagement) throw new Error('No engagement');
  await claimEngagement(yardpack, worker, engagement, ['DAY_OF_WEEK_MONDAY', 'DAY_OF_WEEK_TUESDAY']);
  const third = [place(engagement, 'DAY_OF_WEEK_FRIDAY')];
  const { status, error } = await send(yardpack, 'createScheduleTemplateDays', worker, third);
  expect([status, error.message]).toEqual([400, 'The customer asked for 2 days a week.']);
  const answers = await Promise.all(
    (await planDayIds(yardpack, worker)).slice(0, 1).map((id) => remove(yardpack, worker, [id])),
  );
  expect(answers[0]?.status).toBe(200);
  const atOnce = await Promise.all(
    (['DAY_OF_WEEK_THURSDAY', 'DAY_OF_WEEK_FRIDAY', 'DAY_OF_WEEK_SATURDAY'] as const).map((day) =>
      send(yardpack, 'createScheduleTemplateDays', worker, [place(engagement, day)]),
    ),
  );
  expect(atOnce.map((answer) => answer.status).sort()).toEqual([200, 400, 400]);
});

test('a repeated call is a success that changes nothing; a taken weekday is refused', async ({ yardpack }) => {
  const worker = await buildOnboardedWorker(yardpack);
  const [engagement] = await buildEngagements(yardpack, 1);
  if (!engagement) throw new Error('No engagement');
  const days = [place(engagement, 'DAY_OF_WEEK_MONDAY'), place(engagement, 'DAY_OF_WEEK_THURSDAY')];
  const first = await send(yardpack, 'createScheduleTemplateDays', worker, days);
  const again = await send(yardpack, 'createScheduleTemplateDays', worker, days);
  expect(again.status).toBe(200);
  expect(again.body).toEqual(first.body);
  const sameDay = [place(engagement, 'DAY_OF_WEEK_MONDAY')];
  expect((await send(yardpack, 'createScheduleTemplateDays', worker, sameDay)).error.errorCode).toBe('ALREADY_EXISTS');
  const twice = [place(engagement, 'DAY_OF_WEEK_FRIDAY'), place(engagement, 'DAY_OF_WEEK_FRIDAY')];
  expect((await send(yardpack, 'createScheduleTemplateDays', worker, twice)).status).toBe(400);
});

test("ids of another worker's plan are neither stolen, moved nor deleted", async ({ yardpack }) => {
  const [ada, bob] = [await buildOnboardedWorker(yardpack), await buildOnboardedWorker(yardpack)];
  const [first, second] = await buildEngagements(yardpack, 2);
  if (!first || !second) throw new Error('No engagements');
  const [adas] = await claimEngagement(yardpack, ada, first, ['DAY_OF_WEEK_MONDAY']);
  await claimEngagement(yardpack, bob, second, ['DAY_OF_WEEK_MONDAY']);
  if (!adas) throw new Error('No day');
  const stolen = [{ ...place(second, 'DAY_OF_WEEK_TUESDAY'), id: adas.id }];
  expect((await send(yardpack, 'createScheduleTemplateDays', bob, stolen)).status).toBe(404);
  expect((await send(yardpack, 'updateScheduleTemplateDays', bob, stolen)).status).toBe(404);
  const asHers = [{ ...place(first, 'DAY_OF_WEEK_TUESDAY'), id: adas.id }];
  expect((await send(yardpack, 'updateScheduleTemplateDays', bob, asHers)).status).toBe(404);
  expect((await remove(yardpack, bob, [adas.id])).status).toBe(404);
  expect((await remove(yardpack, bob, [randomUUIDv7()])).status).toBe(404);
  expect(await planOf(yardpack, ada, [first])).toEqual({ monday: [0] });
  const customer = await buildCustomer(yardpack);
  expect((await remove(yardpack, customer, [adas.id])).status).toBe(403);
});

test('every weekday stays numbered from 0 through adding, moving and taking away', async ({ yardpack }) => {
  const worker = await buildOnboardedWorker(yardpack);
  const engagements = await buildEngagements(yardpack, 4);
  const monday = engagements.map((engagement, sequence) => place(engagement, 'DAY_OF_WEEK_MONDAY', sequence));
  expect((await send(yardpack, 'createScheduleTemplateDays', worker, monday)).status).toBe(200);
  const plan = () => planOf(yardpack, worker, engagements);
  expect(await plan()).toEqual({ monday: [0, 1, 2, 3] });

  const [a, b, c, d] = monday;
  if (!a || !b || !c || !d) throw new Error('Four places');
  const moveUp = [
    { ...d, sequence: 2 },
    { ...c, sequence: 3 },
  ];
  await send(yardpack, 'updateScheduleTemplateDays', worker, moveUp);
  expect(await plan()).toEqual({ monday: [0, 1, 3, 2] });

  await remove(yardpack, worker, [b.id]);
  expect(await plan()).toEqual({ monday: [0, 3, 2] });

  await send(yardpack, 'updateScheduleTemplateDays', worker, [{ ...a, dayOfWeek: 'DAY_OF_WEEK_FRIDAY', sequence: 9 }]);
  expect(await plan()).toEqual({ monday: [3, 2], friday: [0] });

  const tuesday = place(engagements[0] ?? fail(), 'DAY_OF_WEEK_TUESDAY');
  await send(yardpack, 'createScheduleTemplateDays', worker, [tuesday]);
  const swapped = await send(yardpack, 'updateScheduleTemplateDays', worker, [
    { ...a, dayOfWeek: 'DAY_OF_WEEK_TUESDAY', sequence: 0 },
    { ...tuesday, dayOfWeek: 'DAY_OF_WEEK_FRIDAY', sequence: 0 },
  ]);
  expect(swapped.body.scheduleTemplateDays).toMatchObject([{ id: a.id }, { id: tuesday.id }]);
  const onto = [{ ...a, dayOfWeek: 'DAY_OF_WEEK_FRIDAY' as const, sequence: 0 }];
  expect((await send(yardpack, 'updateScheduleTemplateDays', worker, onto)).error.errorCode).toBe('ALREADY_EXISTS');
  expect(await plan()).toEqual({ monday: [3, 2], tuesday: [0], friday: [0] });
});

async function planDayIds(yardpack: TestWorld, worker: Person): Promise<string[]> {
  const { body } = await yardpack.call('listWorkerEngagements', {
    as: worker.accessToken,
    params: { workerProfileId: worker.profileId },
  });
  return body.engagements.flatMap(({ scheduleTemplate }) => scheduleTemplate.scheduleTemplateDays.map(({ id }) => id));
}

function fail(): never {
  throw new Error('Not there');
}
