import { businessDay, isBefore } from '#domain/calendar.ts';
import type { MessageClass } from '#domain/correspondence.ts';
import { textHours } from '#domain/settings.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import type { World } from '../world.ts';
import type { Message } from './store.ts';

/** @returns when a text may be sent that is to wake nobody, at this moment or later */
export function nextWaking({ settings }: Pick<World, 'settings'>, moment: Temporal.Instant): Temporal.Instant {
  const { textsFromHour, textsUntilHour, textsOnDays } = settings.at(moment);
  // Before this was held to, others could be saved.
  const isWithin = textsFromHour < textHours.until && textsUntilHour > textHours.from;
  const from = isWithin ? Math.max(textsFromHour, textHours.from) : textHours.from;
  const until = isWithin ? Math.min(textsUntilHour, textHours.until) : textHours.until;
  const local = moment.toZonedDateTimeISO(businessTimeZone);
  const isTextDay = (day: Temporal.PlainDate) => textsOnDays.includes(String(day.dayOfWeek));
  let day = local.toPlainDate();
  if (isTextDay(day) && local.hour >= from && local.hour < until) return moment;
  if (local.hour >= from) day = day.add({ days: 1 });
  // One day of the week at least is one.
  while (!isTextDay(day)) day = day.add({ days: 1 });
  return day.toZonedDateTime({ timeZone: businessTimeZone, plainTime: { hour: from } }).toInstant();
}

/**
 * What is told at night is told in the morning instead, by mail and by text, unless it is about the day that has begun, or one
 * before that morning: what is taken back by then reaches nobody, and of several changes people read the last.
 * @param firstDay the first day that it is about
 * @returns from when on people are told; undefined when they are told now
 */
export function tellFrom(
  world: Pick<World, 'clock' | 'settings'>,
  firstDay: Temporal.PlainDate | undefined,
): Temporal.Instant | undefined {
  const now = world.clock.now();
  const morning = nextWaking(world, now);
  const today = businessDay(now);
  if (!firstDay || morning.equals(now) || firstDay.equals(today)) return undefined;
  const isBetween = isBefore(today, firstDay) && isBefore(firstDay, businessDay(morning));
  return isBetween ? undefined : morning;
}

/** @returns whether a text sent now wakes nobody */
export const mayWake = (world: World, moment: Temporal.Instant): boolean => nextWaking(world, moment).equals(moment);

/** Texts of these go out at any hour: somebody waits for them. Others wait for the morning, so that they wake nobody. */
const atAnyHour: readonly MessageClass[] = ['security', 'now'];

/** @returns whether a text may wake its reader */
export const isAtAnyHour = ({ class: messageClass, waitsForDay }: Pick<Message, 'class' | 'waitsForDay'>): boolean =>
  atAnyHour.includes(messageClass) && !waitsForDay;

/** @returns from when on a message may go out that would wake its reader at this moment; undefined when it may go now */
export function mayGoFrom(
  world: World,
  { channel, class: messageClass, waitsForDay }: Pick<Message, 'channel' | 'class' | 'waitsForDay'>,
  now: Temporal.Instant,
): Temporal.Instant | undefined {
  if (channel === 'email' || isAtAnyHour({ class: messageClass, waitsForDay })) return undefined;
  const from = nextWaking(world, now);
  return from.equals(now) ? undefined : from;
}
