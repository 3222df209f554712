import type { Pool } from 'pg';
import { inTransaction } from './postgres.ts';
import type { Customer, PaymentIntent } from './stripe/objects.ts';
import { openStore } from './stripe/store.ts';

const pageSize = 100;

/** @returns the newest PaymentIntents first, in Stripe's form; at most `limit` */
export function listPayments(pool: Pool, limit: number): Promise<PaymentIntent[]> {
  return inTransaction(pool, async (client) => {
    const store = openStore(client);
    const payments: PaymentIntent[] = [];
    for (let more = true; more && payments.length < limit; ) {
      const last = payments.at(-1)?.id;
      const page = await store.list('payment_intent', {
        limit: String(Math.min(pageSize, limit - payments.length)),
        ...(last === undefined ? {} : { starting_after: last }),
      });
      payments.push(...page.data);
      more = page.has_more;
    }
    return payments;
  });
}

/** @returns the payments' customers, by id */
export function findCustomers(pool: Pool, payments: PaymentIntent[]): Promise<Map<string, Customer>> {
  const ids = new Set(payments.flatMap(({ customer }) => customer ?? []));
  return inTransaction(pool, async (client) => {
    const store = openStore(client);
    const found = new Map<string, Customer>();
    for (const id of ids) {
      const customer = await store.find('customer', id);
      if (customer) found.set(id, customer);
    }
    return found;
  });
}
