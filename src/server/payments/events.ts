import type { World } from '../world.ts';
import { deleteHandled, insertEvent, markHandled, type ProviderEvent, takeEvent } from './store.ts';

/** What is done about an object that changed at the provider: it is read again there, by its id. */
export type EventHandlers = { [Subject in ProviderEvent['subject']]: (subjectId: string) => Promise<void> };

/** For how long an event that is dealt with is known, so that a repeat does nothing; the provider repeats for days. */
const keepDays = 30;

/** Keeps an event, once, to be dealt with soon. */
export async function keepEvent(world: World, event: ProviderEvent): Promise<void> {
  await world.database.transaction(async (transaction) => {
    const isNew = await insertEvent(transaction, event, world.clock.now());
    if (isNew) await world.jobs.enqueue(transaction, 'handle-provider-events', {});
  });
}

/** Deals with every event that is due, one after the other; one that fails is tried again later. */
export async function handleDueEvents(world: World, handlers: EventHandlers): Promise<void> {
  const { database, clock, log } = world;
  for (let event = await takeEvent(database, clock.now()); event; event = await takeEvent(database, clock.now())) {
    const { id, subject, subjectId, attempts } = event;
    try {
      await handlers[subject](subjectId);
    } catch (error) {
      log.warn({ err: error, eventId: id, attempts }, 'an event of the payment provider will be dealt with later');
      continue;
    }
    await markHandled(database, id);
  }
  await deleteHandled(database, clock.now().subtract({ hours: 24 * keepDays }));
}
