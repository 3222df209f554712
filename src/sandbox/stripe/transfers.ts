import { requireDestination } from './charging.ts';
import { type Answer, type Context, loadFromPath, ok } from './context.ts';
import { invalidParameter, missing } from './errors.ts';
import { newId } from './ids.ts';
import type { StripeEvent, Transfer } from './objects.ts';
import {
  allowOnly,
  mergeMetadata,
  nullableText,
  optionalText,
  optionalTexts,
  requiredInteger,
  requiredText,
} from './parameters.ts';
import { listParameters } from './store.ts';

export async function createTransfer(context: Context): Promise<Answer> {
  const { params } = context;
  allowOnly(params, [
    'amount',
    'currency',
    'description',
    'destination',
    'metadata',
    'source_transaction',
    'transfer_group',
  ]);
  const amount = requiredInteger(params, 'amount');
  if (amount < 1) throw invalidParameter('This value must be greater than or equal to 1.', 'amount');
  const currency = requiredText(params, 'currency').toLowerCase();
  const destination = requiredText(params, 'destination');
  await requireDestination(context, destination, 'destination');
  const source = optionalText(params, 'source_transaction') ?? null;
  const charge = source === null ? undefined : await context.store.find('charge', source);
  if (source !== null && charge === undefined) throw missing('charge', source, 'source_transaction', 400);
  const transfer: Transfer = {
    id: newId('tr'),
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: newId('txn'),
    created: context.now,
    currency,
    description: nullableText(params, 'description') ?? null,
    destination,
    destination_payment: newId('py'),
    livemode: false,
    metadata: mergeMetadata({}, params),
    reversed: false,
    source_transaction: source,
    source_type: 'card',
    transfer_group: nullableText(params, 'transfer_group') ?? charge?.transfer_group ?? null,
  };
  await context.store.save('transfer', transfer, transfer.created);
  await context.emit('transfer.created', transfer);
  return ok(transfer);
}

export async function retrieveTransfer(context: Context): Promise<Answer> {
  return ok(await loadFromPath(context, 'transfer'));
}

export async function listTransfers(context: Context): Promise<Answer> {
  allowOnly(context.params, [...listParameters, 'destination', 'transfer_group']);
  return ok(
    await context.store.list('transfer', '/v1/transfers', context.params, {
      destination: optionalText(context.params, 'destination'),
      transfer_group: optionalText(context.params, 'transfer_group'),
    }),
  );
}

export async function retrieveEvent(context: Context): Promise<Answer> {
  const event: StripeEvent = await loadFromPath(context, 'event');
  return ok(event);
}

export async function listEvents(context: Context): Promise<Answer> {
  const { params } = context;
  allowOnly(params, [...listParameters, 'type', 'types']);
  const types = optionalTexts(params, 'types') ?? optionalText(params, 'type');
  return ok(await context.store.list('event', '/v1/events', params, { type: types }));
}
