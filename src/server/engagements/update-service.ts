import type * as z from 'zod/mini';
import type { Engagement, EngagementUpdate } from '#contract/engagements.ts';
import { type EngagementActor, engagementMoves, liveEngagementStatuses } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { enumLabel } from '#domain/labels.ts';
import { collectDeclined } from '../billing/service.ts';
import { isOnboarded, requireOnboarded } from '../connected-accounts/service.ts';
import { type Caller, holds, profileIds } from '../http/access.ts';
import { ApiError, invalid, notFound } from '../http/errors.ts';
import { requirePaymentMethod } from '../payment-methods/service.ts';
import { leavePlan } from '../schedule-template-days/service.ts';
import type { World } from '../world.ts';
import { alreadyClaimed, claimEngagement, tellOfClaim } from './claim-service.ts';
import { priceOf } from './price.ts';
import { isCustomerOf, isWorkerOf, ownsOrStaff, requireOwnAddresses, requireVisible, toEngagement } from './service.ts';
import { type EngagementFields, updateEngagementRow } from './store.ts';
import { type EngagementView, selectEngagementView } from './view-store.ts';

type Form = z.output<typeof EngagementUpdate>;

/**
 * Changes an engagement or moves it to another status, as the caller's part in it allows.
 * @throws ApiError NOT_FOUND unless the caller has a part in it, INVALID_INPUT for what was agreed and cannot change,
 * FORBIDDEN for what only the customer changes, NOT_ALLOWED_NOW for a move that is not open, ALREADY_CLAIMED when
 * another worker was first, CONFLICT when it was changed at the same moment
 */
export async function updateEngagement(
  world: World,
  caller: Caller,
  engagementId: string,
  form: Form,
): Promise<Engagement> {
  const view = await findForUpdate(world, caller, engagementId, form);
  const fields = await changedFields(world, caller, view, form);
  const status = requestedStatus(view, caller, form.status);
  if (status === 'ENGAGEMENT_STATUS_ACCEPTED' && view.engagement.status === 'ENGAGEMENT_STATUS_PROPOSED') {
    await claim(world, caller, view, fields);
  } else if (status || Object.keys(fields).length > 0) {
    await change(world, view, status ? { ...fields, status } : fields);
  }
  const after = await selectEngagementView(world.database, engagementId);
  if (!after) throw notFound('Engagement');
  return toEngagement(after, caller);
}

/**
 * A worker who asks for an engagement that another one has is told so, as with the first day in the plan; one who is
 * not onboarded sees none of them.
 */
async function findForUpdate(world: World, caller: Caller, engagementId: string, form: Form): Promise<EngagementView> {
  try {
    return await requireVisible(world, caller, engagementId);
  } catch (error) {
    const isClaim =
      form.status === 'ENGAGEMENT_STATUS_ACCEPTED' && profileIds(caller, 'PROFILE_TYPE_WORKER').length > 0;
    const mayClaim = isClaim && (await isOnboarded(world, caller.userId));
    const engagement = mayClaim && (await selectEngagementView(world.database, engagementId))?.engagement;
    const isTaken =
      engagement &&
      (engagement.status === 'ENGAGEMENT_STATUS_ACCEPTED' || engagement.status === 'ENGAGEMENT_STATUS_RUNNING');
    throw isTaken ? alreadyClaimed() : error;
  }
}

/** @returns the fields that the form changes, each checked against the customer */
async function changedFields(
  world: World,
  caller: Caller,
  view: EngagementView,
  form: Form,
): Promise<EngagementFields> {
  const { engagement } = view;
  for (const field of ['customerProfileId', 'productId', 'baseCost'] as const) {
    if (form[field] !== undefined && form[field] !== engagement[field]) {
      throw invalid(`body.${field}`, 'This was agreed and cannot be changed.');
    }
  }
  const differs = <Key extends keyof Form & keyof typeof engagement>(field: Key) =>
    form[field] !== undefined && form[field] !== engagement[field] ? form[field] : undefined;
  const serviceAddressId = differs('serviceAddressId');
  const billingAddressId = differs('billingAddressId');
  const stripePaymentMethodId = differs('stripePaymentMethodId');
  const yardSize = differs('yardSize');
  const fields: EngagementFields = {
    ...(serviceAddressId && { serviceAddressId }),
    ...(billingAddressId && { billingAddressId }),
    ...(stripePaymentMethodId && { stripePaymentMethodId }),
  };
  if (!yardSize && Object.keys(fields).length === 0) return {};
  if (!ownsOrStaff(view, caller)) throw new ApiError('FORBIDDEN', 'Only the customer can change this.');
  const isLive = liveEngagementStatuses.some((status) => status === engagement.status);
  // The card matters after the end too: visits may still have to be paid.
  const isCardAlone = !yardSize && !serviceAddressId && !billingAddressId;
  if (!isLive && !isCardAlone) {
    throw new ApiError('NOT_ALLOWED_NOW', 'This engagement has ended and cannot be changed.');
  }
  await requireOwnAddresses(world, engagement.customerProfileId, { serviceAddressId, billingAddressId });
  if (stripePaymentMethodId) await requirePaymentMethod(world, view.customer.userId, stripePaymentMethodId);
  if (!yardSize) return fields;
  if (engagement.status !== 'ENGAGEMENT_STATUS_PROPOSED') {
    throw new ApiError('NOT_ALLOWED_NOW', 'The yard size can be changed only until a worker has accepted.');
  }
  const { baseCost } = await priceOf(world, { productId: engagement.productId, yardSize });
  return { ...fields, yardSize, baseCost };
}

