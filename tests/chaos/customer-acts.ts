import { randomUUID } from 'node:crypto';
import { moveEngagement, putEngagement } from '#server/testing/engagement-calls.ts';
import { confirmPayment } from '#server/testing/payment-factories.ts';
import type { Business } from './business.ts';
import { pick } from './dice.ts';
import { type Customer, declinedCard, type Yard } from './people.ts';
import { once } from './stripe-acts.ts';

/** Some customers pay what was declined, with a good card or the one that they have, and confirm what waits for that. */
export async function pay(business: Business, customer: Customer, day: number): Promise<void> {
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
  // What is to be paid has changed meanwhile, or the card is gone.
  const isExpected = status === 200 || status === 409 || (status === 400 && business.cardless.has(customer));
  if (!isExpected) throw new Error(`Pay now was answered ${JSON.stringify(error)}`);
}

async function confirm(business: Business, customer: Customer, engagementId: string): Promise<void> {
  const input = { as: customer.accessToken, params: { engagementId } };
  const { body, status } = await business.call('listPaymentsToConfirm', input);
  if (status !== 200) return;
  for (const { clientSecret, stripePaymentMethodId } of body.payments) {
    await once(confirmPayment(business, clientSecret, stripePaymentMethodId));
  }
}

/** Some customers leave a tip for a visit, some press twice at once. */
export async function tip(business: Business, workId: string, { index, customer, engagement }: Yard): Promise<void> {
  const { acknowledged, dice } = business;
  const about = `tip ${index} ${[...acknowledged.visits.values()].filter((yard) => yard.index === index).length}`;
  if (dice(about) > 0.25) return;
  const body = { requestId: randomUUID(), amount: 100 + Math.floor(dice(`amount of ${about}`) * 900) };
  const input = { as: customer.accessToken, params: { engagementId: engagement.id, workId }, body };
  const presses = dice(`press twice ${about}`) < 0.3 ? 2 : 1;
  const answers = await Promise.all(Array.from({ length: presses }, () => business.call('leaveTip', input)));
  const expected = [200, 402, 409, ...(business.cardless.has(customer) ? [400] : [])];
  const unexpected = answers.find(({ status }) => !expected.includes(status));
  if (unexpected) throw new Error(`A tip was answered ${JSON.stringify(unexpected.error)}`);
  const states = answers.map(({ status }) => status);
  acknowledged.tips.set(body.requestId, { workId, amount: body.amount, states });
}

/** Who has paid with a good card is not short of money for ever. */
export async function takeBadCardAgain(business: Business, yard: Yard, day: number): Promise<void> {
  const { cardNumber, card, customer, engagement, index } = yard;
  if (cardNumber !== declinedCard || business.dice(`bad card ${index} ${day}`) > 0.3) return;
  await putEngagement(business, customer, engagement.id, { stripePaymentMethodId: card });
}

/** Ends every service. */
export async function endServices(business: Business): Promise<void> {
  for (const { customer, engagement } of business.yards) {
    const { status, error } = await moveEngagement(business, customer, engagement.id, 'CANCELLED');
    // One whose answer was lost is canceled already.
    if (status !== 200 && status !== 409) throw new Error(`Not canceled: ${JSON.stringify(error)}`);
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
