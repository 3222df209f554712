import { businessDay } from '#domain/calendar.ts';
import { isActive } from '#domain/engagement-status.ts';
import { type CalendarEvent, icalendarOf } from '#domain/icalendar.ts';
import { firstDates, scheduleOf } from '#domain/schedule-rules.ts';
import { notFound } from '../http/errors.ts';
import { newToken } from '../secrets.ts';
import type { World } from '../world.ts';
import { deleteToken, replaceToken, selectOwner, selectToken, selectVisitsOfFeed } from './store.ts';

/** How far back and ahead a feed goes. */
const daysBack = 60;
const daysAhead = 90;

/** @returns the address of a customer's feed; null before the first one is made */
export async function getCalendarFeed(world: World, customerProfileId: string): Promise<{ url: string | null }> {
  const token = await selectToken(world.database, customerProfileId);
  return { url: token ? urlOf(world, token) : null };
}

/** Who presses twice, or on two phones at once, gets one address: the one that was told first must not be dead. */
const samePress = { seconds: 10 };

/** Makes an address, and ends the one before, unless that was made a moment ago. */
export async function renewCalendarFeed(world: World, customerProfileId: string): Promise<{ url: string }> {
  const now = world.clock.now();
  await replaceToken(world.database, customerProfileId, newToken(), { now, madeBefore: now.subtract(samePress) });
  const token = await selectToken(world.database, customerProfileId);
  if (!token) throw notFound('Calendar');
  return { url: urlOf(world, token) };
}

/** Ends the address. Who ends one that is none any more has what was wanted. */
export async function endCalendarFeed(world: World, customerProfileId: string): Promise<{ url: null }> {
  await deleteToken(world.database, customerProfileId);
  return { url: null };
}

const urlOf = ({ publicUrl }: World, token: string) => `${publicUrl}/v1/calendar-feeds/${token}.ics`;

/**
 * @returns the visits of whose feed it is, as iCalendar
 * @throws ApiError NOT_FOUND for an address that is none any more, or whose account is closed
 */
export async function readCalendarFeed(world: World, token: string): Promise<string> {
  const customerProfileId = await selectOwner(world.database, token);
  if (!customerProfileId) throw notFound('Calendar');
  const now = world.clock.now();
  const today = businessDay(now);
  const services = await selectVisitsOfFeed(world.database, customerProfileId, today.subtract({ days: daysBack }));
  const events = services
    .flatMap((service) => eventsOf(world, customerProfileId, service, today))
    .toSorted((one, other) => Temporal.PlainDate.compare(one.day, other.day));
  return icalendarOf(world.settings.now().businessName, events, now);
}

type Service = Awaited<ReturnType<typeof selectVisitsOfFeed>>[number];

function eventsOf(
  world: World,
  customerProfileId: string,
  service: Service,
  today: Temporal.PlainDate,
): CalendarEvent[] {
  const { engagement, productName, yard, moves } = service;
  const { host } = new URL(world.publicUrl);
  const toEvent = (day: Temporal.PlainDate, who: string | undefined, mark = '') => {
    const move = moves.find((one) => one.day?.equals(day));
    return {
      // A visit that is moved is the same one on another day.
      uid: `${engagement.id}-${move?.originalDay ?? day}@${host}`,
      day,
      title: `${productName}${who ? `: ${who}` : ''}${mark}`,
      place: placeOf(yard),
      url: `${world.publicUrl}/customers/${customerProfileId}/engagements/${engagement.id}`,
    };
  };
  const isSkipped = (day: Temporal.PlainDate) => service.skips.some(({ date }) => date.equals(day));
  const begun = service.begun.filter(({ date }) => !isSkipped(date));
  return [
    ...begun.map(({ date, workerName, isDone }) => {
      const isLeft = Temporal.PlainDate.compare(date, today) < 0;
      return toEvent(date, workerName, isDone ? ' (done)' : isLeft ? ' (not finished)' : '');
    }),
    ...dueDays(service, today)
      .filter((day) => !isSkipped(day) && !begun.some(({ date }) => date.equals(day)))
      .map((day) => toEvent(day, moves.find((one) => one.day?.equals(day))?.workerName ?? service.worker?.displayName)),
  ];
}

/** @returns the address in one line, as a map finds it */
function placeOf({ streetAddress1, streetAddress2, city, state, zipCode }: Service['yard']): string {
  return [streetAddress1, streetAddress2, city, `${state} ${zipCode}`].filter(Boolean).join(', ');
}

/** @returns the days from today on that have a visit */
function dueDays(service: Service, today: Temporal.PlainDate) {
  if (!isActive(service.engagement)) return [];
  const schedule = scheduleOf(service.scheduleTemplate, service.weekDays, service);
  const last = today.add({ days: daysAhead });
  return firstDates(schedule, today, daysAhead, (day) => Temporal.PlainDate.compare(day, last) > 0);
}
