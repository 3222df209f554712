import { setTimeout as pause } from 'node:timers/promises';
import { putEngagement } from '#server/testing/engagement-calls.ts';
import type { Person } from '#server/testing/factories.ts';
import { buildCard, onboardWorker } from '#server/testing/payment-factories.ts';
import type { Business } from './business.ts';
import { pick } from './dice.ts';
import { buildMethod, type Customer, type Yard } from './people.ts';
import { refund } from './staff-acts.ts';

/** Whoever asks Stripe itself sees what came of it, and does not ask again: what Stripe has is what counts. */
export async function once(asked: Promise<unknown>): Promise<void> {
  await Promise.race([asked.catch(() => {}), pause(3000)]);
}

/** Whoever fills in a form of Stripe's that fails tries it again. */
async function untilTaken<Result>(fillIn: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await fillIn();
    } catch (error) {
      if (tries === 4) throw error;
      await pause(100);
    }
  }
}

/** Who has tried in vain does so on another day. */
const perhaps = (tried: Promise<void>) => tried.catch(() => {});

async function accountOf({ world }: Business, worker: Person): Promise<string> {
  const { rows } = await world.database.$client.query<{ id: string }>(
    'select stripe_account_id id from connected_accounts where user_id = $1',
    [worker.userId],
  );
  return rows[0]?.id ?? '';
}

/** Stripe pays some workers out, which some banks do not take. Others end the connection, and make another one days later. */
export async function actOnAccount(business: Business, worker: Person, day: number): Promise<void> {
  const { dice, disconnected, stripe } = business;
  const about = `account of ${business.workers.indexOf(worker)} ${day}`;
  if (disconnected.has(worker)) {
    if (dice(`another ${about}`) < 0.6) await perhaps(connectAgain(business, worker));
    return;
  }
  const path = `/v1/accounts/${await accountOf(business, worker)}`;
  switch (pick(dice, about, ['', '', '', '', 'pay-out', 'pay-out', 'fail-payout', 'end'])) {
    case 'pay-out':
      return await once(stripe.act(`${path}/payouts`, { outcome: 'paid' }));
    case 'fail-payout':
      return await once(stripe.act(`${path}/payouts`, { outcome: 'failed' }));
    case 'end':
      disconnected.add(worker);
      return await once(stripe.act(`${path}/deauthorize`, {}));
  }
}

async function connectAgain(business: Business, worker: Person): Promise<void> {
  await untilTaken(() => onboardWorker(business, worker));
  business.disconnected.delete(worker);
}

/** Somebody deletes some customers at the dashboard, or takes a card off one; they save cards anew days later. */
export async function actOnCards(business: Business, customer: Customer, day: number): Promise<void> {
  const { cardless, dice, stripe, world } = business;
  const about = `cards of ${business.customers.indexOf(customer)} ${day}`;
  if (cardless.has(customer)) {
    if (dice(`another ${about}`) < 0.6) await perhaps(saveCards(business, customer));
    return;
  }
  const yard = business.yards.find((each) => each.customer === customer);
  if (!yard || dice(about) > 0.12) return;
  cardless.add(customer);
  if (dice(`how ${about}`) < 0.5) return await once(stripe.act(`/v1/payment_methods/${yard.card}/detach`, {}));
  const { rows } = await world.database.$client.query<{ id: string }>(
    'select stripe_customer_id id from users where id = $1',
    [customer.userId],
  );
  await once(world.stripe.customers.del(rows[0]?.id ?? ''));
}

async function saveCards(business: Business, customer: Customer): Promise<void> {
  customer.goodCard = await untilTaken(() => buildCard(business, customer));
  for (const yard of business.yards.filter((each) => each.customer === customer)) await saveCard(business, yard);
  business.cardless.delete(customer);
}

/** A card with a number of its own, which no bank has disputed. */
const otherCard = '5555555555554444';

async function saveCard(business: Business, yard: Yard): Promise<void> {
  const { customer, engagement } = yard;
  const save = async () => {
    yard.card = await untilTaken(() => buildMethod(business, customer, yard.cardNumber));
    return await putEngagement(business, customer, engagement.id, { stripePaymentMethodId: yard.card });
  };
  let { status, error } = await save();
  if (status === 400 && error.fields?.[0]?.path === 'body.stripePaymentMethodId') {
    // A bank has disputed that one as fraud, so it is not taken however often it is saved.
    yard.cardNumber = otherCard;
    ({ status, error } = await save());
  }
  if (status !== 200) throw new Error(`The card was not taken: ${JSON.stringify(error)}`);
}

/** All who have no card or no account get one. */
export async function mendAll(business: Business): Promise<void> {
  const { cardless, disconnected, world } = business;
  for (let hours = 0; cardless.size + disconnected.size > 0; hours += 2) {
    const patiently = hours < 10 ? perhaps : (tried: Promise<void>) => tried;
    // Nobody may save a card again and again within an hour.
    await business.moveTo(world.clock.now().toZonedDateTimeISO('UTC').add({ hours: 2 }));
    await Promise.all([
      ...[...cardless].map((customer) => patiently(saveCards(business, customer))),
      ...[...disconnected].map((worker) => patiently(connectAgain(business, worker))),
    ]);
  }
}

/** Staff send back what a bank takes for a fraud, put it aside, or leave it. */
export async function answerWarnings(business: Business): Promise<void> {
  const { rows } = await business.world.database.$client.query<{ id: string; bill: string; amount: number }>(
    `select id, bill_id bill, amount from findings where kind = 'fraud-warning' and gone_at is null and seen_at is null`,
  );
  await Promise.all(rows.map((finding) => answerWarning(business, finding)));
}

async function answerWarning(business: Business, { id, bill, amount }: { id: string; bill: string; amount: number }) {
  const { call, dice, staff } = business;
  const about = `warning of ${amount}`;
  const answer = pick(dice, about, ['', 'refund', 'aside']);
  if (answer === 'refund') await refund(business, bill, amount, about);
  if (answer === 'aside') {
    await call('seeFinding', { as: staff.accessToken, params: { findingId: id }, body: { isSeen: true } });
  }
}
