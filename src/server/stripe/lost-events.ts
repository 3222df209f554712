import type Stripe from 'stripe';
import type { World } from '../world.ts';
import { ownEventTypes, subjectOf } from './event-types.ts';
import { isId, keepEvents } from './events.ts';
import type { StripeEvent } from './store.ts';

/** Stripe takes no more in one question: https://docs.stripe.com/api/events/list */
const mostTypes = 20;
const pageSize = 100;

/**
 * Lists what Stripe has told of, or tried to, and keeps what we have not heard. It lists our own account's events;
 * those of connected accounts only they can list.
 * @param since at most 30 days ago, further Stripe does not remember
 * @param stillHere is called before each question
 */
export async function hearLostEvents(
  world: World,
  since: Temporal.Instant,
  stillHere: () => Promise<void>,
): Promise<void> {
  const types = Object.keys(ownEventTypes);
  const created = { gte: Math.floor(since.epochMilliseconds / 1000) };
  for (let first = 0; first < types.length; first += mostTypes) {
    const about = { types: types.slice(first, first + mostTypes), created, limit: pageSize };
    let page: StripeEvent[] = [];
    for await (const event of world.stripe.events.list(about)) {
      page.push(...toKeep(event));
      if (page.length < pageSize) continue;
      await stillHere();
      await keepEvents(world, page);
      page = [];
    }
    await keepEvents(world, page);
  }
}

function toKeep(event: Stripe.Event): StripeEvent[] {
  const about = subjectOf(event);
  return about && isId(about.subjectId) ? [{ id: event.id, subject: about.subject, subjectId: about.subjectId }] : [];
}
