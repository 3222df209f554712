import { businessDay } from '#domain/calendar.ts';
import { isActive, isLive } from '#domain/engagement-status.ts';
import { addDays, type IsoDay } from '#domain/iso-days.ts';
import { isSameSpot, knownSpot, planTold, toldSpot } from '#domain/known-visits.ts';
import { daysToTell } from '#domain/visit-limits.ts';
import { serviceNews } from '#domain/visit-news.ts';
import type { Transaction } from '../database/connection.ts';
import { awayLetters } from '../holds/news.ts';
import { selectHolidaysOn } from '../holidays/tell.ts';
import { mayHaveReadOf } from '../messages/writing-store.ts';
import { engagementParties } from '../parties/parties.ts';
import type { Schedule } from '../plans/schedules-store.ts';
import { selectKnown } from '../visits/known-store.ts';
import type { World } from '../world.ts';
import { planLetters } from './plan-news.ts';
import { selectWorker } from './store.ts';
import { dayOf, named, type ServiceLetters, type Telling, unnamed, type Worker } from './telling.ts';
import { customerLetters, workerLetters } from './visit-news.ts';

/**
 * @param schedule as it is now
 * @param toldAt names these letters among those of other changes
 * @returns who is to be told what, in the order in which it is read
 */
export async function newsOf(
  world: World,
  transaction: Transaction,
  schedule: Schedule,
  toldAt: Temporal.Instant,
): Promise<ServiceLetters> {
  const { id: engagementId } = schedule.engagement;
  const known = await selectKnown(world, transaction, engagementId);
  const { customer, visits, today } = known;
  const found = serviceNews(known);
  const oldest = addDays(today, -daysToTell);
  const parties = await engagementParties(world, transaction, engagementId);
  const workers = new Map<string, Worker>();
  const ids = visits.flatMap((visit) => [
    visit.worker,
    visit.offWorker,
    ...[...visit.told.values()].map((spot) => spot?.worker),
  ]);
  const readers = [...visits.flatMap(({ told }) => [...told.keys()]), ...ids];
  const plans = [found.other?.plan.worker, found.other?.before?.worker, ...found.left.workers];
  for (const id of new Set([...readers, ...plans])) {
    const worker = id && id !== customer ? await selectWorker(transaction, id) : undefined;
    if (id && worker) workers.set(id, worker);
  }
  const news = { ...found, of: remembered(found.of) };
  const workerOf = (id: string | null) => (id ? workers.get(id) : undefined);
  const telling: Telling = { world, schedule, parties, known, news, workerOf };
  const plan = planLetters(telling);
  const isServed = isActive(schedule.engagement);
  const toCustomer = news.of(customer);
  const off = toCustomer.off.filter(({ day }) => day >= oldest);
  const nothing = { moved: [], off: [], taken: [], more: [], holidays: [], afterAll: [] };
  const shown = isServed ? { ...toCustomer, off } : nothing;
  // Of another plan those who have read of a day off do not read it again, unless its visit is elsewhere.
  const holidays = [];
  const onDays = await selectHolidaysOn(
    transaction,
    [...shown.holidays, ...shown.afterAll].map(({ day }) => day),
  );
  for (const { day, to } of shown.holidays) {
    const holiday = onDays.find((one) => one.day.toString() === day && one.takenBackAt === null);
    if (!holiday) continue;
    const isRead = found.other && !to && (await mayHaveReadOf(transaction, customer, 'holiday', holiday.id));
    if (!isRead) holidays.push({ holiday, movedTo: to && named(telling, to), isOn: false, instead: null });
  }
  const afterAll = shown.afterAll.flatMap(({ day, instead }) => {
    const holiday = onDays.findLast((one) => one.day.toString() === day && one.takenBackAt !== null);
    return holiday ? [{ holiday, movedTo: null, isOn: true, instead: instead ? dayOf(instead) : null }] : [];
  });
  const told = { ...news, of: (reader: string) => (reader === customer ? shown : news.of(reader)) };
  const letters = { ...telling, news: told };
  // That the service rests, or has ended, its keeper is told with its customer, and so is whoever has begun a visit of it.
  const knowing = isServed
    ? []
    : [planTold(known.plans)?.worker, ...visits.map(({ state, worker }) => (state === 'begun' ? worker : null))];
  const concerned = [...workers.keys()].filter((id) => !knowing.includes(id));
  const nameOf = (workerProfileId: string) => workerOf(workerProfileId)?.name ?? unnamed;
  const nothingAway: ReturnType<typeof awayLetters> = { messages: [], visitsTold: [], firstDay: undefined };
  const away = isLive(schedule.engagement) ? awayLetters(world, { parties, known, nameOf }) : nothingAway;
  const listed = shown.moved.filter(({ isListed }) => isListed);
  const read = [
    // Of several that the letter of a plan lists a text says only how many.
    ...[...shown.moved.filter(({ isListed }) => !isListed), ...(listed.length > 1 ? [] : listed)].map(({ to }) => to),
    ...shown.more,
    ...shown.holidays.flatMap(({ to }) => to ?? []),
  ];
  return {
    engagementId,
    toldAt,
    customer: parties.customer,
    yard: parties.yard,
    firstDay: firstDayTold(letters, concerned, businessDay(world.clock.now()).toString(), away.firstDay),
    messages: [
      ...plan.messages,
      ...away.messages,
      ...customerLetters(letters),
      ...concerned.flatMap((id) => workerLetters(letters, id)),
    ],
    daysOff: [...holidays, ...afterAll],
    visitsTold: [
      ...plan.visitsTold,
      ...away.visitsTold,
      ...read.map(({ day, worker }) => ({ day: dayOf(day), workerProfileId: worker })),
    ],
    takenOut: plan.takenOut,
    said: visits.flatMap(({ id, told }) =>
      [...told].flatMap(([reader, spot]) => (spot && found.isSaid(reader, spot.day) ? [{ visit: id, reader }] : [])),
    ),
  };
}

