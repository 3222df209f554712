import { bookBalance } from './balance.ts';
import { type Answer, type Context, loadFromPath, ok } from './context.ts';
import { invalidParameter, notAllowed } from './errors.ts';
import { newId } from './ids.ts';
import type { Charge, Dispute, EarlyFraudWarning } from './objects.ts';
import { optionalGroup, optionalText } from './parameters.ts';

const day = 24 * 60 * 60;
/** How long one may answer, which the bank decides; and what each costs (https://stripe.com/pricing). */
const answerWithin = 14 * day;
const disputeFee = 1500;

const isInquiry = ({ status }: Dispute) => status.startsWith('warning');
const isOpen = ({ status }: Dispute) => status.endsWith('needs_response');

/** @returns whether a charge cannot be refunded: it is disputed, the bank has the money */
export async function isHeldByBank({ store }: Context, charge: Charge): Promise<boolean> {
  const { data } = await store.list('dispute', { limit: '100' }, { charge: charge.id });
  return data.some((dispute) => !dispute.is_charge_refundable);
}

/**
 * The cardholder disputes a payment. The bank takes the money back at once; an inquiry takes nothing yet, and a warning
 * is none at all (https://docs.stripe.com/disputes/how-disputes-work).
 */
export async function openDispute(
  context: Context,
  chargeId: string,
  why: Dispute['reason'] | 'inquiry' | 'warning',
): Promise<void> {
  const { store, now } = context;
  const charge = await store.find('charge', chargeId, true);
  if (charge === undefined) throw new Error(`There is no charge ${chargeId}`);
  const about = { charge: charge.id, created: now, livemode: false, payment_intent: charge.payment_intent } as const;
  if (why === 'warning') {
    const id = newId('issfr');
    const kind = { object: 'radar.early_fraud_warning', actionable: true, fraud_type: 'misc' } as const;
    const warning: EarlyFraudWarning = { ...about, ...kind, id };
    await store.save(warning);
    await context.emit('radar.early_fraud_warning.created', warning);
    return;
  }
  const isOnlyAsked = why === 'inquiry';
  const dispute: Dispute = {
    ...about,
    id: newId('dp'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    currency: charge.currency,
    evidence_details: { due_by: now + answerWithin },
    is_charge_refundable: isOnlyAsked,
    reason: isOnlyAsked ? 'fraudulent' : why,
    status: isOnlyAsked ? 'warning_needs_response' : 'needs_response',
  };
  await store.save({ ...charge, disputed: true });
  if (!isOnlyAsked) {
    const taken = { amount: -charge.amount, fee: disputeFee, source: dispute.id, type: 'adjustment' } as const;
    dispute.balance_transactions = [await bookBalance(context, taken)];
  }
  await store.save(dispute);
  await context.emit('charge.dispute.created', dispute);
  if (!isOnlyAsked) await context.emit('charge.dispute.funds_withdrawn', dispute);
  // Of a debit that a bank has taken back nothing can be answered: https://docs.stripe.com/payments/ach-direct-debit#disputed-payments
  if (why === 'debit_not_authorized') await close(context, { ...dispute, status: 'lost' });
}

async function endDispute(context: Context, dispute: Dispute, isWon: boolean): Promise<Dispute> {
  if (!isOpen(dispute)) throw notAllowed(`This dispute is already ${dispute.status}.`);
  if (isInquiry(dispute)) return await close(context, { ...dispute, status: 'warning_closed' });
  if (!isWon) return await close(context, { ...dispute, status: 'lost' });
  const back = { amount: dispute.amount, source: dispute.id, type: 'adjustment' } as const;
  const transactions = [...dispute.balance_transactions, await bookBalance(context, back)];
  const won: Dispute = { ...dispute, balance_transactions: transactions, is_charge_refundable: true, status: 'won' };
  await close(context, won);
  await context.emit('charge.dispute.funds_reinstated', won);
  return won;
}

async function close(context: Context, dispute: Dispute): Promise<Dispute> {
  await context.store.save(dispute);
  await context.emit('charge.dispute.closed', dispute);
  return dispute;
}

/** Takes evidence; in a sandbox its words decide at once: https://docs.stripe.com/testing#evidence */
export async function updateDispute(context: Context): Promise<Answer> {
  const dispute = await loadFromPath(context, 'dispute');
  const words = optionalText(optionalGroup(context.params, 'evidence') ?? {}, 'uncategorized_text');
  if (words !== 'winning_evidence' && words !== 'losing_evidence') {
    throw invalidParameter('The sandbox decides by winning_evidence or losing_evidence.', 'evidence');
  }
  return ok(await endDispute(context, dispute, words === 'winning_evidence'));
}

/** Accepts the loss: https://docs.stripe.com/api/disputes/close */
export async function closeDispute(context: Context): Promise<Answer> {
  return ok(await endDispute(context, await loadFromPath(context, 'dispute'), false));
}

/** Who has not answered in time has lost. */
export async function loseUnanswered(context: Context): Promise<void> {
  const { data } = await context.store.list('dispute', { limit: '100' }, { status: openStatuses });
  for (const dispute of data) {
    if (dispute.evidence_details.due_by <= context.now) await endDispute(context, dispute, false);
  }
}
const openStatuses = ['needs_response', 'warning_needs_response'];
