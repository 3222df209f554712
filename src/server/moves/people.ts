import type { Told } from '#contract/moves.ts';
import { purposeOf } from '#domain/consents.ts';
import type { MessageClass } from '#domain/correspondence.ts';
import type { Transaction } from '../database/connection.ts';
import { ApiError } from '../http/errors.ts';
import { mailPurposesOf, textStateOf } from '../messages/consents.ts';
import type { Recipient } from '../messages/service.ts';
import type { World } from '../world.ts';
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
  return worker;
}

/** @returns how a message reaches somebody: as they prefer and have agreed to, and by mail where no text can go */
export async function wayTo(
  world: World,
  transaction: Transaction,
  { profileId, email, phone, notificationPreference }: Recipient,
  messageClass: MessageClass,
): Promise<Told['by']> {
  const purpose = purposeOf[messageClass];
  const { purposes, refusal } = await textStateOf(world, transaction, phone, profileId ?? null);
  const wantsText = notificationPreference !== 'NOTIFICATION_PREFERENCE_EMAIL';
  const byText = wantsText && world.sendText !== undefined && refusal === undefined && purposes.includes(purpose);
  const wantsMail = notificationPreference !== 'NOTIFICATION_PREFERENCE_TEXT' || !byText;
  const byMail = wantsMail && (await mailPurposesOf(transaction, email)).includes(purpose);
  if (byText) return byMail ? 'email and text' : 'text';
  return byMail ? 'email' : 'nothing';
}
