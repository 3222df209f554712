import { businessDay, businessTimeZone } from '#domain/calendar.ts';
import type { Letter } from '../messages/letter.ts';
import { tell } from '../messages/service.ts';
import type { World } from '../world.ts';
import { customerHolidayLetter, customerOnAgainLetter, workerHolidayLetter, workerOnAgainLetter } from './letters.ts';
import {
  type Concerned,
  type HolidayRow,
  markAllTold,
  markMovesTold,
  selectConcerned,
  selectContact,
  selectDueHolidays,
  updateHoliday,
} from './store.ts';

/** Tells customers and workers of the days off that are near, and of those that were taken back after that. */
export async function tellOfHolidays(world: World): Promise<void> {
  for (const holiday of await selectDueHolidays(world.database, world.clock.now())) {
    const isOver = Temporal.PlainDate.compare(holiday.day, businessDay(world.clock.now())) < 0;
    try {
      if (!isOver) await tellOfHoliday(world, holiday);
      await markAllTold(world.database, holiday);
    } catch (error) {
      // The others are told all the same, and this one goes on with the customer who is next.
      world.log.error(
        { event: 'holiday-not-told', err: error, holidayId: holiday.id },
        'people were not told of a day off; will be tried again',
      );
    }
  }
}

async function tellOfHoliday(world: World, holiday: HolidayRow): Promise<void> {
  const concerned = await selectConcerned(world.database, holiday, holiday.toldUpTo ?? undefined);
  if (holiday.toldUpTo === null) await tellWorkers(world, holiday, concerned);
  // One customer at a time, so that after an outage it goes on with the next one.
  for (const [customerProfileId, visits] of Map.groupBy(concerned, (visit) => visit.customerProfileId)) {
    const url = `${world.publicUrl}/customers/${customerProfileId}/engagements`;
    await tellOne(world, holiday, { profileId: customerProfileId, isCustomer: true }, (firstName) => {
      const about = { firstName, url, day: holiday.day, name: holiday.name };
      return holiday.takenBackAt
        ? customerOnAgainLetter(about, visits.map(toVisit))
        : customerHolidayLetter(about, visits.map(toVisit));
    });
  }
}

const toVisit = ({ street, productName, movedTo }: Concerned) => ({
  street,
  productName,
  movedTo: movedTo === null ? null : Temporal.PlainDate.from(movedTo),
});

async function tellWorkers(world: World, holiday: HolidayRow, concerned: readonly Concerned[]): Promise<void> {
  for (const [workerProfileId, visits] of Map.groupBy(concerned, (visit) => visit.workerProfileId)) {
    const url = `${world.publicUrl}/worker/${workerProfileId}/itinerary`;
    await tellOne(world, holiday, { profileId: workerProfileId, isCustomer: false }, (firstName) => {
      const about = { firstName, url, day: holiday.day, name: holiday.name };
      return holiday.takenBackAt ? workerOnAgainLetter(about) : workerHolidayLetter(about, visits.map(toVisit));
    });
  }
}

/** @param letterOf makes the letter for somebody with this first name */
async function tellOne(
  world: World,
  { id, day, takenBackAt }: HolidayRow,
  { profileId, isCustomer }: { profileId: string; isCustomer: boolean },
  letterOf: (firstName: string) => Letter,
): Promise<void> {
  const event = `${takenBackAt ? 'holiday-taken-back' : 'holiday'}:${id}:${profileId}`;
  const notAfter = day.add({ days: 1 }).toZonedDateTime(businessTimeZone).toInstant();
  await world.database.transaction(async (transaction) => {
    const person = await selectContact(transaction, profileId);
    if (!person) return;
    await tell(world, transaction, event, person, letterOf(person.firstName), { notAfter });
    if (isCustomer && !takenBackAt) await markMovesTold(transaction, { id }, profileId);
    await updateHoliday(transaction, id, { wasTold: true, ...(isCustomer && { toldUpTo: profileId }) });
  });
}
