import { randomUUIDv7 } from 'node:crypto';
import { businessTimeZone } from '#domain/time-zone.ts';
import { reminderLetter } from '../messages/letters/visit-reminder.ts';
import { tellAll } from '../messages/service.ts';
import { drop } from '../messages/take-back.ts';
import { nextWaking } from '../messages/waking.ts';
import type { World } from '../world.ts';
import { forgetReminders, noteReminded, selectToTell, selectUntrue, type ToTell } from './store.ts';

/** Between these hours of the business customers are reminded of tomorrow: late enough for plans to stand. */
const remindFromHour = 16;
const remindUntilHour = 21;
/** How many customers one transaction tells, and one sweep; the next one goes on a minute later. */
const batch = 250;
const mostInOneSweep = 10_000;

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

const eventOf = (letterId: string) => `visit-reminder:${letterId}`;

async function takeBackUntrue(world: World, day: Temporal.PlainDate): Promise<void> {
  const letterIds = await selectUntrue(world.database, day, mostInOneSweep);
  if (letterIds.length === 0) return;
  await world.database.transaction(async (transaction) => {
    await drop(
      world,
      transaction,
      letterIds.map(eventOf),
      'A visit in it was moved or taken off before it could be sent.',
    );
    await forgetReminders(transaction, letterIds);
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
