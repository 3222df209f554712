import { businessDay } from '#domain/calendar.ts';
import { dayOffUntold } from '#domain/known-visits.ts';
import { wayFrom } from '#domain/reconcile.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import type { Transaction } from '../database/connection.ts';
import type { Letter } from '../messages/letter.ts';
import {
  workerBackLetter,
  workerCoverLetter,
  workerHolidayLetter,
  workerOffLetter,
  workerOnLetter,
} from '../messages/letters/holiday.ts';
import { workerAfterAllLetter } from '../messages/letters/holiday-taken-back.ts';
import type { AboutDayOff } from '../messages/letters/shared/day-off.ts';
import { tell, workOn } from '../messages/service.ts';
import { tellFrom } from '../messages/waking.ts';
import { type Fact, noteFacts, noteKnown } from '../visits/known-store.ts';
import type { World } from '../world.ts';
import { waitingOn as ownVisits } from './effect.ts';
import {
  type AskedOfWorker,
  dayOffOf,
  type HolidayRow,
  isOfWorker,
  lastDayOf,
  lockHolidays,
  selectHoliday,
  selectHolidays,
  selectNames,
  selectWaiting,
  updateHoliday,
} from './store.ts';
import { noteBack, selectContact, selectDueHolidays, tellOnDay } from './tell-store.ts';
import { type Believed, noteOff, selectBelieved } from './workers-off-store.ts';

/** @returns the event of which `workerAfterAllLetter` tells */
const afterAllEvent = (holidayId: string, workerProfileId: string): string =>
  `holiday-taken-back:${holidayId}:${workerProfileId}`;

export { selectHolidaysOn } from './store.ts';

/**
 * Tells workers of the days off that are near, and of those that were taken back after that. Customers are told what becomes of
 * their visits as of any other change.
 */
export async function tellOfHolidays(world: World): Promise<void> {
  for (const { id } of await selectDueHolidays(world.database, world.clock.now())) {
    try {
      await world.database.transaction((transaction) => tellOne(world, transaction, id));
    } catch (error) {
      world.log.error(
        { event: 'holiday-not-told', err: error, holidayId: id },
        'people were not told of a day off; will be tried again',
      );
    }
  }
}

async function tellOne(world: World, transaction: Transaction, holidayId: string): Promise<void> {
  const now = world.clock.now();
  await lockHolidays(transaction);
  const holiday = await selectHoliday(transaction, holidayId);
  if (!holiday?.dueAt || Temporal.Instant.compare(holiday.dueAt, now) > 0) return;
  const isOver = Temporal.PlainDate.compare(lastDayOf(holiday), businessDay(now)) < 0;
  const from = tellFrom(world, firstDayOf(holiday));
  if (from && !isOver) {
    await updateHoliday(transaction, holidayId, { dueAt: from });
    return;
  }
  if (isOver || holiday.takenBackAt) await updateHoliday(transaction, holidayId, { dueAt: null });
  if (isOver) return;
  if (isOfWorker(holiday)) {
    await updateHoliday(transaction, holidayId, { dueAt: null, ...(!holiday.takenBackAt && { toldAt: now }) });
    await tellOfWorker(world, transaction, holiday);
    return;
  }
  if (holiday.takenBackAt) {
    const waiting = await selectWaiting(transaction, holiday.day);
    const standing = await selectHolidays(transaction, businessDay(now));
    const way = holiday.movedTo ? wayFrom(holiday.movedTo.toString(), { daysOff: standing.map(dayOffOf) }) : [];
    const gone = await noteBack(transaction, idsOf(waiting), way);
    for (const [worker, visits] of Map.groupBy(waiting, ({ workerProfileId }) => workerProfileId)) {
      const before = gone.flatMap(({ reader, day }) => (reader === worker ? Temporal.PlainDate.from(day) : []));
      await tellWorker(world, transaction, holiday, worker, (about) =>
        workerAfterAllLetter(about, visits.length, before),
      );
    }
    return;
  }
  await updateHoliday(transaction, holidayId, { dueAt: null, toldAt: now });
  const on = holiday.day.toString();
  const all = await selectHolidays(transaction, holiday.day.subtract({ years: 1 }));
  const daysOff = all.map((one) => ({
    ...dayOffOf(one),
    isTold: one.id === holidayId || one.toldAt !== null || one.workerProfileId !== null,
  }));
  const last = wayFrom(on, { daysOff }).at(-1) ?? on;
  // Who was given a visit of the day since reads of that alone.
  const concerned = (await tellOnDay(transaction, holiday.day, last, now)).filter((visit) =>
    wayFrom(visit.setDay ?? visit.home, { daysOff }).includes(on),
  );
  const facts: Fact[] = [];
  for (const [worker, visits] of Map.groupBy(concerned, (visit) => visit.worker)) {
    const days = visits.map(({ id, engagementId, homes, isToCome, ...visit }) => {
      const known = dayOffUntold(visit, daysOff);
      // Where another one of the service is this one has no room.
      const to = known === undefined ? isToCome && last : !homes.includes(known) && known;
      const about = { engagementId, reader: worker };
      facts.push({ ...about, day: on, worker: null, visit: null });
      if (to) facts.push({ ...about, day: to, worker, visit: id });
      return to ? Temporal.PlainDate.from(to) : null;
    });
    await tellWorker(world, transaction, holiday, worker, (about) => workerHolidayLetter(about, days));
  }
  await noteFacts(transaction, facts);
}

