import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { isLive } from './schema/states.ts';

type Service = Record<'engagementId' | 'customerProfileId' | 'street' | 'productName', SQLWrapper>;

const isLiveOther = isLive({ status: sql`other.status` });

/**
 * @returns what letters call the yard of a service: its street, and where the customer has another service there, which one is
 * meant: '108 SW 8th St (Deep Cleanup)'
 */
export const yardLabel = ({ engagementId, customerProfileId, street, productName }: Service): SQL<string> =>
  sql<string>`${street} || case when exists (
    select from engagements other join addresses yard on yard.id = other.service_address_id
    where other.customer_profile_id = ${customerProfileId} and other.id <> ${engagementId}
      and yard.street_address1 = ${street} and ${isLiveOther}
  ) then ' (' || ${productName} || ')' else '' end`;
