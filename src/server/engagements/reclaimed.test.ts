import { expect } from 'vitest';
import type { CalendarDay, WeekDay } from '#domain/calendar.ts';
import { claimEngagement } from '../testing/engagement-factories.ts';
import { mailsTo, type Person } from '../testing/factories.ts';
import { march } from '../testing/march-business.ts';
import {
  type Business,
  friday,
  monday,
  release,
  seen,
  rhythmTest as test,
  upcoming,
  wednesday,
} from '../testing/rhythm-business.ts';

// Wren comes on Wednesdays and Fridays, and releases the service in a week in which a visit was taken off or made.
const thursday: WeekDay = 'DAY_OF_WEEK_THURSDAY';
const skip = async ({ yardpack, customer, service }: Business, date: CalendarDay) => {
  const params = { engagementId: service.id };
  const { status } = await yardpack.call('createSkip', { as: customer.accessToken, params, body: { date } as never });
  expect(status).toBe(200);
};
const unskip = async ({ yardpack, customer, service }: Business, date: string) =>
  (await yardpack.call('deleteSkip', { as: customer.accessToken, params: { engagementId: service.id, date } })).status;

test('whoever takes a service makes as many visits less in a week as were taken off in it', async ({ business }) => {
  const { yardpack, customer, walt, service } = business;
  await skip(business, march(10));
  expect((await release(business)).status).toBe(200);
  await claimEngagement(yardpack, walt, service, [thursday, friday] as WeekDay[]);
  expect(await upcoming(business)).toEqual([12, 18, 19, 25, 26]);
  await yardpack.advance('PT61S');
  const [letter] = await mailsTo(yardpack, customer, /^Walt B\. will take care/);
  expect(letter?.text).toContain('for the first time on Fri, Mar 12');
  // Taken back, it is a visit again, on the day that the plan has now.
  expect(await unskip(business, '2027-03-10')).toBe(200);
  expect(await upcoming(business)).toEqual([11, 12, 18, 19, 25]);
});

test('so does one to whom staff give it', async ({ business }) => {
  const { yardpack, customer, office, walt, service } = business;
  await skip(business, march(10));
  await release(business);
  await yardpack.advance('PT61S');
  const { version } = await seen(business);
  const body = { workerProfileId: walt.profileId, weekDays: [monday, thursday] as WeekDay[], from: march(8), version };
  const params = { engagementId: service.id };
  expect((await yardpack.call('assignWorker', { as: office.accessToken, params, body })).status).toBe(200);
  expect(await upcoming(business)).toEqual([11, 15, 18, 22, 25]);
  await yardpack.advance('PT61S');
  const [letter] = await mailsTo(yardpack, customer, /^Walt B\. will take care/);
  expect(letter?.text).toContain('for the first time on Thu, Mar 11');
  const [given] = await mailsTo(yardpack, walt, /^Casey at/);
  expect(given?.subject).toContain('from Thu, Mar 11 on');
});

const put = async ({ yardpack, office, wren, service }: Business, from: number, to: number, who: Person = wren) => {
  const body = {
    ...{ date: march(from), workerProfileId: wren.profileId },
    ...{ toDate: march(to), toWorkerProfileId: who.profileId },
  };
  const params = { engagementId: service.id };
  expect((await yardpack.call('moveVisit', { as: office.accessToken, params, body })).status).toBe(200);
};
const subjectsTo = async ({ yardpack }: Business, person: Person) =>
  (await mailsTo(yardpack, person, /./)).map(({ subject }) => subject);

test('a worker who releases a service and takes it again within the minute is its keeper all along', async ({
  business,
}) => {
  const { yardpack, customer, wren, walt, service } = business;
  await put(business, 10, 11);
  await put(business, 17, 17, walt);
  await yardpack.advance('PT61S');
  const before = await Promise.all([customer, wren, walt].map((one) => subjectsTo(business, one)));
  expect((await release(business)).status).toBe(200);
  await claimEngagement(yardpack, wren, service, [wednesday, friday] as WeekDay[]);
  // What staff chose is forgotten with the release, and people read that alone.
  expect(await upcoming(business)).toEqual([10, 12, 17, 19, 24]);
  await yardpack.advance('PT61S');
  const after = await Promise.all([customer, wren, walt].map((one) => subjectsTo(business, one)));
  const read = after.map((subjects, nth) => subjects.slice(0, subjects.length - (before[nth]?.length ?? 0)).sort());
  expect(read).toEqual([
    ['Wren O. makes your visit on Wed, Mar 17', 'Your visit on Thu, Mar 11 is moved to Wed, Mar 10'],
    [],
    ['A visit less on Wed, Mar 17: 100 Main St'],
  ]);
});

test('who makes a visit in another’s place reads with all others that it is off when the service is released', async ({
  business,
}) => {
  const { yardpack, customer, wren, walt } = business;
  await put(business, 17, 17, walt);
  await yardpack.advance('PT61S');
  const [before, ofWren] = [await subjectsTo(business, walt), await subjectsTo(business, wren)];
  await release(business);
  expect(await subjectsTo(business, walt)).toEqual(before);
  await yardpack.advance('PT61S');
  expect(await subjectsTo(business, walt)).toEqual(['A visit less on Wed, Mar 17: 100 Main St', ...before]);
  expect((await subjectsTo(business, customer))[0]).toBe('We are looking for another keeper');
  expect(await subjectsTo(business, wren)).toEqual(ofWren);
});
