import type { WorkStatus } from '#domain/enums.ts';
import { businessTimeZone } from '#domain/time-zone.ts';
import { startWork, stepWork } from '#server/testing/engagement-calls.ts';
import type { Business } from './business.ts';
import type { Yard } from './people.ts';

const steps: WorkStatus[] = [
  'WORK_STATUS_TRAVEL_STARTED',
  'WORK_STATUS_TRAVEL_COMPLETED',
  'WORK_STATUS_WORK_STARTED',
  'WORK_STATUS_WORK_COMPLETED',
];

/** @returns a moment of a day of the business */
export const at = (day: Temporal.PlainDate, plainTime: string): Temporal.ZonedDateTime =>
  day.toZonedDateTime({ timeZone: businessTimeZone, plainTime });

/**
 * Lets every worker visit their yards, one after the other.
 * @param day how many days of visits were before
 * @returns the works' ids
 */
export async function visitYards(business: Business, day: number): Promise<string[]> {
  const before = business.acknowledged.visits.size;
  const visitOf = async (worker: Business['workers'][number]) => {
    for (const yard of business.yards) if (yard.worker === worker) await visit(business, yard, day);
  };
  await Promise.all(business.workers.map(visitOf));
  return [...business.acknowledged.visits.keys()].slice(before);
}

async function visit(business: Business, yard: Yard, day: number): Promise<void> {
  const { worker, engagement } = yard;
  const started = await startWork(business, worker, engagement.id);
  // A service that is paused for non-payment has no visit.
  if (started.status === 409) return;
  if (started.status !== 200) throw new Error(`Not started: ${JSON.stringify(started.error)}`);
  const { work } = started.body;
  for (const status of steps) await step(business, yard, work.id, status);
  if (business.dice(`undo ${yard.index} ${day}`) < 0.1) {
    const params = { workerProfileId: worker.profileId, workId: work.id };
    const body = { status: 'WORK_STATUS_WORK_COMPLETED' };
    const undone = await business.call('undoWork', { as: worker.accessToken, params, body });
    if (undone.status === 200) await step(business, yard, work.id, 'WORK_STATUS_WORK_COMPLETED');
  }
  business.acknowledged.visits.set(work.id, yard);
}

async function step(business: Business, { worker }: Yard, workId: string, status: WorkStatus): Promise<void> {
  const moved = await stepWork(business, worker, workId, status);
  if (moved.status !== 200) throw new Error(`Not at ${status}: ${JSON.stringify(moved.error)}`);
}
