import type Stripe from 'stripe';
import type { ConnectedAccount } from '#contract/connected-accounts.ts';
import { isEmail } from '#domain/no-email.ts';
import { releaseHeldCharges } from '../charges/service.ts';
import type { Transaction } from '../database/connection.ts';
import { type Caller, holds } from '../http/access.ts';
import { ApiError, notNow } from '../http/errors.ts';
import { disconnectedLetter, restrictedLetter } from '../messages/letters/account-restricted.ts';
import { tell } from '../messages/service.ts';
import { askStripe, findAtStripe, isDisconnected, makeOnce } from '../stripe/ask.ts';
import type { World } from '../world.ts';
import {
  type ConnectedAccountRow,
  keepConnectedAccount,
  replaceConnectedAccount,
  selectByStripeId,
  selectConnectedAccount,
  selectWorker,
  selectWorkerEmail,
  updateOnboarding,
} from './store.ts';

/**
 * Reads an incomplete account again at Stripe, so that a worker who comes back from onboarding does not
 * wait for the webhook.
 * @returns the state of the user's connected account
 */
export async function getConnectedAccount(world: World, userId: string): Promise<ConnectedAccount> {
  const account = await selectConnectedAccount(world.database, userId);
  if (!account) return { id: null, onboardingComplete: false };
  if (account.onboardingComplete) return toConnectedAccount(account);
  try {
    return toConnectedAccount((await refreshConnectedAccount(world, account.stripeAccountId)) ?? account);
  } catch (error) {
    // While Stripe does not answer, the last known state is still worth showing.
    if (error instanceof ApiError) return toConnectedAccount(account);
    throw error;
  }
}

/** What the browser may show of an account: https://docs.stripe.com/connect/supported-embedded-components */
const components = {
  account_onboarding: { enabled: true },
  balances: { enabled: true },
  payouts: { enabled: true },
} as const;

/**
 * Opens the embedded components. The first time it also opens the worker's account at Stripe.
 * @returns the client secret with which the browser shows them
 * @throws ApiError FORBIDDEN unless the caller is a worker, PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function createAccountSession(world: World, caller: Caller): Promise<string> {
  if (!holds(caller, 'PROFILE_TYPE_WORKER')) throw new ApiError('FORBIDDEN', 'Only workers have a connected account.');
  const account = await findOrOpenAccount(world, caller.userId);
  const secret = await openSession(world, account);
  if (secret !== 'disconnected') return secret;
  // One that was disconnected cannot be connected again.
  const another = await openSession(world, await findOrOpenAccount(world, caller.userId, account));
  if (another === 'disconnected') throw notNow('Please try again in a few minutes.');
  return another;
}

async function openSession(world: World, account: string): Promise<string> {
  return await askStripe(world, async (stripe) => {
    try {
      return (await stripe.accountSessions.create({ account, components })).client_secret;
    } catch (error) {
      if (isDisconnected(error)) return 'disconnected';
      throw error;
    }
  });
}

/**
 * Reads an account at Stripe and stores whether we may pay it. When that ends, the worker is told once,
 * and charges for the worker's visits are held until it begins again. Of several readings at once the newest counts: a
 * call that finds a newer version stored reads again.
 * @returns the account as it is now; undefined when it is not one of ours
 * @throws ApiError PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function refreshConnectedAccount(
  world: World,
  stripeAccountId: string,
): Promise<ConnectedAccountRow | undefined> {
  for (;;) {
    const before = await selectByStripeId(world.database, stripeAccountId);
    const account = before && (await findAccount(world, stripeAccountId));
    if (!account) return undefined;
    const kept = await keepReading(world, before, account);
    if (kept) return kept;
  }
}

/** @returns undefined when another reading was stored meanwhile */
async function keepReading(world: World, before: ConnectedAccountRow, account: Stripe.Account | 'disconnected') {
  const onboardingComplete = account !== 'disconnected' && mayBePaid(account);
  return await world.database.transaction(async (transaction) => {
    const restrictedSince = before.onboardingComplete ? world.clock.now() : before.restrictedAt;
    const restrictedAt = onboardingComplete ? null : restrictedSince;
    const kept = await updateOnboarding(transaction, before, { onboardingComplete, restrictedAt });
    if (!kept) return undefined;
    if (before.onboardingComplete && !onboardingComplete) await tellOfRestriction(world, transaction, kept, account);
    if (!before.onboardingComplete && onboardingComplete) await releaseHeldCharges(world, transaction, kept.userId);
    return kept;
  });
}

