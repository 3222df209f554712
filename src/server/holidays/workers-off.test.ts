import { expect } from 'vitest';
import { weekDaysInOrder } from '#domain/calendar.ts';
import { jobsOf, moveEngagement } from '../testing/engagement-calls.ts';
import { buildEngagement, claimEngagement } from '../testing/engagement-factories.ts';
import { mailsTo, type Person } from '../testing/factories.ts';
import { type MarchPeople, march, marchTest as test } from '../testing/march-business.ts';
import { serve } from '../testing/served-business.ts';

/** What becomes of visits on days on which one worker is off. It is Monday, 8 March 2027, and Wren comes on Wednesdays and Thursdays. */

const [, , wednesday, thursday] = weekDaysInOrder;

type Days = { day: number; lastDay?: number; movedTo?: number; to?: Person; of?: Person; everyone?: boolean };

async function open(people: MarchPeople) {
  const { yardpack, office, customer, wren } = people;
  const served = await serve(people, [wednesday, thursday]);
  await served.tell();
  const known = new Map<Person, number>();
  for (const person of [customer, wren, served.theo]) known.set(person, (await mailsTo(yardpack, person)).length);
  const bodyOf = ({ day, lastDay, movedTo, to, of = wren, everyone }: Days) => ({
    ...{ name: 'Vacation', day: march(day), ...(!everyone && { workerProfileId: of.profileId }) },
    ...(lastDay && { lastDay: march(lastDay) }),
    ...(movedTo && { movedTo: march(movedTo) }),
    ...(to && { toWorkerProfileId: to.profileId }),
  });
  const as = office.accessToken;
  const moved = async () => (await served.all()).moved;
  return {
    ...served,
    moved,
    preview: async (days: Days) => (await yardpack.call('previewHoliday', { as, body: bodyOf(days) })).body.effect,
    set: async (days: Days) => await yardpack.call('setHoliday', { as, body: bodyOf(days) }),
    takeBack: async (holidayId: string) => {
      const call = { as, params: { holidayId } };
      const { back } = (await yardpack.call('previewHolidayBack', call)).body;
      expect((await yardpack.call('takeBackHoliday', call)).status).toBe(200);
      return back;
    },
    /** What somebody has read since, the oldest first. */
    read: async (person: Person) => {
      const all = await mailsTo(yardpack, person);
      return all
        .slice(0, all.length - (known.get(person) ?? 0))
        .map(({ subject }) => subject)
        .reverse();
    },
  };
}

test('another worker makes the visits of one who is off, each reads one letter, and taken back all is as it was', async ({
  people,
}) => {
  const { customer, wren, yardpack } = people;
  const { theo, jobs, preview, set, takeBack, tell, read, moved } = await open(people);
  const before = await jobs(wren);
  const effect = {
    ...{ moved: 0, leftOut: 0, workers: [] },
    given: [10, 11].map((day) => ({ day: march(day), count: 1, there: 0 })),
  };
  expect(await preview({ day: 9, lastDay: 12, to: theo })).toEqual(effect);
  expect(await jobs(wren)).toEqual(before);

  const made = await set({ day: 9, lastDay: 12, to: theo });
  expect([made.status, made.body.effect]).toEqual([200, effect]);
  expect(made.body.holiday).toMatchObject({ worker: { name: 'Wren O.' }, coveredBy: 'Theo L.', lastDay: march(12) });
  // The answer was lost: the same again changes nothing.
  expect((await set({ day: 9, lastDay: 12, to: theo })).body).toEqual(made.body);
  expect([await jobs(wren), await jobs(theo)]).toEqual([before.filter((day) => day > 12), [10, 11]]);
  expect(await moved()).toEqual([
    [10, 10, 'Theo L.'],
    [11, 11, 'Theo L.'],
  ]);
  await tell();
  expect(await read(wren)).toEqual(['You’re off from Tue, Mar 9 to Fri, Mar 12']);
  expect((await mailsTo(yardpack, wren))[0]?.text).toContain('Theo L. will make 2 of your visits.');
  expect(await read(theo)).toEqual(['Visits for Wren O. from Tue, Mar 9 to Fri, Mar 12']);
  expect((await mailsTo(yardpack, theo))[0]?.text).toContain('1 visit on Wed, Mar 10 and 1 visit on Thu, Mar 11');
  expect(await read(customer)).toHaveLength(2);

  expect(await takeBack(made.body.holiday.id)).toEqual({ due: 2, elsewhere: 0 });
  expect([await jobs(wren), await jobs(theo), await moved()]).toEqual([before, [], []]);
  await tell();
  expect((await read(wren)).slice(1)).toEqual(['You’re working from Tue, Mar 9 to Fri, Mar 12']);
  expect((await read(theo)).slice(1)).toEqual(['Wren O. is working from Tue, Mar 9 to Fri, Mar 12']);
  const [back] = await mailsTo(yardpack, theo, /working/);
  expect(back?.text).toContain('You no longer have 1 visit on Wed, Mar 10 and 1 visit on Thu, Mar 11.');
  expect(await read(customer)).toHaveLength(4);
});

