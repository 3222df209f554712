import type Stripe from 'stripe';
import { businessDay } from '#domain/calendar.ts';
import type { World } from '../world.ts';
import { selectKnown, selectMovedAtStripe } from './store.ts';

/** A charge as Stripe's balance shows it: what has moved because of it. */
type Charge = {
  intentId?: string;
  net: number;
  /** Whether it was made in the time that was listed, so that all of its movements were. */
  isWhole: boolean;
  /** What its refunds and disputes have taken by now, by their ids. */
  taken: Map<string, number>;
};

/**
 * Lists what has moved the business's balance at Stripe, and compares it with the ledger: payment by payment for
 * those made in that time, refund by refund and dispute by dispute for older ones. What belongs to no payment, such as
 * payouts to the business's bank and Stripe's own fees, is left out: the ledger does not have it.
 * @param stillHere is called before each page
 * @returns the PaymentIntents that are to be read again
 * @throws StripeError when Stripe cannot be asked
 */
export async function findSuspects(
  world: World,
  since: Temporal.Instant,
  stillHere: () => Promise<void>,
): Promise<Set<string>> {
  const charges = await listMoved(world, since, stillHere);
  const moved = await selectMovedAtStripe(world.database, since, businessDay(since));
  const taken = new Map(charges.flatMap((charge) => (charge.isWhole ? [] : [...charge.taken])));
  const known = await selectKnown(world.database, [...taken.keys()]);
  const suspects = new Set<string>();
  const listed = new Set<string | null>();
  for (const { intentId, net, isWhole, taken: ofCharge } of charges) {
    if (intentId === undefined) continue;
    if (isWhole) listed.add(intentId);
    const agrees = isWhole
      ? moved.get(intentId)?.net === net
      : [...ofCharge].every(([id, amount]) => known.get(id) === amount);
    if (!agrees) suspects.add(intentId);
  }
  for (const [intentId, { isCollected }] of moved) {
    if (intentId !== null && isCollected && !listed.has(intentId)) suspects.add(intentId);
  }
  return suspects;
}

/** @returns the PaymentIntents of refunds that we do not know, of all that Stripe has; for the first check, once */
export async function findUnknownRefunds(
  { stripe, database }: World,
  stillHere: () => Promise<void>,
): Promise<string[]> {
  const intents = new Map<string, string>();
  for await (const { id, payment_intent } of stripe.refunds.list({ limit: 100 })) {
    if (intents.size % 100 === 0) await stillHere();
    if (payment_intent) intents.set(id, idOf(payment_intent));
  }
  const known = await selectKnown(database, [...intents.keys()]);
  return [...intents].flatMap(([id, intentId]) => (known.has(id) ? [] : [intentId]));
}

async function listMoved(
  { stripe }: World,
  since: Temporal.Instant,
  stillHere: () => Promise<void>,
): Promise<Charge[]> {
  const about = { created: { gte: Math.floor(since.epochMilliseconds / 1000) }, expand: ['data.source'], limit: 100 };
  const movements: { net: number; source: Stripe.BalanceTransactionSource }[] = [];
  for await (const { net, source } of stripe.balanceTransactions.list(about)) {
    if (source && typeof source === 'object') movements.push({ net, source });
    if (movements.length % 100 === 0) await stillHere();
  }
  const charges = new Map<string, Charge>();
  const chargeIds = new Map<string, string>();
  // Newest first: what a movement goes back to is further down, so from the end.
  for (const { net, source } of movements.reverse()) {
    const chargeId = chargeOf(source, chargeIds);
    if (chargeId === undefined) continue;
    chargeIds.set(source.id, chargeId);
    const charge: Charge = charges.get(chargeId) ?? { net: 0, isWhole: false, taken: new Map() };
    charges.set(chargeId, charge);
    charge.net += net;
    if (source.object === 'charge') charge.isWhole = true;
    if ('payment_intent' in source && source.payment_intent) charge.intentId = idOf(source.payment_intent);
    if (source.object === 'refund') charge.taken.set(source.id, isBack(source) ? 0 : source.amount);
    if (source.object === 'dispute') {
      charge.taken.set(
        source.id,
        source.balance_transactions.reduce((sum, { net: part }) => sum - part, 0),
      );
    }
  }
  return [...charges.values()];
}

/** @returns the charge that moved something; undefined for what no payment has moved, or one of before */
function chargeOf(source: Stripe.BalanceTransactionSource, chargeIds: Map<string, string>): string | undefined {
  switch (source.object) {
    case 'charge':
      return source.id;
    case 'refund':
    case 'dispute':
    case 'application_fee':
      return source.charge ? idOf(source.charge) : undefined;
    case 'transfer':
      return source.source_transaction ? idOf(source.source_transaction) : undefined;
    case 'transfer_reversal':
      return chargeIds.get(idOf(source.transfer));
    case 'fee_refund':
      return chargeIds.get(idOf(source.fee));
    default:
      return undefined;
  }
}

const isBack = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled';
const idOf = (object: string | { id: string }) => (typeof object === 'object' ? object.id : object);
