import type Stripe from 'stripe';
import type { Standstill } from '#contract/system.ts';
import { fullName } from '#domain/labels.ts';
import { record } from '../changes/record.ts';
import type { Caller } from '../http/access.ts';
import { ApiError, notNow } from '../http/errors.ts';
import { askStripe } from '../stripe/ask.ts';
import type { World } from '../world.ts';
import {
  endStandstills,
  keepLost,
  keepLostTopUps,
  markCompared,
  type StandstillRow,
  selectLost,
  selectStandstill,
  selectUntaken,
} from './standstill-store.ts';

/** The clocks of the machine and of Stripe are not one, and a backup takes its time. */
const leeway = { hours: 24 };
/** Those that have collected nothing, and cannot any more unless somebody asks. */
const harmless: readonly Stripe.PaymentIntent.Status[] = ['canceled', 'requires_payment_method'];

/** @returns that money stands still after a restore, and what Stripe has collected since the backup; null when it moves */
export async function getStandstill({ database }: Pick<World, 'database'>): Promise<Standstill | null> {
  const standstill = await selectStandstill(database);
  if (!standstill) return null;
  const { count, amount, rows } = await selectLost(database, standstill.id);
  return {
    savedAt: standstill.savedAt.toString(),
    restoredAt: standstill.restoredAt.toString(),
    comparedAt: standstill.comparedAt?.toString() ?? null,
    lost: {
      count,
      amount,
      topUps: { count: standstill.lostTopUps, amount: standstill.lostTopUpsAmount },
      rows: rows.map(({ madeAt, customer, ...row }) => ({
        ...row,
        madeAt: madeAt.toString(),
        customer: customer && { id: customer.id, name: fullName(customer) },
      })),
    },
  };
}

/**
 * After a restore: reads at Stripe what was collected since the backup, once.
 * @returns whether it did
 * @throws StripeError when Stripe cannot be asked; then the next sweep asks
 */
export async function compareAfterRestore(world: World): Promise<boolean> {
  const standstill = await selectStandstill(world.database);
  if (!standstill || standstill.comparedAt) return false;
  await readLost(world, world.stripe, standstill);
  return await markCompared(world.database, standstill.id, world.clock.now());
}

/** @returns the PaymentIntents of before a restore that belong to nothing here, now that money moves again */
export const listUntaken = ({ database }: Pick<World, 'database'>): Promise<string[]> => selectUntaken(database);

async function readLost({ database }: World, stripe: Stripe, { id, savedAt }: StandstillRow): Promise<void> {
  const gte = Math.floor(savedAt.subtract(leeway).epochMilliseconds / 1000);
  const page: Parameters<typeof keepLost>[1][number][] = [];
  for await (const intent of stripe.paymentIntents.list({ created: { gte }, limit: 100 })) {
    const { paymentId, engagementId } = intent.metadata;
    // Without ours it is somebody else's, such as of a dashboard.
    if (!paymentId || !engagementId || harmless.includes(intent.status)) continue;
    page.push({
      paymentId,
      standstillId: id,
      stripePaymentIntentId: intent.id,
      engagementId,
      amount: intent.amount,
      description: intent.description ?? '',
      madeAt: Temporal.Instant.fromEpochMilliseconds(intent.created * 1000),
    });
    if (page.length === 100) await keepLost(database, page.splice(0));
  }
  await keepLost(database, page);
  const passedOn = new Map<string, number>();
  for await (const { metadata, amount, amount_reversed: back } of stripe.transfers.list({
    created: { gte },
    limit: 100,
  })) {
    if (metadata.topUpId && amount > back) passedOn.set(metadata.topUpId, amount - back);
  }
  await keepLostTopUps(database, id, passedOn);
}

/**
 * Lets money go on after a restore, once Stripe's payments were read once more. A repeat does nothing.
 * @param seen how many lost payments the caller was shown
 * @throws ApiError NOT_ALLOWED_NOW before they were read; CONFLICT when there are others by now;
 *   PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function letMoneyGoOn(world: World, caller: Caller, seen: number): Promise<void> {
  const { database, clock } = world;
  const standstill = await selectStandstill(database);
  if (!standstill) return;
  if (!standstill.comparedAt) {
    throw notNow('Stripe has not said yet what it has collected since the backup. Please wait.');
  }
  await askStripe(world, async (stripe) => await readLost(world, stripe, standstill));
  const { count } = await selectLost(database, standstill.id);
  if (count !== seen) {
    throw new ApiError('CONFLICT', 'Stripe has collected more meanwhile. Please look at the list again.');
  }
  await database.transaction(async (transaction) => {
    const fields = [
      { name: 'savedAt', from: null, to: standstill.savedAt.toString() },
      { name: 'lostPayments', from: null, to: count },
    ];
    for (const subjectId of await endStandstills(transaction, clock.now())) {
      await record(world, transaction, { kind: 'money-let-go-on', by: caller.userId, subjectId, fields });
    }
  });
}
