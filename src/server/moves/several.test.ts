import { randomUUID } from 'node:crypto';
import { eq, isNotNull } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import { calendarDay } from '#domain/calendar.ts';
import type { ChangeKind } from '#domain/changes.ts';
import { changes } from '../database/schema/changes.ts';
import { visits, visitTold } from '../database/schema/visits.ts';
import { startWork } from '../testing/engagement-calls.ts';
import { advanceFor, buildEngagement, claimEngagement } from '../testing/engagement-factories.ts';
import { buildCustomer, buildEmployee, buildNewWorker, mailsTo, type Person } from '../testing/factories.ts';
import { type MarchPeople, march, marchTest } from '../testing/march-business.ts';
import { ofTransaction, recordQueries } from '../testing/recorded-queries.ts';
import { findAllUnfilled } from '../visits/ahead.ts';

type Service = { name: string; customer: Person; engagement: Engagement };
type Business = MarchPeople & { services: Service[] };

async function serve({ yardpack, wren }: MarchPeople, firstName: string): Promise<Service> {
  const customer = await buildCustomer(yardpack, { firstName, lastName: 'Hill' });
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_WEDNESDAY']);
  return { name: firstName, customer, engagement };
}

/** It is Monday, 8 March 2027, in the morning; Wren's visits of three customers are on Wednesdays. */
const test = marchTest.extend<{ business: Business }>({
  business: async ({ people }, use) => {
    const services: Service[] = [];
    for (const name of ['Ann', 'Bea', 'Cal']) services.push(await serve(people, name));
    await people.yardpack.drain();
    await use({ ...people, services });
  },
});

/** The rows of Wednesday, March 10, in the services' order. */
async function visitsOn({ yardpack, services }: Business, day = '2027-03-10') {
  const rows = await yardpack.world.database
    .select()
    .from(visits)
    .where(eq(visits.day, Temporal.PlainDate.from(day)));
  return services.flatMap(({ engagement }) => rows.filter((row) => row.engagementId === engagement.id));
}
type Where = { day: number; worker?: Person };
type Change = { to: Where | null; from?: Where & { isOff?: boolean }; reason?: string };
const bodyOf = (business: Business, ids: readonly string[], { to, from, reason }: Change) => {
  const first = Temporal.PlainDate.from('2027-03-01');
  const spotOf = ({ day, worker = business.wren }: Where) => ({
    date: calendarDay(first.add({ days: day - 1 })),
    workerProfileId: worker.profileId,
  });
  const seen = { ...spotOf(from ?? { day: 10 }), ...(from?.isOff && { isOff: true }) };
  return { visits: ids.map((visitId) => ({ visitId, ...seen, to: to && spotOf(to), reason })) };
};
const change = (business: Business, ids: readonly string[], how: Change, as = business.office) =>
  business.yardpack.call('changeVisits', { as: as.accessToken, body: bodyOf(business, ids, how) });
const preview = async (business: Business, ids: readonly string[], how: Change) =>
  (
    await business.yardpack.call('previewVisitChanges', {
      as: business.office.accessToken,
      body: bodyOf(business, ids, how),
    })
  ).body.effect;
const idsOn = async (business: Business) => (await visitsOn(business)).map(({ id }) => id);
const places = async ({ yardpack, services }: Business, ids: readonly string[]) => {
  const rows = await yardpack.world.database.select().from(visits);
  const names = new Map(services.map(({ name, engagement }) => [engagement.id, name]));
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id);
    return `${names.get(row?.engagementId ?? '')} ${row?.day} ${row?.state}`;
  });
};
const mails = async ({ yardpack }: Business, person: Person, subject: RegExp) => {
  await yardpack.advance('PT61S');
  return (await mailsTo(yardpack, person, subject)).map((one) => one.subject);
};
const recorded = async ({ yardpack }: Business, kind: ChangeKind) =>
  await yardpack.world.database.$count(changes, eq(changes.kind, kind));

