import Stripe from 'stripe';
import { connectedEventTypes, ownEventTypes } from './event-types.ts';

/**
 * @param publicUrl the site's address
 * @returns the events that none of our webhook endpoints is told of; undefined when Stripe does not say
 */
export async function findMissingEvents(stripe: Stripe, publicUrl: string): Promise<string[] | undefined> {
  const told = new Set<string>();
  try {
    for await (const { url, status, enabled_events } of stripe.webhookEndpoints.list({ limit: 100 })) {
      if (url !== `${publicUrl}/webhooks/stripe` || status !== 'enabled') continue;
      for (const type of enabled_events) told.add(type);
    }
  } catch (error) {
    // A restricted key may not ask for this, and no start is to wait for Stripe.
    if (error instanceof Stripe.errors.StripeError) return undefined;
    throw error;
  }
  if (told.has('*')) return [];
  return [...Object.keys(ownEventTypes), ...Object.keys(connectedEventTypes)].filter((type) => !told.has(type));
}
