import { forgetUnconfirmedAccounts, sendResetLink } from './accounts/service.ts';
import { locateAddresses } from './addresses/locating.ts';
import { makeDueRefunds, makeRefund } from './billing/make-refund.ts';
import { makeDueTopUps, makeTopUp } from './billing/make-top-up.ts';
import { collectPayment, sweepBilling } from './billing/service.ts';
import { handleStripeEvents } from './billing/stripe-events.ts';
import { type Due, selectDue } from './due-store.ts';
import { resumeWhatIsPaid } from './engagements/paying.ts';
import { repriceProposals } from './engagements/price.ts';
import { tellOfUnclaimed } from './engagements/unclaimed.ts';
import { forgetUnfinishedUploads } from './files/service.ts';
import { remindOfHolds } from './holds/service.ts';
import { forgetEndedCounts } from './http/rate-limit.ts';
import { forgetHeldInquiries } from './inquiries/held.ts';
import type { JobHandlers } from './jobs/jobs.ts';
import { readBounces } from './messages/bounces.ts';
import { deliverDueMessages } from './messages/deliver.ts';
import { tellOfAllChanges } from './moves/several-told.ts';
import { forgetOldOrders } from './orders/erase.ts';
import { remindOfOrders } from './orders/links.ts';
import { lookAtCards } from './payment-methods/cards.ts';
import { deleteAtStripe } from './payment-methods/deleted-customer.ts';
import { tellStripeOfPayers } from './payment-methods/payer-at-stripe.ts';
import { lookAfterRestore } from './reconciliation/after-restore.ts';
import { makeDueCheck } from './reconciliation/check.ts';
import { startDueChecks } from './reconciliation/service.ts';
import { remindOfVisits } from './reminders/service.ts';
import { keepSums } from './reports/keep.ts';
import { askWorkers } from './rhythm/asking.ts';
import { startWishes } from './rhythm/service.ts';
import { forgetExpiredTokens } from './sessions/service.ts';
import { forgetUnsavedLogos } from './settings/logo.ts';
import { tellOfMissedVisits } from './skips/missed.ts';
import { eventsKept } from './stripe/events.ts';
import { closeDays } from './visits/ahead.ts';
import type { World } from './world.ts';
import { tellOfYards } from './yards/moved-yards.ts';

/** @param due what it waits for; without it, it looks by itself each time */
type Part = { run: (world: World) => Promise<unknown>; due?: Due };

/** Customers are told of what was missed once it is written down. */
export async function sweepMissedVisits(world: World): Promise<void> {
  await closeDays(world);
  await tellOfMissedVisits(world);
}

/** What falls due by the clock. */
export const dueParts: readonly Part[] = [
  { run: lookAfterRestore, due: 'restore' },
  { run: sweepBilling, due: 'billing' },
  { run: makeDueRefunds, due: 'refunds' },
  { run: makeDueTopUps, due: 'topUps' },
  { run: handleStripeEvents, due: 'stripeEvents' },
  { run: lookAtCards, due: 'cards' },
  { run: tellStripeOfPayers, due: 'payers' },
  { run: repriceProposals, due: 'prices' },
  { run: remindOfOrders, due: 'orders' },
  { run: resumeWhatIsPaid, due: 'paused' },
  { run: deliverDueMessages, due: 'messages' },
  { run: forgetExpiredTokens, due: 'tokens' },
  { run: forgetEndedCounts, due: 'counts' },
  { run: forgetHeldInquiries, due: 'heldInquiries' },
  { run: forgetUnfinishedUploads, due: 'uploads' },
  { run: forgetUnsavedLogos, due: 'logos' },
  { run: forgetUnconfirmedAccounts, due: 'unconfirmed' },
  { run: forgetOldOrders, due: 'oldOrders' },
  { run: sweepMissedVisits, due: 'missed' },
  { run: keepSums, due: 'sums' },
  { run: tellOfAllChanges, due: 'changes' },
  { run: tellOfYards, due: 'yards' },
  { run: askWorkers, due: 'rhythms' },
  { run: startWishes, due: 'rhythms' },
  { run: remindOfHolds, due: 'holds' },
  // Without a geocoder it asks nothing.
  { run: locateAddresses },
  // Without a mailbox it reads none.
  { run: readBounces },
  // By the hour of the day.
  { run: remindOfVisits },
  { run: tellOfUnclaimed, due: 'unclaimed' },
  { run: startDueChecks },
];

/**
 * Does everything that is due by the clock, all at once, so that a part that waits for a provider holds up no other. One
 * statement asks for which parts anything may be due: mostly for none. When it fails each looks by itself, so that what
 * is broken in one table holds up no other part either.
 * @param parts all of them unless given
 * @throws AggregateError of the failures, after everything else is done
 */
export async function sweep(world: World, parts = dueParts): Promise<void> {
  const now = world.clock.now();
  const [asked] = await Promise.allSettled([selectDue(world.database, now, now.subtract(eventsKept))]);
  const isDue = ({ due }: Part) => due === undefined || asked.status === 'rejected' || asked.value[due];
  const results = await Promise.allSettled(parts.filter(isDue).map(({ run }) => run(world)));
  const failures = [asked, ...results].flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (failures.length > 0) throw new AggregateError(failures, 'A part of the sweep failed');
}

/** What each job does. */
export const createJobHandlers = (world: World): JobHandlers => ({
  'deliver-messages': () => deliverDueMessages(world),
  'collect-payment': ({ paymentId }) => collectPayment(world, paymentId),
  'make-refund': ({ refundId }) => makeRefund(world, refundId),
  'make-top-up': ({ topUpId }) => makeTopUp(world, topUpId),
  'handle-stripe-events': () => handleStripeEvents(world),
  'check-money': () => makeDueCheck(world),
  'send-reset-link': ({ usernameOrEmail }) => sendResetLink(world, usernameOrEmail),
  'delete-at-stripe': ({ stripeCustomerId }) => deleteAtStripe(world, stripeCustomerId),
});
