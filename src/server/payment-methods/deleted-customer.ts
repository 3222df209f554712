import { keepFindings } from '../findings/store.ts';
import { cardsGoneLetter } from '../messages/letters/customer-deleted.ts';
import { tell } from '../messages/service.ts';
import { askStripe, findAtStripe } from '../stripe/ask.ts';
import type { World } from '../world.ts';
import { markCardsGone } from './card-store.ts';
import { forgetStripeCustomer, selectByStripeCustomer, selectCustomer, selectNeedsCard } from './store.ts';

/** Those who are saving a card just now choose it meanwhile, and are not asked for it. */
const timeToChoose = { minutes: 5 };

/**
 * Reads a customer at Stripe. If it was deleted there, its cards are gone at once: what is owed is held until there is a
 * card again, which a customer who needs one is asked for, and staff see it until then.
 * @throws ApiError PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function refreshStripeCustomer(world: World, stripeCustomerId: string): Promise<void> {
  const userId = await selectByStripeCustomer(world.database, stripeCustomerId);
  if (userId === undefined) return;
  if (!(await isDeletedAtStripe(world, stripeCustomerId))) return;
  await world.database.transaction(async (transaction) => {
    if (!(await forgetStripeCustomer(transaction, userId, stripeCustomerId))) return;
    await markCardsGone(transaction, userId, world.clock.now());
    const customer = await selectCustomer(transaction, userId);
    if (!customer) return;
    if (await selectNeedsCard(transaction, userId)) {
      const letter = cardsGoneLetter(customer, `${world.publicUrl}/users/${userId}/payment-methods`);
      const notBefore = world.clock.now().add(timeToChoose);
      const event = `customer-deleted:${stripeCustomerId}`;
      await tell(world, transaction, event, customer, letter, { class: 'bill', notBefore });
    }
    const finding = { kind: 'customer-deleted', subject: userId, profileId: customer.profileId } as const;
    await keepFindings(transaction, [finding], world.clock.now());
  });
}

/**
 * Stripe still answers for a customer who was deleted (https://docs.stripe.com/api/customers/retrieve). One that it does not
 * know belongs to another account: then the key is wrong, and nobody is forgotten.
 * @throws ApiError PAYMENT_PROVIDER_UNAVAILABLE also then
 */
export async function isDeletedAtStripe(world: World, stripeCustomerId: string): Promise<boolean> {
  const customer = await askStripe(world, (stripe) => stripe.customers.retrieve(stripeCustomerId));
  return customer.deleted === true;
}

/**
 * Deletes somebody at Stripe, with their cards, and tells nobody. Asked again after a failure it goes on with it.
 * @throws ApiError PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function forgetAtStripe(
  world: World,
  {
    userId,
    stripeCustomerId,
    deletedStripeCustomerId,
  }: { userId: string; stripeCustomerId: string | null; deletedStripeCustomerId: string | null },
): Promise<void> {
  // Forgotten here first: what Stripe says of the deletion then concerns nobody.
  if (stripeCustomerId) await forgetStripeCustomer(world.database, userId, stripeCustomerId);
  const id = stripeCustomerId ?? deletedStripeCustomerId;
  if (id) await deleteAtStripe(world, id);
}

/**
 * Deletes a customer at Stripe, with their cards. One that is deleted already stays so.
 * @throws ApiError PAYMENT_PROVIDER_UNAVAILABLE
 */
export async function deleteAtStripe(world: World, stripeCustomerId: string): Promise<void> {
  const deleted = await findAtStripe(world, (stripe) => stripe.customers.del(stripeCustomerId));
  if (!deleted) await isDeletedAtStripe(world, stripeCustomerId);
}