test.for([
  ['go to another day', { day: 10, movedTo: 12 }, [11, 12], 'We moved 1 of your visits to Fri, Mar 12.'],
  [
    'are left out where the service has a visit on that day',
    { day: 10, movedTo: 11 },
    [11],
    'We left out 1 of your visits.',
  ],
  ['are left out', { day: 10, lastDay: 11 }, [], 'We left out 2 of your visits.'],
] as const)('visits of a worker who is off %s', async ([, days, first, said], { people }) => {
  const { yardpack, wren } = people;
  const { jobs, set, takeBack, tell, read } = await open(people);
  const before = await jobs(wren);
  const { body } = await set(days);
  expect((await jobs(wren)).filter((day) => day < 15)).toEqual(first);
  await tell();
  expect(await read(wren)).toHaveLength(1);
  expect((await mailsTo(yardpack, wren))[0]?.text).toContain(said);
  await takeBack(body.holiday.id);
  expect(await jobs(wren)).toEqual(before);
});

test('days off that are taken back within the minute are told to nobody', async ({ people }) => {
  const { customer, wren } = people;
  const { theo, set, takeBack, tell, read } = await open(people);
  const { body } = await set({ day: 10, lastDay: 11, to: theo });
  await takeBack(body.holiday.id);
  await tell();
  expect([await read(customer), await read(wren), await read(theo)]).toEqual([[], [], []]);
});

test('a letter about days off counts no visit of a service that is paused', async ({ people }) => {
  const { yardpack, customer, wren } = people;
  const { set, tell } = await open(people);
  const other = await buildEngagement(yardpack, customer, { frequency: 1 });
  await claimEngagement(yardpack, wren, other, ['DAY_OF_WEEK_WEDNESDAY']);
  await tell();
  expect((await moveEngagement(yardpack, customer, other.id, 'PAUSED')).status).toBe(200);
  await tell();
  expect((await set({ day: 10 })).body.effect).toMatchObject({ leftOut: 1 });
  await tell();
  expect((await mailsTo(yardpack, wren))[0]?.text).toContain('We left out 1 of your visits.');
});

test('a worker whose day off is taken back reads nothing where nobody works that day', async ({ people }) => {
  const { set, takeBack, tell, read } = await open(people);
  const own = await set({ day: 10 });
  await tell();
  await set({ day: 10, everyone: true });
  await tell();
  const before = await read(people.wren);
  await takeBack(own.body.holiday.id);
  await tell();
  expect(await read(people.wren)).toEqual(before);
});

test('a visit that staff gave to another worker stays theirs, and none can go to a worker who is off', async ({
  people,
}) => {
  const { yardpack, office, wren, walt } = people;
  const { theo, jobs, move, set, service } = await open(people);
  await move(wren, 10, 10, walt);
  expect((await set({ day: 10, lastDay: 11, to: theo })).body.effect).toMatchObject({
    given: [{ day: march(11), count: 1 }],
  });
  expect([await jobs(walt), await jobs(theo)]).toEqual([[10], [11]]);
  const { status, error } = await yardpack.call('moveVisit', {
    as: office.accessToken,
    params: { engagementId: service.id },
    body: {
      ...{ date: march(10), workerProfileId: walt.profileId },
      ...{ toDate: march(11), toWorkerProfileId: wren.profileId },
    },
  });
  expect([status, error.fields?.[0]]).toEqual([
    400,
    { path: 'body.toWorkerProfileId', message: 'Wren O. is off on Thu, Mar 11.' },
  ]);
});

test.for([
  ['a move', 'the office'],
  ['a move', 'its customer'],
  ['a move', 'who makes it'],
  ['days off', 'the office'],
  ['days off', 'its customer'],
  ['days off', 'who makes it'],
] as const)(
  'a visit that is another worker’s by %s, and is taken off by %s, stands with that worker',
  async ([way, who], { people }) => {
    const { yardpack, customer, office, wren } = people;
    const { theo, jobs, move, set, takeOff, putBack, later } = await open(people);
    const takenBy = { 'the office': office, 'its customer': customer, 'who makes it': theo }[who];
    if (way === 'a move') await move(wren, 10, 10, theo);
    else await set({ day: 9, lastDay: 10, to: theo });
    if (takenBy === theo) await later('2027-03-10T09:00:00-06:00');
    await takeOff(10, takenBy);
    const inCalendar = async () => {
      const call = { as: office.accessToken, query: { from: '2027-03-10', days: '1' } };
      const { cells } = (await yardpack.call('getCalendar', call)).body;
      return cells.map(({ workerProfileId, visits }) => [workerProfileId, visits.map(({ state }) => state)]);
    };
    expect(await inCalendar()).toEqual([[theo.profileId, ['skipped']]]);
    expect((await jobsOf(yardpack, theo)).map(({ skip }) => skip)).toMatchObject([{ kind: 'skipped' }]);
    expect((await jobs(wren)).filter((day) => day < 15)).toEqual([11]);
    await putBack(10, takenBy);
    expect(await inCalendar()).toEqual([[theo.profileId, ['not-started']]]);
    expect(await jobs(theo)).toEqual([10]);
  },
);

