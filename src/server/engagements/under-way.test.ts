import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Engagement } from '#contract/engagements.ts';
import type { WeekDay } from '#domain/calendar.ts';
import { payments } from '../database/schema/billing.ts';
import { addresses } from '../database/schema/profiles.ts';
import { jobsOf, moveEngagement, startWork, stepWork } from '../testing/engagement-calls.ts';
import { advanceFor, buildEngagement, claimEngagement, workUntil } from '../testing/engagement-factories.ts';
import { mailsTo, type Person } from '../testing/factories.ts';
import { type MarchPeople, march, marchTest as test } from '../testing/march-business.ts';
import { pauseForNonPayment } from './paying.ts';

/** Wren has a service on Fridays. @param ahead whether people know that it is Walt's from the 26th on */
async function serve(people: MarchPeople, { isWaltsLater }: { isWaltsLater: boolean }) {
  const { yardpack, customer, wren } = people;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_FRIDAY']);
  if (isWaltsLater) await give(people, engagement, 26);
  await later(people, 'PT2M');
  // It is Friday, on which Wren comes.
  await later(people, '2027-03-12T10:00:00-06:00');
  return engagement;
}

const later = ({ yardpack, customer, office, wren, walt }: MarchPeople, time: string) =>
  advanceFor(yardpack, time, [customer, office, wren, walt]);

async function give(
  { yardpack, office, walt }: MarchPeople,
  { id: engagementId }: Engagement,
  from: number,
  weekDay: WeekDay = 'DAY_OF_WEEK_FRIDAY',
) {
  const as = office.accessToken;
  const { version } = (await yardpack.call('getEngagement', { as, params: { engagementId } })).body.engagement;
  const answer = await yardpack.call('assignWorker', {
    as,
    params: { engagementId },
    body: { workerProfileId: walt.profileId, weekDays: [weekDay], from: march(from), version },
  });
  expect(answer.status).toBe(200);
}

async function cancel({ yardpack, customer }: MarchPeople, { id: engagementId }: Engagement) {
  const body = { status: 'ENGAGEMENT_STATUS_CANCELLED' } as const;
  const answer = await yardpack.call('updateEngagement', { as: customer.accessToken, params: { engagementId }, body });
  expect(answer.status).toBe(200);
}

const takeOff = ({ yardpack, office }: MarchPeople, { id: engagementId }: Engagement, day: number) =>
  yardpack.call('createSkip', {
    as: office.accessToken,
    params: { engagementId },
    body: { date: march(day), reason: 'The gate is broken' },
  });

/** What somebody reads of what is done, within three minutes. */
async function read(people: MarchPeople, readers: Person[], act: () => Promise<void>) {
  const { yardpack } = people;
  await yardpack.drain();
  const all = () => Promise.all(readers.map((one) => mailsTo(yardpack, one)));
  const before = (await all()).map(({ length }) => length);
  await act();
  await later(people, 'PT3M');
  await yardpack.drain();
  return (await all()).map((mails, index) => mails.slice(0, mails.length - (before[index] ?? 0)));
}

test('who has set off to a visit of today that is taken off, given away and canceled within a minute reads that it is off, and who ends it', async ({
  people,
}) => {
  const { yardpack, wren, walt } = people;
  const engagement = await serve(people, { isWaltsLater: false });
  const [ofWren, ofWalt] = await read(people, [wren, walt], async () => {
    expect((await startWork(yardpack, wren, engagement.id)).status).toBe(200);
    expect((await takeOff(people, engagement, 12)).status).toBe(200);
    await give(people, engagement, 12);
    await cancel(people, engagement);
  });
  expect(ofWren?.map(({ subject }) => subject)).toEqual(['Canceled: 100 Main St']);
  expect(ofWren?.[0]?.text).toContain('Casey has canceled “Yard cleanup” at 100 Main St.');
  expect(ofWren?.[0]?.text).toContain('The visit of today that you have started is off, too: you do not have to come.');
  expect(ofWren?.[0]?.text).not.toContain('can still be finished');
  expect(ofWalt).toEqual([]);
});