/** @returns the status to move to, or undefined when nothing is to move */
function requestedStatus(
  view: EngagementView,
  caller: Caller,
  to: EngagementStatus | undefined,
): EngagementStatus | undefined {
  const from = view.engagement.status;
  if (to === undefined || to === from) return undefined;
  // The plan says ACCEPTED again when it is saved; by then the first visit may have begun.
  const isHeld = from === 'ENGAGEMENT_STATUS_RUNNING' && isWorkerOf(view, caller) && !ownsOrStaff(view, caller);
  if (isHeld && to === 'ENGAGEMENT_STATUS_ACCEPTED') return undefined;
  const isClaim = from === 'ENGAGEMENT_STATUS_PROPOSED' && to === 'ENGAGEMENT_STATUS_ACCEPTED';
  const actors = isClaim ? claimActors(caller) : actorsOf(view, caller);
  if (actors.some((actor) => engagementMoves(from, actor).includes(to))) return to;
  throw new ApiError(
    'NOT_ALLOWED_NOW',
    isClaim
      ? 'Only a worker can accept an engagement.'
      : `You cannot change this engagement from ${enumLabel(from)} to ${enumLabel(to)}.`,
  );
}

/** A claim needs somebody who will do the work, so that staff cannot make one for nobody. */
const claimActors = (caller: Caller): EngagementActor[] => (holds(caller, 'PROFILE_TYPE_WORKER') ? ['worker'] : []);

function actorsOf(view: EngagementView, caller: Caller): EngagementActor[] {
  return [
    ...(isCustomerOf(view, caller) ? (['customer'] as const) : []),
    ...(isWorkerOf(view, caller) ? (['worker'] as const) : []),
    ...(holds(caller, 'PROFILE_TYPE_EMPLOYEE') ? (['employee'] as const) : []),
  ];
}

async function claim(world: World, caller: Caller, view: EngagementView, fields: EngagementFields): Promise<void> {
  const [workerProfileId] = profileIds(caller, 'PROFILE_TYPE_WORKER');
  if (!workerProfileId) throw notFound('Profile');
  await requireOnboarded(world, caller.userId);
  const { id } = view.engagement;
  await world.database.transaction(async (transaction) => {
    if (Object.keys(fields).length > 0 && !(await updateEngagementRow(transaction, view.engagement, fields))) {
      throw alreadyClaimed();
    }
    const claimed = await claimEngagement(world, transaction, workerProfileId, id);
    await tellOfClaim(world, transaction, claimed, []);
  });
}

/** Writes the change, if the engagement still is as it was seen; one that leaves its worker leaves the plan too. */
async function change(world: World, view: EngagementView, fields: EngagementFields): Promise<void> {
  const { engagement, scheduleTemplate } = view;
  const { workerProfileId } = engagement;
  await world.database.transaction(async (transaction) => {
    const write = async (changed: EngagementFields) => {
      if (await updateEngagementRow(transaction, engagement, changed)) return;
      throw new ApiError('CONFLICT', 'This engagement was just changed. Please reload and try again.');
    };
    const isReleased = fields.status === 'ENGAGEMENT_STATUS_PROPOSED';
    const hasEnded = fields.status === 'ENGAGEMENT_STATUS_CANCELLED' || fields.status === 'ENGAGEMENT_STATUS_COMPLETED';
    if (workerProfileId === null || !(isReleased || hasEnded)) await write(fields);
    else {
      await leavePlan(transaction, workerProfileId, scheduleTemplate.id, () =>
        write(isReleased ? { ...fields, workerProfileId: null } : fields),
      );
    }
    const isResumed =
      engagement.status === 'ENGAGEMENT_STATUS_PAUSED' && fields.status !== undefined && !isReleased && !hasEnded;
    if (isResumed || fields.stripePaymentMethodId) await collectDeclined(world, transaction, engagement.id);
  });
}
