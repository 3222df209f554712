import { sql } from 'drizzle-orm';
import type { IsoDay } from '#domain/iso-days.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { agreedPlans } from '../database/plan-versions.ts';
import { isActive } from '../database/schema/states.ts';

const chosen = sql`case when visit.off_by = 'employee' then visit.off_at else visit.set_at end`;
/** When staff have chosen where a visit is, or left it out, if that is what changed it last: the rows follow within the transaction. */
const chosenAt = sql`case when visit.changed_at between ${chosen} and ${chosen} + interval '10 seconds' then ${chosen} end`;
/** The visits of which workers believe otherwise than is so, of services that have no other news. */
const believed = (now: Temporal.Instant) => sql`
  engagements service join visit_told told on told.engagement_id = service.id and told.reader_profile_id <> service.customer_profile_id
    join visits visit on visit.engagement_id = told.engagement_id and visit.state in ('planned', 'off')
      and (visit.id = told.visit_id or (told.worker_profile_id is null and visit.day = told.day and visit.worker_profile_id = told.reader_profile_id and visit.state = 'planned'))
  where service.tell_after <= ${now.toString()}::timestamptz and ${isActive({ status: sql`service.status` })}
    and not exists (select from ${agreedPlans('plan')} where plan.engagement_id = service.id and plan.ended_on is null and plan.told_at is null)
    and not exists (select from holds where holds.engagement_id = service.id
      and (holds.told_first_day, holds.told_last_day) is distinct from (holds.first_day, holds.last_day))`;

/** What staff did at one moment to visits of several services, and a worker who is to be told of that. */
export type ActTold = { reader: string; at: string; engagementIds: string[] };

/** @returns whom staff are to be told to have changed visits of several services at once */
export async function selectActsToTell(database: Queryable, now: Temporal.Instant): Promise<ActTold[]> {
  const { rows } = await database.execute<ActTold>(sql`
    select told.reader_profile_id as reader, (${chosenAt})::text as at, array_agg(distinct service.id) as "engagementIds"
    from ${believed(now)} and (${chosenAt}) is not null
    group by 1, 2 having count(distinct service.id) > 1`);
  return rows;
}

/** A visit that was changed, as a worker believes it to be and as it is; null where they have none. */
export type ToldOfMany = {
  visitId: string;
  engagementId: string;
  was: IsoDay | null;
  is: IsoDay | null;
  /** Whether it does not take place, and why. */
  isOff: boolean;
  reason: string | null;
};

/** @returns the visits of one act of which a worker is to be told, in the order of their days */
export async function selectToldOfMany(
  transaction: Transaction,
  { reader, at }: ActTold,
  now: Temporal.Instant,
): Promise<ToldOfMany[]> {
  const { rows } = await transaction.execute<ToldOfMany>(sql`
    select one.* from (
      select distinct on (visit.id) visit.id as "visitId", service.id as "engagementId", visit.state = 'off' as "isOff", visit.reason,
        (case when told.visit_id is not null then told.day end)::text as was,
        case when visit.state = 'planned' and visit.worker_profile_id = told.reader_profile_id then visit.day end::text as is
      from ${believed(now)} and told.reader_profile_id = ${reader}::uuid and (${chosenAt}) = ${at}::timestamptz
      order by visit.id, told.visit_id nulls last
    ) one where one.was is distinct from one.is order by coalesce(one.is, one.was), one.was`);
  return rows;
}