test('who makes visits until another worker has the service, and has set off to one that is taken off, reads that with the others when it is canceled within the minute', async ({
  people,
}) => {
  const { yardpack, wren, walt } = people;
  const engagement = await serve(people, { isWaltsLater: true });
  const [ofWren, ofWalt] = await read(people, [wren, walt], async () => {
    expect((await startWork(yardpack, wren, engagement.id)).status).toBe(200);
    expect((await takeOff(people, engagement, 12)).status).toBe(200);
    await cancel(people, engagement);
  });
  expect(ofWren?.map(({ subject, text }) => [subject, /Hi Wren, (.*)/.exec(text)?.[1]])).toEqual([
    [
      'A visit less on Fri, Mar 19: 100 Main St',
      'the visit on Fri, Mar 19 at 100 Main St for Casey does not take place.',
    ],
    ['Skipped: 100 Main St on Fri, Mar 12', 'our office has taken the visit on Fri, Mar 12 at 100 Main St off.'],
  ]);
  expect(ofWalt?.map(({ subject }) => subject)).toEqual(['Canceled: 100 Main St']);
});

test.for([
  ['has the service', false],
  ['has it until another worker does', true],
] as const)(
  'who is on the way and %s may finish the visit of today though the service is canceled, and reads so',
  async ([, isWaltsLater], { people }) => {
    const { yardpack, wren, walt } = people;
    const engagement = await serve(people, { isWaltsLater });
    await workUntil(yardpack, wren, engagement, 'WORK_STATUS_TRAVEL_STARTED');
    const [ofWren, ofWalt] = await read(people, [wren, walt], async () => {
      expect((await takeOff(people, engagement, 12)).status).toBe(409);
      await cancel(people, engagement);
    });
    expect(ofWren?.map((mail) => mail.subject)).toEqual(['Canceled: 100 Main St']);
    expect(ofWren?.[0]?.text).toContain('The visit that you have started can still be finished.');
    for (const { text } of ofWalt ?? []) expect(text).not.toContain('can still be finished');
  },
);

test.for([
  ['customer', 'Casey has paused “Yard cleanup” at 100 Main St.'],
  ['office', '“Yard cleanup” at 100 Main St is paused.'],
] as const)(
  'who is on the way when the %s pauses the service reads that the visit can be finished, and that it is the last until it goes on',
  async ([who, first], { people }) => {
    const { yardpack, customer, wren } = people;
    const engagement = await serve(people, { isWaltsLater: false });
    const workId = await workUntil(yardpack, wren, engagement, 'WORK_STATUS_TRAVEL_STARTED');
    const [ofWren, ofCustomer] = await read(people, [wren, customer], () =>
      moveTo(people, people[who], engagement.id, 'PAUSED'),
    );
    expect(ofWren?.map(({ subject }) => subject)).toEqual(['Paused: 100 Main St']);
    expect(ofWren?.[0]?.text).toContain(first);
    expect(ofWren?.[0]?.text).toContain('The visit that you have started can still be finished.');
    expect(ofWren?.[0]?.text).toContain('After it no visit is due until it resumes.');
    expect(ofCustomer?.[0]?.text).toContain('The visit under way is finished and charged.');
    const textsTo = async ({ phone }: Person) =>
      (await yardpack.messages({ to: phone })).map(({ text }) => text).join('\n');
    expect(await textsTo(customer)).toMatch(/paused .* The visit under way is finished and charged\./);
    expect(await textsTo(wren)).toContain('The visit that you have started can still be finished.');
    const steps = ['TRAVEL_COMPLETED', 'WORK_STARTED', 'WORK_COMPLETED'] as const;
    for (const step of steps) expect((await stepWork(yardpack, wren, workId, `WORK_STATUS_${step}`)).status).toBe(200);
  },
);

