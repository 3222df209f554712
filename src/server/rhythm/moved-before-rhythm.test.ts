import { expect } from 'vitest';
import type { WeekDay } from '#domain/calendar.ts';
import type { Person } from '../testing/factories.ts';
import { march } from '../testing/march-business.ts';
import {
  accept,
  ask,
  type Business,
  later,
  monday,
  seen,
  rhythmTest as test,
  told,
  upcoming,
} from '../testing/rhythm-business.ts';

/** Wren comes on Wednesdays and Fridays; one visit a week, on Mondays, is agreed from the 22nd on. */
const agreed = async (business: Business) => {
  await ask(business, {});
  expect((await accept(business, {}, [monday])).status).toBe(200);
  await told(business, business.customer, /^Your other rhythm is accepted/);
};
const move = async ({ yardpack, office, wren, service }: Business, from: number, to: number, by = wren, who = wren) => {
  const body = {
    ...{ date: march(from), workerProfileId: by.profileId },
    ...{ toDate: march(to), toWorkerProfileId: who.profileId },
  };
  const call = { as: office.accessToken, params: { engagementId: service.id }, body };
  const preview = await yardpack.call('previewMove', call);
  expect((await yardpack.call('moveVisit', call)).status).toBe(200);
  return preview.body.told.map(({ words }) => words).join();
};
const plan = async ({ yardpack, wren, service }: Business, to: WeekDay) => {
  const params = { engagementId: service.id };
  const { body } = await yardpack.call('getEngagement', { as: wren.accessToken, params });
  const [place] = body.engagement.scheduleTemplate.scheduleTemplateDays;
  const days = [{ ...place, dayOfWeek: to, sequence: 0 }];
  const changed = await yardpack.call('updateScheduleTemplateDays', {
    as: wren.accessToken,
    body: { scheduleTemplateDays: days },
  } as never);
  expect(changed.status).toBe(200);
};
const give = async (business: Business, worker: Person) => {
  const { yardpack, office, service } = business;
  const { version } = await seen(business);
  const body = { workerProfileId: worker.profileId, weekDays: [monday] as WeekDay[], from: march(22), version };
  const params = { engagementId: service.id };
  expect((await yardpack.call('assignWorker', { as: office.accessToken, params, body })).status).toBe(200);
};
const tell = ({ yardpack }: Business) => yardpack.advance('PT61S');

test('a visit that staff moved before another rhythm was agreed, and put back after, is moved there again', async ({
  business,
}) => {
  await move(business, 12, 13);
  await tell(business);
  await agreed(business);
  for (const [from, to] of [
    [13, 12],
    [12, 13],
    [13, 12],
  ] as const) {
    expect(await move(business, from, to)).not.toContain('No visit');
    await tell(business);
    expect(await upcoming(business)).toEqual([10, to, 17, 19, 22]);
  }
});

test('a missed visit that is made up before an agreed rhythm begins stays, and can be missed again', async ({
  business,
}) => {
  await later(business, '2027-03-11T09:00:00-06:00');
  await move(business, 10, 13);
  await tell(business);
  await agreed(business);
  expect(await upcoming(business)).toEqual([12, 13, 17, 19, 22]);
  await plan(business, 'DAY_OF_WEEK_TUESDAY');
  await tell(business);
  expect(await upcoming(business)).toEqual([12, 13, 17, 19, 23]);
  await plan(business, 'DAY_OF_WEEK_MONDAY');
  await give(business, business.walt);
  await give(business, business.wren);
  expect(await upcoming(business)).toEqual([12, 13, 17, 19, 22]);
  expect(await move(business, 13, 10)).toContain('No visit on Sat, Mar 13');
  expect(await upcoming(business)).toEqual([12, 17, 19, 22, 29]);
});
