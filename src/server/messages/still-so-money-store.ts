import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { needsCard } from '../database/needs-card.ts';
import { users } from '../database/schema/accounts.ts';
import { acts } from '../database/schema/acts.ts';
import { payments, refunds } from '../database/schema/billing.ts';
import { cards, methodBlocks } from '../database/schema/cards.ts';
import { creditBalances } from '../database/schema/credits.ts';
import { engagements } from '../database/schema/engagements.ts';
import { messages } from '../database/schema/messages.ts';
import { connectedAccounts } from '../database/schema/profiles.ts';
import { isGivenUpPayment, isLive, isOpenPayment, isStandingTip } from '../database/schema/states.ts';
import { always, id, isLater, later, type StillSo, there } from './still-so-since-store.ts';

const payment = (nth: readonly string[], which: SQL) =>
  there(sql`${payments}`, and(eq(payments.id, id(nth[0])), which));
const newest = alias(payments, 'newest');
/** The last attempt to collect the bill of a payment. */
const lastOfBill = (nth: readonly string[], which: SQL) =>
  payment(
    nth,
    sql`exists (select 1 from ${payments} newest where not ${newest.isTakenOver}
      and (${newest.id} = ${payments.id} or ${newest.billId} = ${payments.billId}) and ${which})`,
  );
/** One that a service is paid with. */
const ofCard = (card: string | undefined, which: SQL) =>
  there(
    sql`${cards}`,
    sql`${cards.id} = ${card} and ${which} and exists (select 1 from ${engagements}
      where ${engagements.stripePaymentMethodId} = ${cards.id} and ${isLive(engagements)})`,
  );

const billOver = 'It is paid by now, or is not owed anymore.';

/** What is told of bills, payments, cards, credit and payouts. */
export const moneyStillSo: StillSo = {
  'account-restricted': [
    ([account]) =>
      there(
        sql`${connectedAccounts}`,
        and(eq(connectedAccounts.id, id(account)), sql`not ${connectedAccounts.onboardingComplete}`),
      ),
    'Stripe pays them again.',
  ],
  'card-expires': [
    ([card, day]) => ofCard(card, sql`${cards.expiresOn}::text = ${day}`),
    'The card was renewed, or pays for nothing anymore.',
  ],
  'card-gone': [
    ([card]) => ofCard(card, sql`${cards.goneAt} is not null`),
    'The card is there again, or pays for nothing anymore.',
  ],
  credit: [
    ([act]) =>
      there(
        sql`${acts} join ${creditBalances} on ${creditBalances.customerProfileId} = ${acts.customerProfileId}`,
        sql`${acts.id} = ${id(act)} and (${messages.text} !~ 'You have \\S+ now'
          or ${messages.text} like '%You have $' || to_char(${creditBalances.amount} / 100.0, 'FM999,999,990.00') || ' now%')`,
      ),
    'They have another credit by now.',
  ],
  'credit-removed': [always],
  'customer-deleted': [
    ([customer]) =>
      there(sql`${users}`, sql`${users.deletedStripeCustomerId} = ${customer} and ${needsCard(users.id)}`),
    'They have chosen a card since, or need none anymore.',
  ],
  'dispute-decided': [always],
  'given-back': [always],
  'kind-ended': [
    ([card]) => ofCard(card, sql`${cards.isKindEnded}`),
    'The business takes it again, or it pays for nothing anymore.',
  ],
  'moved-card': [
    ([act]) =>
      there(
        sql`${acts} join ${payments} on ${payments.billId} = ${acts.billId} join ${engagements} on ${engagements.id} = ${payments.engagementId}`,
        // Once it has paid the bill, it goes on paying for the service.
        sql`${acts.id} = ${id(act)} and ${acts.stripePaymentMethodId} = ${engagements.stripePaymentMethodId}
          and not ${payments.isTakenOver} and ${payments.status} <> 'written-off'`,
      ),
    'The service is paid in another way by now, or the bill is not owed anymore.',
  ],
  'not-billed': [always],
  'payment-confirm': [
    (nth) => payment(nth, sql`${payments.status} = 'action-required' and not ${payments.isTakenOver}`),
    billOver,
  ],
  'payment-declined': [(nth) => lastOfBill(nth, isOpenPayment(newest)), billOver],
  'payment-given-up': [(nth) => lastOfBill(nth, isGivenUpPayment(newest)), billOver],
  'payout-failed': [
    ([payout]) => there(sql`${connectedAccounts}`, sql`${connectedAccounts.failedPayoutId} = ${payout}`),
    'The bank has taken a payout since.',
  ],
  receipt: [always],
  refund: [
    ([refund, status]) => there(sql`${refunds}`, sql`${refunds.id} = ${id(refund)} and ${refunds.status} = ${status}`),
    'Something else has become of the refund since.',
  ],
  'taken-back': [
    ([payment, reason]) =>
      there(
        sql`${methodBlocks}`,
        sql`${methodBlocks.paymentId} = ${id(payment)} and ${methodBlocks.reason} = ${reason} and ${methodBlocks.endedAt} is null
          and not exists (select 1 from ${messages} later where ${isLater(['taken-back'])}
            and ${later.subjectId} = ${messages.subjectId})`,
      ),
    'The bank lets the payment stand, or the office has allowed the payment method again.',
  ],
  tip: [always],
  'tip-failed': [
    (nth) =>
      payment(
        nth,
        sql`not exists (select 1 from ${payments} newest where ${newest.tipWorkId} = ${payments.tipWorkId} and ${isStandingTip(newest)})`,
      ),
    'They have left a tip since.',
  ],
  'top-up': [always],
  unpaid: [always],
  'written-off': [always],
};
