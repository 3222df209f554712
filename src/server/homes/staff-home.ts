import type * as z from 'zod/mini';
import type { homes as contract } from '#contract/homes.ts';
import { businessDay, businessTimeZone, calendarDay, isoWeekOf, mondayOf } from '#domain/calendar.ts';
import type { World } from '../world.ts';
import { countCustomers } from './staff-store.ts';

type Customers = z.output<typeof contract.getStaffHome.response>['customers'];

/** Counting takes some microseconds for each customer, so at this rate a fiftieth of one processor's time at most. */
const msPerCustomer = 0.5;
/** So few are counted whenever they are shown. */
const alwaysCounted = 100;

const kept = new WeakMap<object, { customers: Customers; monday: string; until: number }>();

/**
 * @returns how many customers are served, and how many came and went in this week. A large business is not counted each
 *   time that somebody looks: what this process has counted is shown again for a time that grows with the number.
 */
export async function getStaffHome(world: World): Promise<z.input<typeof contract.getStaffHome.response>> {
  const today = businessDay(world.clock.now());
  const monday = mondayOf(isoWeekOf(today));
  const last = kept.get(world.database);
  if (last?.monday === monday.toString() && performance.now() < last.until) {
    return { today: calendarDay(today), customers: last.customers };
  }
  const customers = await countCustomers(world.database, monday.toZonedDateTime(businessTimeZone).toInstant());
  const life = customers.active > alwaysCounted ? customers.active * msPerCustomer : 0;
  kept.set(world.database, { customers, monday: monday.toString(), until: performance.now() + life });
  return { today: calendarDay(today), customers };
}
