import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { calendarDay, isVisitDue, weekDayOf } from '#domain/calendar.ts';
import { listAddresses, updateAddress } from '../addresses/service.ts';
import { sweepBilling } from '../billing/service.ts';
import { leaveTip } from '../billing/tips.ts';
import { completeUpload, requestUpload } from '../files/service.ts';
import type { Caller } from '../http/access.ts';
import { createWork, updateWork } from '../itineraries/steps.ts';
import { deliverDueMessages } from '../messages/deliver.ts';
import { createSkip } from '../skips/service.ts';
import type { World } from '../world.ts';
import { makeTogether, type PastVisit } from './past-visits.ts';
import { aFewAtOnce, type Business, clockTime, earlier, isBefore, required, type Service } from './state.ts';

const casey = 'Casey Rivera';

type Turn = {
  what: 'taken-off' | 'locked' | 'other' | 'missed' | 'tip';
  reason?: string;
  /** Whether the customer says afterwards that the way in is right as it is written. */
  isConfirmed?: true;
};

/** What happens to the visit of somebody, so many weeks ago, unless it is simply made. */
const turns: Record<string, Turn> = {
  'Wanda Pruitt 8': { what: 'taken-off', reason: 'Garden party that day.' },
  'Marisol Vega 7': { what: 'tip' },
  'Marcus Tillery 6': { what: 'locked', reason: 'Both gates were locked, and nobody answered.', isConfirmed: true },
  'Harold Bixby 5': { what: 'other', reason: 'Thunderstorm: the yard was under water.' },
  'Gloria Espinoza 5': { what: 'taken-off', reason: 'We are painting the fence.' },
  'Nell Harbaugh 4': { what: 'missed' },
  'Marcus Tillery 4': { what: 'tip' },
  'Hana Sato 3': { what: 'tip' },
  'Priya Raman 3': { what: 'taken-off' },
  'Monica Trujillo 2': { what: 'taken-off', reason: 'Chico is at the groomer’s.' },
  'Lucille Barnhart 2': { what: 'tip' },
  'Otis Grandy 2': { what: 'locked', reason: 'Sarge was in the yard, and nobody was home.', isConfirmed: true },
  'Casey Rivera 1': { what: 'tip' },
  'Tamika Bowles 1': { what: 'locked', reason: 'The code 4417 does not open the gate any more.' },
  'Becca Thornton 1': { what: 'missed' },
  'Silas Boone 1': { what: 'tip' },
};

const isDueTo = (service: Service, date: Temporal.PlainDate) =>
  service.weekDays.includes(weekDayOf(date)) &&
  isVisitDue(date, { ...service, weekOffset: 0 }) &&
  !service.isOff?.(date);

/** @returns what happens to a visit that is due, if it is anything of its own */
function turnOf({ today }: Business, service: Service, date: Temporal.PlainDate) {
  if (weekDayOf(date) !== service.firstWeekDay) return undefined;
  const weeksAgo = Math.ceil(date.until(today).days / 7);
  return turns[`${service.name} ${weeksAgo}`];
}

export async function takeOffTomorrow(business: Business, world: World, tomorrow: Temporal.PlainDate): Promise<void> {
  for (const service of business.services.filter((one) => isDueTo(one, tomorrow))) {
    const turn = turnOf(business, service, tomorrow);
    if (turn?.what !== 'taken-off') continue;
    const form = { date: calendarDay(tomorrow), reason: turn.reason };
    await createSkip(world, service.caller, service.engagementId, form);
  }
}

/** A visit that is due; `number` is counted from the first of all. */
type Due = { service: Service; date: Temporal.PlainDate; start: Temporal.Instant; number: number };

/** The visits that are made on a day. */
type Day = {
  date: Temporal.PlainDate;
  /** The first of each route, then the second of each, and so on. */
  stops: { start: Temporal.Instant; visits: Due[] }[];
  /** Those that are written together. */
  past: Due[];
};

