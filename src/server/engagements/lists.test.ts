import { randomUUIDv7 } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { engagements, scheduleTemplates } from '../database/schema/engagements.ts';
import { addresses } from '../database/schema/profiles.ts';
import { advanceFor, buildEngagement, buildOnboardedWorker, claimEngagement } from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, buildWorker, type Person } from '../testing/factories.ts';
import type { TestWorld } from '../testing/world.ts';
import { yardpackTest as test } from '../testing/yardpack-test.ts';

/** Copies an engagement that the customer has asked for. @returns the copies' ids, oldest first; each is a second older than the next, but for pairs of the same moment */
async function copies({ world: { database } }: TestWorld, engagementId: string, count: number): Promise<string[]> {
  const [original] = await database.select().from(engagements).where(eq(engagements.id, engagementId));
  const [template] = await database
    .select()
    .from(scheduleTemplates)
    .where(eq(scheduleTemplates.engagementId, engagementId));
  if (!original || !template) throw new Error('There is nothing to copy');
  const rows = Array.from({ length: count }, (_, index) => {
    const createdAt = original.createdAt.add({ seconds: 1 + Math.floor(index / 2) });
    return { ...original, id: randomUUIDv7(), createdAt, openSince: createdAt };
  });
  rows.sort((a, b) => Temporal.Instant.compare(a.createdAt, b.createdAt) || (a.id < b.id ? -1 : 1));
  await database.insert(engagements).values(rows);
  await database
    .insert(scheduleTemplates)
    .values(rows.map(({ id }) => ({ ...template, id: randomUUIDv7(), engagementId: id })));
  return rows.map(({ id }) => id);
}

test("a customer's engagements come newest first, a page at a time, without gaps", async ({ yardpack }) => {
  const customer = await buildCustomer(yardpack);
  const stranger = await buildCustomer(yardpack);
  const { id } = await buildEngagement(yardpack, customer);
  const list = (person: Person, after?: string) =>
    yardpack.call('listCustomerEngagements', {
      as: person.accessToken,
      params: { customerProfileId: person.profileId },
      ...(after === undefined ? {} : { query: { after } }),
    });
  expect((await list(customer)).body.next).toBeNull();
  const expected = [id, ...(await copies(yardpack, id, 203))].reverse();
  const pages: string[][] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const { body } = await list(customer, after);
    pages.push(body.engagements.map((engagement) => engagement.id));
    after = body.next;
  }
  expect(pages.map((page) => page.length)).toEqual([100, 100, 4]);
  expect(pages.flat()).toEqual(expected);
  // A place in the list holds in every list, and tells nothing of whose engagement it was.
  const after = `${yardpack.world.clock.now().add({ hours: 24 })}_${id}`;
  expect((await list(stranger, after)).body).toEqual({ engagements: [], next: null });
  expect((await list(customer, after)).body.engagements).toHaveLength(100);
});

