import type { Overdue } from '#contract/billing.ts';
import { moneyLabel } from '#domain/labels.ts';
import type { Queryable } from '../database/connection.ts';
import { ApiError } from '../http/errors.ts';
import type { World } from '../world.ts';
import { selectOwing, selectUnpaidVisits } from './overdue-store.ts';

/** @returns how a customer's unpaid visits stand, in all of the customer's engagements */
export async function findOverdue(
  { clock }: Pick<World, 'clock'>,
  database: Queryable,
  customerProfileId: string,
): Promise<Overdue> {
  const unpaid = await selectUnpaidVisits(database, customerProfileId, clock.now());
  const ids = (some: typeof unpaid) => [...new Set(some.map(({ engagementId }) => engagementId))].sort();
  const owed = unpaid.filter(({ declined }) => declined > 0);
  // A payment that was only not confirmed is no decline.
  const refused = owed.filter(({ declined, notConfirmed }) => declined > notConfirmed);
  const waiting = unpaid.filter(({ toConfirm }) => toConfirm > 0);
  return {
    openAmount: unpaid.reduce((sum, { billed }) => sum + billed, 0),
    amount: unpaid.reduce((sum, { declined }) => sum + declined, 0),
    notConfirmedAmount: unpaid.reduce((sum, { notConfirmed }) => sum + notConfirmed, 0),
    givenUpAmount: unpaid.reduce((sum, { givenUp }) => sum + givenUp, 0),
    onItsWay: unpaid.reduce((sum, { onItsWay }) => sum + onItsWay, 0),
    isCollecting: unpaid.some((one) => one.isCollecting),
    engagementIds: ids(unpaid.filter(({ declined, givenUp }) => declined > 0 || givenUp > 0)),
    toConfirmEngagementIds: ids(waiting),
    toConfirm: waiting.flatMap(({ stripePaymentMethodId, toConfirm }) =>
      stripePaymentMethodId ? [{ stripePaymentMethodId, amount: toConfirm }] : [],
    ),
    serviceMethodIds: [...new Set(owed.map(({ serviceMethodId }) => serviceMethodId))],
    declinedMethodIds: [...new Set(refused.flatMap(({ stripePaymentMethodId }) => stripePaymentMethodId ?? []))],
  };
}

/** @throws ApiError PAYMENT_OVERDUE, naming the amount, while the customer has not paid what was given up */
export async function requireNothingOverdue(
  world: Pick<World, 'clock'>,
  database: Queryable,
  customerProfileId: string,
): Promise<void> {
  const { amount, givenUpAmount } = await findOverdue(world, database, customerProfileId);
  if (givenUpAmount === 0) return;
  // What else was declined is paid along with it, so that everybody reads one amount. It is 0 while it is collected.
  throw new ApiError(
    'PAYMENT_OVERDUE',
    `${moneyLabel(amount || givenUpAmount)} for visits already made could not be charged. Please pay it first; visits that are paused for it then resume automatically.`,
  );
}

/** @returns what is still to be paid for an engagement, on a bill or not, and what a bank has taken on; integer cents */
export const owingFor = selectOwing;
