import { randomUUIDv7 } from 'node:crypto';
import { asc, isNotNull } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import { weekDaysInOrder } from '#domain/calendar.ts';
import {
  moveTo,
  type PlanDay,
  planCalls,
  toggleDay,
  type WeekPlan,
  wantedPlaces,
  weekDaysOf,
  weekPlan,
} from '#domain/plan-order.ts';
import {
  engagements as engagementRows,
  scheduleTemplateDays,
  scheduleTemplates,
} from '../database/schema/engagements.ts';
import { buildEngagement, buildOnboardedWorker, buildProduct } from '../testing/engagement-factories.ts';
import { buildCustomer, type Person } from '../testing/factories.ts';
import { buildCard } from '../testing/payment-factories.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let yardpack: TestWorld;
let workers: Person[];
let proposals: Engagement[];
beforeAll(async () => {
  yardpack = await createTestWorld();
  workers = [await buildOnboardedWorker(yardpack), await buildOnboardedWorker(yardpack)];
  const customer = await buildCustomer(yardpack);
  const details = {
    frequency: 2,
    stripePaymentMethodId: await buildCard(yardpack, customer),
    productId: (await buildProduct(yardpack)).id,
  };
  proposals = [];
  for (let made = 0; made < 4; made += 1) proposals.push(await buildEngagement(yardpack, customer, details));
});
afterAll(() => yardpack.close());

/** Places, and which worker's plan each is in. */
type Plans = Map<string, PlanDay & { worker: number }>;

const where = fc.record({
  // Three days, so that workers meet.
  day: fc.constantFrom(...weekDaysInOrder.slice(0, 3)),
  sequence: fc.integer({ min: 0, max: 4 }),
});
const made = fc.record({ kind: fc.constant('create' as const), engagement: fc.nat({ max: 3 }), where });
const moved = fc.record({
  kind: fc.constant('update' as const),
  places: fc.array(fc.nat(), { maxLength: 3, minLength: 1 }),
  where,
});
const taken = fc.record({
  kind: fc.constant('delete' as const),
  places: fc.array(fc.nat(), { maxLength: 2, minLength: 1 }),
});
const operation = fc.oneof(
  { weight: 3, arbitrary: made },
  { weight: 3, arbitrary: moved },
  { weight: 1, arbitrary: taken },
);
type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never;
/** What one worker does, or both at once. */
const step = fc.oneof(
  fc.tuple(fc.constant(0), operation).map((one) => [one]),
  fc.tuple(fc.constant(1), operation).map((one) => [one]),
  fc.tuple(operation, operation).map(([first, second]): [number, Operation][] => [
    [0, first],
    [1, second],
  ]),
);

test('whatever two workers do, each day is numbered from 0, nothing is lost, and an engagement has one worker', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 15 }), async (steps) => {
      await startOver();
      const plans: Plans = new Map();
      const owners = new Map<string, number>();
      for (const operations of steps) {
        const before = [...plans.values()];
        const outcomes = await Promise.all(operations.map(([worker, one]) => perform(worker, one, before)));
        for (const { worker, put, gone } of outcomes) {
          for (const place of put) {
            const { scheduleTemplateId } = place;
            expect(owners.get(scheduleTemplateId) ?? worker, 'two workers claimed the same engagement').toBe(worker);
            owners.set(scheduleTemplateId, worker);
            plans.set(place.id, { ...place, worker });
          }
          for (const id of gone) plans.delete(id);
        }
        await holds(plans, owners);
      }
    }),
    { numRuns: 25, endOnFailure: true },
  );
});

const edit = fc.record({ engagement: fc.nat({ max: 3 }), where, kind: fc.constantFrom('toggle', 'move', 'remove') });

test('a plan that is saved as the screen saves it stands on the server as it stood on the screen', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(edit, { maxLength: 8 }), { minLength: 3, maxLength: 3 }), async (saves) => {
      await startOver();
      let before: PlanDay[] = [];
      for (const edits of saves) {
        const after = edits.reduce(edited, weekPlan(before));
        await save(planCalls(before, wantedPlaces(after), randomUUIDv7));
        before = await yardpack.world.database
          .select({ id, scheduleTemplateId, dayOfWeek, sequence })
          .from(scheduleTemplateDays);
        const places = before.map(({ id: _, ...place }) => place);
        expect(places.sort(byPlace)).toEqual(wantedPlaces(after).sort(byPlace));
      }
    }),
    { numRuns: 25, endOnFailure: true },
  );
});

/** One edit; an engagement keeps to one day, so that each stays within what was asked for. */
function edited(
  plan: WeekPlan,
  { engagement, where: { day, sequence }, kind }: typeof edit extends fc.Arbitrary<infer One> ? One : never,
) {
  const scheduleTemplateId = proposals[engagement]?.scheduleTemplate.id ?? '';
  const [from] = weekDaysOf(plan, scheduleTemplateId);
  if (!from) return toggleDay(plan, scheduleTemplateId, day);
  return moveTo(plan, scheduleTemplateId, from, kind === 'remove' ? 'unscheduled' : day, sequence);
}

const { id, scheduleTemplateId, dayOfWeek, sequence } = scheduleTemplateDays;
const byPlace = (a: Omit<PlanDay, 'id'>, b: Omit<PlanDay, 'id'>) =>
  a.dayOfWeek.localeCompare(b.dayOfWeek) || a.sequence - b.sequence;

