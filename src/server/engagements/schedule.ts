import type { Transaction } from '../database/connection.ts';
import { lockSchedule, type Schedule } from './lock-store.ts';

export type { Schedule };

/**
 * For a transaction that starts, skips, un-skips or moves a visit: until it ends, no other does so for this engagement.
 * @returns the engagement with its schedule, or undefined when there is none
 */
export async function lockVisits(transaction: Transaction, engagementId: string): Promise<Schedule | undefined> {
  return await lockSchedule(transaction, engagementId);
}
