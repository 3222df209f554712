import { businessDay, isBefore } from '#domain/calendar.ts';
import { isActive } from '#domain/engagement-status.ts';
import { firstDates } from '#domain/schedule-rules.ts';
import { firstDayTold, type PlanNews, planNews } from '#domain/told-plan.ts';
import { firstDayToCome } from '#domain/visit-class.ts';
import { daysToTell } from '#domain/visit-limits.ts';
import { firstDifference, type VisitPlan, workersOf } from '#domain/visit-plan.ts';
import type { Transaction } from '../database/connection.ts';
import { engagementParties } from '../engagements/parties.ts';
import { selectSettled } from '../engagements/rekey-store.ts';
import type { Schedule } from '../engagements/schedule.ts';
import { selectPlanToKnow, type Untold } from '../engagements/untold-store.ts';
import { awayLetters, visitsBack } from '../holds/news.ts';
import { afterAllEvent } from '../holidays/letters.ts';
import { notFound } from '../http/errors.ts';
import { wasWritten } from '../messages/take-back.ts';
import { mayHaveReadOf } from '../messages/writing-store.ts';
import { skipsRead } from '../skips/news.ts';
import type { World } from '../world.ts';
import { planLetters } from './plan-news.ts';
import { selectWorker } from './store.ts';
import { type Day, named, type ServiceNews, type Telling, unnamed, type Worker } from './telling.ts';
import { customerLetters, workerLetters } from './visit-news.ts';

/**
 * @param schedule as it is now
 * @returns who is to be told what, in the order in which it is read
 */
export async function newsOf(
  world: World,
  transaction: Transaction,
  schedule: Schedule,
  untold: Untold,
): Promise<ServiceNews> {
  const { id: engagementId } = schedule.engagement;
  const today = businessDay(world.clock.now());
  // By night nobody comes any more: of the day that is ending there is no more to say than of one that is over.
  const toCome = firstDayToCome(world.clock.now());
  const { told, changedAt } = untold;
  const oldest = today.subtract({ days: daysToTell });
  const since = told.since ?? today;
  const from = isBefore(since, oldest) ? oldest : since;
  const is = await selectPlanToKnow(transaction, engagementId, from);
  if (!is) throw notFound('Engagement');
  const settled = await selectSettled(transaction, engagementId, from);
  const isByWorker = untold.planBy === is.workerProfileId;
  // A day off of which nobody was told yet has moved nothing, also where the visit was taken off since.
  const knownDays = new Map(is.skips?.map(({ id, day }) => [id, day]));
  const takenOffKnown = settled.skipped.map((skip) => ({ ...skip, day: knownDays.get(skip.id) ?? skip.day }));
  const skipped = takenOffKnown.map(({ day }) => day);
  const missed = takenOffKnown.filter(({ kind }) => kind === 'missed').map(({ day }) => day);
  const readOff = await skipsRead(transaction, told, ['customer', ...new Set([...workersOf(told), ...workersOf(is)])]);
  const isOwnSkip = (day: Day) => told.skips?.some((skip) => skip.day.equals(day) && skip.by === 'customer') === true;
  const afterAll = untold.isRestTold
    ? await afterAllsSince(transaction, schedule.engagement.activeSince, [told, is])
    : [];
  const circumstances = {
    ...untold,
    hasAfterAll: (worker: string, holidayId: string) => afterAll.includes(afterAllEvent(holidayId, worker)),
    begun: settled.begun,
    skipped,
    missed,
    today: toCome,
    isAtOnce: isByWorker && untold.planLetter === 'assignment',
    isRhythm: isByWorker && untold.planLetter === 'rhythm',
    isActive: isActive(schedule.engagement),
    knowsOff: (who: string, day: Day) =>
      (who === 'customer' && isOwnSkip(day)) || readOff.get(who)?.includes(`${day}`) === true,
  };
  const parties = await engagementParties(world, transaction, engagementId);
  const news = planNews(told, is, circumstances);
  if (told.workerProfileId === null) await withoutKnownDaysOff(transaction, news, parties.customer.profileId);
  const workers = new Map<string, Worker>();
  const allSettled = [...settled.begun, ...settled.skipped];
  const again = visitsBack(world, { schedule, untold, is, today }, allSettled);
  const makers = [...settled.skipped, ...again].map(({ workerProfileId }) => workerProfileId);
  for (const id of new Set([
    told.workerProfileId,
    is.workerProfileId,
    ...news.left.workers,
    ...spotsOf(news),
    ...ownersOf(news),
    ...makers,
  ])) {
    const worker = id && (await selectWorker(transaction, id));
    if (id && worker) workers.set(id, worker);
  }
  const workerOf = (id: string | null) => (id ? workers.get(id) : undefined);
  const takenOff = new Map(takenOffKnown.map((skip) => [`${skip.day}`, skip]));
  const isOff = (day: Day) => settled.skipped.some((skip) => skip.day.equals(day));
  const visitsFrom = (first: Day, count: number) => firstDates(schedule, first, count, isOff);
  const shared = { world, schedule, parties, untold, is, news, today };
  const made = settled.begun.filter(({ status }) => status === 'WORK_STATUS_WORK_COMPLETED');
  const isToCome = (day: Day) => !isOff(day) && !made.some((visit) => visit.day.equals(day));
  const telling: Telling = { ...shared, visitsFrom, isToCome, workerOf, takenOff, readOff };
  const { holidays, moved, movedStill, more } = news.customer;
  const visitsTold = [
    // Of several that are moved still a text says only how many.
    ...[...moved, ...(movedStill.length > 1 ? [] : movedStill)].map(({ to }) => to),
    ...more,
    ...holidays.flatMap(({ movedTo }) => movedTo ?? []),
  ].flatMap(({ day, workerProfileId }) => (workerProfileId ? [{ day, workerProfileId }] : []));
  const plan = planLetters(telling);
  // Weekdays are other ones from today on, and nobody waits for that before a visit is elsewhere that could still be made.
  const otherFrom = news.otherFrom && (firstDifference(told, is, news.otherFrom) ?? news.otherFrom);
  const nameOf = (workerProfileId: string) => workerOf(workerProfileId)?.name ?? unnamed;
  const away = awayLetters(world, { ...shared, nameOf }, allSettled, again);
  return {
    engagementId,
    changedAt,
    customer: parties.customer,
    yard: parties.yard,
    // Who waits for a keeper hears of one at once, as when a worker claims.
    firstDay:
      told.workerProfileId === null && news.otherFrom
        ? today
        : earlier(firstDayTold({ ...news, otherFrom }, toCome), away.firstDay),
    messages: [
      ...plan.messages,
      ...away.messages,
      ...customerLetters(telling),
      ...news.workers.flatMap((one) => workerLetters(telling, one)),
    ],
    daysOff: [
      ...holidays.map(({ holiday, movedTo }) => ({
        holiday,
        movedTo: movedTo && named(telling, movedTo),
        isOn: false,
        instead: null,
      })),
      ...news.customer.afterAll.map((one) => ({ ...one, movedTo: null, isOn: true })),
    ],
    visitsTold: [...plan.visitsTold, ...away.visitsTold, ...visitsTold],
    takenOut: plan.takenOut,
  };
}

