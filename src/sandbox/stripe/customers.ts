import { type Answer, type Context, ok } from './context.ts';
import { missing } from './errors.ts';
import { newId } from './ids.ts';
import type { Customer } from './objects.ts';
import { readMetadata, textOrNull } from './parameters.ts';

/** @returns the id in the parameter `customer`, which must exist; null without one */
export async function readCustomer({ params, store }: Context): Promise<string | null> {
  const id = textOrNull(params, 'customer');
  if (id !== null && !(await store.find('customer', id))) throw missing('customer', id, 'customer', 400);
  return id;
}

export async function createCustomer({ params, store, now }: Context): Promise<Answer> {
  const customer: Customer = {
    id: newId('cus'),
    object: 'customer',
    created: now,
    email: textOrNull(params, 'email'),
    livemode: false,
    metadata: readMetadata(params),
  };
  await store.save(customer);
  return ok(customer);
}
