import type { Transaction } from '../database/connection.ts';
import { notFound } from '../http/errors.ts';
import type { WorkRow } from '../visits/begun-store.ts';
import { lockWorkRow } from './store.ts';

/**
 * Reads a visit, and keeps everybody else from its engagement's visits until the transaction ends.
 * @param workerProfileId whose it has to be; anybody's unless given
 * @returns it, whether its worker's account is closed, and whether it was skipped after it was begun
 * @throws ApiError NOT_FOUND
 */
export async function lockWork(
  transaction: Transaction,
  workId: string,
  workerProfileId?: string,
): Promise<{ work: WorkRow; isLeft: boolean; isSkipped: boolean }> {
  const locked = await lockWorkRow(transaction, workId, workerProfileId ?? null);
  if (!locked) throw notFound('Visit');
  return locked;
}