test('visits go to another day, all at once: the answer is that of the preview, also to a repeat', async ({
  business,
}) => {
  const ids = await idsOn(business);
  const to = { day: 11 };
  const effect = {
    ...{ done: 3, unchanged: 0, cannot: [] },
    workers: [{ name: 'Wren O.', day: march(11), count: 3, there: 0 }],
  };
  expect(await preview(business, ids, { to })).toEqual(effect);
  expect(await places(business, ids)).toEqual(['Ann', 'Bea', 'Cal'].map((name) => `${name} 2027-03-10 planned`));
  for (const _ of [1, 2]) {
    const { status, body } = await change(business, ids, { to, reason: 'Storm' });
    expect([status, body.effect]).toEqual([200, effect]);
  }
  expect(await places(business, ids)).toEqual(['Ann', 'Bea', 'Cal'].map((name) => `${name} 2027-03-11 planned`));
  expect(await recorded(business, 'visit-moved')).toBe(3);
  for (const { customer } of business.services) {
    expect(await mails(business, customer, /is moved to Thu, Mar 11/)).toHaveLength(1);
  }
  // The answer was lost for a long time.
  expect((await change(business, ids, { to, reason: 'Storm' })).body.effect).toEqual(effect);
  for (const { customer } of business.services) {
    expect(await mails(business, customer, /Mar 1/)).toHaveLength(1);
  }
});

test('visits go to another worker and back within the minute, and nobody hears of it', async ({ business }) => {
  const { walt, wren } = business;
  const ids = await idsOn(business);
  const to = { day: 10, worker: walt };
  const given = await change(business, ids, { to });
  expect(given.body.effect.workers).toEqual([{ name: 'Walt B.', day: march(10), count: 3, there: 0 }]);
  expect((await change(business, ids, { from: to, to: { day: 10 } })).status).toBe(200);
  const rows = await visitsOn(business);
  expect(rows.map((row) => [row.workerProfileId, row.setDay, row.setWorkerProfileId])).toEqual(
    ids.map(() => [wren.profileId, null, null]),
  );
  expect(await mails(business, walt, /visit/i)).toEqual([]);
});

test('visits are left out with one reason, once, and are put back where they were', async ({ business }) => {
  const { services, wren } = business;
  const ids = await idsOn(business);
  for (const _ of [1, 2]) {
    const { body } = await change(business, ids, { to: null, reason: 'Storm' });
    expect(body.effect).toEqual({ done: 3, unchanged: 0, workers: [], cannot: [] });
  }
  expect(await recorded(business, 'visit-skipped')).toBe(3);
  const [ann] = services;
  if (!ann) throw new Error('There is no service');
  const params = { engagementId: ann.engagement.id };
  const { skips } = (await business.yardpack.call('listVisits', { as: ann.customer.accessToken, params })).body;
  expect(skips).toMatchObject([{ date: march(10), kind: 'skipped', skippedBy: 'employee', reason: 'Storm' }]);
  const back = { from: { day: 10, isOff: true }, to: { day: 10 } };
  for (const _ of [1, 2])
    expect((await change(business, ids, back)).body.effect).toMatchObject({ done: 3, cannot: [] });
  expect(await recorded(business, 'skip-undone')).toBe(3);
  expect(await places(business, ids)).toEqual(['Ann', 'Bea', 'Cal'].map((name) => `${name} 2027-03-10 planned`));
  expect(await mails(business, wren, /Mar 10/)).toEqual([]);
  await change(business, ids, { to: null, reason: 'Storm' });
  expect(await mails(business, ann.customer, /Mar 10/)).toHaveLength(1);
});

