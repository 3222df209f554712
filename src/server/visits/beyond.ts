import { addDays, type IsoDay, weekOf } from '#domain/iso-days.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { type PlanVersion, type WantedDay, wantedDays } from '#domain/wanted-days.ts';
import type { Queryable } from '../database/connection.ts';
import type { World } from '../world.ts';
import { daysPromised } from './fill.ts';
import { selectFilled, selectPlans } from './fill-store.ts';

/** What is known of visits so far ahead that they have no rows yet: the days that their plans want. */

/** @returns the first Monday whose week may have no rows yet */
export const firstWeekBeyond = ({ clock }: Pick<World, 'clock'>): IsoDay =>
  weekOf(addDays(firstDayToCome(clock.now()).toString(), daysPromised + 1));

/** @returns by services without rows in a week, the days of it on which their plans want visits */
export async function wantedInWeek(
  database: Queryable,
  engagementIds: readonly string[],
  monday: IsoDay,
): Promise<Map<string, WantedDay[]>> {
  const filled = await selectFilled(database, engagementIds, monday);
  const ids = engagementIds.filter((id) => !filled.has(id));
  const plans = await selectPlans(database, ids);
  return new Map([...plans].map(([id, versions]) => [id, wantedDays(monday, versions)]));
}

/** How many weeks beyond the rows the next visits are looked for: a service begins within a year. */
const weeksBeyond = 53;

/** @returns by services, the days beyond the rows on which their plans want visits, in order */
export async function wantedBeyond(
  world: Pick<World, 'clock' | 'database'>,
  engagementIds: readonly string[],
): Promise<Map<string, Temporal.PlainDate[]>> {
  if (engagementIds.length === 0) return new Map();
  const plans = await selectPlans(world.database, engagementIds);
  const first = firstWeekBeyond(world);
  const weeks = Array.from({ length: weeksBeyond }, (_, ahead) => addDays(first, ahead * 7));
  const daysOf = (versions: PlanVersion[]) =>
    weeks.flatMap((monday) => wantedDays(monday, versions).map(({ day }) => Temporal.PlainDate.from(day)));
  return new Map([...plans].map(([id, versions]) => [id, daysOf(versions)]));
}
