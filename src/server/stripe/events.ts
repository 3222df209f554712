import type { World } from '../world.ts';
import { deleteHandled, insertEvents, markHandled, type StripeEvent, takeEvent } from './store.ts';

/** Each reads an object that has changed at Stripe again, by its id. */
export type EventHandlers = { [Subject in StripeEvent['subject']]: (subjectId: string) => Promise<void> };

/** How long we remember a handled event, so that a repeat does nothing. Stripe repeats events for days. */
export const eventsKept = { hours: 24 * 30 };

/** Only such ids are stored and asked for at Stripe. */
export const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{1,255}$/.test(value);

/** Stores each event once, and has it handled soon. The sweep handles one that is stored and gets no job. */
export async function keepEvents({ database, clock, jobs }: World, events: readonly StripeEvent[]): Promise<void> {
  if (events.length === 0) return;
  if (await insertEvents(database, events, clock.now())) await jobs.enqueueShared(database, 'handle-stripe-events');
}

/** Handles every event that is due, one after the other. An event that fails is tried again later. */
export async function handleDueEvents(world: World, handlers: EventHandlers): Promise<void> {
  const { database, clock, log } = world;
  for (let event = await takeEvent(database, clock.now()); event; event = await takeEvent(database, clock.now())) {
    const { id, subject, subjectId, attempts } = event;
    try {
      await handlers[subject](subjectId);
    } catch (error) {
      log.warn(
        { event: 'stripe-event-failed', err: error, eventId: id, attempts },
        'an event of Stripe failed and will be tried again',
      );
      continue;
    }
    await markHandled(database, id);
  }
  await deleteHandled(database, clock.now().subtract(eventsKept));
}
