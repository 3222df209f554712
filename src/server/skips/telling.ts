import { businessDay } from '#domain/calendar.ts';
import type { SkipActor } from '#domain/schedule-rules.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { visitClass } from '#domain/visit-class.ts';
import type { Transaction } from '../database/connection.ts';
import { undoneLetter } from '../messages/letters/visit-skip-undone.ts';
import { couldNotLetter, customerSkippedLetter, workerSkippedLetter } from '../messages/letters/visit-skipped.ts';
import { tell, workOn } from '../messages/service.ts';
import { drop, undoMessages } from '../messages/take-back.ts';
import { engagementParties } from '../parties/parties.ts';
import { noteTold } from '../reminders/told.ts';
import type { SkipRow } from '../visits/states.ts';
import type { World } from '../world.ts';

export const isToday = (date: Temporal.PlainDate, now: Temporal.Instant) => businessDay(now).equals(date);

/** The events of which people are told when a visit was given up, or one that is over was taken off. */
export const events = (skip: Pick<SkipRow, 'id'>) => ({
  customer: `visit-skipped:${skip.id}:customer`,
  worker: `visit-skipped:${skip.id}:worker`,
});

/** Tells the customer and the worker, except the one who made it, of a visit that was given up, or of one that is over. */
export async function tellOthers(
  world: World,
  transaction: Transaction,
  skip: SkipRow,
  { actor, lockedGateFee, notBefore }: { actor: SkipActor; lockedGateFee: number; notBefore: Temporal.Instant },
): Promise<void> {
  const readers = await readersOf(world, transaction, skip, actor);
  const about = { ...readers.about, isToday: isToday(skip.date, world.clock.now()) };
  const options = {
    class: visitClass(world.clock.now(), [skip.date]),
    notBefore,
    about: skip.engagementId,
  } as const;
  if (readers.customer) {
    const { person, url } = readers.customer;
    const reader = { ...about, firstName: person.firstName, url };
    const letter = skip.kind === 'could-not' ? couldNotLetter(reader, lockedGateFee) : customerSkippedLetter(reader);
    await tell(world, transaction, events(skip).customer, person, letter, options);
  }
  if (readers.worker) {
    const { person, url } = readers.worker;
    const notAfter = skip.date.add({ days: 1 }).toZonedDateTime(businessTimeZone).toInstant();
    const letter = workerSkippedLetter({ ...about, firstName: person.firstName, url });
    // The worker needs no message about a day that is over.
    if (Temporal.Instant.compare(notBefore, notAfter) >= 0) return;
    await tell(world, transaction, events(skip).worker, person, letter, {
      ...options,
      ...workOn(world, [skip.date]),
      notAfter,
    });
  }
}

/** Cancels the unsent messages of a visit that was given up. People who had the message are told that it is on again. */
export async function tellUndone(
  world: World,
  transaction: Transaction,
  skip: SkipRow,
  actor: SkipActor,
): Promise<void> {
  const { about, ...readers } = await readersOf(world, transaction, skip, actor);
  for (const role of ['customer', 'worker'] as const) {
    const isUntold = await undoMessages(transaction, events(skip)[role]);
    await drop(world, transaction, events(skip)[role], 'That the visit is off was taken back.');
    const reader = readers[role];
    if (!reader || (isUntold && role !== skip.skippedBy)) continue;
    const { person, url, label } = reader;
    const today = businessDay(world.clock.now());
    const isOver = Temporal.PlainDate.compare(skip.date, today) < 0;
    const letter = undoneLetter({ ...about, firstName: person.firstName, url }, { label, isOver });
    const options =
      role === 'worker' ? workOn(world, [skip.date]) : ({ class: visitClass(world.clock.now(), [skip.date]) } as const);
    const dayEnd = skip.date.add({ days: 1 }).toZonedDateTime(businessTimeZone).toInstant();
    const event = isOver ? `visit-skip-undone:${skip.id}` : `visit-on-again:${skip.engagementId}:${skip.id}`;
    await tell(world, transaction, `${event}:${role}`, person, letter, {
      ...options,
      about: skip.engagementId,
      ...(isOver ? {} : { notAfter: dayEnd }),
    });
    const maker = skip.workerProfileId;
    if (role === 'customer' && maker) {
      await noteTold(world, transaction, { engagementId: skip.engagementId, day: skip.date, workerProfileId: maker });
    }
  }
}

/**
 * @returns the people whom a skip concerns, without the actor, each with a page to read on; and the letters' content
 */
async function readersOf(world: World, transaction: Transaction, skip: SkipRow, actor: SkipActor) {
  const maker = skip.workerProfileId ?? undefined;
  const parties = await engagementParties(world, transaction, skip.engagementId, maker);
  const { customer, worker, yard: street, workerName, url } = parties;
  const { date, reason } = skip;
  const itinerary = worker && `${world.publicUrl}/worker/${worker.profileId}/itinerary`;
  return {
    about: { street, workerName, customerName: customer.firstName, date, by: actor, reason },
    customer: actor === 'customer' ? undefined : { person: customer, url, label: 'See your next visits' },
    worker:
      actor === 'worker' || !worker || !itinerary
        ? undefined
        : { person: worker, url: itinerary, label: 'See your itinerary' },
  };
}
