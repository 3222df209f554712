import { and, type SQL, sql } from 'drizzle-orm';
import { isOpenAccount } from '../database/claimable.ts';
import { given } from '../database/prepared.ts';
import { holidays } from '../database/schema/calendar.ts';
import { shown } from '../database/schema/columns.ts';
import { profiles } from '../database/schema/profiles.ts';
import { isAskedFor } from '../database/schema/states.ts';
import { oldestFirst, personOf } from './list-store.ts';

const lastDay = sql<Temporal.PlainDate>`coalesce(${holidays.lastDay}, ${holidays.day})`.mapWith(holidays.day);

/** The days off that workers asked for and nobody has decided, of those that are still to come, longest waiting first. */
export const daysOffAskedFor = {
  table: holidays,
  which: and(
    isAskedFor(holidays),
    sql`${lastDay} >= ${given('dayToCome', 'date')}`,
    isOpenAccount(holidays.workerProfileId),
  ),
  order: oldestFirst(holidays.wantedAt, holidays.id),
  joins: sql`join ${profiles} on ${profiles.id} = ${holidays.workerProfileId}`,
  fields: {
    holidayId: holidays.id,
    worker: personOf(profiles),
    day: holidays.day,
    lastDay,
    note: holidays.note,
    askedAt: shown(holidays.wantedAt) as SQL<string>,
  },
};