test('each worker reads of all visits in one letter, and each customer of their own', async ({ business }) => {
  const { walt, wren, services } = business;
  const ids = await idsOn(business);
  await change(business, ids, { to: { day: 10, worker: walt } });
  expect(await mails(business, walt, /visit/i)).toEqual(['New on Wed, Mar 10: 3 visits']);
  expect(await mails(business, wren, /visit/i)).toEqual(['Given to another worker on Wed, Mar 10: 3 visits']);
  for (const { customer } of services) expect(await mails(business, customer, /Walt B\. makes/)).toHaveLength(1);
  await change(business, ids.slice(0, 2), { from: { day: 10, worker: walt }, to: { day: 11, worker: walt } });
  await change(business, ids.slice(2), { from: { day: 10, worker: walt }, to: null, reason: 'Storm' });
  // One visit alone is told as ever.
  expect((await mails(business, walt, /Mar 10/)).sort()).toEqual([
    'Moved from Wed, Mar 10 to Thu, Mar 11: 2 visits',
    'New on Wed, Mar 10: 3 visits',
    'Skipped: 100 Main St on Wed, Mar 10',
  ]);
  const left = await business.yardpack.world.database.$count(visitTold);
  expect(left).toBe(0);
});

type Hard = {
  name: string;
  how?: Change;
  meanwhile: (business: Business, first: { id: string } & Service) => Promise<{ status: number }>;
  why: string;
  /** What is said of the others, if they cannot be changed either. */
  others?: string;
};
const skip = ({ yardpack }: Business, { engagement }: Service, as: Person) =>
  yardpack.call('createSkip', {
    as: as.accessToken,
    params: { engagementId: engagement.id },
    body: { date: march(10), reason: 'Ice' },
  });
const dayOff = ({ yardpack, office }: Business, body: object) =>
  yardpack.call('setHoliday', {
    as: office.accessToken,
    body: { day: march(11), name: 'Storm', ...body },
  });
const hard: Hard[] = [
  {
    name: 'another employee has moved it',
    meanwhile: async (business, { id }) =>
      await change(business, [id], { to: { day: 12 } }, await buildEmployee(business.yardpack)),
    why: 'This visit was moved meanwhile: Wren O. makes it on Fri, Mar 12.',
  },
  {
    name: 'its worker has begun it',
    meanwhile: async (business, { engagement }) => {
      await advanceFor(business.yardpack, '2027-03-10T09:00:00-06:00', [business.wren, business.office]);
      return await startWork(business.yardpack, business.wren, engagement.id);
    },
    why: 'This visit has begun already.',
  },
  {
    name: 'its customer has skipped it',
    meanwhile: (business, first) => skip(business, first, first.customer),
    why: 'This visit was taken off. Put it back first.',
  },
  {
    name: 'the business is closed on the day',
    meanwhile: (business) => dayOff(business, { movedTo: march(12) }),
    why: 'Nobody works on this day: Storm.',
    others: 'Nobody works on this day: Storm.',
  },
  {
    name: 'the worker is off on the day',
    how: { to: { day: 11 } },
    meanwhile: (business) => dayOff(business, { workerProfileId: business.wren.profileId }),
    why: 'Wren O. is off on Thu, Mar 11.',
    others: 'Wren O. is off on Thu, Mar 11.',
  },
  {
    name: 'its customer is away on the day',
    meanwhile: ({ yardpack }, { customer, engagement }) =>
      yardpack.call('createHold', {
        as: customer.accessToken,
        params: { engagementId: engagement.id },
        body: { firstDay: march(11), lastDay: march(14) },
      }),
    why: 'The customer is away on this day.',
  },
  {
    name: 'its service has a visit on the day',
    how: { to: { day: 17 } },
    meanwhile: () => Promise.resolve({ status: 200 }),
    why: 'This service has a visit on that day already.',
    others: 'This service has a visit on that day already.',
  },
  {
    name: 'the day is too far from where the plan has it',
    how: { to: { day: 31 + 30 + 15 } },
    meanwhile: () => Promise.resolve({ status: 200 }),
    why: 'A visit can be moved by 60 days at most; this one was planned for Mar 10, 2027.',
    others: 'A visit can be moved by 60 days at most; this one was planned for Mar 10, 2027.',
  },
  {
    name: 'the work of its day is over',
    meanwhile: async ({ yardpack, office }) => {
      await advanceFor(yardpack, '2027-03-10T22:30:00-06:00', [office]);
      return { status: 200 };
    },
    why: 'This visit was missed. Please decide about it by itself.',
    others: 'This visit was missed. Please decide about it by itself.',
  },
  {
    name: 'its service is paused',
    meanwhile: ({ yardpack }, { customer, engagement }) =>
      yardpack.call('updateEngagement', {
        as: customer.accessToken,
        params: { engagementId: engagement.id },
        body: { status: 'ENGAGEMENT_STATUS_PAUSED' },
      }),
    why: 'This service is paused or has ended, so nobody makes its visits.',
  },
  {
    name: 'what is put back was taken off by its customer',
    how: { from: { day: 10, isOff: true }, to: { day: 10 } },
    meanwhile: (business, first) => skip(business, first, first.customer),
    why: 'The customer or the worker has skipped this visit.',
  },
];

