import type { Pool } from 'pg';
import { inTransaction } from './postgres.ts';
import type { Customer, Dispute, PaymentIntent } from './stripe/objects.ts';
import { availableTo } from './stripe/payouts.ts';
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

/** A connected account with what can be paid out of it, cents. */
export type Payee = { id: string; email: string | null; available: number };

/** @returns the newest connected accounts that have something to be paid out */
export function findPayees(pool: Pool): Promise<Payee[]> {
  return inTransaction(pool, async (client) => {
    const store = openStore(client);
    const payees: Payee[] = [];
    for (const { id, email } of (await store.list('account', { limit: '20' })).data) {
      const available = await availableTo(store, id);
      if (available > 0) payees.push({ id, email, available });
    }
    return payees;
  });
}

/** What became of a payment that was made. */
export type Fate = { refunded: number; mayBeRefunded: number; dispute: Dispute | undefined };

/** @returns what became of the payments that were made, by their ids; amounts in cents */
export function findFates(pool: Pool, payments: PaymentIntent[]): Promise<Map<string, Fate>> {
  return inTransaction(pool, async (client) => {
    const store = openStore(client);
    const { data: disputes } = await store.list('dispute', { limit: '100' });
    const fates = new Map<string, Fate>();
    for (const { id, latest_charge } of payments) {
      const charge = latest_charge === null ? undefined : await store.find('charge', latest_charge);
      if (!charge?.paid) continue;
      const dispute = disputes.find(({ payment_intent }) => payment_intent === id);
      const left = charge.amount_captured - charge.amount_refunded;
      const mayBeRefunded = dispute?.is_charge_refundable === false ? 0 : left;
      fates.set(id, { refunded: charge.amount_refunded, mayBeRefunded, dispute });
    }
    return fates;
  });
}
