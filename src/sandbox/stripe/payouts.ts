import { bookBalance } from './balance.ts';
import { type Answer, type Context, loadFromPath, ok } from './context.ts';
import { notAllowed } from './errors.ts';
import { newId } from './ids.ts';
import type { Kind, ObjectOf, Payout } from './objects.ts';
import { requiredChoice, requiredText } from './parameters.ts';
import type { Store } from './store.ts';

/** @returns all objects of a kind with this value in a field, newest first */
async function allOf<K extends Kind>(store: Store, kind: K, field: string, value: string): Promise<ObjectOf<K>[]> {
  const found: ObjectOf<K>[] = [];
  for (let more = true; more; ) {
    const last = found.at(-1)?.id;
    const page = await store.list(
      kind,
      { limit: '100', ...(last === undefined ? {} : { starting_after: last }) },
      { [field]: value },
    );
    found.push(...page.data);
    more = page.has_more;
  }
  return found;
}

/** @returns what a connected account has and was not paid out, cents; what a bank refused is in it again */
export async function availableTo(store: Store, account: string): Promise<number> {
  const transfers = await allOf(store, 'transfer', 'destination', account);
  const fees = await allOf(store, 'application_fee', 'account', account);
  const payouts = await allOf(store, 'payout', 'account', account);
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return (
    sum(transfers.map(({ amount, amount_reversed: back }) => amount - back)) -
    sum(fees.map(({ amount, amount_refunded: back }) => amount - back)) -
    sum(payouts.map(({ amount, status }) => (status === 'failed' ? 0 : amount)))
  );
}

/**
 * Pays a connected account out, as Stripe does by itself every day, with the `outcome` that the caller wants of the bank
 * (https://docs.stripe.com/api/payouts/failures).
 */
export async function payOut(context: Context): Promise<Answer> {
  const { store, now, params } = context;
  const account = await loadFromPath(context, 'account');
  const outcome = requiredChoice(params, 'outcome', ['in_transit', 'paid', 'failed']);
  const amount = await availableTo(store, account.id);
  if (amount <= 0) throw notAllowed('You have insufficient funds in your Stripe account for this payout.');
  const payout: Payout = {
    id: newId('po'),
    object: 'payout',
    created: now,
    account: account.id,
    amount,
    arrival_date: now,
    currency: 'usd',
    destination: account.external_accounts.data[0]?.id ?? null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    status: outcome,
  };
  if (outcome === 'failed') return await fail(context, payout);
  await store.save(payout);
  if (outcome === 'in_transit') return ok(payout);
  await context.emit('payout.paid', payout, account.id);
  return ok(payout);
}

async function fail(context: Context, payout: Payout): Promise<Answer> {
  // It moves the account's balance, which has a list of its own there, and nothing of the platform's.
  const back = await bookBalance(context, { amount: 0, source: payout.id, type: 'payout_failure' });
  const failed: Payout = {
    ...payout,
    failure_balance_transaction: back.id,
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
    status: 'failed',
  };
  await context.store.save(failed);
  await context.emit('payout.failed', failed, payout.account);
  return ok(failed);
}

/** A bank sends back what Stripe took for paid, which may be up to five business days ago. */
export const returnPayout = async (context: Context): Promise<Answer> =>
  await fail(context, await loadFromPath(context, 'payout'));

/** `GET /v1/balance` of a connected account. Card payments are at hand at once here; at Stripe they take days. */
export async function retrieveBalance({ store, params }: Context): Promise<Answer> {
  const amountOf = (amount: number) => [{ amount, currency: 'usd' }];
  const available = amountOf(await availableTo(store, requiredText(params, 'account')));
  return ok({ object: 'balance', available, livemode: false, pending: amountOf(0) });
}

/** What the embedded components show of an account. */
export async function payoutsView(store: Store, account: string): Promise<Answer> {
  const { data } = await store.list('payout', { limit: '20' }, { account });
  return ok({ object: 'account_payouts', available: await availableTo(store, account), payouts: data });
}
