import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { calendarDay, plainDate, weekDaysInOrder } from '#domain/calendar.ts';
import { profiles } from '../database/schema/profiles.ts';
import { startWork } from '../testing/engagement-calls.ts';
import { mailsTo, type Person } from '../testing/factories.ts';
import { type MarchPeople, march, marchTest as test } from '../testing/march-business.ts';
import { serve } from '../testing/served-business.ts';

/** What comes of days off that a worker asks for. It is Monday, 8 March 2027, and Wren comes on Wednesdays and Thursdays. */

const [, , wednesday, thursday] = weekDaysInOrder;

type Days = { day: number; lastDay?: number; note?: string };
type Choice = { day: number; lastDay?: number; to?: Person; wishId?: string; movedTo?: number };

async function open(people: MarchPeople) {
  const { yardpack, office, wren } = people;
  const served = await serve(people, [wednesday, thursday]);
  await served.tell();
  const known = (await mailsTo(yardpack, wren)).length;
  const params = { workerProfileId: wren.profileId };
  const as = () => office.accessToken;
  const spanOf = ({ day, lastDay }: { day: number; lastDay?: number | undefined }) => ({
    day: march(day),
    // Beyond March, too.
    ...(lastDay && { lastDay: calendarDay(plainDate(march(1)).add({ days: lastDay - 1 })) }),
  });
  const bodyOf = ({ to, wishId, movedTo, ...days }: Choice) => ({
    ...{ ...spanOf(days), name: 'Days off', workerProfileId: wren.profileId },
    ...(to && { toWorkerProfileId: to.profileId }),
    ...(wishId && { wishId }),
    ...(movedTo && { movedTo: march(movedTo) }),
  });
  const ask = async ({ note, ...days }: Days) =>
    await yardpack.call('askForDaysOff', {
      as: wren.accessToken,
      params,
      body: { ...spanOf(days), ...(note && { note }) },
    });
  return {
    ...served,
    ask,
    asked: async (days: Days) => {
      const { status, body } = await ask(days);
      expect(status).toBe(200);
      return body.daysOff.id;
    },
    list: async () => (await yardpack.call('listDaysOff', { as: wren.accessToken, params })).body.daysOff,
    desk: async () => (await yardpack.call('getStaffDesk', { as: as() })).body.daysOffAskedFor,
    preview: async (choice: Choice) => await yardpack.call('previewHoliday', { as: as(), body: bodyOf(choice) }),
    set: async (choice: Choice) => await yardpack.call('setHoliday', { as: as(), body: bodyOf(choice) }),
    decline: async (holidayId: string, reason = 'Spring is too busy.') =>
      await yardpack.call('declineDaysOff', { as: as(), params: { holidayId }, body: { reason } }),
    withdraw: async (holidayId: string) =>
      await yardpack.call('withdrawDaysOff', { as: wren.accessToken, params: { ...params, holidayId } }),
    close: async () => {
      const call = { as: as(), params: { profileId: wren.profileId } };
      expect((await yardpack.call('closeAccount', call)).status).toBe(200);
    },
    /** What Wren has read since, the oldest first. */
    read: async () => {
      const all = await mailsTo(yardpack, wren);
      return all
        .slice(0, all.length - known)
        .map(({ subject }) => subject)
        .reverse();
    },
  };
}

type Answer = { status: number; error?: { message: string; fields?: { path: string; message: string }[] } };
const refusal = ({ status, error }: Answer) => {
  const [field] = error?.fields ?? [];
  return [status, field ? `${field.path}: ${field.message}` : error?.message];
};

