import { type SQLWrapper, sql } from 'drizzle-orm';
import { smallestPayment } from '#domain/pricing.ts';
import { charges, payments } from './schema/billing.ts';
import { cards } from './schema/cards.ts';
import { engagements } from './schema/engagements.ts';
import { profiles } from './schema/profiles.ts';
import { isLive, isOnItsWay, isUnpaid } from './schema/states.ts';

/** Whether a bill of an engagement waits for a card: what is too small alone does not, nor what a bank has taken on. */
const owes = sql`exists (select 1 from ${charges} left join ${payments} on ${payments.id} = ${charges.paymentId}
  where ${charges.engagementId} = ${engagements.id} and ${charges.writtenOffAt} is null
    and coalesce(${isUnpaid(payments)} and not ${isOnItsWay(payments)}, ${charges.amount} >= ${sql.raw(String(smallestPayment))}))`;

/** Whether a user needs a card: a live service of theirs is to be paid with one that is gone, or a bill waits for it. */
export const needsCard = (userId: SQLWrapper) => sql<boolean>`exists (select 1 from ${engagements}
  join ${profiles} on ${profiles.id} = ${engagements.customerProfileId}
  where ${profiles.userId} = ${userId} and (${isLive(engagements)} or ${owes}) and not exists (select 1 from ${cards}
    where ${cards.id} = ${engagements.stripePaymentMethodId} and ${cards.goneAt} is null))`;
