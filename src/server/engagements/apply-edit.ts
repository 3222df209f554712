import { isActive, isLive, isProposal, isResume } from '#domain/engagement-status.ts';
import { awaitsAgreement } from '#domain/pricing.ts';
import { differing, differingNames, record } from '../changes/record.ts';
import { requireNothingOverdue } from '../charges/overdue.ts';
import type { Transaction } from '../database/connection.ts';
import { actingProfile, type Caller, profileIds } from '../http/access.ts';
import { notFound, notNow } from '../http/errors.ts';
import { isCustomerOf } from '../parties/parties.ts';
import { dropQuestion, handBack, putRhythmBack } from '../plans/hand-over.ts';
import { lockPlan, type Plan, removeFromPlan } from '../plans/places.ts';
import { notePlan, takeBackPlan } from '../plans/plans.ts';
import {
  lockPlansAndEngagements,
  selectWorkersBefore,
  updateEngagementRow,
  updateTemplate,
} from '../plans/schedules-store.ts';
import { forgetChosen } from '../visits/fill.ts';
import { tellSoon } from '../visits/known-store.ts';
import { settleMissed } from '../visits/states.ts';
import type { World } from '../world.ts';
import { keepOtherAddress } from '../yards/moved-yards.ts';
import { alreadyClaimed, claimEngagement, recordStatuses, tellOfClaim } from './claims.ts';
import {
  changedMeanwhile,
  type Edit,
  isAny,
  isClaim,
  isEnd,
  isReleasedPaused,
  leavesPlan,
  notAllowed,
} from './edit.ts';
import { lockWithProduct } from './lock-store.ts';
import { tellOfPriceRise } from './price.ts';
import { requireOwnAddresses } from './request.ts';
import { tellOfTransition } from './status-news.ts';
import { type EngagementFields, hasBlockedMethod, hasOpenAccount } from './store.ts';

const isOfClosedAccount = () =>
  notNow("This customer's account is closed. Open it again on the customer's profile first.");

const needsOtherMethod = () =>
  notNow('This service needs another payment method before it can go on. Please choose one first.');

/** Whether visits were due until now and are not from now on. */
const endsVisits = ({ view, transition }: Edit): boolean =>
  transition !== undefined && isActive(view.engagement) && !isActive({ status: transition.to });

/**
 * Writes down what an edit changes, with what follows from it, and tells the others. The card that it chooses is the caller's to collect with.
 * @throws ApiError as updateEngagement
 */
export async function applyEdit(world: World, transaction: Transaction, caller: Caller, edit: Edit): Promise<void> {
  const { view, fields, template, transition } = edit;
  const { engagement, scheduleTemplate } = view;
  const { id: engagementId, workerProfileId, customerProfileId } = engagement;
  const plan =
    workerProfileId !== null && leavesPlan(edit) ? await lockPlans(transaction, edit, workerProfileId) : undefined;
  const isDeclined = transition?.to === 'ENGAGEMENT_STATUS_PROPOSED' && transition.actor === 'worker';
  if (isDeclined && (await handBack(world, transaction, engagement, caller.userId))) return;
  // What is paused stays so, and with its worker unless another one had it before.
  if (isDeclined && !isActive(engagement)) throw notAllowed(engagement.status, transition.to);
  await requireOwnAddresses(world, transaction, customerProfileId, fields);
  const now = world.clock.now();
  const { weekOffset } = template;
  if (weekOffset !== undefined) await settleMissed(world, transaction, [engagementId]);
  if (isAny(template)) await updateTemplate(transaction, scheduleTemplate.id, template);
  if (isClaim(edit)) {
    await claim(world, transaction, caller, edit);
    return;
  }
  if (transition) await lockPlansAndEngagements(transaction, [], [engagementId]);
  if (endsVisits(edit)) await settleMissed(world, transaction, [engagementId]);
  const version = await updateEngagementRow(transaction, engagement, { ...fields, ...fieldsOfTransition(edit, now) });
  if (version === undefined) throw changedMeanwhile();
  if (plan && workerProfileId) {
    await dropQuestion(world, transaction, engagementId, workerProfileId);
    await removeFromPlan(world, transaction, plan, scheduleTemplate.id);
    await forgetChosen(world, transaction, { engagementIds: [engagementId] });
    if (!isEnd(edit)) await putRhythmBack(world, transaction, engagementId, caller.userId);
  }
  if (isEnd(edit)) await takeBackPlan(world, transaction, engagementId, 'wish');
  const isPaused = engagement.status === 'ENGAGEMENT_STATUS_PAUSED';
  const isResumed = isPaused && transition && isLive({ status: transition.to }) && !isReleasedPaused(edit);
  // Asked once the engagement is locked, so that nothing is given up, and no account closed, meanwhile.
  if (isResumed) {
    await requireNothingOverdue(world, transaction, customerProfileId);
    if (await hasBlockedMethod(transaction, engagementId)) throw needsOtherMethod();
    if (!(await hasOpenAccount(transaction, customerProfileId))) throw isOfClosedAccount();
  }
  await recordEdit(world, transaction, caller, edit);
  await tellOf(world, transaction, caller, edit, version);
  if (!transition && weekOffset === undefined) return;
  const by = actingProfile(caller, workerProfileId, customerProfileId);
  const endedHow = isEnd(edit) ? 'ended' : 'released';
  const how = weekOffset === undefined ? 'weekdays' : 'weeks';
  await notePlan(world, transaction, [engagementId], { endedHow, by, how });
  // What waited while it rested they are told now.
  await tellSoon(world, transaction, [engagementId]);
}

