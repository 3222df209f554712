import { randomUUID } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { businessTimeZone } from '#domain/time-zone.ts';
import { addCredit } from '../credits/balance.ts';
import { openDatabase } from '../database/connection.ts';
import { refunds } from '../database/schema/billing.ts';
import { cards, methodBlocks } from '../database/schema/cards.ts';
import { topUps } from '../database/schema/credits.ts';
import { post } from '../ledger/post.ts';
import { lookAtCards } from '../payment-methods/cards.ts';
import { createJobHandlers } from '../sweep.ts';
import {
  type Business,
  businessTest,
  chargedVisit,
  completedVisit,
  customerMails,
  intentsOf,
  paymentsOf,
  proveBalanceAtStripe,
  refuseWebhooks,
  updateEngagement,
  withCard,
} from '../testing/billing-fixture.ts';
import { buildEmployee } from '../testing/factories.ts';
import { buildCard, buildRunningEngagement } from '../testing/payment-factories.ts';
import type { World } from '../world.ts';
import { makeDueRefunds } from './make-refund.ts';
import { makeDueTopUps } from './make-top-up.ts';
import { sweepBilling } from './service.ts';

/** When a process dies: before Stripe hears of something, or when Stripe has done it and nothing is written down yet. */
type Death = 'before' | 'after';

/** How often Stripe was asked to do something. */
type Asked = { times: number };

/**
 * Another process on the same business, with connections of its own.
 * @param call what it asks Stripe for, such as 'refunds.create'
 * @param death when it dies while it asks; it lives unless given
 */
function openProcess({ test: { world } }: Business, call: string, asked: Asked, death?: Death): World {
  const [resource = '', method = ''] = call.split('.');
  const own = Reflect.get(world.stripe, resource);
  const counted = async (...given: unknown[]) => {
    asked.times += 1;
    if (death === 'before') throw new Error('kill -9');
    const answer = await own[method](...given);
    if (death === 'after') throw new Error('kill -9');
    return answer;
  };
  const watched = new Proxy(own, { get: (target, key) => (key === method ? counted : bound(target, key)) });
  const stripe = new Proxy(world.stripe, { get: (target, key) => (key === resource ? watched : bound(target, key)) });
  const database = openDatabase(String(world.database.$client.options.connectionString));
  onTestFinished(() => database.$client.end());
  return { ...world, stripe, database };
}

function bound(target: object, key: string | symbol): unknown {
  const value = Reflect.get(target, key);
  return typeof value === 'function' ? value.bind(target) : value;
}

/** What falls due, as two processes that sweep at once do it, one that dies, and one that comes later. */
type Due = {
  call: string;
  /** A row that is due now. */
  make(business: Business): Promise<void>;
  sweep(world: World): Promise<void>;
  /** How far it is here, and how much has moved at Stripe, or was said. */
  state(business: Business): Promise<unknown>;
  /** The same once it is done. */
  done: unknown;
};

const things: Record<'refund' | 'top-up', Due> = {
  refund: {
    call: 'refunds.create',
    async make(business) {
      const { test } = business;
      const { engagementId } = await chargedVisit(business);
      refuseWebhooks(business);
      const [payment] = await paymentsOf(business, engagementId);
      const { accessToken: as } = await buildEmployee(test);
      const body = { requestId: randomUUID(), isPreview: false, reason: 'Rain.', refundedBefore: 0, amount: 500 };
      await test.call('refundBill', { as, params: { billId: payment?.billId ?? '' }, body });
    },
    sweep: makeDueRefunds,
    state: async ({ test: { world } }) => [
      (await world.database.select().from(refunds)).map(({ status }) => status),
      (await world.stripe.refunds.list({ limit: 100 })).data.map(({ amount }) => amount),
    ],
    done: [['done'], [500]],
  },
  'top-up': {
    call: 'transfers.create',
    async make(business) {
      const { test, customer } = business;
      await test.world.database.transaction(async (transaction) => {
        const credit = { cause: `credit:${randomUUID()}`, customerProfileId: customer.profileId, amount: 1500 };
        await post(test.world, transaction, await addCredit(transaction, credit));
      });
      refuseWebhooks(business);
      const { engagementId } = await completedVisit(business);
      // Its own job is lost, so that the sweep has to see to it.
      await test.world.jobs.drain({ ...createJobHandlers(test.world), 'make-top-up': async () => {} });
      expect(await paymentsOf(business, engagementId)).toMatchObject([{ status: 'paid' }]);
    },
    sweep: makeDueTopUps,
    state: async ({ test: { world } }) => [
      (await world.database.select().from(topUps)).map(({ status }) => status),
      (await world.stripe.transfers.list({ limit: 100 })).data
        .filter((transfer) => !transfer.source_transaction)
        .map(({ amount }) => amount),
    ],
    done: [['done'], [1200]],
  },
};

