import { type Answer, type Context, loadFromPath, ok, pathId } from './context.ts';
import { missing, notAllowed } from './errors.ts';
import { newId } from './ids.ts';
import type { Customer, DeletedCustomer } from './objects.ts';
import {
  allowOnly,
  mergeMetadata,
  nullableText,
  optionalChoice,
  optionalGroup,
  optionalText,
  optionalTexts,
  readAddress,
} from './parameters.ts';
import { attachPaymentMethod, resolvePaymentMethod } from './payment-methods.ts';
import { listParameters } from './store.ts';

const writable = [
  'address',
  'description',
  'email',
  'invoice_settings',
  'metadata',
  'name',
  'payment_method',
  'phone',
  'preferred_locales',
  'tax_exempt',
];

/** A customer that is there and not deleted; otherwise Stripe's `resource_missing` for that parameter. */
export async function requireCustomer(context: Context, id: string, param = 'customer'): Promise<Customer> {
  const customer = await context.store.find('customer', id);
  if (customer === undefined || 'deleted' in customer) throw missing('customer', id, param, param === 'id' ? 404 : 400);
  return customer;
}

async function applyChanges(context: Context, customer: Customer): Promise<Customer> {
  const { params } = context;
  allowOnly(params, writable);
  const changed: Customer = {
    ...customer,
    address: params.address === undefined ? customer.address : addressOf(context),
    description: pick(nullableText(params, 'description'), customer.description),
    email: pick(nullableText(params, 'email'), customer.email),
    metadata: mergeMetadata(customer.metadata, params),
    name: pick(nullableText(params, 'name'), customer.name),
    phone: pick(nullableText(params, 'phone'), customer.phone),
    preferred_locales: optionalTexts(params, 'preferred_locales') ?? customer.preferred_locales,
    tax_exempt: optionalChoice(params, 'tax_exempt', ['none', 'exempt', 'reverse']) ?? customer.tax_exempt,
  };
  const settings = optionalGroup(params, 'invoice_settings');
  const defaultMethod = nullableText(
    settings ?? {},
    'default_payment_method',
    'invoice_settings[default_payment_method]',
  );
  if (defaultMethod) {
    const method = await context.store.find('payment_method', defaultMethod);
    if (method?.customer !== customer.id) {
      throw notAllowed(
        `The customer does not have a payment method with the ID ${defaultMethod}. The payment method must be attached to the customer.`,
        { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' },
      );
    }
  }
  if (defaultMethod !== undefined) {
    changed.invoice_settings = { ...customer.invoice_settings, default_payment_method: defaultMethod };
  }
  await context.store.save('customer', changed, customer.created);
  return changed;
}

function addressOf(context: Context) {
  const address = optionalGroup(context.params, 'address');
  return address === undefined ? null : readAddress(address);
}

function pick<T>(given: T | undefined, current: T): T {
  return given === undefined ? current : given;
}

export async function createCustomer(context: Context): Promise<Answer> {
  const id = newId('cus');
  const customer = await applyChanges(context, {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: context.now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null },
    livemode: false,
    metadata: {},
    name: null,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
  });
  const methodId = optionalText(context.params, 'payment_method');
  if (methodId) await attachPaymentMethod(context, await resolvePaymentMethod(context, methodId), id);
  return ok(customer);
}

export async function retrieveCustomer(context: Context): Promise<Answer> {
  return ok(await loadFromPath(context, 'customer'));
}

export async function updateCustomer(context: Context): Promise<Answer> {
  await loadFromPath(context, 'customer');
  const customer = await requireCustomer(context, pathId(context), 'id');
  return ok(await applyChanges(context, customer));
}

/** Deletes as Stripe does: a retrieve still answers `{ deleted: true }`, and the cards are detached. */
export async function deleteCustomer(context: Context): Promise<Answer> {
  const customer = await requireCustomer(context, pathId(context), 'id');
  for (const method of await context.store.where('payment_method', { customer: customer.id })) {
    await context.store.save('payment_method', { ...method, customer: null }, method.created);
  }
  const deleted: DeletedCustomer = { id: customer.id, object: 'customer', deleted: true };
  await context.store.save('customer', deleted, customer.created);
  return ok(deleted);
}

export async function listCustomers(context: Context): Promise<Answer> {
  allowOnly(context.params, [...listParameters, 'email']);
  return ok(
    await context.store.list('customer', '/v1/customers', context.params, {
      email: optionalText(context.params, 'email'),
    }),
  );
}
