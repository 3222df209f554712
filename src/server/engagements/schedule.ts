import type { Transaction } from '../database/connection.ts';
import { lockSchedule, type Schedule } from './lock-store.ts';

export type { Schedule };

/**
 * For a transaction that starts, skips, un-skips or moves a visit: until it ends, no other does so for this engagement.
 * @param from the first day that matters: what differs from the plan is read from it on
 * @returns the engagement with what decides when its visits are, or undefined when there is none
 */
export async function lockVisits(
  transaction: Transaction,
  engagementId: string,
  from: Temporal.PlainDate,
): Promise<Schedule | undefined> {
  return await lockSchedule(transaction, engagementId, from);
}
