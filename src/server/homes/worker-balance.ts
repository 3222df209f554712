import type { WorkerBalance } from '#contract/homes.ts';
import { calendarDay } from '#domain/calendar.ts';
import { readBalance } from '../connected-accounts/payouts.ts';
import type { World } from '../world.ts';

/**
 * @returns what a worker has at Stripe; null without an account there
 * @throws ApiError PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function getWorkerBalance(world: World, userId: string): Promise<WorkerBalance | null> {
  const balance = await readBalance(world, userId);
  if (!balance) return null;
  const { available, pending, next } = balance;
  return { available, pending, nextPayout: next ? { amount: next.amount, arrivesOn: dayOf(next.arrival_date) } : null };
}

/** Stripe gives the day as its first second in UTC (https://docs.stripe.com/api/payouts/object#payout_object-arrival_date). */
const dayOf = (seconds: number) =>
  calendarDay(
    Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
      .toZonedDateTimeISO('UTC')
      .toPlainDate(),
  );
