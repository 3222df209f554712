import { forgetUnconfirmedAccounts, sendResetLink } from './accounts/service.ts';
import { makeDueRefunds, makeRefund } from './billing/make-refund.ts';
import { makeDueTopUps, makeTopUp } from './billing/make-top-up.ts';
import { collectPayment, sweepBilling } from './billing/service.ts';
import { handleStripeEvents } from './billing/stripe-events.ts';
import { resumeWhatIsPaid } from './engagements/life.ts';
import { repriceProposals } from './engagements/price.ts';
import { tellOfUnclaimed } from './engagements/unclaimed.ts';
import { forgetUnfinishedUploads } from './files/service.ts';
import { remindOfHolds } from './holds/service.ts';
import { forgetEndedCounts } from './http/rate-limit.ts';
import type { JobHandlers } from './jobs/jobs.ts';
import { deliverDueMessages } from './messages/deliver.ts';
import { tellOfChanges } from './moves/tell.ts';
import { forgetOldOrders } from './orders/erase.ts';
import { remindOfOrders } from './orders/links.ts';
import { lookAtCards } from './payment-methods/cards.ts';
import { lookAfterRestore } from './reconciliation/after-restore.ts';
import { makeDueCheck } from './reconciliation/check.ts';
import { startDueChecks } from './reconciliation/service.ts';
import { forgetReminders, remindOfVisits } from './reminders/service.ts';
import { keepSums } from './reports/keep.ts';
import { askWorkers } from './rhythm/asking.ts';
import { startWishes } from './rhythm/service.ts';
import { forgetExpiredTokens } from './sessions/service.ts';
import { forgetUnsavedLogos } from './settings/logo.ts';
import { sweepMissedVisits } from './skips/missed.ts';
import type { World } from './world.ts';

type Part = (world: World) => Promise<unknown>;

/** What falls due by the clock. */
export const dueParts: readonly Part[] = [
  lookAfterRestore,
  sweepBilling,
  makeDueRefunds,
  makeDueTopUps,
  handleStripeEvents,
  lookAtCards,
  repriceProposals,
  remindOfOrders,
  resumeWhatIsPaid,
  deliverDueMessages,
  forgetExpiredTokens,
  forgetEndedCounts,
  forgetUnfinishedUploads,
  forgetUnsavedLogos,
  forgetUnconfirmedAccounts,
  forgetOldOrders,
  sweepMissedVisits,
  keepSums,
  tellOfChanges,
  askWorkers,
  startWishes,
  remindOfHolds,
  remindOfVisits,
  tellOfUnclaimed,
  forgetReminders,
  startDueChecks,
];

/**
 * Does everything that is due by the clock, all at once, so that a part that waits for a provider holds up no other.
 * @param parts all of them unless given
 * @throws AggregateError of the failures, after everything else is done
 */
export async function sweep(world: World, parts = dueParts): Promise<void> {
  const results = await Promise.allSettled(parts.map((part) => part(world)));
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
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
});
