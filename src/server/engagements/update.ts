import type { Engagement } from '#contract/engagements.ts';
import { isActive, isLive, isProposal, isResume, proposalStatus } from '#domain/engagement-status.ts';
import { awaitsAgreement } from '#domain/pricing.ts';
import { differing, differingNames, record } from '../changes/record.ts';
import { findOverdue, requireNothingOverdue } from '../charges/overdue.ts';
import type { Transaction } from '../database/connection.ts';
import { type Caller, holds, profileIds } from '../http/access.ts';
import { ApiError, invalid, notFound, notNow } from '../http/errors.ts';
import { requirePaymentMethod } from '../payment-methods/service.ts';
import { lockPlan, type Plan, removeFromPlan } from '../plan/service.ts';
import { isApproved, requireApproved } from '../workers/approval.ts';
import type { World } from '../world.ts';
import { collectWithNewCard } from './cards.ts';
import { changedMeanwhile, type Edit, editOf, isAny, notAllowed, type UpdateForm } from './edit.ts';
import { forgetMoves } from './forget.ts';
import { deleteRhythmRequests } from './forget-store.ts';
import { handBack } from './hand-back.ts';
import { forgetHandOvers, selectWorkersBefore } from './hand-over-store.ts';
import { alreadyClaimed, claimEngagement, keepPastAssignments, recordStatuses } from './life.ts';
import { lockPlansAndEngagements, lockWithProduct } from './lock-store.ts';
import { tellOfOtherAddress } from './moved-yards.ts';
import { tellOfPriceRise } from './price.ts';
import { returnRedemptions } from './redemption-store.ts';
import { requireOwnAddresses } from './request.ts';
import { dropQuestion, putRhythmBack } from './rhythm-before.ts';
import { tellOfClaim, tellOfTransition } from './status-news.ts';
import { type EngagementFields, hasOpenAccount, updateEngagementRow, updateTemplate } from './store.ts';
import { keepTold } from './untold-store.ts';
import { type EngagementView, selectEngagementViews } from './view-store.ts';
import { hasGivenBack, hasPartIn, isCustomerOf, isOpen, toEngagement } from './views.ts';
import { changeWeeks } from './weeks.ts';

const isOfClosedAccount = () =>
  notNow("This customer's account is closed. Open it again on the customer's profile first.");

/** What a form asks for; `index` is its place, when it is one of a list. */
type Item = { id: string; form: UpdateForm; index?: number };
type Update = { edit: Edit; index: number | undefined };

/**
 * Changes an engagement or moves it to another status, as the caller's part in it allows.
 * @throws ApiError NOT_FOUND unless the caller has a part in it, INVALID_INPUT for what was agreed and cannot change,
 * FORBIDDEN for what only the customer changes, NOT_ALLOWED_NOW for a transition that is not open and for a resume while the
 * customer's account is closed, PAYMENT_OVERDUE for one while something given up is not paid, ALREADY_CLAIMED when another
 * worker was first, CONFLICT when it is not the version that the form was made on
 */
export async function updateEngagement(
  world: World,
  caller: Caller,
  engagementId: string,
  form: UpdateForm,
): Promise<Engagement> {
  const [engagement] = await updateAll(world, caller, [{ id: engagementId, form }]);
  if (!engagement) throw notFound('Engagement');
  return engagement;
}

/**
 * Changes several engagements, all or none.
 * @returns them in the order of the forms
 * @throws ApiError as updateEngagement, naming the field as `body.engagements.3.status`; INVALID_INPUT for one that is
 * given twice
 */
export async function updateEngagements(
  world: World,
  caller: Caller,
  forms: readonly (UpdateForm & { id: string })[],
): Promise<Engagement[]> {
  const items = forms.map(({ id, ...form }, index) => ({ id, form, index }));
  for (const { id, index } of items) {
    const isRepeated = forms.slice(0, index).some((form) => form.id === id);
    if (isRepeated) within(index)(invalid('body.id', 'This engagement is given twice.'));
  }
  return await updateAll(world, caller, items);
}

/** @returns a function that rethrows an error, with its fields prefixed by the item's index in the list */
const within = (index: number | undefined) => (error: unknown) => {
  if (index === undefined || !(error instanceof ApiError)) throw error;
  const fields = error.fields ?? [{ path: 'body.id', message: error.message }];
  const named = fields.map(({ path, message }) => ({
    path: path.replace(/^body/, `body.engagements.${index}`),
    message,
  }));
  throw new ApiError(error.errorCode, error.message, named);
};

