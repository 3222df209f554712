import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorBody } from '#contract/errors.ts';
import type { Dispute } from '#sandbox/stripe/objects.ts';
import { moveEngagement, putEngagement } from '#server/testing/engagement-calls.ts';
import { confirmPayment } from '#server/testing/payment-factories.ts';
import { type Business, type Customer, declinedCard, type Yard } from './business.ts';
import { pick } from './dice.ts';

/** What staff, customers, banks and somebody at Stripe's dashboard do on a day, all at once. */
export async function actOnMoney(business: Business, day: Temporal.PlainDate): Promise<void> {
  await Promise.all([
    ...(await newlyPaid(business)).map((bill) => goBack(business, bill)),
    ...(await openDisputes(business)).map((dispute) => endDispute(business, dispute)),
    ...(await openBills(business)).map((billId) => writeOff(business, billId, day)),
    ...business.customers.map((customer) => pay(business, customer, day)),
    ...business.yards.map((yard) => takeBadCardAgain(business, yard, day)),
  ]);
}

type PaidBill = { id: string; amount: number; intent: string; about: string };

const seen = new WeakMap<Business, Set<string>>();

/** @returns the bills that were paid since it was asked last */
async function newlyPaid(business: Business): Promise<PaidBill[]> {
  const { rows } = await business.world.database.$client.query<Omit<PaidBill, 'about'> & { work: string; day: string }>(
    `select bills.id, payments.amount, payments.stripe_payment_intent_id intent, min(works.id::text) work, min(works.date)::text as day
     from bills join payments on payments.bill_id = bills.id and not is_taken_over and payments.status = 'paid'
     join charges on charges.bill_id = bills.id join works on works.id = charges.work_id group by 1, 2, 3`,
  );
  const known = seen.get(business) ?? new Set();
  seen.set(business, known);
  const found = rows.filter(({ id }) => !known.has(id));
  for (const { id } of found) known.add(id);
  // What chance is asked by is the same in each run with the seed, as ids are not.
  const indexOf = (work: string) => business.acknowledged.visits.get(work)?.index;
  return found.map(({ work, day, ...bill }) => ({ ...bill, about: `${indexOf(work)} ${day}` }));
}

/** Whoever asks Stripe itself sees what came of it, and does not ask again: what Stripe has is what counts. */
const once = (asked: Promise<void>) => Promise.race([asked.catch(() => {}), pause(3000)]);

/** Sends something of a paid bill back, or nothing. */
async function goBack(business: Business, bill: PaidBill): Promise<void> {
  const { dice } = business;
  const part = 1 + Math.floor(dice(`part of ${bill.about}`) * (bill.amount - 1));
  switch (pick(dice, `goes back ${bill.about}`, ['', '', '', 'whole', 'part', 'twice', 'dashboard'])) {
    case 'whole':
      return await refund(business, bill, bill.amount);
    case 'part':
      return await refund(business, bill, part);
    case 'twice':
      await refund(business, bill, part);
      return await refund(business, bill, bill.amount - part);
    case 'dashboard': {
      const how = { reverse_transfer: true, refund_application_fee: true };
      await once(business.stripe.act('/v1/refunds', { payment_intent: bill.intent, amount: part, ...how }));
    }
  }
}

/** Asks what it would do, as the page does, and then presses. */
async function refund(business: Business, { id: billId, about }: PaidBill, amount: number): Promise<void> {
  const input = { as: business.staff.accessToken, params: { billId } };
  const { refunded, left } = (await business.call('getBillActs', input)).body;
  if (left < amount) return;
  const body = {
    requestId: randomUUID(),
    isPreview: false,
    amount,
    reason: 'The dog was out.',
    refundedBefore: refunded,
  };
  await business.call('refundBill', { ...input, body: { ...body, isPreview: true } });
  const isTaken = await press(business, about, () => business.call('refundBill', { ...input, body }));
  business.acknowledged.refunds.set(body.requestId, { amount, isTaken });
}