for (const { name, how = { to: { day: 11 } }, meanwhile, why, others } of hard) {
  test(`what cannot be is named, and changes nothing: ${name}`, async ({ business }) => {
    const [first] = business.services;
    const ids = await idsOn(business);
    const [id = ''] = ids;
    if (!first) throw new Error('There is no service');
    expect((await meanwhile(business, { id, ...first })).status).toBeLessThan(300);
    const before = await places(business, ids);
    const { cannot, done } = await preview(business, ids, how);
    const refused = [why, others, others].flatMap((one) => one ?? []);
    expect(cannot.map((one) => one.why)).toEqual(refused);
    expect(cannot[0]).toMatchObject({ visitId: id, customerName: 'Ann Hill', date: march(10) });
    expect(done).toBe(3 - refused.length);
    const pressed = await change(business, ids, how);
    expect([pressed.status, pressed.error.errorCode]).toEqual([409, 'CONFLICT']);
    expect(pressed.error.fields?.[0]).toEqual({ path: 'body.visits.0', message: `Ann Hill, Wed, Mar 10: ${why}` });
    expect(await places(business, ids)).toEqual(before);
    // What is left of them can be.
    if (!others) expect((await change(business, ids.slice(1), how)).status).toBe(200);
  });
}

test('of two visits of a service that go to one day the second is refused', async ({ business }) => {
  const [first] = business.services;
  const [id = ''] = await idsOn(business);
  const [next] = await visitsOn({ ...business, services: first ? [first] : [] }, '2027-03-17');
  const both = [
    ...bodyOf(business, [id], { to: { day: 12 } }).visits,
    ...bodyOf(business, [next?.id ?? ''], { from: { day: 17 }, to: { day: 12 } }).visits,
  ];
  const as = business.office.accessToken;
  const { body } = await business.yardpack.call('previewVisitChanges', { as, body: { visits: both } });
  expect(body.effect.cannot).toMatchObject([
    { visitId: next?.id, why: 'This service has a visit on that day already.' },
  ]);
});

/** Two visits of the first service: that of March 10, and that of March 17. */
async function bothOf(business: Business) {
  const services = business.services.slice(0, 1);
  const [[first], [second]] = await Promise.all([
    visitsOn({ ...business, services }),
    visitsOn({ ...business, services }, '2027-03-17'),
  ]);
  return [first?.id ?? '', second?.id ?? ''] as const;
}
const changeEach = (business: Business, all: readonly [id: string, how: Change][]) =>
  business.yardpack.call('changeVisits', {
    as: business.office.accessToken,
    body: { visits: all.flatMap(([id, how]) => bodyOf(business, [id], how).visits) },
  });

test('two visits of a service change places, and back within the minute', async ({ business }) => {
  const [id, next] = await bothOf(business);
  const { yardpack, walt, services } = business;
  const to = { day: 10, worker: walt };
  const swapped = await changeEach(business, [
    [id, { to: { day: 17 } }],
    [next, { from: { day: 17 }, to }],
  ]);
  expect([swapped.status, swapped.body.effect]).toMatchObject([200, { done: 2, cannot: [] }]);
  expect(await places(business, [id, next])).toEqual(['Ann 2027-03-17 planned', 'Ann 2027-03-10 planned']);
  expect(await findAllUnfilled(yardpack.world)).toEqual([]);
  const back = await changeEach(business, [
    [id, { from: { day: 17 }, to: { day: 10 } }],
    [next, { from: to, to: { day: 17 } }],
  ]);
  expect(back.status).toBe(200);
  const rows = await yardpack.world.database.select().from(visits).where(isNotNull(visits.setDay));
  expect([await places(business, [id, next]), rows]).toEqual([
    ['Ann 2027-03-10 planned', 'Ann 2027-03-17 planned'],
    [],
  ]);
  for (const person of [walt, ...services.map(({ customer }) => customer)])
    expect(await mails(business, person, /visit on/i)).toEqual([]);
});

