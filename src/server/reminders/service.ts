import { randomUUIDv7 } from 'node:crypto';
import { businessDay } from '#domain/calendar.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { tellAll } from '../messages/service.ts';
import { drop } from '../messages/take-back.ts';
import { nextWaking } from '../messages/waking.ts';
import type { World } from '../world.ts';
import { reminderLetter } from './letters.ts';
import {
  deleteBefore,
  deleteReminders,
  noteReminded,
  selectMakers,
  selectToTell,
  selectUnsent,
  type ToTell,
} from './store.ts';

/** Between these hours of the business customers are reminded of tomorrow: late enough for plans to stand. */
const remindFromHour = 16;
const remindUntilHour = 21;
/** How many customers one transaction tells, and one sweep; the next one goes on a minute later. */
const batch = 250;
const mostInOneSweep = 10_000;
const daysKept = 7;

/**
 * Tells customers of tomorrow's visits, each in one letter, as the plan is then. A visit that comes up later in the evening has a
 * letter of its own; one that is gone before the letter is out has the letter written anew.
 */
export async function remindOfVisits(world: World): Promise<void> {
  const local = world.clock.now().toZonedDateTimeISO(businessTimeZone);
  if (local.hour < remindFromHour || local.hour >= remindUntilHour) return;
  const tomorrow = local.toPlainDate().add({ days: 1 });
  await takeBackUntrue(world, tomorrow);
  const toTell = await selectToTell(world.database, tomorrow, mostInOneSweep);
  for (let at = 0; at < toTell.length; at += batch) {
    await remind(world, tomorrow, toTell.slice(at, at + batch));
  }
}

/** Forgets what nobody asks for any more. */
export async function forgetReminders(world: World): Promise<void> {
  await deleteBefore(world.database, businessDay(world.clock.now()).subtract({ days: daysKept }));
}

const eventOf = (letterId: string) => `visit-reminder:${letterId}`;

async function takeBackUntrue(world: World, day: Temporal.PlainDate): Promise<void> {
  const unsent = await selectUnsent(world.database, day, mostInOneSweep);
  if (unsent.length === 0) return;
  const makers = await selectMakers(world.database, day, [...new Set(unsent.map(({ engagementId }) => engagementId))]);
  const untrue = unsent.filter(({ engagementId, workerProfileId }) => makers.get(engagementId) !== workerProfileId);
  const letterIds = [...new Set(untrue.map(({ letterId }) => letterId))];
  if (letterIds.length === 0) return;
  await world.database.transaction(async (transaction) => {
    await drop(
      world,
      transaction,
      letterIds.map(eventOf),
      'A visit in it was moved or taken off before it could be sent.',
    );
    await deleteReminders(transaction, letterIds);
  });
}

async function remind(world: World, day: Temporal.PlainDate, toTell: readonly ToTell[]): Promise<void> {
  const letters = toTell.map((one) => ({ ...one, letterId: randomUUIDv7() }));
  const notAfter = day.toZonedDateTime(businessTimeZone).toInstant();
  // Where texts wait for another day, a mail is in time.
  const isTextDay = Temporal.Instant.compare(nextWaking(world, world.clock.now()), notAfter) < 0;
  await world.database.transaction(async (transaction) => {
    const visits = await noteReminded(transaction, day, letters);
    const told = [...Map.groupBy(visits, ({ letterId }) => letterId).values()].flatMap((ofCustomer) => {
      const [first, ...more] = ofCustomer;
      if (!first) return [];
      const { customerProfileId, engagementId, letterId } = first;
      const services = `${world.publicUrl}/customers/${customerProfileId}/engagements`;
      const url = more.length === 0 ? `${services}/${engagementId}` : services;
      const about = { firstName: first.firstName, url, profileUrl: `${world.publicUrl}/profiles/${customerProfileId}` };
      const reader = { ...first, profileId: customerProfileId };
      const recipient = isTextDay
        ? reader
        : { ...reader, notificationPreference: 'NOTIFICATION_PREFERENCE_EMAIL' as const };
      return [{ event: eventOf(letterId), recipient, letter: reminderLetter(about, day, [first, ...more]) }];
    });
    await tellAll(world, transaction, told, { notAfter });
  });
}
