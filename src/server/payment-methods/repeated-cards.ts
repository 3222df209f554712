import type Stripe from 'stripe';
import { askStripe, findAtStripe } from '../stripe/ask.ts';
import type { World } from '../world.ts';
import { learnCard } from './cards.ts';
import { replaceCard } from './repeated-cards-store.ts';
import { selectUses } from './store.ts';

/**
 * The same card saved twice is one: the newest saving of it, with the expiry of now, takes the place of the older ones in all
 * services, which Stripe then forgets.
 * @param saved newest first
 * @returns what is left of them
 */
export async function withoutRepeats(
  world: World,
  userId: string,
  saved: Stripe.PaymentMethod[],
): Promise<Stripe.PaymentMethod[]> {
  const newest = new Map<string, Stripe.PaymentMethod>();
  for (const method of saved) {
    const key = keyOf(method);
    const kept = newest.get(key);
    if (!kept || method.created > kept.created) newest.set(key, method);
  }
  for (const method of saved) {
    const kept = newest.get(keyOf(method));
    if (kept && kept !== method) await replace(world, userId, method, kept);
  }
  return [...newest.values()].sort((one, other) => saved.indexOf(one) - saved.indexOf(other));
}

/**
 * @param saved all that a user has saved
 * @param methodId of one of them, or of an older saving of the same card or account, which Stripe has forgotten for it: another
 *   tab may still show that
 * @returns the one that it stands for; undefined when it is none of theirs
 */
export async function findSaving(
  world: World,
  saved: readonly Stripe.PaymentMethod[],
  methodId: string,
): Promise<Stripe.PaymentMethod | undefined> {
  const itself = saved.find(({ id }) => id === methodId);
  if (itself || saved.length === 0) return itself;
  const older = await findAtStripe(world, (stripe) => stripe.paymentMethods.retrieve(methodId));
  if (!older || older.customer !== null) return undefined;
  return saved.find((method) => keyOf(method) === keyOf(older));
}

/** A card in a wallet has a number of its own; two kinds never have one. */
const keyOf = ({ id, type, card, us_bank_account: bank }: Stripe.PaymentMethod): string => {
  const fingerprint = card?.fingerprint ?? bank?.fingerprint;
  return fingerprint ? `${type}:${card?.wallet?.type ?? ''}:${fingerprint}` : id;
};

async function replace(
  world: World,
  userId: string,
  older: Stripe.PaymentMethod,
  newer: Stripe.PaymentMethod,
): Promise<void> {
  const isChosen = await world.database.transaction((transaction) =>
    replaceCard(transaction, userId, older.id, newer.id),
  );
  if (isChosen) await learnCard(world, userId, newer);
  const uses = await selectUses(world.database, userId, older.id, world.clock.now());
  // A payment with it is under way: the next look at the list forgets it.
  if (uses?.isUnderWay) return;
  // The list is right without this too. Somebody else who looks at it may have been faster; else the next look does it.
  await askStripe(world, (stripe) => stripe.paymentMethods.detach(older.id)).catch(() => undefined);
}
