import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from './connection.ts';
import { holidays } from './schema/calendar.ts';

/** @returns the name of a day off; null when a day is none */
export async function nameOfDayOff(database: Queryable, day: Temporal.PlainDate): Promise<string | null> {
  const isOne = and(eq(holidays.day, day), isNull(holidays.takenBackAt));
  const [dayOff] = await database.select({ name: holidays.name }).from(holidays).where(isOne);
  return dayOff?.name ?? null;
}