test('a visit that cannot leave its day keeps the other one from it', async ({ business }) => {
  const [id, next] = await bothOf(business);
  expect((await dayOff(business, {})).status).toBe(200);
  const refused = await changeEach(business, [
    [id, { to: { day: 17 } }],
    [next, { from: { day: 17 }, to: { day: 11 } }],
  ]);
  expect(refused.error.fields?.map(({ message }) => message)).toEqual([
    'Ann Hill, Wed, Mar 10: This service has a visit on that day already.',
    'Ann Hill, Wed, Mar 17: Nobody works on this day: Storm.',
  ]);
});

test('of two employees who move the same visits at once to other days one wins', async ({ business }) => {
  const ids = await idsOn(business);
  const other = await buildEmployee(business.yardpack);
  const both = await Promise.all([
    change(business, ids, { to: { day: 11 } }),
    change(business, ids.toReversed(), { to: { day: 12 } }, other),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const days = new Set((await places(business, ids)).map((one) => one.slice(4, 14)));
  expect([...days]).toEqual([both[0]?.status === 200 ? '2027-03-11' : '2027-03-12']);
});

test('a worker to whom no visits can be given, and what names no visits, is refused', async ({ business }) => {
  const { yardpack, office } = business;
  const ids = await idsOn(business);
  const fresh = await buildNewWorker(yardpack, { firstName: 'Nora', lastName: 'Dell' });
  const { cannot } = await preview(business, ids, { to: { day: 10, worker: fresh } });
  expect(cannot.map(({ why }) => why)).toEqual(ids.map(() => expect.stringMatching(/^Nora D\. /)));
  const call = (visits: readonly object[]) =>
    yardpack.call('changeVisits', { as: office.accessToken, body: { visits } as never });
  const [one] = bodyOf(business, ids, { to: { day: 11 } }).visits;
  const unknown = '01a20783-6a4c-7000-8000-000000000001';
  const many = Array.from({ length: 61 }, () => ({ ...one, visitId: randomUUID() }));
  expect(
    await Promise.all(
      [[], [one, one], many, [{ ...one, visitId: unknown }], [{ ...one, workerProfileId: unknown }]].map(
        async (visits) => (await call(visits as object[])).status,
      ),
    ),
  ).toEqual([400, 400, 400, 404, 400]);
});

test('many visits are changed by as many statements as few', async ({ business }) => {
  const { yardpack, office, wren, walt } = business;
  const few = (await idsOn(business)).slice(0, 1);
  const count = async (name: 'previewVisitChanges' | 'changeVisits', ids: readonly string[], how: Change) =>
    ofTransaction(
      await recordQueries(() => yardpack.call(name, { as: office.accessToken, body: bodyOf(business, ids, how) })),
    ).length;
  const acts: Change[] = [
    { to: { day: 10, worker: walt } },
    { from: { day: 10, worker: walt }, to: { day: 11, worker: wren } },
    { from: { day: 11 }, to: { day: 10 } },
    { to: null, reason: 'Storm' },
    { from: { day: 10, isOff: true }, to: { day: 10 } },
  ];
  const counts = async (ids: readonly string[]) => {
    const found: number[][] = [];
    for (const act of acts)
      found.push([await count('previewVisitChanges', ids, act), await count('changeVisits', ids, act)]);
    return found;
  };
  const ofFew = await counts(few);
  for (let more = 0; more < 9; more += 1) business.services.push(await serve(business, 'Dee'));
  const many = await idsOn(business);
  expect(many).toHaveLength(12);
  expect(await counts(many)).toEqual(ofFew);
});
