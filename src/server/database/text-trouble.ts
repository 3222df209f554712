import { sql } from 'drizzle-orm';
import { codesOf, leastInRow, senderTroubles } from '#domain/text-delivery.ts';
import { listOf } from './list-of.ts';
import { literals, shown } from './schema/columns.ts';
import { messages } from './schema/messages.ts';
import { setupChecks } from './schema/setup.ts';

const senderCodes = literals(codesOf(...senderTroubles));
/** When a text has arrived last, or the try of the set-up. */
const lastArrived = sql`greatest(
  (select max(${messages.reportedAt}) from ${messages}
    where ${messages.channel} = 'text' and ${messages.delivery} = 'delivered' and ${messages.reportedAt} is not null),
  (select max(${setupChecks.checkedAt}) from ${setupChecks}
    where ${setupChecks.check} = 'text' and ${setupChecks.state} = 'good' and ${setupChecks.reason} is null and not ${setupChecks.isStandIn}))`;

/**
 * Since when no phone gets our texts for a reason that is about us, and how many that were, if several in a row; by the newest code. At most
 * one row.
 */
export const textTrouble = listOf(
  { code: messages.deliveryCode, count: sql<number>`${sql.identifier('count')}`, since: shown(messages.reportedAt) },
  sql`from (
    select (array_agg(failed.delivery_code order by failed.reported_at desc))[1] as delivery_code,
      count(*)::int as count, min(failed.reported_at) as reported_at
    from (
      select ${messages.deliveryCode}, ${messages.reportedAt} from ${messages}
      where ${messages.channel} = 'text' and ${messages.delivery} = 'undelivered' and ${messages.reportedAt} is not null
        and ${messages.deliveryCode} in (${senderCodes})
        and ${messages.reportedAt} > coalesce(${lastArrived}, '-infinity')
      order by ${messages.reportedAt} desc limit 1000
    ) failed
    having count(*) >= ${sql.raw(String(leastInRow))}
  ) ${messages}`,
);
