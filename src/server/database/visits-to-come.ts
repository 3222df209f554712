import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { listOf } from './list-of.ts';
import { holds, holidays } from './schema/calendar.ts';
import { engagements } from './schema/engagements.ts';
import { profiles } from './schema/profiles.ts';
import { isDayOff } from './schema/states.ts';
import { visits } from './schema/visits.ts';

const maker = alias(profiles, 'maker');

/** Why a visit is where it is: what staff wrote, or the day off that has moved it. */
const whyElsewhere = sql<string | null>`case
  when ${visits.setDay} = ${visits.day} then ${visits.setReason}
  when coalesce(${visits.setDay}, ${visits.home}) <> ${visits.day} then (
    select ${holidays.name} from ${holidays} where ${holidays.movedTo} = ${visits.day} and ${isDayOff(holidays)}
    order by ${holidays.day} = coalesce(${visits.setDay}, ${visits.home}) desc limit 1
  ) end`;

/**
 * The next visits of an engagement that nobody has begun, as a column beside it.
 * @param from an expression of the type date
 */
export const visitsToCome = (from: SQL, count: number) =>
  listOf(
    {
      date: visits.day,
      home: visits.home,
      workerProfileId: visits.workerProfileId,
      workerName: sql<string>`coalesce(${maker.displayName}, '')`,
      reason: whyElsewhere,
    },
    sql`from (
        select * from ${visits} where ${visits.engagementId} = ${engagements.id} and ${visits.day} >= ${from}
          and ${visits.state} = 'planned' order by ${visits.day} limit ${sql.raw(String(count))}
      ) ${visits} left join ${profiles} ${maker} on ${maker.id} = ${visits.workerProfileId}`,
    sql`${visits.day}`,
  );

/** The days from one on on which an engagement's customer wants no visits, as a column beside it. */
export const holdsFrom = (from: SQL) =>
  listOf(
    { id: holds.id, firstDay: holds.firstDay, lastDay: holds.lastDay, createdAt: holds.createdAt },
    sql`from ${holds} where ${holds.engagementId} = ${engagements.id} and ${holds.lastDay} >= ${from} and ${holds.firstDay} <= ${holds.lastDay}`,
    sql`${holds.firstDay}`,
  );
