import { businessDay, isBefore } from '#domain/calendar.ts';
import { type CalendarEvent, icalendarOf } from '#domain/icalendar.ts';
import { notFound } from '../http/errors.ts';
import { newToken } from '../secrets.ts';
import { daysPromised } from '../visits/fill.ts';
import type { World } from '../world.ts';
import { deleteToken, replaceToken, selectOwner, selectToken, selectVisitsOfFeed } from './store.ts';

/** How far back a feed goes: no farther than rows do. It goes ahead as far as they are promised. */
const daysBack = 60;

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
  const days = { from: today.subtract({ days: daysBack }), today, to: today.add({ days: daysPromised }) };
  const visits = await selectVisitsOfFeed(world.database, customerProfileId, days);
  const events = visits.map((visit) => eventOf(world, customerProfileId, visit, today));
  return icalendarOf(world.settings.now().businessName, events, now);
}

type Visit = Awaited<ReturnType<typeof selectVisitsOfFeed>>[number];

function eventOf(
  { publicUrl }: World,
  customerProfileId: string,
  { id, engagementId, day, state, productName, yard, workerName }: Visit,
  today: Temporal.PlainDate,
): CalendarEvent {
  const isLeft = state === 'begun' && isBefore(day, today);
  return {
    uid: `${id}@${new URL(publicUrl).host}`,
    day,
    title: `${productName}${workerName ? `: ${workerName}` : ''}${state === 'done' ? ' (done)' : isLeft ? ' (not finished)' : ''}`,
    place: placeOf(yard),
    url: `${publicUrl}/customers/${customerProfileId}/engagements/${engagementId}`,
  };
}

/** @returns the address in one line, as a map finds it */
function placeOf({ streetAddress1, streetAddress2, city, state, zipCode }: Visit['yard']): string {
  return [streetAddress1, streetAddress2, city, `${state} ${zipCode}`].filter(Boolean).join(', ');
}
