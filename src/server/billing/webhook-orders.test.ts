import { and, eq, like } from 'drizzle-orm';
import type Stripe from 'stripe';
import { expect } from 'vitest';
import { methodBlocks } from '../database/schema/cards.ts';
import { engagements } from '../database/schema/engagements.ts';
import { findings } from '../database/schema/findings.ts';
import { messages } from '../database/schema/messages.ts';
import { type Business, businessTest, paymentsOf, withCard } from '../testing/billing-fixture.ts';
import { buildRunningEngagement, completeVisit, setStripeFaults } from '../testing/payment-factories.ts';
import { compareWithStripe } from './compare.ts';

/** README says how all 1,000 are tried. */
const orders = Number(process.env.WEBHOOK_ORDERS ?? 20);
const copies = 5;

// Paid; disputed, only asked about, warned of; and one whose refunds fail later: https://docs.stripe.com/testing
const warnedCard = '4000000000005423';
const cards = [undefined, '4000000000000259', '4000000000001976', warnedCard, '4000000000005126'];
const lost = { match: {}, kind: 'lose-webhooks' } as const;
const dropped = { match: { method: 'POST', path: '/v1/payment_intents' }, kind: 'drop', times: 3 } as const;

/** @returns numbers from 0 to below 1, always the same of a seed (mulberry32) */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

async function deliver({ test }: Business, event: Stripe.Event): Promise<void> {
  const payload = JSON.stringify(event);
  const { webhookSecret: secret } = test.world.payments;
  const signature = test.world.stripe.webhooks.generateTestHeaderString({ payload, secret });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const { statusCode } = await test.app.inject({ method: 'POST', url: '/webhooks/stripe', headers, payload });
  expect(statusCode).toBe(200);
}

/** What somebody does at Stripe with a payment, one after the other. */
function actsOf({ test }: Business, intentId: string, card: string | undefined, random: () => number) {
  const { stripe } = test.world;
  const refund = (amount: number) => async () => {
    await stripe.refunds.create({
      payment_intent: intentId,
      amount,
      reverse_transfer: true,
      refund_application_fee: true,
    });
  };
  const decide = async () => {
    const [dispute] = (await stripe.disputes.list({ payment_intent: intentId })).data;
    const words = random() < 0.5 ? 'winning_evidence' : 'losing_evidence';
    await stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: words } });
  };
  if (card === '4000000000000259') return [decide];
  if (card === '4000000000001976') return [refund(300), decide];
  return [refund(1 + Math.floor(random() * 700)), refund(1 + Math.floor(random() * 700))];
}

async function tryOrder(
  business: Business,
  { engagementId, card, seed }: { engagementId: string; card: string | undefined; seed: number },
  seen: Set<string>,
) {
  const { test, worker } = business;
  const { stripe, database } = test.world;
  const random = randomOf(seed);
  await setStripeFaults(test, lost, ...(random() < 0.5 ? [dropped] : []));
  await completeVisit(test, { engagementId, worker, daysLater: seed });
  await test.drain();
  await setStripeFaults(test, lost);
  const payment = (await paymentsOf(business, engagementId)).at(-1);
  const { data: intents } = await stripe.paymentIntents.list({ limit: 1 });
  const intentId = intents[0]?.id ?? '';
  const acts = actsOf(business, intentId, card, random);
  const waiting: Stripe.Event[] = [];
  const hear = async () => {
    for (const event of (await stripe.events.list({ limit: 100 })).data) {
      if (seen.has(event.id)) continue;
      seen.add(event.id);
      waiting.push(...Array<Stripe.Event>(copies).fill(event));
    }
  };
  await hear();
  while (waiting.length > 0 || acts.length > 0) {
    const at = random();
    const act = at < 0.06 || waiting.length === 0 ? acts.shift() : undefined;
    if (act) {
      await act();
      await hear();
      continue;
    }
    const [event] = waiting.splice(Math.floor(random() * waiting.length), 1);
    if (event) await deliver(business, event);
    // Sometimes it is worked off at once, sometimes by two at a time, sometimes much later.
    if (at > 0.8) await test.drain();
    if (at > 0.95) await Promise.all([test.drain(), test.drain()]);
  }
  await test.drain();
  expect(await compareWithStripe(test.world, intentId), `seed ${seed}`).toBeUndefined();
  const sent = (await stripe.refunds.list({ payment_intent: intentId })).data;
  const receipts = like(messages.dedupeKey, `receipt:${payment?.id}%:email`);
  expect(await database.$count(messages, receipts), `seed ${seed}`).toBe(1);
  const ofPayment = and(eq(findings.kind, 'fraud-warning'), eq(findings.subject, payment?.id ?? ''));
  // The next visit is charged like this one, whatever its bank has said.
  await database.update(methodBlocks).set({ endedAt: test.world.clock.now() });
  await database
    .update(engagements)
    .set({ status: 'ENGAGEMENT_STATUS_RUNNING', isPausedUnpaid: false })
    .where(eq(engagements.id, engagementId));
  const warnings = await database.select().from(findings).where(ofPayment);
  expect(warnings, `seed ${seed}`).toHaveLength(card === warnedCard ? 1 : 0);
  return sent.length;
}

businessTest(
  'in whatever order events come, five times each, they end in one state, and each effect is told once',
  { timeout: 1_800_000 },
  async ({ business }) => {
    const { test } = business;
    await setStripeFaults(test, lost);
    const services: string[] = [];
    for (const card of cards) services.push(await buildRunningEngagement(test, await withCard(business, card)));
    const seen = new Set<string>();
    for await (const { id } of test.world.stripe.events.list({ limit: 100 })) seen.add(id);
    let refunds = 0;
    for (let seed = 1; seed <= orders; seed += 1) {
      const at = seed % cards.length;
      refunds += await tryOrder(business, { engagementId: services[at] ?? '', card: cards[at], seed }, seen);
    }
    const told = (await test.world.database.select().from(messages)).map(({ dedupeKey }) => dedupeKey ?? '');
    expect(told.filter((key) => /^refund:.*:done:email$/.test(key))).toHaveLength(refunds);
    expect(new Set(told).size).toBe(told.length);
  },
);