test('days off that a worker asks for count for nothing until staff accept them', async ({ people }) => {
  const { yardpack, office, wren } = people;
  const { theo, jobs, all, asked, list, desk, set, preview, tell, read, move } = await open(people);
  const before = [await jobs(wren), await all()];
  const note = 'My sister marries in Tulsa.';
  const id = await asked({ day: 9, lastDay: 12, note });
  // The answer was lost: the same again changes nothing.
  expect(await asked({ day: 9, lastDay: 12, note })).toBe(id);
  const shown = { id, day: march(9), lastDay: march(12), note, state: 'asked', declinedReason: null };
  expect(await list()).toEqual([shown]);
  const name = 'Wren Okafor';
  const worker = { profileId: wren.profileId, name };
  expect(await desk()).toMatchObject({ count: 1, rows: [{ holidayId: id, worker, note, day: march(9) }] });

  await tell();
  expect([await jobs(wren), await all()]).toEqual(before);
  const as = office.accessToken;
  const { body } = await yardpack.call('getCalendar', { as, query: { from: '2027-03-08', days: '7' } });
  expect(body.workersOff).toEqual([]);
  expect((await yardpack.call('listHolidays', { as })).body.holidays).toEqual([]);
  const ofTheo = { day: march(9), lastDay: march(12), name: 'Off', workerProfileId: theo.profileId };
  const other = await yardpack.call('previewHoliday', { as, body: { ...ofTheo, toWorkerProfileId: wren.profileId } });
  expect(other.status).toBe(200);
  for (const call of ['previewHolidayBack', 'takeBackHoliday'] as const)
    expect((await yardpack.call(call, { as, params: { holidayId: id } })).status).toBe(404);
  await move(wren, 10, 9, wren);
  await move(wren, 9, 10, wren);
  await tell();
  expect(await read()).toEqual([]);

  const choice = { day: 9, lastDay: 12, to: theo, wishId: id };
  expect((await preview(choice)).body.effect).toMatchObject({ leftOut: 0, given: [{ count: 1 }, { count: 1 }] });
  expect(await list()).toEqual([shown]);
  expect((await set(choice)).body.holiday).toMatchObject({ id, coveredBy: 'Theo L.' });
  expect([await list(), (await desk()).count]).toEqual([[{ ...shown, state: 'set' }], 0]);
  expect(await jobs(theo)).toEqual([10, 11]);
  await tell();
  expect(await read()).toEqual(['You’re off from Tue, Mar 9 to Fri, Mar 12']);
});

test('staff decline days off with a reason that the worker reads, and decide otherwise later', async ({ people }) => {
  const { yardpack, wren } = people;
  const { asked, decline, list, desk, jobs, read, set, tell, ask } = await open(people);
  const before = await jobs(wren);
  const id = await asked({ day: 10 });
  expect((await decline(id)).status).toBe(200);
  expect((await decline(id)).status).toBe(200);
  expect([await list(), (await desk()).count]).toMatchObject([
    [{ state: 'declined', declinedReason: 'Spring is too busy.' }],
    0,
  ]);
  expect(await jobs(wren)).toEqual(before);
  await tell();
  expect(await read()).toEqual(['No days off on Wed, Mar 10']);
  expect((await mailsTo(yardpack, wren))[0]?.text).toContain('Spring is too busy.');
  // Staff set them after all, or the worker asks again.
  expect((await ask({ day: 10, lastDay: 11 })).status).toBe(200);
  expect(refusal(await set({ day: 11, lastDay: 12 }))).toEqual([
    409,
    'body.day: Wren O. asked for days off from Wed, Mar 10 to Thu, Mar 11. Please decide that first.',
  ]);
});