test('a visit that was taken off goes to whoever covers, and back, with the days off', async ({ people }) => {
  const { wren } = people;
  const { theo, jobs, set, takeBack, takeOff } = await open(people);
  const before = await jobs(wren);
  await takeOff(10);
  const { body } = await set({ day: 9, lastDay: 10, to: theo });
  expect(await jobs(theo)).toEqual([10]);
  await takeBack(body.holiday.id);
  expect([await jobs(wren), await jobs(theo)]).toEqual([before, []]);
});

test('visits of a worker who is off are left out once the account of whoever was to make them is closed', async ({
  people,
}) => {
  const { yardpack, office, wren } = people;
  const { theo, jobs, set, takeBack } = await open(people);
  const before = await jobs(wren);
  const { body } = await set({ day: 10, lastDay: 11, to: theo });
  const params = { profileId: theo.profileId };
  expect((await yardpack.call('closeAccount', { as: office.accessToken, params })).status).toBe(200);
  const on = async () => {
    const { body } = await yardpack.call('getCalendar', {
      as: office.accessToken,
      query: { from: '2027-03-10', days: '2' },
    });
    return body.cells.length;
  };
  expect(await on()).toBe(0);
  await takeBack(body.holiday.id);
  expect(await jobs(wren)).toEqual(before);
});

test('days off that cannot be are refused at their field', async ({ people }) => {
  const { wren } = people;
  const { theo, set } = await open(people);
  await set({ day: 17, lastDay: 19 });
  const refusal = async (days: Days) => {
    const { status, error } = await set(days);
    return [status, ...(error.fields ?? []).map(({ path, message }) => `${path}: ${message}`)];
  };
  expect(await refusal({ day: 7 })).toEqual([400, 'body.day: This day is over.']);
  expect(await refusal({ day: 19, lastDay: 22 })).toEqual([
    409,
    'body.day: Wren O. is off on Fri, Mar 19 already. Take that back first.',
  ]);
  expect(await refusal({ day: 10, lastDay: 9 })).toEqual([
    400,
    'body.lastDay: Please pick a day that is not before the first one.',
  ]);
  expect(await refusal({ day: 10, lastDay: 11, movedTo: 12 })).toEqual([
    400,
    'body.movedTo: Visits can only go to another day if one day is off.',
  ]);
  expect(await refusal({ day: 10, movedTo: 12, to: theo })).toEqual([
    400,
    'body.movedTo: Please pick another day or another worker, not both.',
  ]);
  expect(await refusal({ day: 10, movedTo: 17 })).toEqual([400, 'body.movedTo: Wren O. is off on Wed, Mar 17.']);
  expect(await refusal({ day: 10, to: wren })).toEqual([400, 'body.toWorkerProfileId: Please choose another worker.']);
  expect(await refusal({ day: 18, of: theo, to: wren })).toEqual([
    400,
    'body.toWorkerProfileId: Wren O. is off on Thu, Mar 18.',
  ]);
});

test('the answer is lost, or two employees set the same days off at once: there is one, and each letter goes once', async ({
  people,
}) => {
  const { customer, wren } = people;
  const { theo, set, takeBack, tell, read } = await open(people);
  const answers = await Promise.all([1, 2].map(() => set({ day: 10, lastDay: 11, to: theo })));
  answers.push(await set({ day: 10, lastDay: 11, to: theo }));
  const [id = '', ...others] = new Set(answers.map(({ body }) => body.holiday.id));
  expect(others).toEqual([]);
  await tell();
  expect(await read(wren)).toEqual(['You’re off from Wed, Mar 10 to Thu, Mar 11']);
  expect(await read(theo)).toEqual(['Visits for Wren O. from Wed, Mar 10 to Thu, Mar 11']);
  const letters = [10, 11].map((day) => expect.stringContaining(`Mar ${day}`));
  expect(await read(customer)).toEqual(letters);
  await takeBack(id);
  await takeBack(id);
  await tell();
  expect((await read(wren)).slice(1)).toEqual(['You’re working from Wed, Mar 10 to Thu, Mar 11']);
  expect(await read(customer)).toHaveLength(4);
});
