import type { Told } from '#contract/moves.ts';
import type { Transaction } from '../database/connection.ts';
import { ApiError } from '../http/errors.ts';
import type { Recipient } from '../messages/service.ts';
import { selectWorker } from './store.ts';

/**
 * @param path the field that names the worker
 * @returns a worker to whom visits can be given
 * @throws ApiError INVALID_INPUT for nobody, a closed account, one that cannot be paid, and one who is not approved
 */
export async function requireWorker(transaction: Transaction, workerProfileId: string, path: string) {
  const wrong = (message: string) => new ApiError('INVALID_INPUT', message, [{ path, message }]);
  const worker = await selectWorker(transaction, workerProfileId);
  if (!worker) throw wrong('Please choose a worker.');
  if (worker.isClosed) throw wrong(`The account of ${worker.name} is closed.`);
  if (worker.approval !== 'approved') {
    throw wrong(`${worker.name} is not approved. Please approve them first, or choose somebody else.`);
  }
  if (!worker.isOnboarded) throw wrong(`${worker.name} cannot be paid yet: the payout account is not complete.`);
  if (!worker.isApproved) throw wrong(`${worker.name} is not approved yet.`);
  return worker;
}

export function wayTo({ notificationPreference }: Recipient): Told['by'] {
  if (notificationPreference === 'NOTIFICATION_PREFERENCE_EMAIL') return 'mail';
  return notificationPreference === 'NOTIFICATION_PREFERENCE_TEXT' ? 'text' : 'mail and text';
}
