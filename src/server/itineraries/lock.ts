import type { Transaction } from '../database/connection.ts';
import { lockVisits } from '../engagements/schedule.ts';
import { notFound } from '../http/errors.ts';
import { skipOn, skippedError } from '../skips/service.ts';
import { selectWork, type WorkRow } from './store.ts';

/**
 * Reads a visit, and keeps everybody else from its engagement's visits until the transaction ends.
 * @param workerProfileId whose it has to be; anybody's unless given
 * @throws ApiError NOT_FOUND
 */
export async function lockWork(transaction: Transaction, workId: string, workerProfileId?: string): Promise<WorkRow> {
  const found = await selectWork(transaction, workId, workerProfileId);
  if (!found) throw notFound('Visit');
  // Before the visit, as everywhere, so that two who need both never wait for each other.
  await lockVisits(transaction, found.engagementId);
  const work = await selectWork(transaction, workId, workerProfileId);
  if (!work) throw notFound('Visit');
  return work;
}

/** @throws ApiError NOT_ALLOWED_NOW for a visit that was skipped after it was begun */
export async function requireNotSkipped(transaction: Transaction, work: WorkRow): Promise<void> {
  if (await skipOn(transaction, work.engagementId, work.date)) throw skippedError();
}
