import { weekOf } from '#domain/iso-days.ts';
import type { Transaction } from '../database/connection.ts';
import { firstWeekBeyond } from '../visits/days.ts';
import type { World } from '../world.ts';
import { isOverlapping } from './possible.ts';
import { type Asked, type HolidayRow, lastDayOf } from './store.ts';
import { lockVisitsOfWorker } from './workers-off-store.ts';

/** Days off of one worker. */
export type AskedOfWorker = Asked & { workerProfileId: string };

/** @returns whether they are days off of one worker */
export const isOfWorker = <One extends Asked>(asked: One): asked is One & AskedOfWorker =>
  asked.workerProfileId !== null;

/** @returns the services of which a worker's days off may concern visits; it locks them */
export async function lockOwn(
  world: World,
  transaction: Transaction,
  standing: readonly HolidayRow[],
  asked: AskedOfWorker,
): Promise<string[]> {
  const workers = [asked.workerProfileId];
  // The worker who makes the visits may be off on one of the days, too.
  for (const worker of workers) {
    const own = [asked, ...standing].filter((one) => one.workerProfileId === worker && isOverlapping(one, asked));
    workers.push(
      ...own.flatMap(({ byProfileId }) => (byProfileId && !workers.includes(byProfileId) ? byProfileId : [])),
    );
  }
  const isBeyond = weekOf(lastDayOf(asked).toString()) >= firstWeekBeyond(world);
  return await lockVisitsOfWorker(transaction, asked, workers, isBeyond);
}
