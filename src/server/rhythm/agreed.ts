import type * as z from 'zod/mini';
import type { AgreedRhythm, NewRhythm } from '#contract/rhythm.ts';
import {
  businessDay,
  calendarDay,
  isVisitDue,
  plainDate,
  type WeekDay,
  weekDayOf,
  weekDaysInOrder,
} from '#domain/calendar.ts';
import { isActive } from '#domain/engagement-status.ts';
import { enumLabel, listLabel } from '#domain/labels.ts';
import { isSameRhythm, rhythmLabel } from '#domain/schedule-rules.ts';
import { differing, record } from '../changes/record.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { requireVisible } from '../engagements/views.ts';
import { actingProfile, type Caller } from '../http/access.ts';
import { notFound, notNow } from '../http/errors.ts';
import { rhythmBackLetter } from '../messages/letters/rhythm-back.ts';
import { aboutWork, tell } from '../messages/service.ts';
import { isCustomerOf, ownsOrStaff } from '../parties/parties.ts';
import { dropQuestion, setRhythm } from '../plans/hand-over.ts';
import { lockPlan, putOnDays } from '../plans/places.ts';
import { notePlan, takeBackPlan } from '../plans/plans.ts';
import { rhythmBefore, selectAcceptor, selectWish } from '../plans/rhythms-store.ts';
import { lockSchedule, type Schedule } from '../plans/schedules-store.ts';
import { forgetOff } from '../visits/states.ts';
import type { World } from '../world.ts';
import { isSame, readersOf } from './asking.ts';
import { selectTerms } from './store.ts';

type Form = z.output<typeof NewRhythm>;

/** @returns the rhythm that a worker has accepted and that has not begun yet; null when there is none */
export async function agreedRhythm(
  { clock }: World,
  database: Queryable,
  engagementId: string,
): Promise<AgreedRhythm | null> {
  const terms = await selectTerms(database, engagementId);
  const today = businessDay(clock.now());
  const until = terms && (await rhythmBefore(database, { engagement: { id: engagementId }, ...terms }, today));
  if (!until) return null;
  const { frequency, interval, startDay, status, worker } = terms;
  return {
    ...{ frequency, interval, startDay: calendarDay(startDay) },
    before: { frequency: until.frequency, interval: until.interval },
    canBeTakenBack: isActive({ status }) && worker === until.acceptedBy,
  };
}

/**
 * Takes a rhythm back that was accepted and has not begun: the service has the one before again, on its weekdays, at the same price.
 * Visits before that day stay as they are. Its worker is told at once, and its customer a minute later if they have read that it was
 * accepted. One that is not agreed any more changes nothing.
 * @param form which rhythm is taken back
 * @throws ApiError NOT_FOUND unless it is the caller's or the caller is staff, NOT_ALLOWED_NOW from its first day on, for a service that
 * rests, and where another worker has the service by now
 */
export async function takeBackRhythm(world: World, caller: Caller, engagementId: string, form: Form): Promise<void> {
  await requireVisible(world, caller, engagementId);
  const today = businessDay(world.clock.now());
  await world.database.transaction(async (transaction) => {
    // Plans come before engagements, as everywhere.
    const worker = await selectAcceptor(transaction, engagementId);
    const plan = worker ? await lockPlan(transaction, worker) : [];
    const schedule = await lockSchedule(transaction, engagementId);
    if (!schedule || !ownsOrStaff(schedule, caller)) throw notFound('Engagement');
    if (!isSame(schedule, { ...form, startDay: plainDate(form.startDay) })) return;
    const before = await rhythmBefore(transaction, schedule, today);
    if (!before) throw notNow('This schedule has begun, so it can’t be taken back. Ask for another one instead.');
    if (!isActive(schedule.engagement)) throw notNow('This service is paused or has ended. Resume it first.');
    const { weekDays, acceptedBy } = before;
    const isTheirs = acceptedBy === worker && schedule.engagement.workerProfileId === worker;
    if (!worker || !isTheirs) {
      throw notNow(
        isCustomerOf(schedule, caller)
          ? 'Your keeper has changed since. Ask for the schedule that you want instead.'
          : 'Another keeper has this service now. Change the schedule with them instead.',
      );
    }
    const { frequency, interval, startDay, weekOffset, until } = before;
    const rhythm = { frequency, interval, startDay, weekOffset };
    // A visit that only the other schedule had was taken off there: brought back, it would be one too many.
    const isWanted = (day: Temporal.PlainDate) => weekDays.includes(weekDayOf(day)) && isVisitDue(day, rhythm);
    await forgetOff(world, transaction, engagementId, until, ({ home, setDay }) => !setDay && !isWanted(home));
    await setRhythm(world, transaction, schedule, rhythm);
    await putOnDays(world, transaction, plan, schedule.templateId, weekDays);
    const hasWish = await keepOtherWish(world, transaction, engagementId, rhythm, worker);
    const fields = differing({ rhythm: rhythmLabel(schedule) }, { rhythm: rhythmLabel(rhythm) });
    await record(world, transaction, { kind: 'service-changed', by: caller.userId, subjectId: engagementId, fields });
    await tellWorker(world, transaction, schedule, { weekDays, hasWish });
    await takeBackPlan(world, transaction, engagementId, { startDay: schedule.startDay });
    const by = actingProfile(caller, schedule.engagement.customerProfileId);
    await notePlan(world, transaction, [engagementId], { firstDay: until, by, how: 'rhythm-back' });
  });
}

/** What is wanted since may be what there is again: then the worker has nothing to answer. @returns whether another wish waits */
async function keepOtherWish(
  world: World,
  transaction: Transaction,
  engagementId: string,
  rhythm: Parameters<typeof isSameRhythm>[0],
  worker: string,
): Promise<boolean> {
  const wish = await selectWish(transaction, engagementId);
  if (!wish || !isSameRhythm(rhythm, wish)) return wish !== undefined;
  await takeBackPlan(world, transaction, engagementId, 'wish');
  await dropQuestion(world, transaction, engagementId, worker);
  return false;
}

/** The worker who has accepted a rhythm knows of it, so they are told, also within the minute in which nobody else has read of it. */
async function tellWorker(
  world: World,
  transaction: Transaction,
  { engagement: { id: engagementId } }: Schedule,
  { weekDays, hasWish }: { weekDays: readonly WeekDay[]; hasWish: boolean },
): Promise<void> {
  const { worker, about, planUrl } = await readersOf(world, transaction, engagementId);
  if (!worker || !planUrl) return;
  const days = listLabel(weekDaysInOrder.filter((day) => weekDays.includes(day)).map((day) => enumLabel(day)));
  const letter = rhythmBackLetter({ ...about, firstName: worker.firstName, url: planUrl }, days, hasWish);
  await tell(world, transaction, `rhythm-back:${engagementId}:${world.clock.now()}`, worker, letter, {
    ...aboutWork,
    about: engagementId,
  });
}
