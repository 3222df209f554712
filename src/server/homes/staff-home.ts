import type * as z from 'zod/mini';
import type { homes as contract } from '#contract/homes.ts';
import { businessDay, calendarDay, isoWeekOf, mondayOf } from '#domain/calendar.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import type { World } from '../world.ts';
import { countCustomers } from './staff-store.ts';

/** @returns how many customers are served, and how many came and went in this week */
export async function getStaffHome(world: World): Promise<z.input<typeof contract.getStaffHome.response>> {
  const today = businessDay(world.clock.now());
  const monday = mondayOf(isoWeekOf(today)).toZonedDateTime(businessTimeZone).toInstant();
  return { today: calendarDay(today), customers: await countCustomers(world.database, monday) };
}