/** @returns the plan of the worker who leaves; it is locked, and that of who may get the service back */
async function lockPlans(
  transaction: Transaction,
  { view: { engagement }, transition }: Edit,
  workerProfileId: string,
): Promise<Plan> {
  const isOpened = transition?.to === 'ENGAGEMENT_STATUS_PROPOSED';
  const before = isOpened ? await selectWorkersBefore(transaction, [engagement.id]) : [];
  for (const id of [...new Set([...before, workerProfileId])].sort()) await lockPlan(transaction, id);
  return await lockPlan(transaction, workerProfileId);
}

/** Writes down what was changed; addresses and cards by their names alone. */
async function recordEdit(world: World, transaction: Transaction, { userId: by }: Caller, edit: Edit): Promise<void> {
  const { view, fields, template, transition } = edit;
  const { cancelReason } = edit.why;
  const { engagement, scheduleTemplate } = view;
  const { yardSize, baseCost, agreedBaseCost, serviceAddressId, billingAddressId, stripePaymentMethodId } = fields;
  const differences = [
    ...differing(engagement, { yardSize, baseCost, agreedBaseCost }),
    ...differing(scheduleTemplate, template),
    ...differingNames({ serviceAddressId, billingAddressId, stripePaymentMethodId }),
  ];
  const changed = { kind: 'service-changed', by, subjectId: engagement.id, fields: differences } as const;
  if (differences.length > 0) await record(world, transaction, changed);
  // What they wrote beside the reason is their own.
  if (isReleasedPaused(edit)) await record(world, transaction, { kind: 'worker-lost', by, subjectId: engagement.id });
  else if (transition) await recordStatuses(world, transaction, by, [engagement], transition.to, { cancelReason });
}

/** What a transition changes besides what the form says. */
function fieldsOfTransition(edit: Edit, now: Temporal.Instant): EngagementFields | undefined {
  const { view, transition, why } = edit;
  if (!transition) return undefined;
  if (isReleasedPaused(edit)) return { workerProfileId: null };
  const isReleased = transition.to === 'ENGAGEMENT_STATUS_PROPOSED';
  return {
    status: transition.to,
    isPausedUnpaid: false,
    ...why,
    ...(isReleased && { workerProfileId: null, openSince: now }),
    ...(isResume(view.engagement.status, transition.to) && { activeSince: now }),
  };
}

/** Tells the others of what was changed. */
async function tellOf(
  world: World,
  transaction: Transaction,
  caller: Caller,
  edit: Edit,
  version: number,
): Promise<void> {
  const { view, fields, transition } = edit;
  const { id: engagementId, workerProfileId } = view.engagement;
  if (transition) {
    const staysPaused = isReleasedPaused(edit);
    await tellOfTransition(world, transaction, { ...transition, version, engagementId, workerProfileId, staysPaused });
  }
  if (fields.baseCost) {
    const priced = { ...view.engagement, ...fields, version, baseCost: fields.baseCost };
    if (awaitsAgreement(priced)) await tellOfPriceRise(world, transaction, priced);
  }
  const isOwn = isCustomerOf(view, caller);
  if (fields.serviceAddressId) {
    const { customerProfileId } = view.engagement;
    await keepOtherAddress(world, transaction, { engagementId, customerProfileId }, view.serviceAddress, { isOwn });
  }
}

async function claim(world: World, transaction: Transaction, caller: Caller, edit: Edit): Promise<void> {
  const { view, fields, template, isVersioned } = edit;
  const { id: engagementId } = view.engagement;
  const [workerProfileId] = profileIds(caller, 'PROFILE_TYPE_WORKER');
  if (!workerProfileId) throw notFound('Profile');
  const isChange = isAny(template) || isAny(fields);
  // A claim without a version and without changes takes the proposal as it now is.
  if (isVersioned || isChange) {
    const isUnchanged = await updateEngagementRow(transaction, view.engagement, fields);
    if (!isUnchanged) {
      const now = await lockWithProduct(transaction, engagementId);
      throw now && isProposal(now.engagement) ? changedMeanwhile() : alreadyClaimed();
    }
  }
  await recordEdit(world, transaction, caller, { ...edit, transition: undefined });
  const claimed = await claimEngagement(world, transaction, workerProfileId, engagementId);
  await notePlan(world, transaction, [engagementId], { by: workerProfileId, how: 'claim' });
  await tellOfClaim(world, transaction, claimed);
}