/** Walt makes the visit of Friday, the 12th, in Wren's place, and has none else. */
async function cover(people: MarchPeople) {
  const { yardpack, customer, office, wren, walt } = people;
  const engagement = await buildEngagement(yardpack, customer);
  await claimEngagement(yardpack, wren, engagement, ['DAY_OF_WEEK_FRIDAY']);
  const answer = await yardpack.call('moveVisit', {
    as: office.accessToken,
    params: { engagementId: engagement.id },
    body: {
      date: march(12),
      workerProfileId: wren.profileId,
      toDate: march(12),
      toWorkerProfileId: walt.profileId,
    },
  });
  expect(answer.status).toBe(200);
  await later(people, 'PT2M');
  await later(people, '2027-03-12T10:00:00-06:00');
  return engagement;
}

test.for([
  ['customer', 'CANCELLED', 'Canceled', 'is canceled.'],
  ['office', 'CANCELLED', 'Canceled', 'is canceled.'],
  ['customer', 'PAUSED', 'Paused', 'is paused.'],
  ['office', 'PAUSED', 'Paused', 'is paused.'],
  ['bill that is not paid', 'PAUSED', 'Paused', 'is paused.'],
] as const)(
  'who makes a single visit in another’s place and is on the way reads that it can be finished when the %s leads to %s',
  async ([who, to, word, said], { people }) => {
    const { yardpack, wren, walt } = people;
    const engagement = await cover(people);
    const workId = await workUntil(yardpack, walt, engagement, 'WORK_STATUS_TRAVEL_STARTED');
    const [ofWren, ofWalt] = await read(people, [wren, walt], () => end(people, who, engagement, to));
    expect(ofWalt?.map(({ subject }) => subject)).toEqual([`${word}: 100 Main St`]);
    expect(ofWalt?.[0]?.text).toContain(
      `“Yard cleanup” at 100 Main St for Casey ${said} The visit that you have started can still be finished.`,
    );
    expect(ofWren?.map(({ subject }) => subject)).toEqual([`${word}: 100 Main St`]);
    expect(ofWren?.[0]?.text).not.toContain('can still be finished');
    const texts = (await yardpack.messages({ to: walt.phone })).map(({ text }) => text);
    expect(texts.join()).toContain('The visit that you have started can still be finished.');
    const steps = ['TRAVEL_COMPLETED', 'WORK_STARTED', 'WORK_COMPLETED'] as const;
    for (const step of steps) expect((await stepWork(yardpack, walt, workId, `WORK_STATUS_${step}`)).status).toBe(200);
  },
);

test.for([
  ['has the service', 'is on the way'],
  ['has the service', 'is done'],
  ['makes a single visit in another’s place', 'is on the way'],
  ['makes a single visit in another’s place', 'is done'],
] as const)(
  'who %s and %s reads nothing of a pause that is taken back within a minute, nor does anybody else',
  async ([who, what], { people }) => {
    const { yardpack, customer, wren, walt } = people;
    const [driver, engagement] = (await drivers[who]?.(people)) ?? [];
    if (!driver || !engagement) throw new Error(who);
    const workId = await workUntil(yardpack, driver, engagement, 'WORK_STATUS_TRAVEL_STARTED');
    const steps = what === 'is done' ? (['TRAVEL_COMPLETED', 'WORK_STARTED', 'WORK_COMPLETED'] as const) : [];
    const letters = await read(people, [customer, wren, walt], async () => {
      await moveTo(people, customer, engagement.id, 'PAUSED');
      await later(people, 'PT10S');
      await yardpack.drain();
      for (const step of steps)
        expect((await stepWork(yardpack, driver, workId, `WORK_STATUS_${step}`)).status).toBe(200);
      await moveTo(people, customer, engagement.id, 'RUNNING');
    });
    const subjects = letters.flat().map(({ subject }) => subject);
    expect(subjects.filter((subject) => /paused|on again|resume/i.test(subject))).toEqual([]);
  },
);

