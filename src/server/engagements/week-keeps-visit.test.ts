import { expect } from 'vitest';
import { weekDaysInOrder } from '#domain/calendar.ts';
import { marchTest as test } from '../testing/march-business.ts';
import { serve } from '../testing/served-business.ts';

/** No week loses its visit, whoever gets the service from which day on. It is Monday, 8 March 2027. */

const [monday, tuesday, wednesday, thursday, friday] = weekDaysInOrder;

test('a visit that was kept until a later day, and other weekdays put on a day off, goes where the visits of that day go', async ({
  people,
}) => {
  const { wren, walt } = people;
  const { theo, dayOff, give, all, jobs } = await serve(people, [friday]);
  const takeBack = await dayOff(17, 18);
  await give(walt, [thursday], 27);
  expect((await all()).days.slice(0, 3)).toEqual(['3/12', '3/19', '3/26']);
  await give(theo, [wednesday], 13);
  expect((await all()).days.slice(0, 3)).toEqual(['3/12', '3/18', '3/24']);
  expect([await jobs(wren), await jobs(walt), await jobs(theo)]).toEqual([[12], [], [18, 24]]);
  await takeBack();
  expect((await all()).days.slice(0, 3)).toEqual(['3/12', '3/17', '3/24']);
});

test('who gets a service back from somebody who was to begin earlier keeps the visits that were theirs until then', async ({
  people,
}) => {
  const { wren, walt } = people;
  const { give, replan, decline, all, jobs } = await serve(people, [tuesday]);
  await give(walt, [monday], 18);
  await give(wren, [tuesday], 22);
  expect((await all()).days.slice(0, 3)).toEqual(['3/9', '3/16', '3/23']);
  await replan(wren, tuesday, friday);
  expect((await all()).days.slice(0, 3)).toEqual(['3/9', '3/16', '3/26']);
  expect([await jobs(wren), await jobs(walt)]).toEqual([[9, 16, 26], []]);
  expect(await decline(wren)).toBe('Walt B.');
  expect([await jobs(wren), await jobs(walt)]).toEqual([[9, 16], [22]]);
});