/** @returns what is driven on a day, by the services that there are now */
export function planDay(business: Business, date: Temporal.PlainDate): Day {
  const { now, today } = business;
  const routes = [...business.workers.keys()].map((worker) => {
    const stops = business.services.filter((service) => service.worker === worker && isDueTo(service, date));
    const made = stops.filter((service) => {
      const what = turnOf(business, service, date)?.what;
      return what !== 'taken-off' && what !== 'missed';
    });
    made.sort((one, other) => one.index - other.index);
    // Casey's visit of today and those after it are left for who looks at the demo.
    const caseys = worker === 'wren' && date.equals(today) ? made.findIndex(({ name }) => name === casey) : -1;
    return caseys < 0 ? made : made.slice(0, caseys);
  });
  const longest = Math.max(...routes.map((route) => route.length));
  const stops = Array.from({ length: longest }, (_, stop) => {
    const start = clockTime(date, '08:00').add({ minutes: 55 * stop });
    const visits = routes.flatMap((route, number) => {
      const service = route[stop];
      const own = { date, start: start.add({ minutes: number }), number: business.numbers.next().value };
      return service && isBefore(own.start, now) ? [{ service, ...own }] : [];
    });
    return { start, visits };
  });
  const past = stops.flatMap(({ visits }) => visits.filter((visit) => isPlainPast(business, visit)));
  return { date, stops, past };
}

/** All workers drive their routes; they meet after each stop only because then what it costs is collected. */
export async function drive(business: Business, { date, stops }: Day): Promise<void> {
  const { now, today, go } = business;
  const single = stops.flatMap(({ visits }) => visits.filter((visit) => !isPlainPast(business, visit)));
  // Different visits do not wait for each other; those who are told of them hear of it in the order of the day.
  const begun = await aFewAtOnce(single, (visit) => begin(business, visit));
  const isRecent = date.until(today).days <= recentDays;
  for (const { start, visits } of stops) {
    const isTold = visits.some((visit) => isRecent || !isPlainPast(business, visit));
    if (isTold) await deliverDueMessages(go(earlier(start.add({ minutes: arrivesAfter }), now)));
  }
  await aFewAtOnce(begun, (visit) => finish(business, visit));
  for (const [stop, { start }] of stops.entries()) {
    const isLast = stop === stops.length - 1;
    // Four stops at once, because each sweep takes its time.
    if (stop % 4 < 3 && !isLast) continue;
    const world = go(earlier(start.add({ minutes: 53 }), now));
    if (isLast) await sweepBilling(world);
    await deliverDueMessages(world);
  }
  const world = go(earlier(clockTime(date, '18:00'), now));
  for (const { service, workId, isTipped } of begun) {
    const { caller, engagementId } = service;
    if (isTipped) await leaveTip(world, caller, { engagementId, workId }, { requestId: randomUUID(), amount: 500 });
  }
}

/** A visit that is under way. */
type Visit = Due & { workId: string; isTipped?: boolean };

/** How many minutes after its start a visit's worker arrives at the earliest, when the customer has been told of it. */
const arrivesAfter = 8;

/** @returns after how many minutes the worker arrives, and is done */
function minutesOf({ number }: Due): { arrived: number; done: number } {
  const arrived = arrivesAfter + ((number * 7) % 9);
  return { arrived, done: arrived + 18 + ((number * 5) % 17) };
}

/** For how many days people may look closely at what they were told. */
const recentDays = 8;
/** Everybody has a photo of the last visit, and some of those before. */
const hasPhoto = (business: Business, due: Due) => isLast(business, due) || due.number % 24 === 0;

/** Whether nobody has come to a service since, unless today. */
function isLast({ today }: Business, { service, date }: Due): boolean {
  const between = Math.max(0, date.until(today).days - 1);
  return Array.from({ length: between }, (_, day) => date.add({ days: day + 1 })).every(
    (day) => !isDueTo(service, day),
  );
}

/** Whether a visit was on a day before today, and nothing happened at it. */
const isPlainPast = (business: Business, due: Due) =>
  due.date.until(business.today).days > 0 && !turnOf(business, due.service, due.date);