const mayBePaid = ({ details_submitted, charges_enabled, payouts_enabled, capabilities }: Stripe.Account): boolean =>
  details_submitted && charges_enabled && payouts_enabled && capabilities?.transfers === 'active';

async function findAccount(world: World, id: string): Promise<Stripe.Account | 'disconnected' | undefined> {
  return await findAtStripe(world, async (stripe) => {
    try {
      return await stripe.accounts.retrieve(id);
    } catch (error) {
      if (isDisconnected(error)) return 'disconnected';
      throw error;
    }
  });
}

async function tellOfRestriction(
  world: World,
  transaction: Transaction,
  account: ConnectedAccountRow,
  found: Stripe.Account | 'disconnected',
): Promise<void> {
  const worker = await selectWorker(transaction, account.userId);
  if (!worker) return;
  const letterOf = found === 'disconnected' ? disconnectedLetter : restrictedLetter;
  const letter = letterOf(worker, `${world.publicUrl}/stripe/onboarding`);
  const event = `account-restricted:${account.id}:${account.version}`;
  await tell(world, transaction, event, worker, letter, { class: 'bill' });
}

/** @returns whether we may pay the user, as far as we know without asking Stripe */
export async function isOnboarded(world: World, userId: string): Promise<boolean> {
  return (await selectConnectedAccount(world.database, userId))?.onboardingComplete ?? false;
}

/** @throws ApiError NOT_ONBOARDED unless we may pay the user */
export async function requireOnboarded(world: World, userId: string): Promise<void> {
  if (await isOnboarded(world, userId)) return;
  throw new ApiError('NOT_ONBOARDED', 'You must complete onboarding to get hired by customers.');
}

/** @param disconnected an account that is not to be found any more */
async function findOrOpenAccount(world: World, userId: string, disconnected?: string): Promise<string> {
  const existing = await selectConnectedAccount(world.database, userId);
  if (existing && existing.stripeAccountId !== disconnected) return existing.stripeAccountId;
  const email = await selectWorkerEmail(world.database, userId);
  if (!email) throw new ApiError('FORBIDDEN', 'Only workers have a connected account.');
  const account: Stripe.AccountCreateParams = {
    country: 'US',
    ...(isEmail(email) && { email }),
    business_type: 'individual',
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    // The same as `type: 'express'`: https://docs.stripe.com/connect/migrate-to-controller-properties.
    // With destination charges Stripe takes its fees and refunds from the platform.
    controller: {
      fees: { payer: 'application' },
      losses: { payments: 'application' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: 'express' },
    },
    // Under the key of the other one Stripe would answer that for a day.
    metadata: { userId, ...(disconnected !== undefined && { after: disconnected }) },
  };
  const { id } = await makeOnce(world, `account:${userId}`, account, (stripe, sent, options) =>
    stripe.accounts.create(sent, options),
  );
  if (existing) return await replaceConnectedAccount(world.database, existing, id);
  const kept = await keepConnectedAccount(world.database, {
    userId,
    stripeAccountId: id,
    onboardingComplete: false,
    createdAt: world.clock.now(),
  });
  return kept.stripeAccountId;
}

function toConnectedAccount({ stripeAccountId, onboardingComplete }: ConnectedAccountRow): ConnectedAccount {
  return { id: stripeAccountId, onboardingComplete };
}