async function end(
  people: MarchPeople,
  who: 'customer' | 'office' | 'bill that is not paid',
  { id }: Engagement,
  to: string,
) {
  const { world } = people.yardpack;
  if (who !== 'bill that is not paid') await moveTo(people, people[who], id, to);
  else {
    const createdAt = world.clock.now();
    // What is not owed in earnest resumes at the next sweep.
    await world.database.insert(payments).values({
      ...{ engagementId: id, status: 'declined', attempt: 4, amount: 1500, applicationFee: 300 },
      ...{ stripeCustomerId: 'cus_owing', stripePaymentMethodId: 'pm_owing', stripeDestinationAccountId: 'acct_owing' },
      ...{ createdAt, settledAt: createdAt },
    });
    await world.database.transaction((transaction) => pauseForNonPayment(world, transaction, id));
  }
}

/** What becomes of a service while somebody is on the way to a visit of it, before its customer cancels it. */
const before: Record<string, (people: MarchPeople, engagement: Engagement) => Promise<unknown>> = {
  'has changed nothing before': () => Promise.resolve(),
  'was paused before': (people, { id }) => moveTo(people, people.customer, id, 'PAUSED'),
  'was released before': (people, { id }) => moveTo(people, people.office, id, 'PROPOSED'),
  'was put on another weekday, and given away, before': (people, engagement) =>
    give(people, engagement, 12, 'DAY_OF_WEEK_THURSDAY'),
};
async function moveTo({ yardpack }: MarchPeople, by: Person, id: string, to: string) {
  expect((await moveEngagement(yardpack, by, id, to)).status).toBe(200);
}
/** Who is on the way, and how the visit is theirs. */
const drivers: Record<string, (people: MarchPeople) => Promise<[Person, Engagement]>> = {
  'has the service': async (people) => [people.wren, await serve(people, { isWaltsLater: false })],
  'makes a single visit in another’s place': async (people) => [people.walt, await cover(people)],
  'makes today’s visit and some to come in another’s place': async (people) => [
    people.wren,
    await serve(people, { isWaltsLater: true }),
  ],
  'was given the service within the minute': async (people) => {
    const engagement = await serve(people, { isWaltsLater: false });
    await give(people, engagement, 12);
    return [people.walt, engagement];
  },
};
const ends = Object.keys(drivers).flatMap((who) =>
  Object.keys(before).flatMap((what) => [
    [who, what, 'of which all were told'],
    [who, what, 'within the minute'],
  ]),
);
test.for(ends)(
  'who is on the way and %s reads once that it is canceled, also when it %s, %s',
  async ([who = '', what = '', when], { people }) => {
    const { yardpack } = people;
    const [driver, engagement] = (await drivers[who]?.(people)) ?? expect.unreachable();
    await workUntil(yardpack, driver, engagement, 'WORK_STATUS_TRAVEL_STARTED');
    await before[what]?.(people, engagement);
    if (when !== 'within the minute') await later(people, 'PT2M');
    const [mails] = await read(people, [driver], async () => {
      await cancel(people, engagement);
    });
    expect(mails?.map(({ subject }) => subject)).toEqual(['Canceled: 100 Main St']);
    expect(mails?.[0]?.text).toContain('The visit that you have started can still be finished.');
  },
);

test('who has not set off to a single visit in another’s place reads that it is off', async ({ people }) => {
  const { walt } = people;
  const engagement = await cover(people);
  const [ofWalt] = await read(people, [walt], () => cancel(people, engagement));
  expect(ofWalt?.map(({ subject }) => subject)).toEqual(['A visit less on Fri, Mar 12: 100 Main St']);
});