async function updateAll(world: World, caller: Caller, items: readonly Item[]): Promise<Engagement[]> {
  const ids = items.map((item) => item.id);
  const seen = byId(await selectEngagementViews(world.database, ids));
  const isPoolWorker = await seesProposals(world, caller, [...seen.values()]);
  const updates: Update[] = [];
  for (const item of items) {
    const { id, index } = item;
    const edit = await check(world, caller, item, seen.get(id), isPoolWorker).catch(within(index));
    if (edit) updates.push({ edit, index });
  }
  const edits = updates.map(({ edit }) => edit);
  if (edits.some(isClaim) && !isPoolWorker) await requireApproved(world, caller.userId);
  await requireCards(world, updates);
  await world.database.transaction(async (transaction) => {
    await lockAll(world, transaction, caller, edits);
    for (const { edit, index } of updates) {
      await apply(world, transaction, caller, edit).catch(within(index));
    }
    for (const { customerProfileId, engagementIds, card } of cardsChosen(edits)) {
      await collectWithNewCard(world, transaction, customerProfileId, engagementIds, card);
    }
    const ended = edits.filter(isEnd).map(({ view }) => view.engagement.id);
    if (ended.length > 0) await returnRedemptions(transaction, ended);
  });
  const after = byId(await selectEngagementViews(world.database, ids));
  return ids.map((id) => {
    const view = after.get(id);
    if (!view) throw notFound('Engagement');
    return toEngagement(world, view, caller);
  });
}

const byId = (views: EngagementView[]) => new Map(views.map((view) => [view.engagement.id, view]));

/** @returns whether the caller is a worker who may see what is open; not asked when nothing depends on it */
async function seesProposals(world: World, caller: Caller, views: EngagementView[]): Promise<boolean> {
  if (!holds(caller, 'PROFILE_TYPE_WORKER') || views.every((view) => hasPartIn(view, caller))) return false;
  return await isApproved(world, caller.userId);
}

/**
 * @returns what a form changes, if anything, in an engagement that the caller may see. A worker who asks for one that
 * another worker has is told so, as with the first day in the plan; one who sees no proposals sees none of them.
 */
async function check(
  world: World,
  caller: Caller,
  { id, form }: Item,
  view: EngagementView | undefined,
  isPoolWorker: boolean,
): Promise<Edit | undefined> {
  const isVisible = view && (hasPartIn(view, caller) || (isPoolWorker && isOpen(view)));
  if (isVisible) return editOf(world, caller, view, form);
  // The answer to who gave it back may have been lost: it is as they wish.
  if (form.status === proposalStatus && (await hasGivenBack(world, caller, id))) return undefined;
  if (!view || !isPoolWorker) throw notFound('Engagement');
  throw isActive(view.engagement) && form.status === 'ENGAGEMENT_STATUS_ACCEPTED'
    ? alreadyClaimed()
    : notFound('Engagement');
}

/** Asks Stripe once for each card, however many engagements it is chosen for. */
async function requireCards(world: World, updates: readonly Update[]): Promise<void> {
  const asked = new Set<string>();
  for (const { edit, index } of updates) {
    const { userId } = edit.view.customer;
    const card = edit.fields.stripePaymentMethodId;
    if (!card || asked.has(`${userId} ${card}`)) continue;
    asked.add(`${userId} ${card}`);
    await requirePaymentMethod(world, userId, card).catch(within(index));
  }
}

/**
 * One edit alone takes its locks as it goes; several need one order for everybody, and a claim waits while the account
 * of who claims is being closed.
 */
async function lockAll(world: World, transaction: Transaction, caller: Caller, edits: readonly Edit[]): Promise<void> {
  const claimers = edits.some(isClaim) ? profileIds(caller, 'PROFILE_TYPE_WORKER') : [];
  const owing: string[] = [];
  for (const { customerProfileId } of cardsChosen(edits)) {
    owing.push(...(await findOverdue(world, transaction, customerProfileId)).engagementIds);
  }
  if (edits.length < 2 && claimers.length === 0 && owing.length === 0) return;
  const leavers = edits.filter(leavesPlan).flatMap(({ view }) => view.engagement.workerProfileId ?? []);
  const opened = edits.filter(leavesPlan).map(({ view }) => view.engagement.id);
  const before = await selectWorkersBefore(transaction, opened);
  await lockPlansAndEngagements(
    transaction,
    [...leavers, ...before, ...claimers],
    [...owing, ...edits.map(({ view }) => view.engagement.id)],
  );
}

