import type { Told } from '#contract/moves.ts';
import { businessDay } from '#domain/calendar.ts';
import { isActive } from '#domain/engagement-status.ts';
import { farthestMove } from '#domain/schedule-rules.ts';
import { undoSeconds } from '#domain/visit-limits.ts';
import type { Transaction } from '../database/connection.ts';
import { lockVisits } from '../engagements/schedule.ts';
import {
  deleteUntoldAssignment,
  selectUntold,
  selectUntoldDue,
  type UntoldAssignment,
} from '../engagements/untold-store.ts';
import { tell } from '../messages/service.ts';
import { noteTold } from '../reminders/told.ts';
import type { World } from '../world.ts';
import { assignmentNews } from './assignment-news.ts';
import { wayTo } from './people.ts';
import { selectMovesToCome } from './store.ts';
import { inReadingOrder, tellOfMove, toldOfMove } from './tell.ts';

const batch = 200;

/**
 * Tells people whose services are and on which weekdays, once staff have not changed it for a minute, and with that of the
 * visits that are elsewhere than the letters say: so everybody is led from what they were told last to what is so now.
 */
export async function tellOfAssignments(world: World): Promise<void> {
  const settled = world.clock.now().subtract({ seconds: undoSeconds });
  for (const engagementId of await selectUntoldDue(world.database, settled, batch)) {
    try {
      await world.database.transaction((transaction) => tellOne(world, transaction, engagementId, settled));
    } catch (error) {
      // One customer in trouble must not hold up the others.
      world.log.error(
        { event: 'assignment-not-told', err: error, engagementId },
        'people were not told of an assignment; will be tried again',
      );
    }
  }
}

async function tellOne(
  world: World,
  transaction: Transaction,
  engagementId: string,
  settled: Temporal.Instant,
): Promise<void> {
  const today = businessDay(world.clock.now());
  const schedule = await lockVisits(transaction, engagementId, today.subtract({ days: farthestMove }));
  const untold = schedule && (await selectUntold(transaction, engagementId));
  const isDue = untold && Temporal.Instant.compare(untold.changedAt, settled) <= 0;
  if (!isDue || !isActive(schedule.engagement)) return;
  const { messages, announced, first } = await assignmentNews(world, transaction, schedule, untold);
  for (const { key, person, letter } of messages) {
    const event = `worker-assigned:${engagementId}:${untold.changedAt}:${key}`;
    await tell(world, transaction, event, person, letter);
  }
  const { workerProfileId } = schedule.engagement;
  if (first && workerProfileId) await noteTold(world, transaction, { engagementId, day: first, workerProfileId });
  for (const move of inReadingOrder(await selectMovesToCome(transaction, engagementId, today))) {
    await tellOfMove(world, transaction, schedule, move, announced);
  }
  await deleteUntoldAssignment(transaction, engagementId);
}

/** @returns what people would read of an assignment, and of the visits that are elsewhere, once the minute is over */
export async function toldOfAssignment(
  world: World,
  transaction: Transaction,
  untold: UntoldAssignment,
): Promise<Told[]> {
  const today = businessDay(world.clock.now());
  const schedule = await lockVisits(transaction, untold.engagementId, today.subtract({ days: farthestMove }));
  if (!schedule) return [];
  const isAnnounced = untold.steps.length > 0;
  const { messages, announced } = await assignmentNews(world, transaction, schedule, untold);
  const told = messages.map(({ name, role, person, letter }): Told => {
    return { name, role, by: wayTo(person), words: letter.subject };
  });
  for (const move of await selectMovesToCome(transaction, untold.engagementId, today)) {
    told.push(...(await toldOfMove(world, transaction, schedule, move, isAnnounced ? announced : undefined)));
  }
  return told;
}
