import type { Dispute } from '#sandbox/stripe/objects.ts';
import type { Business } from './business.ts';
import { creditWhatCameBack, giveCredit } from './credit-acts.ts';
import { pay, takeBadCardAgain, tip } from './customer-acts.ts';
import { pick } from './dice.ts';
import { isWeekly } from './people.ts';
import { actOnOpenBill, openBills, refund, takeOffBill } from './staff-acts.ts';
import { actOnAccount, actOnCards, answerWarnings, once } from './stripe-acts.ts';

/** So many act at once: with more of them nobody gets an answer from a server that lives for two seconds. */
const atOnce = 16;

/**
 * What staff, customers, banks and somebody at Stripe's dashboard do on a day, many at once and in mixed order.
 * @param day how many days of visits were before
 * @param workIds the visits of the day
 */
export async function actOnMoney(business: Business, day: number, workIds: string[]): Promise<void> {
  const { acknowledged, customers, dice, workers, yards } = business;
  const acts: (() => Promise<unknown>)[] = [
    ...(await newlyPaid(business)).map((bill) => () => goBack(business, bill)),
    ...(await openDisputes(business)).map((dispute) => () => endDispute(business, dispute)),
    ...(await openBills(business)).map((billId) => () => actOnOpenBill(business, billId, day)),
    ...workIds.map((id) => async () => {
      const yard = acknowledged.visits.get(id);
      if (yard && isWeekly(yard)) await takeOffBill(business, id, `${yard.index} ${day}`);
      if (yard) await tip(business, id, yard);
    }),
    ...customers.flatMap((customer) => [
      () => pay(business, customer, day),
      () => giveCredit(business, customer, day),
      () => actOnCards(business, customer, day),
    ]),
    ...workers.map((worker) => () => actOnAccount(business, worker, day)),
    ...(await newTopUps(business)).map((topUp) => () => takeBackTopUp(business, topUp)),
    () => creditWhatCameBack(business),
    () => answerWarnings(business),
    ...yards.map((yard) => () => takeBadCardAgain(business, yard, day)),
  ];
  const mixed = acts.map((act, index) => ({ act, turn: dice(`turn ${index} ${day}`) }));
  const left = mixed.sort((one, other) => one.turn - other.turn).values();
  const lane = async () => {
    for (const { act } of left) await act();
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

type PaidBill = { id: string; amount: number; intent: string; about: string };

const seen = new WeakMap<Business, Set<string>>();

/** @returns the bills that were paid since it was asked last */
async function newlyPaid(business: Business): Promise<PaidBill[]> {
  const { rows } = await business.world.database.$client.query<Omit<PaidBill, 'about'> & { work: string; day: number }>(
    `select bills.id, payments.amount, payments.stripe_payment_intent_id intent, min(visits.id::text) work, min(visits.day) - $1::date as day
     from bills join payments on payments.bill_id = bills.id and not is_taken_over and payments.status = 'paid' and payments.amount > 0
     join charges on charges.bill_id = bills.id join visits on visits.id = charges.work_id group by 1, 2, 3`,
    [business.first.toString()],
  );
  const known = seen.get(business) ?? new Set();
  seen.set(business, known);
  const found = rows.filter(({ id }) => !known.has(id));
  for (const { id } of found) known.add(id);
  // What chance is asked by is the same in each run with the seed, as ids and dates are not.
  const indexOf = (work: string) => business.acknowledged.visits.get(work)?.index;
  return found.map(({ work, day, ...bill }) => ({ ...bill, about: `${indexOf(work)} ${day}` }));
}

/** Sends something of a paid bill back, or nothing. */
async function goBack(business: Business, bill: PaidBill): Promise<void> {
  const { dice } = business;
  const part = 1 + Math.floor(dice(`part of ${bill.about}`) * (bill.amount - 1));
  switch (pick(dice, `goes back ${bill.about}`, ['', '', '', 'whole', 'part', 'twice', 'dashboard', 'reversed'])) {
    case 'whole':
      return await refund(business, bill.id, bill.amount, bill.about);
    case 'part':
      return await refund(business, bill.id, part, bill.about);
    case 'twice':
      await refund(business, bill.id, part, bill.about);
      return await refund(business, bill.id, bill.amount - part, bill.about);
    case 'dashboard': {
      const how = { reverse_transfer: true, refund_application_fee: true };
      return await once(business.stripe.act('/v1/refunds', { payment_intent: bill.intent, amount: part, ...how }));
    }
    case 'reversed':
      return await reverse(business, bill);
  }
}

/** Somebody takes pay back from the worker's account alone. */
async function reverse({ dice, stripe, stripePool }: Business, { intent, about }: PaidBill): Promise<void> {
  const { rows } = await stripePool.query<{ id: string; amount: number }>(
    `select transfer.id, (transfer.data->>'amount')::int amount from sandbox_stripe.object charge
     join sandbox_stripe.object transfer on transfer.id = charge.data->>'transfer'
     where charge.kind = 'charge' and charge.data->>'payment_intent' = $1`,
    [intent],
  );
  const [transfer] = rows;
  if (!transfer) return;
  const amount = 1 + Math.floor(dice(`reversed of ${about}`) * (transfer.amount - 1));
  await once(stripe.act(`/v1/transfers/${transfer.id}/reversals`, { amount }));
}

type TopUp = { transfer: string; amount: number; number: number };

const topUpsSeen = new WeakMap<Business, number>();

/** @returns what the business has passed on to workers itself since it was asked last, by when */
async function newTopUps(business: Business): Promise<TopUp[]> {
  const { rows } = await business.stripePool.query<TopUp>(
    `select id transfer, (data->>'amount')::int amount, (row_number() over (order by position))::int number
     from sandbox_stripe.object where kind = 'transfer' and data->>'transfer_group' is not null`,
  );
  const before = topUpsSeen.get(business) ?? 0;
  topUpsSeen.set(business, rows.length);
  return rows.filter(({ number }) => number > before);
}

/** Somebody at Stripe's dashboard takes some of them back, whole or in part. */
async function takeBackTopUp({ dice, stripe }: Business, { transfer, amount, number }: TopUp): Promise<void> {
  const about = `top-up ${number}`;
  const how = pick(dice, about, ['', '', '', 'part', 'whole']);
  if (how === '') return;
  const part = 1 + Math.floor(dice(`part of ${about}`) * (amount - 1));
  await once(stripe.act(`/v1/transfers/${transfer}/reversals`, { amount: how === 'whole' ? amount : part }));
}

type NumberedDispute = Pick<Dispute, 'id' | 'status'> & { number: string };

async function openDisputes({ stripePool }: Business): Promise<NumberedDispute[]> {
  const { rows } = await stripePool.query<NumberedDispute>(
    `select id, data->>'status' status, row_number() over (order by position) number from sandbox_stripe.object where kind = 'dispute'`,
  );
  return rows.filter(({ status }) => status === 'needs_response');
}

/** The bank decides, or nobody answers it, and two weeks later that is a loss. */
async function endDispute({ dice, stripe }: Business, { id, number }: NumberedDispute): Promise<void> {
  const words = pick(dice, `dispute ${number}`, ['winning_evidence', 'losing_evidence', undefined]);
  if (words) await once(stripe.act(`/v1/disputes/${id}`, { evidence: { uncategorized_text: words } }));
}
