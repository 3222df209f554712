import type { Business } from './business.ts';
import { select } from './compare.ts';

/** What a whole run is nothing worth without, by the words of `countKinds`. */
export const kindsOfWholeRun = [
  'refund done',
  'refund failed',
  'act credit',
  'credit-used',
  'act write-off',
  'act not-billed',
  'act try-again',
  'act move-card',
  'tip',
  'dispute won',
  'dispute lost',
  'dispute inquiry',
  'finding fraud-warning',
  'finding reversed-alone',
  'finding top-up-reversed',
  'debit paid',
  'debit failed',
  'top-up',
  'declined',
  'confirmed payment',
  'payout.paid',
  'payout.failed',
  'account.application.deauthorized',
  'customer.deleted',
  'payment_method.detached',
];

/**
 * What the small run brings whatever comes first: by the cards of its yards, and by its seed, with which two customers are
 * given a little credit on the first day, and a visit is taken off the next bill. Most other kinds are likely with it.
 */
export const kindsOfSmallRun = ['declined', 'dispute', 'act credit', 'credit-used', 'top-up', 'act not-billed'];
export const seedOfSmallRun = 108_969;

/**
 * @returns how much of each kind there was: entries of the ledger, acts of staff, refunds, disputes and findings by how they
 *   ended, payments that a customer has confirmed or a bank took days for, and what Stripe has told of
 */
export async function countKinds(business: Business): Promise<Record<string, number>> {
  const ours = await select<{ kind: string; count: number }>(
    business,
    `select kind, count(*)::int from (
       select kind from entries
       union all select 'act ' || kind from acts
       union all select 'refund ' || status from refunds
       union all select 'dispute ' || case when status in ('inquiry', 'closed') then 'inquiry' else status end from disputes
       union all select 'finding ' || kind from findings) kinds group by 1 order by 1`,
  );
  const { rows: atStripe } = await business.stripePool.query<{ kind: string; count: number }>(
    `select kind, count(*)::int from (
       select data->>'type' kind from sandbox_stripe.object where kind = 'event'
       union all select 'confirmed payment' from sandbox_stripe.object
       where kind = 'payment_intent' and data->>'status' = 'succeeded' and id in (
         select data->'data'->'object'->>'id' from sandbox_stripe.object where data->>'type' = 'payment_intent.requires_action')
       union all select case when data->>'status' = 'succeeded' then 'debit paid' else 'debit failed' end
       from sandbox_stripe.object where kind = 'payment_intent' and data->>'status' <> 'processing' and id in (
         select data->'data'->'object'->>'id' from sandbox_stripe.object where data->>'type' = 'payment_intent.processing')
     ) kinds group by 1 order by 1`,
  );
  return Object.fromEntries([...ours, ...atStripe].map(({ kind, count }) => [kind, count]));
}
