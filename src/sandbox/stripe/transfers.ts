import { bookBalance } from './balance.ts';
import { requireDestination } from './charging.ts';
import { type Answer, type Context, ok } from './context.ts';
import { invalidParameter } from './errors.ts';
import { newId } from './ids.ts';
import type { Transfer } from './objects.ts';
import { readMetadata, requiredInteger, requiredText, textOrNull } from './parameters.ts';

/**
 * `POST /v1/transfers`, from the platform's balance: https://docs.stripe.com/api/transfers/create. The sandbox's balance
 * covers everything, unless the fault `insufficient-balance` strikes.
 */
export async function createTransfer(context: Context): Promise<Answer> {
  const { params, store, now } = context;
  const amount = requiredInteger(params, 'amount');
  if (amount < 1) throw invalidParameter('This value must be greater than or equal to 1.', 'amount');
  const destination = requiredText(params, 'destination');
  await requireDestination(context, destination, 'destination');
  const transfer: Transfer = {
    id: newId('tr'),
    object: 'transfer',
    created: now,
    amount,
    amount_reversed: 0,
    currency: requiredText(params, 'currency'),
    destination,
    livemode: false,
    metadata: readMetadata(params),
    reversed: false,
    source_transaction: null,
    transfer_group: textOrNull(params, 'transfer_group'),
  };
  await store.save(transfer);
  await bookBalance(context, { amount: -amount, source: transfer.id, type: 'transfer' });
  await context.emit('transfer.created', transfer);
  return ok(transfer);
}