/** Somebody presses once, or twice at once. @returns whether it was said to be done or under way */
async function press(
  { dice }: Business,
  about: string,
  send: () => Promise<{ status: number; error: ErrorBody }>,
): Promise<boolean> {
  const presses = dice(`press twice ${about}`) < 0.3 ? 2 : 1;
  const answers = await Promise.all(Array.from({ length: presses }, send));
  const unexpected = answers.find(({ status }) => ![200, 400, 409].includes(status));
  if (unexpected) throw new Error(`Staff were answered ${JSON.stringify(unexpected.error)}`);
  return answers.some(({ status }) => status === 200);
}

/** @returns the bills that are declined and rest, by their ids */
async function openBills({ world }: Business): Promise<string[]> {
  const { rows } = await world.database.$client.query<{ bill: string }>(
    `select bill_id bill from payments where not is_taken_over and (status = 'declined' or status = 'pending' and attempt > 1)`,
  );
  return rows.map(({ bill }) => bill);
}

/** Staff give an open bill up, or leave it. */
async function writeOff(business: Business, billId: string, day: Temporal.PlainDate): Promise<void> {
  const input = { as: business.staff.accessToken, params: { billId } };
  const { open } = (await business.call('getBillActs', input)).body;
  if (!open) return;
  const about = `write-off ${day} ${open.amount}`;
  if (business.dice(about) > 0.15) return;
  const body = { requestId: randomUUID(), isPreview: false, version: open.version, reason: 'They moved away.' };
  const isTaken = await press(business, about, () => business.call('writeOffBill', { ...input, body }));
  business.acknowledged.acts.set(body.requestId, { kind: 'write-off', amount: open.amount, isTaken });
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

/** Some customers pay what was declined, with a good card or the one that they have, and confirm what waits for that. */
async function pay(business: Business, customer: Customer, day: Temporal.PlainDate): Promise<void> {
  const params = { customerProfileId: customer.profileId };
  const as = customer.accessToken;
  const { amount, toConfirmEngagementIds } = (await business.call('getOverdue', { as, params })).body;
  const about = `${business.customers.indexOf(customer)} ${day}`;
  if (business.dice(`confirm ${about}`) < 0.6) {
    for (const engagementId of toConfirmEngagementIds) await confirm(business, customer, engagementId);
  }
  const how = amount > 0 ? pick(business.dice, `pay ${about}`, ['good', 'same', '']) : '';
  if (how === '') return;
  const card = how === 'good' ? { stripePaymentMethodId: customer.goodCard } : { amount };
  const { status, error } = await business.call('collectOverdue', { as, params, body: card });
  // What is to be paid has changed meanwhile.
  if (status !== 200 && status !== 409) throw new Error(`Pay now was answered ${JSON.stringify(error)}`);
}

async function confirm(business: Business, customer: Customer, engagementId: string): Promise<void> {
  const input = { as: customer.accessToken, params: { engagementId } };
  const { body, status } = await business.call('listPaymentsToConfirm', input);
  if (status !== 200) return;
  for (const { clientSecret, stripePaymentMethodId } of body.payments) {
    await once(confirmPayment(business, clientSecret, stripePaymentMethodId));
  }
}

/** Who has paid with a good card is not short of money for ever. */
async function takeBadCardAgain(business: Business, yard: Yard, day: Temporal.PlainDate): Promise<void> {
  const { cardNumber, card, customer, engagement, index } = yard;
  if (cardNumber !== declinedCard || business.dice(`bad card ${index} ${day}`) > 0.3) return;
  await putEngagement(business, customer, engagement.id, { stripePaymentMethodId: card });
}

/** Ends every service. */
export async function endServices(business: Business): Promise<void> {
  for (const { customer, engagement } of business.yards) {
    const { status, error } = await moveEngagement(business, customer, engagement.id, 'CANCELLED');
    // One whose answer was lost is cancelled already.
    if (status !== 200 && status !== 409) throw new Error(`Not cancelled: ${JSON.stringify(error)}`);
  }
}

/** Lets customers pay with a good card what was given up; one in five never does. */
export async function payWhatIsOwed(business: Business): Promise<Set<string>> {
  const debtors = new Set<string>();
  for (const [index, { accessToken: as, profileId, goodCard }] of business.customers.entries()) {
    if (index % 5 === 1) {
      debtors.add(profileId);
      continue;
    }
    const params = { customerProfileId: profileId };
    await business.call('collectOverdue', { as, params, body: { stripePaymentMethodId: goodCard } });
  }
  return debtors;
}
