import type { Charge, Dispute, EarlyFraudWarning, Payout, Refund, Transfer } from '#sandbox/stripe/objects.ts';
import type { Business } from './business.ts';
import { atStripe, compare, compareLists, select } from './compare.ts';
import { firstCardNumber } from './people.ts';

/** What credit has paid was passed on to the worker once. */
export async function topUps(business: Business): Promise<string[]> {
  const rows = await select<{ line: string }>(business, `select concat_ws(' ', id, amount, status) line from top_ups`);
  const made = (await atStripe<Transfer['object']>(business, 'transfer')).filter(
    ({ transfer_group: group }) => group !== null,
  );
  const there = made.map(({ transfer_group: group, amount }) => `${group} ${amount} done`);
  const here = rows.map(({ line }) => line);
  return compareLists('top-ups', there, here);
}

/** How a dispute stands here, by Stripe's word for it: https://docs.stripe.com/api/disputes/object#dispute_object-status */
const disputeStatuses: Record<Dispute['status'], string> = {
  needs_response: 'open',
  won: 'won',
  lost: 'lost',
  warning_needs_response: 'inquiry',
  warning_closed: 'closed',
};

/** Each dispute stands here as it does at Stripe, with what it has taken and what it costs. */
export async function disputes(business: Business): Promise<string[]> {
  const rows = await select<{ line: string }>(
    business,
    `select concat_ws(' ', stripe_dispute_id, status, taken, fee) line from disputes`,
  );
  const there = (await atStripe<Dispute['object']>(business, 'dispute')).map((dispute) => {
    const { id, status, balance_transactions: moved } = dispute;
    const sum = (part: 'amount' | 'fee') => moved.reduce((total, each) => total + each[part], 0);
    return `${id} ${disputeStatuses[status]} ${-sum('amount')} ${sum('fee')}`;
  });
  const here = rows.map(({ line }) => line);
  return compareLists('disputes', there, here);
}

/** Each worker can be paid again, and is known to have, or not, a payout that failed last. */
export async function accounts(business: Business): Promise<string[]> {
  const rows = await select<{ id: string; failed: string | null; isReady: boolean }>(
    business,
    'select stripe_account_id id, failed_payout_id failed, onboarding_complete "isReady" from connected_accounts',
  );
  const made = await atStripe<Payout['object']>(business, 'payout');
  return rows.flatMap(({ id, failed, isReady }) => {
    const last = made.findLast(({ account }) => account === id);
    // Of an account that was disconnected since, the last one stays to be seen.
    const expected = last ? (last.status === 'failed' ? last.id : null) : failed;
    return compare(`account ${id}`, { failed: expected, isReady: true }, { failed, isReady });
  });
}

/** What Stripe has told of that staff are to look at: warnings of what was not sent back, and pay and top-ups that were. */
async function expectedFindings(business: Business): Promise<string[]> {
  const payments = await select<{ id: string; intent: string; isWhole: boolean }>(
    business,
    `select id, stripe_payment_intent_id intent, status = 'paid' "isWhole" from payments where status in ('paid', 'refunded')`,
  );
  const warned = new Set(
    (await atStripe<EarlyFraudWarning['object']>(business, 'radar.early_fraud_warning')).map(
      (each) => each.payment_intent,
    ),
  );
  const made = await atStripe<Transfer['object']>(business, 'transfer');
  const transfers = new Map(made.map((each) => [each.source_transaction, each]));
  const topUpsBack = made.filter(({ transfer_group: group, amount_reversed: back }) => group !== null && back > 0);
  const sent = Map.groupBy(await atStripe<Refund['object']>(business, 'refund'), (refund) => refund.payment_intent);
  const charges = new Map(
    (await atStripe<Charge['object']>(business, 'charge'))
      .filter(({ paid }) => paid)
      .map((charge) => [charge.payment_intent, charge.id]),
  );
  const ofPayments = payments.flatMap(({ id, intent, isWhole }) => {
    const transfer = transfers.get(charges.get(intent) ?? '');
    const refunded = (sent.get(intent) ?? []).reduce((sum, { amount }) => sum + amount, 0);
    const alone = (transfer?.amount_reversed ?? 0) - refunded;
    return [
      ...(warned.has(intent) && isWhole ? [`fraud-warning ${id}`] : []),
      ...(alone > 0 ? [`reversed-alone ${id} ${alone}`] : []),
    ];
  });
  return [
    ...ofPayments,
    ...topUpsBack.map(({ transfer_group: group, amount_reversed: back }) => `top-up-reversed ${group} ${back}`),
  ];
}

const toldKinds = ['fraud-warning', 'reversed-alone', 'top-up-reversed'];

/** Several customers pay with the same test card: once its bank has called it fraud, it is reported of each of the others. */
function isOfSharedCard({ yards }: Business, { kind, detail }: { kind: string; detail: string | null }): boolean {
  const owners = Map.groupBy(yards, firstCardNumber);
  const shared = [...owners].filter(([, all]) => new Set(all.map(({ customer }) => customer)).size > 1);
  return kind === 'card-of-fraud' && shared.some(([number]) => detail?.endsWith(`(${number.slice(-4)})`));
}

/** The reconciliation has looked, and everything agrees but what Stripe has told of. */
export async function findings(business: Business): Promise<string[]> {
  const open = await select<{ kind: string; subject: string; amount: number | null; detail: string | null }>(
    business,
    'select kind, subject, amount, detail from findings where gone_at is null',
  );
  const told = open.filter(({ kind }) => toldKinds.includes(kind));
  const toldLines = told.map(({ kind, subject, amount }) =>
    kind === 'fraud-warning' ? `${kind} ${subject}` : `${kind} ${subject} ${amount}`,
  );
  const checks = await select<{ failure: string | null }>(
    business,
    'select failure from reconciliations order by started_at desc, id desc limit 1',
  );
  return [
    ...open
      .filter((finding) => !told.includes(finding) && !isOfSharedCard(business, finding))
      .map((finding) => `the reconciliation: ${JSON.stringify(finding)}`),
    ...compareLists('what staff are to look at', await expectedFindings(business), toldLines),
    ...compare('the last reconciliation', [{ failure: null }], checks),
  ];
}