/**
 * Tells a worker of their own days off, or that they are none any more, and whoever makes their visits of these, each in one letter.
 * Customers read what becomes of their visits as of any other change.
 */
async function tellOfWorker(world: World, transaction: Transaction, row: HolidayRow & AskedOfWorker): Promise<void> {
  const { workerProfileId, byProfileId, day } = row;
  const days = { firstDay: day, lastDay: lastDayOf(row) };
  if (row.takenBackAt) {
    // Nobody works then all the same.
    const all = (await selectHolidays(transaction, day)).filter((one) => one.workerProfileId === null);
    const isOffOn = (on: Temporal.PlainDate) => all.some((one) => one.day.equals(on));
    if (days.firstDay.equals(days.lastDay) && isOffOn(day)) return;
    const { rows } = await ownVisits(world, transaction, row);
    const gone = await noteBack(transaction, idsOf(rows));
    const before = gone.map((one) => Temporal.PlainDate.from(one.day));
    await tellWorker(world, transaction, row, workerProfileId, (about) =>
      workerOnLetter({ ...about, ...days }, rows.length, before),
    );
    const covered = byProfileId ? await selectBelieved(transaction, byProfileId, row) : [];
    const back = covered.filter((one) => one.state === 'planned' && one.worker === workerProfileId);
    await tellCover(world, transaction, row, back, workerBackLetter);
    return;
  }
  const believed = await selectBelieved(transaction, workerProfileId, row);
  const isOn = (one: Believed) => one.state === 'planned';
  const given = believed.filter((one) => isOn(one) && one.worker !== workerProfileId);
  const moved = believed.filter((one) => isOn(one) && one.worker === workerProfileId);
  const [by] = await selectNames(transaction, byProfileId ? [byProfileId] : []);
  const leftOut = believed.length - given.length - moved.length;
  const to = moved.map((one) => Temporal.PlainDate.from(one.day));
  const outcome = { moved: to, given: given.length, by: by?.name ?? null, leftOut };
  await noteKnown(transaction, workerProfileId, idsOf(believed));
  await noteOff(transaction, workerProfileId, row);
  await tellWorker(world, transaction, row, workerProfileId, (about) =>
    workerOffLetter({ ...about, ...days }, outcome),
  );
  const more = given.filter((one) => one.worker === byProfileId);
  await tellCover(world, transaction, row, more, workerCoverLetter);
}

/** Tells whoever makes visits of a worker who is off of these. */
async function tellCover(
  world: World,
  transaction: Transaction,
  row: HolidayRow & AskedOfWorker,
  visits: readonly Believed[],
  letterOf: typeof workerCoverLetter,
): Promise<void> {
  const { workerProfileId, byProfileId, day } = row;
  const [worker] = await selectNames(transaction, [workerProfileId]);
  if (!byProfileId || !worker || visits.length === 0) return;
  await noteKnown(transaction, byProfileId, idsOf(visits));
  const counts = [...Map.groupBy(visits, (one) => one.day)].sort().map(([on, all]) => ({
    day: Temporal.PlainDate.from(on),
    count: all.length,
  }));
  await tellWorker(world, transaction, row, byProfileId, (about) =>
    letterOf({ ...about, firstDay: day, lastDay: lastDayOf(row) }, worker.name, counts),
  );
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

const firstDayOf = ({ day, movedTo }: HolidayRow) =>
  movedTo && Temporal.PlainDate.compare(movedTo, day) < 0 ? movedTo : day;

async function tellWorker(
  world: World,
  transaction: Transaction,
  { id, day, lastDay, name, takenBackAt }: HolidayRow,
  workerProfileId: string,
  letterOf: (about: AboutDayOff) => Letter,
): Promise<void> {
  const person = await selectContact(transaction, workerProfileId);
  if (!person) return;
  const about = {
    firstName: person.firstName,
    url: `${world.publicUrl}/worker/${workerProfileId}/itinerary`,
    day,
    name,
  };
  const event = takenBackAt ? afterAllEvent(id, workerProfileId) : `holiday:${id}:${workerProfileId}`;
  const notAfter = lastDayOf({ day, lastDay }).add({ days: 1 }).toZonedDateTime(businessTimeZone).toInstant();
  await tell(world, transaction, event, person, letterOf(about), { ...workOn(world, [day]), notAfter });
}
