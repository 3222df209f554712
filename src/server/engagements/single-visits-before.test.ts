import { expect } from 'vitest';
import { weekDaysInOrder } from '#domain/calendar.ts';
import { moveEngagement } from '../testing/engagement-calls.ts';
import { workUntil } from '../testing/engagement-factories.ts';
import { marchTest as test } from '../testing/march-business.ts';
import { serve } from '../testing/served-business.ts';

const [, , wednesday] = weekDaysInOrder;

test.for([
  ['was made', false],
  ['was missed', false],
  ['was taken off', false],
  ['was made', true],
  ['was missed', true],
] as const)(
  'who had a single visit before the first day of the service, which %s, has not begun and gives it back; paused: %s',
  async ([what, isPaused], { people }) => {
    const { yardpack, customer, wren, walt } = people;
    const { service, tell, give, move, later, takeOff, decline, seen } = await serve(people, [wednesday]);
    await give(walt, [wednesday], 15);
    await tell();
    await move(wren, 10, 10, walt);
    await tell();
    await later('2027-03-10T10:00:00-06:00');
    if (what === 'was made') await workUntil(yardpack, walt, service, 'WORK_STATUS_WORK_COMPLETED');
    if (what === 'was taken off') await takeOff(10, people.office);
    await later('2027-03-11T10:00:00-06:00');
    if (isPaused) expect((await moveEngagement(yardpack, customer, service.id, 'PAUSED')).status).toBe(200);
    expect((await seen(walt)).nextStatuses).toContain('ENGAGEMENT_STATUS_PROPOSED');
    expect(await decline(walt)).toBe('Wren O.');
  },
);

test('who has made a visit from the first day of the service on has begun', async ({ people }) => {
  const { yardpack, walt } = people;
  const { service, tell, give, later, decline } = await serve(people, [wednesday]);
  await give(walt, [wednesday], 10);
  await tell();
  await later('2027-03-10T10:00:00-06:00');
  await workUntil(yardpack, walt, service, 'WORK_STATUS_WORK_COMPLETED');
  expect(await decline(walt)).toBeUndefined();
});