test.for(['CANCELLED', 'PROPOSED'])(
  'who did not make a single visit of a day that is over does not read that they need not come: %s at night',
  async (to, { people }) => {
    const { yardpack, customer, wren, walt } = people;
    const engagement = await cover(people);
    await later(people, '2027-03-12T21:30:00-06:00');
    const [ofWalt] = await read(people, [walt], async () => {
      const by = to === 'CANCELLED' ? customer : wren;
      expect((await moveEngagement(yardpack, by, engagement.id, to)).status).toBe(200);
    });
    expect(ofWalt).toEqual([]);
  },
);

test('who is on the way in another’s place reads nothing of a service that is released: the visit is theirs still', async ({
  people,
}) => {
  const { yardpack, wren, walt } = people;
  const engagement = await cover(people);
  await workUntil(yardpack, walt, engagement, 'WORK_STATUS_TRAVEL_STARTED');
  const [ofWalt] = await read(people, [walt], async () => {
    const body = { status: 'ENGAGEMENT_STATUS_PROPOSED' } as const;
    const call = { as: wren.accessToken, params: { engagementId: engagement.id }, body };
    expect((await yardpack.call('updateEngagement', call)).status).toBe(200);
  });
  expect(ofWalt).toEqual([]);
});

/** What somebody reads of the gate, wherever they read of an engagement: its page, the list and the itinerary. */
async function gateNotesSeenBy({ yardpack }: MarchPeople, worker: Person, engagementId: string) {
  const as = worker.accessToken;
  const list = await yardpack.call('listWorkerEngagements', { as, params: { workerProfileId: worker.profileId } });
  const page = await yardpack.call('getEngagement', { as, params: { engagementId } });
  const visits = await yardpack.call('listVisits', { as, params: { engagementId } });
  const [job] = (await jobsOf(yardpack, worker)).filter(({ engagement }) => engagement.id === engagementId);
  return {
    page: page.body.engagement?.serviceAddress.gateNotes,
    visits: visits.status,
    list: list.body.engagements.find(({ id }) => id === engagementId)?.serviceAddress.gateNotes ?? null,
    itinerary: job?.engagement.serviceAddress.gateNotes,
  };
}

test.for(['canceled', 'released', 'given to another', 'covered, and canceled'] as const)(
  'who is on the way into a yard sees the way in everywhere until the visit is over, also of a service that is %s meanwhile',
  async (what, { people }) => {
    const { yardpack, customer, wren, walt } = people;
    const { addressId } = customer;
    const { database } = yardpack.world;
    await database.update(addresses).set({ gateNotes: 'Code 4711' }).where(eq(addresses.id, addressId));
    const isCovered = what === 'covered, and canceled';
    const worker = isCovered ? walt : wren;
    const engagement = isCovered ? await cover(people) : await serve(people, { isWaltsLater: false });
    const workId = await workUntil(yardpack, worker, engagement, 'WORK_STATUS_TRAVEL_COMPLETED');
    if (what === 'released') {
      const answer = await moveEngagement(yardpack, wren, engagement.id, 'PROPOSED');
      expect(answer.status).toBe(200);
    } else if (what === 'given to another') await give(people, engagement, 12);
    else await cancel(people, engagement);
    const seen = await gateNotesSeenBy(people, worker, engagement.id);
    // The list has own services and open ones.
    const list = what === 'canceled' || what === 'given to another' ? 'Code 4711' : null;
    expect(seen).toEqual({ page: 'Code 4711', visits: 200, list, itinerary: 'Code 4711' });
    for (const step of ['WORK_STARTED', 'WORK_COMPLETED'] as const) {
      expect((await stepWork(yardpack, worker, workId, `WORK_STATUS_${step}`)).status).toBe(200);
    }
    if (what === 'given to another') return;
    const after = await gateNotesSeenBy(people, worker, engagement.id);
    expect([after.page, after.list, after.itinerary].filter((notes) => notes)).toEqual([]);
  },
);
