import type { Context } from './context.ts';
import { newId } from './ids.ts';
import type { BalanceTransaction } from './objects.ts';

/** @returns what Stripe keeps of a payment by card, cents: https://stripe.com/pricing */
export const processingFee = (amount: number) => Math.round(amount * 0.029) + 30;

type Booking = Pick<BalanceTransaction, 'amount' | 'source' | 'type'> & { fee?: number };

/** Writes down what has moved the platform's balance (https://docs.stripe.com/api/balance_transactions). */
export async function bookBalance(context: Context, { fee = 0, ...booking }: Booking): Promise<BalanceTransaction> {
  const transaction: BalanceTransaction = {
    ...booking,
    id: newId('txn'),
    object: 'balance_transaction',
    created: context.now,
    currency: 'usd',
    fee,
    net: booking.amount - fee,
  };
  await context.store.save(transaction);
  return transaction;
}
