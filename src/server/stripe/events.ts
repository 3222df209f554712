import type { World } from '../world.ts';
import { deleteHandled, insertEvent, markHandled, type ProviderEvent, takeEvent } from './store.ts';

/** Each reads an object that has changed at the provider again, by its id. */
export type EventHandlers = { [Subject in ProviderEvent['subject']]: (subjectId: string) => Promise<void> };

/** How long we remember a handled event, so that a repeat does nothing. The provider repeats events for days. */
const keepDays = 30;

/** Stores an event once, and has it handled soon. */
export async function keepEvent(world: World, event: ProviderEvent): Promise<void> {
  await world.database.transaction(async (transaction) => {
    const isNew = await insertEvent(transaction, event, world.clock.now());
    if (isNew) await world.jobs.enqueue(transaction, 'handle-provider-events', {});
  });
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
        { err: error, eventId: id, attempts },
        'an event of the payment provider failed and will be tried again',
      );
      continue;
    }
    await markHandled(database, id);
  }
  await deleteHandled(database, clock.now().subtract({ hours: 24 * keepDays }));
}
