import { expect } from 'vitest';
import type { WeekDay } from '#domain/calendar.ts';
import { moveEngagement, readEngagement } from '../testing/engagement-calls.ts';
import { claimEngagement } from '../testing/engagement-factories.ts';
import { marchTest as test } from '../testing/march-business.ts';
import { serve } from '../testing/served-business.ts';

test('a customer whose worker plans one visit of three is on the desk after a day, until the others are planned', async ({
  people,
}) => {
  const { yardpack, customer, wren, office } = people;
  const days: WeekDay[] = ['DAY_OF_WEEK_TUESDAY', 'DAY_OF_WEEK_WEDNESDAY', 'DAY_OF_WEEK_THURSDAY'];
  const { service, later } = await serve(people, days);
  const waiting = async () => {
    const { body } = await yardpack.call('getStaffDesk', { as: office.accessToken });
    expect(body.fewerWeekdays.count).toBe(body.fewerWeekdays.rows.length);
    return body.fewerWeekdays.rows.map((row) => [row.engagementId, row.workerName, row.frequency, row.plannedDays]);
  };
  const takeOff = async (count: number) => {
    const { scheduleTemplateDays } = (await readEngagement(yardpack, wren, service.id)).scheduleTemplate;
    const body = { scheduleTemplateDaysIds: scheduleTemplateDays.slice(0, count).map(({ id }) => id) };
    const { status } = await yardpack.call('deleteScheduleTemplateDays', { as: wren.accessToken, body });
    expect(status).toBe(200);
  };
  const name = (await readEngagement(yardpack, customer, service.id)).worker?.displayName;
  await later('P1D');
  await takeOff(2);
  await later('PT1M');
  await later('PT23H30M');
  expect(await waiting()).toEqual([]);
  await later('PT31M');
  expect(await waiting()).toEqual([[service.id, name, 3, 1]]);
  await takeOff(1);
  expect(await waiting()).toEqual([[service.id, name, 3, 0]]);
  await moveEngagement(yardpack, customer, service.id, 'PAUSED');
  expect(await waiting()).toEqual([]);
  await later('PT1M');
  await moveEngagement(yardpack, customer, service.id, 'RUNNING');
  await later('PT1M');
  expect(await waiting()).toEqual([[service.id, name, 3, 0]]);
  await claimEngagement(yardpack, wren, service, days);
  // Before the list is kept anew.
  expect(await waiting()).toEqual([]);
  await later('PT1M');
  expect(await waiting()).toEqual([]);
});
