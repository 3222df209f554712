import { businessDay } from '#domain/calendar.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { whoComesOn } from '#domain/visit-plan.ts';
import type { Transaction } from '../database/connection.ts';
import { keepToldUntilNow, selectToldPlans } from '../engagements/untold-store.ts';
import type { Letter } from '../messages/letter.ts';
import { tell, workOn } from '../messages/service.ts';
import { tellFrom } from '../messages/waking.ts';
import type { World } from '../world.ts';
import { type AboutDayOff, afterAllEvent, workerAfterAllLetter, workerHolidayLetter } from './letters.ts';
import {
  type HolidayRow,
  lockHolidays,
  selectConcerned,
  selectContact,
  selectDueHolidays,
  selectHoliday,
  selectWaiting,
  updateHoliday,
} from './store.ts';

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
  const isOver = Temporal.PlainDate.compare(holiday.day, businessDay(now)) < 0;
  const from = tellFrom(world, firstDayOf(holiday));
  if (from && !isOver) {
    await updateHoliday(transaction, holidayId, { dueAt: from });
    return;
  }
  if (isOver || holiday.takenBackAt) await updateHoliday(transaction, holidayId, { dueAt: null });
  if (isOver) return;
  if (holiday.takenBackAt) {
    const waiting = await selectWaiting(transaction, holiday.day);
    for (const [worker, visits] of Map.groupBy(waiting, ({ workerProfileId }) => workerProfileId)) {
      await tellWorker(world, transaction, holiday, worker, (about) => workerAfterAllLetter(about, visits.length));
    }
    return;
  }
  const concerned = await selectConcerned(transaction, holiday);
  await keepToldUntilNow(
    world,
    transaction,
    concerned.map(({ engagementId }) => engagementId),
  );
  await updateHoliday(transaction, holidayId, { dueAt: null, toldAt: now });
  const told = await selectToldPlans(
    transaction,
    concerned.map(({ engagementId }) => engagementId),
  );
  // Who was given a visit of the day since reads of that alone.
  const known = concerned.filter(({ engagementId, workerProfileId }) => {
    const plan = told.get(engagementId);
    return plan && whoComesOn(plan, holiday.day) === workerProfileId;
  });
  for (const [worker, visits] of Map.groupBy(known, (visit) => visit.workerProfileId)) {
    const days = visits.map(({ movedTo }) => (movedTo === null ? null : Temporal.PlainDate.from(movedTo)));
    await tellWorker(world, transaction, holiday, worker, (about) => workerHolidayLetter(about, days));
  }
}

const firstDayOf = ({ day, movedTo }: HolidayRow) =>
  movedTo && Temporal.PlainDate.compare(movedTo, day) < 0 ? movedTo : day;

async function tellWorker(
  world: World,
  transaction: Transaction,
  { id, day, name, takenBackAt }: HolidayRow,
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
  const notAfter = day.add({ days: 1 }).toZonedDateTime(businessTimeZone).toInstant();
  await tell(world, transaction, event, person, letterOf(about), { ...workOn(world, [day]), notAfter });
}