/** @returns the events of the letters of days off that are none any more which workers have been written since a service goes on */
async function afterAllsSince(transaction: Transaction, since: Temporal.Instant | null, plans: [VisitPlan, VisitPlan]) {
  const workers = new Set(plans.flatMap((plan) => [...workersOf(plan)]));
  const events: string[] = [];
  for (const { id } of since ? plans[0].holidays : []) {
    for (const worker of workers) {
      const event = afterAllEvent(id, worker);
      if (await wasWritten(transaction, event, since ?? undefined)) events.push(event);
    }
  }
  return events;
}

/** Who has read of a day off does not read it again when somebody new takes the service, unless its visit is elsewhere. */
async function withoutKnownDaysOff(transaction: Transaction, { customer }: PlanNews, profileId: string): Promise<void> {
  for (const one of [...customer.holidays]) {
    if (one.movedTo || !(await mayHaveReadOf(transaction, profileId, 'holiday', one.holiday.id))) continue;
    customer.holidays.splice(customer.holidays.indexOf(one), 1);
  }
}

const spotsOf = ({ customer: { moved, movedStill, more, holidays } }: PlanNews) =>
  [
    ...[...moved, ...movedStill].flatMap(({ from, to }) => [from, to]),
    ...more,
    ...holidays.flatMap(({ movedTo }) => movedTo ?? []),
  ].map(({ workerProfileId }) => workerProfileId);
const ownersOf = ({ workers }: PlanNews) => workers.map(({ workerProfileId }) => workerProfileId);

const earlier = (...days: (Day | undefined)[]): Day | undefined =>
  days.filter((day) => day !== undefined).sort(Temporal.PlainDate.compare)[0];
