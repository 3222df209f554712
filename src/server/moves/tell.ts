import type { Told } from '#contract/moves.ts';
import { businessDay, isBefore } from '#domain/calendar.ts';
import { isActive } from '#domain/engagement-status.ts';
import type { Transaction } from '../database/connection.ts';
import { tellOfHolidays } from '../holidays/tell.ts';
import { customerAfterAllLetter } from '../messages/letters/after-all.ts';
import { customerHolidayLetter } from '../messages/letters/holiday.ts';
import { tell } from '../messages/service.ts';
import { drop, supersede, undoMessages, wasWritten } from '../messages/take-back.ts';
import { tellFrom } from '../messages/waking.ts';
import { noteTakenOut } from '../notes/visit-notes.ts';
import { hasVisits } from '../plans/plans.ts';
import { lockSchedule } from '../plans/schedules-store.ts';
import { noteTold } from '../reminders/told.ts';
import { markKnown, visitsConcerned } from '../visits/fill.ts';
import { chosenBy, forgetPlan, putOff, selectPlanTold, selectTellAfter, selectToTell } from '../visits/known-store.ts';
import type { World } from '../world.ts';
import { newsOf } from './news.ts';
import { wayTo } from './people.ts';
import { type ServiceLetters, whenOf } from './visit-news.ts';

const batch = 200;

/**
 * Tells everybody who believes a visit to be elsewhere, or another's, or to take place or not, what is so, a minute after the
 * last change: who made it does not matter. Everybody is led from what they were told last to what is so now, so who is back
 * where they were hears nothing.
 */
export async function tellOfChanges(world: World): Promise<void> {
  // What becomes of visits on days off is among the changes.
  await tellOfHolidays(world);
  const due = await selectToTell(world.database, world.clock.now(), batch);
  for (const [customerProfileId, services] of Map.groupBy(due, (one) => one.customerProfileId)) {
    const engagementIds = services.map(({ engagementId }) => engagementId).sort();
    try {
      await world.database.transaction((transaction) => tellOfServices(world, transaction, engagementIds));
    } catch (error) {
      // One customer in trouble must not hold up the others.
      world.log.error(
        { event: 'changes-not-told', err: error, customerProfileId },
        'people were not told of changed visits; will be tried again',
      );
    }
  }
}

const ofVisits = ['visit-told', 'visit-on-again'];