/** Writes what is written together of a day, and puts the photos to it. */
export async function makePast(business: Business, { past: visits }: Day): Promise<void> {
  if (visits.length === 0) return;
  const made = visits.map((due) => ({ due, past: toPastVisit(business, due) }));
  const ids = await makeTogether(
    business,
    made.map(({ past }) => past),
  );
  const withPhoto = made
    .map((one, index) => ({ ...one, workId: required(ids[index]) }))
    .filter(({ due }) => hasPhoto(business, due));
  await aFewAtOnce(withPhoto, async ({ due, past, workId }) => {
    const { caller } = required(business.workers.get(due.service.worker));
    await photograph(business, business.at(past.done), caller, { ...due, workId });
  });
}

function toPastVisit({ today }: Business, due: Due): PastVisit {
  const { service, date, start } = due;
  const { arrived, done } = minutesOf(due);
  return {
    ...{ service, date, setOff: start },
    arrived: start.add({ minutes: arrived }),
    begun: start.add({ minutes: arrived + 3 }),
    done: start.add({ minutes: done }),
    isRecent: date.until(today).days <= recentDays,
  };
}

/** The worker sets off. */
async function begin({ at, workers, begun }: Business, due: Due): Promise<Visit> {
  const { service, start } = due;
  const { profileId } = required(workers.get(service.worker));
  const { id } = await createWork(at(start), profileId, { engagementId: service.engagementId });
  begun.add(service.engagementId);
  const visit = { ...due, workId: id };
  await tap(at(start), visit, profileId, 'WORK_STATUS_TRAVEL_STARTED');
  return visit;
}

const tap = (world: World, { workId }: Visit, profileId: string, status: Parameters<typeof updateWork>[3]['status']) =>
  updateWork(world, profileId, workId, { status });

/** The rest of a visit, as far as it has come by now. */
async function finish(business: Business, visit: Visit): Promise<void> {
  const { now, at, workers } = business;
  const { service, date, start } = visit;
  const { caller, profileId } = required(workers.get(service.worker));
  const turn = turnOf(business, service, date);
  const { arrived, done } = minutesOf(visit);
  const reach = (minutes: number) => {
    const moment = start.add({ minutes });
    return isBefore(moment, now) ? at(moment) : undefined;
  };
  const [arrival, gate, work, end] = [reach(arrived), reach(arrived + 2), reach(arrived + 3), reach(done)];
  if (arrival) await tap(arrival, visit, profileId, 'WORK_STATUS_TRAVEL_COMPLETED');
  if (turn?.what === 'locked' || turn?.what === 'other') {
    if (!gate) return;
    await photograph(business, gate, caller, visit);
    const cause = turn.what === 'locked' ? 'no-access' : 'other';
    await createSkip(gate, caller, service.engagementId, { date: calendarDay(date), reason: turn.reason, cause });
    if (turn.isConfirmed) await confirmWayIn(at(gate.clock.now().add({ hours: 3 })), service);
    return;
  }
  if (work) await tap(work, visit, profileId, 'WORK_STATUS_WORK_STARTED');
  if (!end) return;
  if (hasPhoto(business, visit)) await photograph(business, end, caller, visit);
  await tap(end, visit, profileId, 'WORK_STATUS_WORK_COMPLETED');
  visit.isTipped = turn?.what === 'tip';
}

async function confirmWayIn(world: World, { caller, profileId }: Service): Promise<void> {
  const [address] = await listAddresses(world, profileId);
  const { id, profileId: _, ...fields } = required(address);
  await updateAddress(world, caller, id, { ...fields, state: 'AR', country: 'US' });
}

async function photograph(business: Business, world: World, worker: Caller, { workId, number }: Visit) {
  const { local } = world.files;
  const picture = required(business.pictures[number % business.pictures.length]);
  // In a bucket only a browser can put a file.
  if (!local) return;
  const form = { workId, contentType: 'image/jpeg', contentLength: picture.length } as const;
  const { fileId } = await requestUpload(world, worker, form);
  await local.takeUpload(fileId, Readable.from([picture]));
  await completeUpload(world, worker, fileId);
}