/** @returns the first day of which people are told something, of those to come if there is one; undefined when they know all */
function firstDayTold(
  { news, known }: Telling,
  workers: readonly string[],
  today: IsoDay,
  away: Temporal.PlainDate | undefined,
): Temporal.PlainDate | undefined {
  const { other, left } = news;
  // Those who wait for a keeper hear of one at once, as when a worker claims.
  if (other && !other.before) return dayOf(today);
  const all = [known.customer, ...workers].map((reader) => news.of(reader));
  // Weekdays are other ones from today on, and nobody waits for that before a visit is elsewhere that could still be made.
  const differing = known.visits.flatMap((visit) => {
    const [told, is] = [toldSpot(visit, known.customer, known), knownSpot(visit, known, true)];
    return isSameSpot(told, is) ? [] : [told, is].flatMap((spot) => spot?.day ?? []);
  });
  const from = other && (differing.sort().find((day) => day >= other.from) ?? other.from);
  const days = [
    ...(from ? [from] : left.workers.map(() => left.from)),
    ...all.flatMap(({ off, taken, more }) => [...off, ...taken, ...more].map(({ day }) => day)),
    ...all.flatMap(({ moved }) => moved.flatMap((one) => [one.from.day, one.to.day])),
    ...all.flatMap(({ holidays }) => holidays.flatMap(({ day, to }) => [day, to?.day ?? day])),
    ...all.flatMap(({ afterAll }) => afterAll.flatMap(({ day, instead }) => [day, instead ?? day])),
    ...(away ? [away.toString()] : []),
  ].sort();
  const first = days.find((day) => day >= known.today) ?? days[0];
  return first ? dayOf(first) : undefined;
}

/** @returns the same function, which finds what it has found before */
function remembered<News>(of: (reader: string) => News): (reader: string) => News {
  const found = new Map<string, News>();
  return (reader) => {
    const news = found.get(reader) ?? of(reader);
    found.set(reader, news);
    return news;
  };
}
