import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { isLive } from './schema/states.ts';

type Service = Record<
  'engagementId' | 'customerProfileId' | 'street' | 'productName' | 'createdAt' | 'timeZone',
  SQLWrapper
>;

const isLiveOther = isLive({ status: sql`other.status` });

/**
 * @returns what letters call the yard of a service: its street, and where the customer has another service there, which one is
 * meant: '108 SW 8th St (Deep Cleanup)'. Of two of the same name it is said since when this one is there, since that stays when its
 * weekdays change: '108 SW 8th St (Deep Cleanup, since Mar 8)'
 */
export function yardLabel(service: Service): SQL<string> {
  const { engagementId, customerProfileId, street, productName, createdAt, timeZone } = service;
  const on = (moment: SQLWrapper, format: SQL) => sql`to_char(${moment} at time zone ${timeZone}, ${format})`;
  const day = sql`'Mon FMDD'`;
  const isSame = sql`product.name = ${productName}`;
  const isSameDay = sql`${on(sql`other.created_at`, day)} = ${on(createdAt, day)}`;
  return sql<string>`${street} || coalesce((
    select ' (' || ${productName} || case when bool_or(${isSame}) then ', since ' || ${on(createdAt, day)} else '' end
      || case when bool_or(${isSame} and ${isSameDay}) then ${on(createdAt, sql`', FMHH12:MI am'`)} else '' end || ')'
    from engagements other join addresses yard on yard.id = other.service_address_id
      join products product on product.id = other.product_id
    where other.customer_profile_id = ${customerProfileId} and other.id <> ${engagementId}
      and yard.street_address1 = ${street} and ${isLiveOther}
    having count(*) > 0
  ), '')`;
}
