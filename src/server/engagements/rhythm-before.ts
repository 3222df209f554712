import { businessDay } from '#domain/calendar.ts';
import { isSameRhythm, rhythmLabel } from '#domain/schedule-rules.ts';
import { differing, record } from '../changes/record.ts';
import type { Transaction } from '../database/connection.ts';
import { supersede } from '../messages/take-back.ts';
import type { World } from '../world.ts';
import { deleteRhythmRequests } from './forget-store.ts';
import { engagementParties } from './parties.ts';
import {
  deleteRhythmBefore,
  insertWish,
  type RhythmBefore,
  selectRhythmBefore,
  selectWish,
  writeRhythmBefore,
} from './rhythm-before-store.ts';
import { lockVisits, type Schedule } from './schedule.ts';
import { updateTemplate } from './store.ts';

/** @returns what a service has until the rhythm begins that its worker has accepted; undefined when it has none, or that one has begun */
export const rhythmBefore = async (
  transaction: Transaction,
  { engagement, startDay }: Schedule,
  today: Temporal.PlainDate,
): Promise<RhythmBefore | undefined> =>
  await selectRhythmBefore(transaction, { engagementId: engagement.id, startDay }, today);

/** Forgets what a service had before an accepted rhythm, which counts again. */
export const forgetRhythmBefore = async (transaction: Transaction, engagementId: string): Promise<void> =>
  await deleteRhythmBefore(transaction, engagementId);

/**
 * Keeps the rhythm that a service has until the one that its worker accepts begins. One that was accepted before, and has not
 * begun either, never does: no wish begins later than it (`askRhythm`). What was there before it is left.
 * @param schedule as it was before
 */
export async function keepRhythmBefore(
  { clock }: World,
  transaction: Transaction,
  { engagement: { id: engagementId }, frequency, interval, startDay, weekOffset, weekDays }: Schedule,
  accepted: Pick<RhythmBefore, 'until' | 'acceptedBy' | 'askedBy'>,
): Promise<void> {
  const first = await selectRhythmBefore(transaction, { engagementId, startDay }, businessDay(clock.now()));
  const before = first ?? { engagementId, frequency, interval, startDay, weekOffset, weekDays: [...weekDays] };
  await writeRhythmBefore(transaction, { ...before, ...accepted });
}

/**
 * Puts a service without a worker back to the rhythm that it has until the accepted one begins; that one is wanted of it again.
 * Whoever accepted it speaks for nobody else.
 * @param by the user who takes its worker away
 */
export async function putRhythmBack(
  world: World,
  transaction: Transaction,
  engagementId: string,
  by: string,
): Promise<void> {
  const today = businessDay(world.clock.now());
  const schedule = await lockVisits(transaction, engagementId, today);
  const before = schedule && (await selectRhythmBefore(transaction, { engagementId, ...schedule }, today));
  if (before) await goBackTo(world, transaction, schedule, before, by);
}

/** @param schedule as it is with the rhythm that was accepted */
export async function goBackTo(
  world: World,
  transaction: Transaction,
  { engagement: { id: engagementId }, templateId, frequency, interval, startDay }: Schedule,
  { askedBy, ...before }: RhythmBefore,
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
    await insertWish(transaction, { engagementId, ...accepted, askedBy, askedAt: world.clock.now() });
  }
  // So may what is wanted since: it is there then.
  const wish = await selectWish(transaction, engagementId);
  if (wish && isSameRhythm(before, wish)) await deleteRhythmRequests(transaction, [engagementId]);
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