/** @returns by customer, where another card was chosen, and the last one chosen */
function cardsChosen(edits: readonly Edit[]) {
  const chosen = new Map<string, { customerProfileId: string; engagementIds: string[]; card: string }>();
  for (const { view, fields } of edits) {
    const card = fields.stripePaymentMethodId;
    if (!card) continue;
    const { id, customerProfileId } = view.engagement;
    const earlier = chosen.get(customerProfileId)?.engagementIds ?? [];
    chosen.set(customerProfileId, { customerProfileId, engagementIds: [...earlier, id], card });
  }
  return [...chosen.values()];
}

const isClaim = ({ view, transition }: Edit): boolean =>
  isOpen(view) && transition?.to === 'ENGAGEMENT_STATUS_ACCEPTED';

const isEnd = ({ transition }: Edit): boolean => transition !== undefined && !isLive({ status: transition.to });

const leavesPlan = (edit: Edit): boolean => edit.transition?.to === 'ENGAGEMENT_STATUS_PROPOSED' || isEnd(edit);

/** Whether visits were due until now and are not from now on. */
const endsVisits = ({ view, transition }: Edit): boolean =>
  transition !== undefined && isActive(view.engagement) && !isActive({ status: transition.to });

async function apply(world: World, transaction: Transaction, caller: Caller, edit: Edit): Promise<void> {
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
  if (template.weekOffset !== undefined) await changeWeeks(world, transaction, caller, engagement, template.weekOffset);
  if (isAny(template)) await updateTemplate(transaction, scheduleTemplate.id, template);
  if (isClaim(edit)) {
    await claim(world, transaction, caller, edit);
    return;
  }
  if (transition) {
    // What people know is locked after the service, as everywhere.
    await lockPlansAndEngagements(transaction, [], [engagementId]);
    await keepTold(world, transaction, [engagementId]);
  }
  if (endsVisits(edit)) await keepPastAssignments(world, transaction, [engagementId]);
  const version = await updateEngagementRow(transaction, engagement, { ...fields, ...fieldsOfTransition(edit, now) });
  if (version === undefined) throw changedMeanwhile();
  if (plan && workerProfileId) {
    await dropQuestion(world, transaction, engagementId, workerProfileId);
    await removeFromPlan(world, transaction, plan, scheduleTemplate.id);
    await forgetMoves(world, transaction, [engagementId], [workerProfileId]);
    await forgetHandOvers(transaction, [engagementId]);
    if (!isEnd(edit)) await putRhythmBack(world, transaction, engagementId, caller.userId);
  }
  if (isEnd(edit)) await deleteRhythmRequests(transaction, [engagementId]);
  const isResumed = transition && engagement.status === 'ENGAGEMENT_STATUS_PAUSED' && isLive({ status: transition.to });
  // Asked once the engagement is locked, so that nothing is given up, and no account closed, meanwhile.
  if (isResumed) {
    await requireNothingOverdue(world, transaction, customerProfileId);
    if (!(await hasOpenAccount(transaction, customerProfileId))) throw isOfClosedAccount();
  }
  await recordEdit(world, transaction, caller, edit);
  await tellOf(world, transaction, caller, edit, version);
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
async function recordEdit(
  world: World,
  transaction: Transaction,
  { userId: by }: Caller,
  { view, fields, template, transition, why: { cancelReason } }: Edit,
): Promise<void> {
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
  if (transition) await recordStatuses(world, transaction, by, [engagement], transition.to, { cancelReason });
}

/** What a transition changes besides what the form says. */
function fieldsOfTransition({ view, transition, why }: Edit, now: Temporal.Instant): EngagementFields | undefined {
  if (!transition) return undefined;
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
    await tellOfTransition(world, transaction, { ...transition, version, engagementId, workerProfileId });
  }
  if (fields.baseCost) {
    const priced = { ...view.engagement, ...fields, version, baseCost: fields.baseCost };
    if (awaitsAgreement(priced)) await tellOfPriceRise(world, transaction, priced);
  }
  const isOwn = isCustomerOf(view, caller);
  if (fields.serviceAddressId) {
    await tellOfOtherAddress(world, transaction, { engagementId, version }, view.serviceAddress, { isOwn });
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
  await tellOfClaim(world, transaction, claimed);
}