/** @param engagementIds of one customer, in their order */
async function tellOfServices(world: World, transaction: Transaction, engagementIds: string[]): Promise<void> {
  const now = world.clock.now();
  const all: ServiceLetters[] = [];
  for (const engagementId of engagementIds) {
    const schedule = await lockSchedule(transaction, engagementId);
    const dueAt = schedule && (await selectTellAfter(transaction, engagementId));
    if (!dueAt || Temporal.Instant.compare(dueAt, now) > 0) continue;
    const { status, workerProfileId } = schedule.engagement;
    if (!hasVisits({ status, worker: workerProfileId })) await forgetPlan(transaction, engagementId);
    const told = await selectPlanTold(transaction, engagementId);
    const news = await newsOf(world, transaction, schedule, dueAt);
    // The letters say on which weekdays; its worker is choosing them.
    const isChoosing = isActive(schedule.engagement) && workerProfileId && schedule.weekDays.length === 0;
    const until = isChoosing && told?.weekDays.length !== 0 && (await chosenBy(transaction, engagementId));
    const isSoon = news.firstDay && !isBefore(businessDay(now).add({ days: 1 }), news.firstDay);
    if (until && !isSoon && Temporal.Instant.compare(now, until) < 0) {
      await putOff(transaction, [engagementId], until);
      continue;
    }
    all.push(news);
  }
  const [firstDay] = all.flatMap((news) => news.firstDay ?? []).sort(Temporal.PlainDate.compare);
  const from = tellFrom(world, firstDay);
  if (from) {
    const waiting = all.map((news) => news.engagementId);
    await putOff(transaction, waiting, from);
    return;
  }
  for (const { engagementId, toldAt, messages, visitsTold, takenOut, said } of all) {
    for (const message of messages) {
      const { person, letter, kind = 'visit-told', key, takesBack, options } = message;
      const event = message.event ?? `${kind}:${engagementId}:${key}:${toldAt}:${person.profileId}`;
      if (takesBack && (await takeBack(world, transaction, takesBack))) continue;
      const reader = { profileId: person.profileId, days: message.days };
      const visits = kind === 'days-away' ? [] : await visitsConcerned(world, transaction, engagementId, reader);
      // What waits says which days away there were, and this which there are.
      if (kind === 'days-away') await supersede(world, transaction, engagementId, [kind], [person]);
      else await supersede(world, transaction, engagementId, ofVisits, [person], { visits, since: now });
      await tell(world, transaction, event, person, letter, { ...options, about: engagementId, visits });
    }
    for (const visit of visitsTold) await noteTold(world, transaction, { engagementId, ...visit });
    if (takenOut) await noteTakenOut(world, transaction, takenOut, engagementId);
    await markKnown(world, transaction, [engagementId], said);
  }
  for (const { event, person, letter, options, days } of daysOffLetters(world, all)) {
    const visits: string[] = [];
    const reader = { profileId: person.profileId, days };
    for (const id of engagementIds) visits.push(...(await visitsConcerned(world, transaction, id, reader)));
    await tell(world, transaction, event, person, letter, { ...options, visits });
  }
}

/** @returns whether nobody has read what is taken back, so that nothing is to be said */
async function takeBack(world: World, transaction: Transaction, event: string): Promise<boolean> {
  if (!(await wasWritten(transaction, event))) return false;
  const isUnread = await undoMessages(transaction, event);
  await drop(world, transaction, event, 'That the visit is off was taken back.');
  return isUnread;
}

/** @returns what people would read of a service's visits, once the minute is over */
export async function toldOfChanges(world: World, transaction: Transaction, engagementId: string): Promise<Told[]> {
  const schedule = await lockSchedule(transaction, engagementId);
  if (!schedule) return [];
  const news = await newsOf(world, transaction, schedule, world.clock.now());
  const letters = [
    ...news.messages,
    ...daysOffLetters(world, [news]).map((one) => ({
      ...one,
      role: 'customer' as const,
      name: news.customer.firstName,
    })),
  ];
  const told: Told[] = [];
  for (const { name, role, person, letter, options } of letters) {
    const by = await wayTo(world, transaction, person, options.class);
    told.push({ name, role, by, words: letter.subject });
  }
  return told;
}

/** @returns of each day off, or of one that is none any more, one letter to a customer, however many services it concerns */
function daysOffLetters(world: World, all: readonly ServiceLetters[]) {
  const visits = all.flatMap(({ daysOff, ...service }) => daysOff.map((one) => ({ ...service, ...one })));
  const byHoliday = Map.groupBy(visits, ({ holiday, isOn }) => `${isOn ? 'after-all' : 'holiday'}:${holiday.id}`);
  return [...byHoliday].flatMap(([kind, concerned]) => {
    const [first] = concerned;
    if (!first) return [];
    const { customer, holiday, isOn, engagementId, toldAt } = first;
    const url = `${world.publicUrl}/customers/${customer.profileId}/engagements`;
    const about = { firstName: customer.firstName, url, day: holiday.day, name: holiday.name };
    const options = whenOf(world, [holiday.day]);
    const letter = isOn ? customerAfterAllLetter(about, concerned) : customerHolidayLetter(about, concerned);
    const days = [holiday.day, ...concerned.flatMap(({ movedTo, instead }) => movedTo?.day ?? instead ?? [])];
    return [{ event: `${kind}:${engagementId}:${toldAt}`, person: customer, letter, options, days }];
  });
}
