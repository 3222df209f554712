import { businessDay, type WeekDay } from '#domain/calendar.ts';
import { isSameRhythm, rhythmLabel } from '#domain/schedule-rules.ts';
import { differing, record } from '../changes/record.ts';
import type { Queryable, Transaction } from '../database/connection.ts';
import { supersede } from '../messages/take-back.ts';
import { engagementParties } from '../parties/parties.ts';
import { takeBackPlan } from '../plans/plans.ts';
import { insertWish, selectAccepted, selectWish, type Wish } from '../plans/rhythms-store.ts';
import type { World } from '../world.ts';
import { lockSchedule, type Schedule } from './lock-store.ts';
import { type RhythmFields, updateTemplate } from './store.ts';

/** What a service has until the rhythm begins that its worker has accepted. */
export type RhythmBefore = RhythmFields & {
  weekDays: WeekDay[];
  /** The first day of the other one. */
  until: Temporal.PlainDate;
  /** The worker who has accepted that, and who had asked for it. */
  acceptedBy: string | null;
  askedBy: Wish['wantedBy'];
};

/** @returns what a service has until the rhythm begins that its worker has accepted; undefined when it has none, or that one has begun */
export async function rhythmBefore(
  database: Queryable,
  { engagement, startDay }: { engagement: { id: string }; startDay: Temporal.PlainDate },
  today: Temporal.PlainDate,
): Promise<RhythmBefore | undefined> {
  const { accepted, before } = (await selectAccepted(database, engagement.id, startDay, today)) ?? {};
  if (!accepted?.wantedBy || !before) return undefined;
  const { frequency, interval, weekOffset, weekDays } = before;
  const rhythm = { frequency, interval, weekOffset, startDay: Temporal.PlainDate.from(before.startDay) };
  return { ...rhythm, weekDays, until: startDay, acceptedBy: accepted.madeBy, askedBy: accepted.wantedBy };
}

/**
 * Puts a service without a worker back to the rhythm that it has until the accepted one begins; that one is wanted of it again.
 * The worker who accepted it agreed for themselves alone.
 * @param by the user who takes its worker away
 */
export async function putRhythmBack(
  world: World,
  transaction: Transaction,
  engagementId: string,
  by: string,
): Promise<void> {
  const today = businessDay(world.clock.now());
  const schedule = await lockSchedule(transaction, engagementId);
  const before = schedule && (await rhythmBefore(transaction, schedule, today));
  if (before) await goBackTo(world, transaction, schedule, before, by);
}

/** @param schedule as it is with the rhythm that was accepted */
export async function goBackTo(
  world: World,
  transaction: Transaction,
  { engagement: { id: engagementId }, templateId, frequency, interval, startDay }: Schedule,
  before: RhythmBefore,
  by: string,
): Promise<void> {
  const rhythm = {
    frequency: before.frequency,
    interval: before.interval,
    startDay: before.startDay,
    weekOffset: before.weekOffset,
  };
  await updateTemplate(transaction, templateId, rhythm);
  const accepted = { frequency, interval, startDay };
  // Where another one lies between the two, which has not begun, it may be the same.
  if (!isSameRhythm(before, accepted)) {
    const asking = { wantedBy: before.askedBy, wantedAt: world.clock.now() };
    await insertWish(transaction, { engagementId, ...accepted, ...asking });
  }
  // So may what is wanted since: it is there then.
  const wish = await selectWish(transaction, engagementId);
  if (wish && isSameRhythm(before, wish)) await takeBackPlan(world, transaction, engagementId, 'wish');
  const fields = differing({ rhythm: rhythmLabel(accepted) }, { rhythm: rhythmLabel(rhythm) });
  await record(world, transaction, { kind: 'service-changed', by, subjectId: engagementId, fields });
}

/** The kinds of messages that ask a worker for another rhythm. */
export const questions = ['rhythm-asked'];

/** Drops the question for another rhythm that waits for a worker: it is answered, or nothing for that worker to answer any more. */
export async function dropQuestion(
  world: World,
  transaction: Transaction,
  engagementId: string,
  workerProfileId: string,
): Promise<void> {
  const { worker } = await engagementParties(world, transaction, engagementId, workerProfileId);
  if (worker) await supersede(world, transaction, engagementId, questions, [worker]);
}
