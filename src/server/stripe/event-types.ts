import type Stripe from 'stripe';
import type { StripeEvent } from './store.ts';

/** What an event is about, and where its id is: a property of the event's object, or the connected account it came from. */
type About = {
  subject: StripeEvent['subject'];
  /** What the event's object itself is, when that property is null. */
  otherwise?: StripeEvent['subject'];
  idIn: 'id' | 'payment_intent' | 'source_transaction' | 'account of the event';
};

const intent: About = { subject: 'payment-intent', idIn: 'id' };
const ofIntent: About = { subject: 'payment-intent', idIn: 'payment_intent' };

/**
 * The events of the business's own account that we deal with. Whoever sets the business up subscribes to them, which
 * README says (a test holds it to that) and the start checks; what was lost of them is listed at night.
 */
export const ownEventTypes = {
  'payment_intent.succeeded': intent,
  'payment_intent.payment_failed': intent,
  'payment_intent.processing': intent,
  'payment_intent.requires_action': intent,
  'payment_intent.canceled': intent,
  'charge.refunded': ofIntent,
  'charge.updated': ofIntent,
  'charge.dispute.created': ofIntent,
  'charge.dispute.updated': ofIntent,
  'charge.dispute.closed': ofIntent,
  'charge.dispute.funds_withdrawn': ofIntent,
  'charge.dispute.funds_reinstated': ofIntent,
  'refund.created': ofIntent,
  'refund.updated': ofIntent,
  'refund.failed': ofIntent,
  'radar.early_fraud_warning.created': { subject: 'fraud-warning', idIn: 'id' },
  'customer.deleted': { subject: 'customer', idIn: 'id' },
  'transfer.reversed': { subject: 'charge', idIn: 'source_transaction', otherwise: 'transfer' },
  'payment_method.attached': { subject: 'payment-method', idIn: 'id' },
  'payment_method.automatically_updated': { subject: 'payment-method', idIn: 'id' },
  'payment_method.updated': { subject: 'payment-method', idIn: 'id' },
  'payment_method.detached': { subject: 'payment-method', idIn: 'id' },
} as const satisfies Partial<Record<Stripe.Event['type'], About>>;

/** The same of connected accounts, which have an endpoint of their own (https://docs.stripe.com/connect/webhooks). */
export const connectedEventTypes = {
  'account.updated': { subject: 'account', idIn: 'id' },
  'payout.failed': { subject: 'payouts', idIn: 'account of the event' },
  'payout.paid': { subject: 'payouts', idIn: 'account of the event' },
  'account.application.deauthorized': { subject: 'account', idIn: 'account of the event' },
} as const satisfies Partial<Record<Stripe.Event['type'], About>>;

const abouts: Record<string, About | undefined> = { ...ownEventTypes, ...connectedEventTypes };

/**
 * @param event whose signature is good, which proves the sender and not the content
 * @returns the object that it is about; undefined when it does not concern us. Its id may be anything
 */
export function subjectOf(
  event: Pick<Stripe.Event, 'type' | 'account'> & { data: { object: object } },
): { subject: StripeEvent['subject']; subjectId: unknown } | undefined {
  const about = Object.hasOwn(abouts, event.type) ? abouts[event.type] : undefined;
  if (!about) return undefined;
  const { subject, otherwise, idIn } = about;
  const object: Record<string, unknown> = { ...event.data.object };
  const found = idIn === 'account of the event' ? event.account : object[idIn];
  // A refund of what was no payment of ours, or the reversal of a transfer that was made for none.
  if (found === null && idIn !== 'id') return otherwise && { subject: otherwise, subjectId: object.id };
  const isExpanded = typeof found === 'object' && found !== null && 'id' in found;
  return { subject, subjectId: isExpanded ? found.id : found };
}
