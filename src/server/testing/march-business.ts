import { test } from 'vitest';
import type { CalendarDay } from '#domain/calendar.ts';
import { buildOnboardedWorker } from './engagement-factories.ts';
import { buildCustomer, buildEmployee, type Person } from './factories.ts';
import { createTestWorld, type TestWorld } from './world.ts';

/** Casey, who has no service yet, two workers, and the office. */
export type MarchPeople = { yardpack: TestWorld; customer: Person; wren: Person; walt: Person; office: Person };

/** A test with a small business of its own. It is Monday, 8 March 2027, in the morning; summer time begins on the 14th. */
export const marchTest = test.extend<{ people: MarchPeople }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names out of the pattern
  people: async ({}, use) => {
    const yardpack = await createTestWorld();
    await yardpack.advance('2027-03-08T09:00:00-06:00');
    const customer = await buildCustomer(yardpack, { firstName: 'Casey' });
    const wren = await buildOnboardedWorker(yardpack, { firstName: 'Wren', lastName: 'Okafor' });
    const walt = await buildOnboardedWorker(yardpack, { firstName: 'Walt', lastName: 'Berg' });
    const office = await buildEmployee(yardpack);
    await use({ yardpack, customer, wren, walt, office });
    await yardpack.close();
  },
});

export const march = (day: number): CalendarDay => ({ year: 2027, month: 3, day });
