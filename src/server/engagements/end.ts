import type { Transaction } from '../database/connection.ts';
import type { Caller } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import type { World } from '../world.ts';
import { applyEdit } from './apply-edit.ts';
import { changedMeanwhile, editOf } from './edit.ts';
import { lockPlansAndEngagements } from './lock-store.ts';
import { returnRedemptions } from './redemption-store.ts';
import { selectEngagementViews } from './view-store.ts';

/**
 * Prepares to cancel an engagement as a part of something else that staff do. It locks the plan of its worker, so call it before
 * anything of the customer is locked.
 * @returns what cancels it in the same transaction, once its customer is locked; it throws ApiError as updateEngagement
 */
export async function prepareToEnd(
  world: World,
  transaction: Transaction,
  caller: Caller,
  engagementId: string,
): Promise<(cancelNote: string) => Promise<void>> {
  const read = async () => {
    const [view] = await selectEngagementViews(transaction, [engagementId]);
    if (!view) throw notFound('Engagement');
    return view;
  };
  const { workerProfileId } = (await read()).engagement;
  await lockPlansAndEngagements(transaction, workerProfileId === null ? [] : [workerProfileId], []);
  return async (cancelNote) => {
    const view = await read();
    // The plan of another worker would be locked too late.
    if (view.engagement.workerProfileId !== workerProfileId) throw changedMeanwhile();
    const status = 'ENGAGEMENT_STATUS_CANCELLED';
    const edit = editOf(world, caller, view, { status, cancelReason: 'other', cancelNote });
    if (!edit) return;
    await applyEdit(world, transaction, caller, edit);
    await returnRedemptions(transaction, [engagementId]);
  };
}