for (const [name, { call, make, sweep, state, done }] of Object.entries(things)) {
  businessTest(`a ${name} that is due is asked for once when processes sweep at once`, async ({ business }) => {
    await make(business);
    const asked = { times: 0 };
    const processes = [1, 2, 3].map(() => openProcess(business, call, asked));
    await Promise.all(processes.map(sweep));
    expect(asked.times).toBe(1);
    expect(await state(business)).toEqual(done);
    await proveBalanceAtStripe(business.test);
  });

  for (const death of ['before', 'after'] as const) {
    businessTest(
      `a ${name} whose process dies ${death} Stripe has made it is made once, after its lease`,
      async ({ business }) => {
        const { test } = business;
        await make(business);
        const asked = { times: 0 };
        await sweep(openProcess(business, call, asked, death));
        expect([asked.times, await state(business)]).toEqual([
          1,
          [['unknown'], death === 'after' ? [expect.any(Number)] : []],
        ]);
        // Until its lease ends nobody else takes it.
        const other = openProcess(business, call, asked);
        await sweep(other);
        expect(asked.times).toBe(1);
        const later = test.world.clock.now().add({ minutes: 6 });
        const afterwards = { ...other, clock: { ...other.clock, now: () => later } };
        await Promise.all([sweep(afterwards), sweep(afterwards)]);
        expect(asked.times).toBe(death === 'after' ? 1 : 2);
        expect(await state(business)).toEqual(done);
        await proveBalanceAtStripe(test);
      },
    );
  }
}

businessTest(
  'a card whose process dies is looked at again after its lease, and its owner is told once',
  async ({ business }) => {
    const { test } = business;
    const engagementId = await buildRunningEngagement(test, await withCard(business));
    const card = await buildCard(test, business.customer);
    await updateEngagement(business, engagementId, { stripePaymentMethodId: card });
    refuseWebhooks(business);
    const [row] = (await test.world.database.select().from(cards)).filter(({ id }) => id === card);
    const dueAt = row?.dueAt ?? test.world.clock.now();
    const asked = { times: 0 };
    const at = (world: World, minutes: number): World => ({
      ...world,
      clock: { ...world.clock, now: () => dueAt.add({ minutes }) },
    });
    expect(dueAt.toZonedDateTimeISO(businessTimeZone).hour).toBe(9);
    const call = 'customers.retrievePaymentMethod';
    await lookAtCards(at(openProcess(business, call, asked, 'after'), 1));
    const other = openProcess(business, call, asked);
    await lookAtCards(at(other, 10));
    expect([asked.times, await customerMails(business, /expires on/)]).toEqual([1, []]);
    await Promise.all([lookAtCards(at(other, 12)), lookAtCards(at(openProcess(business, call, asked), 12))]);
    expect(asked.times).toBe(2);
    await test.advance(dueAt.add({ minutes: 13 }).toString());
    expect(await customerMails(business, /expires on/)).toHaveLength(1);
  },
);

businessTest(
  'a try whose process dies before Stripe hears of it is not made again with what is blocked meanwhile',
  async ({ business }) => {
    const { test, customer } = business;
    const { database, clock } = test.world;
    const { engagementId } = await completedVisit(business);
    refuseWebhooks(business);
    const asked = { times: 0 };
    await sweepBilling(openProcess(business, 'paymentIntents.create', asked, 'before'));
    const [payment] = await paymentsOf(business, engagementId);
    expect([asked.times, payment?.status]).toEqual([1, 'unknown']);
    const { id: paymentId = '', stripePaymentMethodId = '' } = payment ?? {};
    const block = { userId: customer.userId, stripePaymentMethodId, paymentId, since: clock.now() };
    await database.insert(methodBlocks).values({ ...block, reason: 'card-refused' });
    await test.advance('PT6M');
    expect(await intentsOf(business)).toEqual([]);
    expect(await paymentsOf(business, engagementId)).toMatchObject([{ status: 'declined', askedAt: null }]);
  },
);
