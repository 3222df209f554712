import { expect, test } from 'vitest';
import { businessDay, calendarDay } from '#domain/calendar.ts';
import { withoutLimits } from '../testing/postgres.ts';
import { recordQueries } from '../testing/recorded-queries.ts';
import { fillBusiness, firstEmployee } from '../testing/seeded-business.ts';
import { createTestWorld } from '../testing/world.ts';

/** Two workers, each with so many stops on each day of the week. */
const businessOf = (stops: number) => ({
  ...{ number: 0, engagements: 14 * stops, proposals: 0, perCustomer: 2, perWorker: 7 * stops },
  ...{ mixed: false, weeks: 1, employees: 1 },
});

test('thirty stops of a worker go to another one in as many statements as three', async () => {
  const statements: number[] = [];
  for (const stops of [3, 30]) {
    const yardpack = await createTestWorld();
    const { database, clock } = yardpack.world;
    const part = businessOf(stops);
    await withoutLimits(database.$client, (client) => fillBusiness(client, [part], clock.now()));
    const as = firstEmployee(part).accessToken;
    const { body } = await yardpack.call('listHolidays', { as });
    const [worker, other] = body.workers;
    const day = calendarDay(businessDay(clock.now()).add({ days: 9 }));
    const days = { day, name: 'Sick', workerProfileId: worker?.profileId ?? '' };
    const call = { as, body: { ...days, toWorkerProfileId: other?.profileId ?? '' } };
    const queries = await recordQueries(async () => {
      const { body: made } = await yardpack.call('setHoliday', call);
      expect(made.effect).toMatchObject({ leftOut: 0, given: [{ count: stops, there: stops }] });
    });
    statements.push(queries.length);
    await yardpack.close();
  }
  expect(statements[1]).toBe(statements[0]);
});
