import { sql } from 'drizzle-orm';
import { countLimit } from '#domain/desk.ts';
import type { Database } from '../database/connection.ts';
import { given, prepared } from '../database/prepared.ts';
import { changes } from '../database/schema/changes.ts';
import { engagements } from '../database/schema/engagements.ts';
import { isActive, isLive } from '../database/schema/states.ts';

const since = given('since', 'timestamptz');
/** A business that changes more in a week counts more than `countLimit` of what is asked for here. */
const mostChanges = sql.raw(String(10 * countLimit));
const recorded = (kind: 'service-asked' | 'status-changed') =>
  sql`from (
      select ${changes.subjectId}, ${changes.fields} from ${changes}
      where ${changes.kind} = ${sql.raw(`'${kind}'`)} and ${changes.at} >= ${since}
      order by ${changes.at} desc, ${changes.id} desc limit ${mostChanges}
    ) change cross join lateral (
      select * from ${engagements} where ${engagements.id} = change.subject_id offset 0
    ) ${engagements} where true`;
const ofSameCustomer = sql`other.customer_profile_id = ${engagements.customerProfileId}`;
/** More are not counted, so that it costs the same however many there are. */
const count = (counted: ReturnType<typeof sql>) =>
  sql<number>`(select count(*)::int from (${counted} limit ${sql.raw(String(countLimit + 1))}) counted)`;

const customerCounts = prepared('customer_counts', (database) =>
  database
    .select({
      active: count(
        sql`select distinct ${engagements.customerProfileId} from ${engagements} where ${isActive(engagements)}`,
      ),
      joined: count(sql`select distinct ${engagements.customerProfileId} ${recorded('service-asked')} and not exists (
        select from engagements other where ${ofSameCustomer} and other.created_at < ${since} offset 0
      )`),
      left: count(sql`select distinct ${engagements.customerProfileId} ${recorded('status-changed')}
        and change.fields @> '[{"name": "status", "to": "ENGAGEMENT_STATUS_CANCELLED"}]' and ${engagements.status} = 'ENGAGEMENT_STATUS_CANCELLED' and not exists (
          select from engagements other where ${ofSameCustomer} and ${isLive({ status: sql`other.status` })} offset 0
        )`),
    })
    .from(sql`(select) nothing`),
);

/**
 * @returns how many customers have a service that is served, have asked for their first one since a moment, and have ended
 *   their last one since then; one more than `countLimit` for more than that
 */
export async function countCustomers(database: Database, from: Temporal.Instant) {
  const [counts] = await customerCounts(database, { since: from.toString() });
  if (!counts) throw new Error('Nothing was counted');
  return counts;
}
