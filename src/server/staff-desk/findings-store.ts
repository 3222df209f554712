import { sql } from 'drizzle-orm';
import { listOf } from '../database/list-of.ts';
import { bills } from '../database/schema/billing.ts';
import { engagements } from '../database/schema/engagements.ts';
import { findings, reconciliations } from '../database/schema/findings.ts';
import { addresses, profiles } from '../database/schema/profiles.ts';
import { isKnownFinding, isOpenFinding } from '../database/schema/states.ts';
import { oldestFirst, personOf } from './list-store.ts';

/** Where the money does not agree, unless somebody has put it aside; oldest first. */
export const openFindings = {
  table: findings,
  which: sql`${isOpenFinding(findings)} and ${isKnownFinding(findings)}`,
  order: oldestFirst(findings.foundAt, findings.id),
  joins: sql`left join ${profiles} on ${profiles.id} = ${findings.profileId}
    left join ${engagements} on ${engagements.id} = ${findings.engagementId}
    left join ${addresses} on ${addresses.id} = ${engagements.serviceAddressId}
    left join ${bills} on ${bills.id} = ${findings.billId}`,
  fields: {
    id: findings.id,
    kind: findings.kind,
    subject: findings.subject,
    amount: findings.amount,
    profileId: findings.profileId,
    person: personOf(profiles),
    engagementId: engagements.id,
    streetAddress1: addresses.streetAddress1,
    billId: bills.id,
    billNumber: bills.number,
    billCustomerId: bills.customerProfileId,
    day: findings.day,
    detail: findings.detail,
    foundAt: findings.foundAt,
  },
};

/** Those that somebody has put aside, and that are still so. */
export const asideCount = sql<number>`(select count(*)::int from ${findings}
  where ${findings.goneAt} is null and ${findings.seenAt} is not null and ${isKnownFinding(findings)})`;

/** When the last check of the money ended. */
export const lastCheck = listOf(
  { finishedAt: reconciliations.finishedAt },
  sql`from (select * from ${reconciliations} where ${reconciliations.finishedAt} is not null
    order by ${reconciliations.startedAt} desc limit 1) ${reconciliations}`,
  sql`${reconciliations.startedAt}`,
);
