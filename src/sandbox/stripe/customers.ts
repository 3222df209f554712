import { type Answer, type Context, loadFromPath, ok } from './context.ts';
import { missing } from './errors.ts';
import { newId } from './ids.ts';
import type { Customer } from './objects.ts';
import { readMetadata, textOrNull } from './parameters.ts';

/** @returns the id in the parameter `customer`, which must exist; null without one */
export async function readCustomer({ params, store }: Context): Promise<string | null> {
  const id = textOrNull(params, 'customer');
  if (id === null) return null;
  const customer = await store.find('customer', id);
  if (!customer || customer.deleted) throw missing('customer', id, 'customer', 400);
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
    name: textOrNull(params, 'name'),
  };
  await store.save(customer);
  return ok(customer);
}

/** https://docs.stripe.com/api/customers/update */
export async function updateCustomer(context: Context): Promise<Answer> {
  const { params, store } = context;
  const customer = await loadFromPath(context, 'customer');
  if (customer.deleted) throw missing('customer', customer.id);
  const { email, name = null } = customer;
  const changed = {
    ...customer,
    email: params.email === '' ? null : (textOrNull(params, 'email') ?? email),
    name: textOrNull(params, 'name') ?? name,
  };
  await store.save(changed);
  return ok(changed);
}

const whatIsLeft = ({ id }: Customer) => ({ id, object: 'customer', deleted: true });

/** A deleted one is known, and nothing else of it (https://docs.stripe.com/api/customers/retrieve). */
export async function retrieveCustomer(context: Context): Promise<Answer> {
  const customer = await loadFromPath(context, 'customer');
  return ok(customer.deleted ? whatIsLeft(customer) : customer);
}

/** Its cards go with it: https://docs.stripe.com/api/customers/delete */
export async function deleteCustomer(context: Context): Promise<Answer> {
  const { store } = context;
  const customer = await loadFromPath(context, 'customer');
  if (customer.deleted) throw missing('customer', customer.id);
  const { data } = await store.list('payment_method', { limit: '100' }, { customer: customer.id });
  for (const method of data) await store.save({ ...method, customer: null, detached: true });
  await store.save({ ...customer, deleted: true });
  await context.emit('customer.deleted', customer);
  return ok(whatIsLeft(customer));
}