test('of two decisions, and of a decision and a taking back, one counts and the other reads it', async ({ people }) => {
  const { theo, asked, decline, set, withdraw, list } = await open(people);
  const first = await asked({ day: 10 });
  const answers = await Promise.all([set({ day: 10, to: theo, wishId: first }), decline(first)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const second = await asked({ day: 17 });
  expect((await set({ day: 17, to: theo, wishId: second })).status).toBe(200);
  expect(refusal(await set({ day: 17, movedTo: 19, wishId: second }))).toEqual([
    409,
    'Wren O. is off on Wed, Mar 17 already.',
  ]);
  expect(refusal(await decline(second))).toEqual([409, 'Wren O. is off on Wed, Mar 17 already.']);
  expect(refusal(await withdraw(second))).toEqual([
    409,
    'The office has set these days off. Please call to change them.',
  ]);
  const third = await asked({ day: 24 });
  expect((await decline(third)).status).toBe(200);
  expect(refusal(await set({ day: 24, wishId: third }))).toEqual([
    409,
    'This request was declined: Spring is too busy.',
  ]);
  expect(refusal(await withdraw(third))).toEqual([409, 'The office has declined this already.']);
  const fourth = await asked({ day: 25 });
  expect((await withdraw(fourth)).status).toBe(200);
  expect((await withdraw(fourth)).status).toBe(200);
  expect(refusal(await set({ day: 25, wishId: fourth }))).toEqual([409, 'Wren O. has taken this request back.']);
  expect(refusal(await decline(fourth))).toEqual([409, 'Wren O. has taken this request back.']);
  expect((await list()).map(({ id }) => id)).not.toContain(fourth);
});

test('days off are not decided once they are over, nor accepted for a worker who cannot make visits or has no account', async ({
  people,
}) => {
  const { yardpack, wren } = people;
  const { asked, decline, set, desk, list, close, later } = await open(people);
  const [first, second] = [await asked({ day: 9 }), await asked({ day: 10, lastDay: 12 })];
  // Work is over at 21:00.
  await later('2027-03-09T21:30:00-06:00');
  expect((await desk()).rows.map(({ holidayId }) => holidayId)).toEqual([second]);
  expect((await list()).map(({ id }) => id)).toEqual([second]);
  await later('2027-03-10T10:00:00-06:00');
  expect((await desk()).rows.map(({ holidayId }) => holidayId)).toEqual([second]);
  expect(refusal(await decline(first))).toEqual([409, 'Tue, Mar 9 is over.']);
  expect(refusal(await set({ day: 9, wishId: first }))).toEqual([409, 'Tue, Mar 9 is over.']);
  await later('2027-03-11T10:00:00-06:00');
  // Of some the first is over: staff give the others.
  expect(refusal(await set({ day: 10, lastDay: 12, wishId: second }))).toEqual([400, 'body.day: This day is over.']);
  await yardpack.world.database
    .update(profiles)
    .set({ approval: 'refused', approvalReason: 'No references.' })
    .where(eq(profiles.id, wren.profileId));
  expect(refusal(await set({ day: 11, lastDay: 12, wishId: second }))).toEqual([
    409,
    'Wren O. can’t make visits at the moment.',
  ]);
  await close();
  expect((await desk()).count).toBe(0);
  for (const answer of [await decline(second), await set({ day: 11, lastDay: 12, wishId: second })])
    expect(refusal(answer)).toEqual([409, 'The account of Wren O. is closed.']);
});

test('a request for today is not accepted once its worker has begun; staff set tomorrow, or today by themselves', async ({
  people,
}) => {
  const { yardpack, wren } = people;
  const { asked, set, preview, later, service } = await open(people);
  const id = await asked({ day: 10, lastDay: 11 });
  await later('2027-03-10T09:00:00-06:00');
  expect((await preview({ day: 10, lastDay: 11, wishId: id })).status).toBe(200);
  expect((await startWork(yardpack, wren, service.id)).status).toBe(200);
  for (const act of [preview, set])
    expect(refusal(await act({ day: 10, lastDay: 11, wishId: id }))).toEqual([
      400,
      'body.day: Wren O. has begun work today. Please pick another day, or decline the request.',
    ]);
  expect((await set({ day: 11, wishId: id })).status).toBe(200);
  expect((await preview({ day: 10 })).status).toBe(200);
});

test('days off that cannot be asked for are refused at their field', async ({ people }) => {
  const { yardpack, wren } = people;
  const { ask, asked, set, later, service } = await open(people);
  await set({ day: 18, lastDay: 19 });
  await asked({ day: 22, lastDay: 24 });
  for (const [days, said] of [
    [{ day: 7 }, [400, 'body.day: This day is over.']],
    [{ day: 10, lastDay: 9 }, [400, 'body.lastDay: Please pick a day that is not before the first one.']],
    [{ day: 17, lastDay: 18 }, [409, 'body.day: You’re off on Thu, Mar 18 already.']],
    [{ day: 24, lastDay: 25 }, [409, 'body.day: You’ve asked for days off from Mon, Mar 22 to Wed, Mar 24 already.']],
    [{ day: 25, lastDay: 25 + 31 }, [400, 'body.lastDay: Please pick at most 31 days.']],
  ] as const) {
    const body = { day: days.day, ...('lastDay' in days && { lastDay: days.lastDay }) };
    expect([days, refusal(await ask(body))]).toEqual([days, said]);
  }
  await later('2027-03-10T09:00:00-06:00');
  expect((await startWork(yardpack, wren, service.id)).status).toBe(200);
  expect(refusal(await ask({ day: 10 }))).toEqual([
    400,
    'body.day: You’ve begun work today. Please call the office, or pick another day.',
  ]);
});
