import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { listOf } from './hot-read.ts';
import { holds, moves } from './schema/calendar.ts';
import { engagements } from './schema/engagements.ts';
import { profiles } from './schema/profiles.ts';
import { visits } from './schema/visits.ts';

const maker = alias(profiles, 'maker');

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
      reason: sql<string | null>`(
        select ${moves.reason} from ${moves} where ${moves.engagementId} = ${visits.engagementId} and ${moves.day} = ${visits.day}
      )`,
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