async function save({ created, updated, deleted }: ReturnType<typeof planCalls>): Promise<void> {
  const as = workers[0]?.accessToken;
  const answers: number[] = [];
  if (created.length > 0) {
    const body = { scheduleTemplateDays: created };
    answers.push((await yardpack.call('createScheduleTemplateDays', { as, body })).status);
  }
  if (updated.length > 0) {
    const body = { scheduleTemplateDays: updated };
    answers.push((await yardpack.call('updateScheduleTemplateDays', { as, body })).status);
  }
  if (deleted.length > 0) {
    const body = { scheduleTemplateDaysIds: deleted.map(({ id }) => id) };
    answers.push((await yardpack.call('deleteScheduleTemplateDays', { as, body })).status);
  }
  expect(answers.filter((status) => status !== 200)).toEqual([]);
}

/** Does one thing over HTTP. @returns what was acknowledged: places that stand now, and ids of those that do not */
async function perform(worker: number, one: Operation, before: (PlanDay & { worker: number })[]) {
  const refused = { worker, put: [], gone: [] };
  const as = workers[worker]?.accessToken;
  if (one.kind === 'create') {
    const scheduleTemplateId = proposals[one.engagement]?.scheduleTemplate.id ?? '';
    const place = { id: randomUUIDv7(), scheduleTemplateId, dayOfWeek: one.where.day, sequence: one.where.sequence };
    const { status } = await yardpack.call('createScheduleTemplateDays', {
      as,
      body: { scheduleTemplateDays: [place] },
    });
    expect([200, 400, 409]).toContain(status);
    return status === 200 ? { ...refused, put: [place] } : refused;
  }
  // Ids of the other worker's places too: they must be refused.
  const picked = [...new Set(one.places.flatMap((index) => before[index % Math.max(before.length, 1)] ?? []))];
  if (picked.length === 0) return refused;
  const isOwn = picked.every((place) => place.worker === worker);
  if (one.kind === 'delete') {
    const gone = picked.map(({ id }) => id);
    const { status } = await yardpack.call('deleteScheduleTemplateDays', {
      as,
      body: { scheduleTemplateDaysIds: gone },
    });
    expect(status).toBe(isOwn ? 200 : 404);
    return isOwn ? { ...refused, gone } : refused;
  }
  const put = picked.map(({ id, scheduleTemplateId }, index) => ({
    id,
    scheduleTemplateId,
    dayOfWeek: one.where.day,
    sequence: one.where.sequence + index,
  }));
  const { status } = await yardpack.call('updateScheduleTemplateDays', { as, body: { scheduleTemplateDays: put } });
  expect(isOwn ? [200, 400, 409] : [400, 404]).toContain(status);
  return status === 200 ? { ...refused, put } : refused;
}

/** Holds what the database has to what was acknowledged. */
async function holds(plans: Plans, owners: Map<string, number>): Promise<void> {
  const { database } = yardpack.world;
  const rows = await database.select().from(scheduleTemplateDays).orderBy(asc(scheduleTemplateDays.sequence));
  const standing = ({ id, scheduleTemplateId, dayOfWeek }: Pick<PlanDay, 'id' | 'scheduleTemplateId' | 'dayOfWeek'>) =>
    `${id} ${scheduleTemplateId} ${dayOfWeek}`;
  expect(rows.map(standing).sort()).toEqual([...plans.values()].map(standing).sort());

  const claimed = await database.select().from(engagementRows).where(isNotNull(engagementRows.workerProfileId));
  const byEngagement = new Map(proposals.map(({ id, scheduleTemplate }) => [id, scheduleTemplate.id]));
  expect(new Map(claimed.map(({ id, workerProfileId }) => [byEngagement.get(id), workerProfileId]))).toEqual(
    new Map([...owners].map(([templateId, worker]) => [templateId, workers[worker]?.profileId])),
  );
  for (const { scheduleTemplate, id } of proposals) {
    const days = rows.filter(({ scheduleTemplateId }) => scheduleTemplateId === scheduleTemplate.id);
    expect(days.length, `days of ${id}`).toBeLessThanOrEqual(2);
    const owner = workers[owners.get(scheduleTemplate.id) ?? -1]?.profileId;
    for (const { workerProfileId } of days) expect(workerProfileId, `worker of a place of ${id}`).toBe(owner);
  }
  for (const worker of workers.keys()) {
    for (const day of weekDaysInOrder) {
      const sequences = rows
        .filter(({ scheduleTemplateId, dayOfWeek }) => owners.get(scheduleTemplateId) === worker && dayOfWeek === day)
        .map(({ sequence }) => sequence);
      expect(sequences, `worker ${worker} on ${day}`).toEqual(sequences.map((_, position) => position));
    }
  }
}

/** Makes every engagement an open proposal again. */
async function startOver(): Promise<void> {
  const { database } = yardpack.world;
  // What has happened to a visit is never deleted otherwise.
  for (const table of ['visits', 'plans', 'visit_history']) await yardpack.unchecked.query(`delete from ${table}`);
  await database.delete(scheduleTemplateDays);
  await database.update(engagementRows).set({ status: 'ENGAGEMENT_STATUS_PROPOSED', workerProfileId: null });
  expect(await database.$count(scheduleTemplates)).toBe(proposals.length);
}