test('a worker has the own engagements whole, and the open proposals longest open first, a page at a time', async ({
  yardpack,
}) => {
  const customer = await buildCustomer(yardpack);
  const worker = await buildOnboardedWorker(yardpack);
  const newcomer = await buildWorker(yardpack);
  const claimed = await buildEngagement(yardpack, customer);
  const proposed = await buildEngagement(yardpack, customer);
  const proposals = [proposed.id, ...(await copies(yardpack, proposed.id, 110))];
  await claimEngagement(yardpack, worker, claimed, ['DAY_OF_WEEK_MONDAY']);
  const own = [claimed.id, ...(await copies(yardpack, claimed.id, 60))].reverse();
  const list = (person: Person, after?: string) =>
    yardpack.call('listWorkerEngagements', {
      as: person.accessToken,
      params: { workerProfileId: person.profileId },
      ...(after === undefined ? {} : { query: { after } }),
    });
  const pages: string[][] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const { body } = await list(worker, after);
    pages.push(body.engagements.map((engagement) => engagement.id));
    after = body.next;
  }
  expect(pages.map((page) => page.length)).toEqual([61 + 50, 50, 11]);
  expect(pages.flat()).toEqual([...own, ...proposals]);

  // The page goes on from a proposal that was taken in the meantime.
  const { next } = (await list(worker)).body;
  await yardpack.call('updateEngagement', {
    as: worker.accessToken,
    params: { engagementId: proposals[49] ?? '' },
    body: { status: 'ENGAGEMENT_STATUS_ACCEPTED' },
  });
  expect((await list(worker, next ?? '')).body.engagements[0]?.id).toBe(proposals[50]);

  // One that is released is open anew, so whoever reads on comes to it.
  await yardpack.advance('PT2M');
  await yardpack.call('updateEngagement', {
    as: worker.accessToken,
    params: { engagementId: proposals[49] ?? '' },
    body: { status: 'ENGAGEMENT_STATUS_PROPOSED' },
  });
  const first = (await list(worker)).body;
  const second = (await list(worker, first.next ?? '')).body;
  const third = (await list(worker, second.next ?? '')).body;
  expect(third.engagements.map(({ id }) => id)).toEqual([...proposals.slice(101), proposals[49]]);

  expect((await list(newcomer)).body).toEqual({ engagements: [], next: null });
  const employee = await buildEmployee(yardpack);
  const as = employee.accessToken;
  const nobody = randomUUIDv7();
  expect((await yardpack.call('listWorkerEngagements', { as, params: { workerProfileId: nobody } })).status).toBe(404);
  expect((await yardpack.call('listCustomerEngagements', { as, params: { customerProfileId: nobody } })).status).toBe(
    404,
  );
  expect((await yardpack.call('listAddresses', { as, params: { profileId: nobody } })).status).toBe(404);
  expect((await list(newcomer, next ?? '')).body).toEqual({ engagements: [], next: null });
  // A place tells nothing of whether there is such an engagement.
  const [since = ''] = next?.split('_') ?? [];
  expect((await list(worker, `${since}_${randomUUIDv7()}`)).status).toBe(200);
  expect((await list(worker, `2199-12-31T23:59:59.999999Z_${randomUUIDv7()}`)).body.engagements).toEqual([]);
  for (const wrong of [
    proposed.id,
    'x',
    `${since}_x`,
    `2027-02-29T10:00:00Z_${proposed.id}`,
    `0000-01-01T10:00:00Z_${proposed.id}`,
    `${since}_${proposed.id}_${proposed.id}`,
  ]) {
    expect((await list(worker, wrong)).error.fields?.[0]).toEqual({
      path: 'querystring.after',
      message: 'This cursor does not belong to a list.',
    });
  }
});

test('who makes the visits of a service until a hand-over has it in the list, with the way in and the pay, until they are made', async ({
  yardpack,
}) => {
  // A Monday.
  await yardpack.advance('2027-03-08T09:00:00-06:00');
  const customer = await buildCustomer(yardpack);
  const [wren, walt] = [await buildOnboardedWorker(yardpack), await buildOnboardedWorker(yardpack)];
  const employee = await buildEmployee(yardpack);
  await yardpack.world.database.update(addresses).set({ gateNotes: 'Code 4711' });
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  const list = async ({ profileId: workerProfileId }: Person, as: Person) =>
    (
      await yardpack.call('listWorkerEngagements', { as: as.accessToken, params: { workerProfileId } })
    ).body.engagements.map(({ worker, serviceAddress: { gateNotes }, pay }) => [worker?.id, gateNotes, pay]);
  const claimed = await yardpack.call('getEngagement', {
    as: employee.accessToken,
    params: { engagementId: engagement.id },
  });
  const given = await yardpack.call('assignWorker', {
    as: employee.accessToken,
    params: { engagementId: engagement.id },
    body: {
      workerProfileId: walt.profileId,
      weekDays: ['DAY_OF_WEEK_WEDNESDAY'],
      from: { year: 2027, month: 3, day: 17 },
      version: claimed.body.engagement.version,
    },
  });
  expect(given.status).toBe(200);
  const inList = [walt.profileId, 'Code 4711', 1200];
  expect(await list(wren, wren)).toEqual([inList]);
  expect(await list(walt, walt)).toEqual([inList]);
  expect(await list(wren, employee)).toEqual([[walt.profileId, 'Code 4711', null]]);
  // The visit of the day before may be finished still.
  await advanceFor(yardpack, '2027-03-11T09:00:00-06:00', [wren]);
  expect(await list(wren, wren)).toHaveLength(1);
  await advanceFor(yardpack, '2027-03-12T09:00:00-06:00', [wren]);
  expect(await list(wren, wren)).toEqual([]);
});
