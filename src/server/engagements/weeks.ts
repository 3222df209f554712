import { businessDay } from '#domain/calendar.ts';
import type { Transaction } from '../database/connection.ts';
import type { World } from '../world.ts';
import { firstDayOf } from './hand-over.ts';
import { settleMissed } from './missed.ts';
import { rekeyMoves } from './rekey.ts';
import { lockVisits } from './schedule.ts';

/**
 * In other weeks no visit is where it was moved from; what is another's until its worker begins stays. All are told a minute later.
 * @returns the day on which its worker begins, if that is to come
 */
export async function changeWeeks(
  world: World,
  transaction: Transaction,
  { id: engagementId, workerProfileId }: { id: string; workerProfileId: string | null },
  weekOffset: number,
): Promise<Temporal.PlainDate | undefined> {
  const today = businessDay(world.clock.now());
  const begins = workerProfileId ? await firstDayOf(transaction, engagementId, workerProfileId, today) : undefined;
  await settleMissed(world, transaction, [engagementId]);
  const schedule = begins && (await lockVisits(transaction, engagementId, today));
  if (!schedule) return undefined;
  const { weekDays, startDay, interval } = schedule;
  const rhythm = { startDay, interval, weekOffset };
  await rekeyMoves(world, transaction, schedule, { weekDays, rhythm, from: begins, worker: workerProfileId });
  return begins;
}
