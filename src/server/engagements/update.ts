import type { Engagement } from '#contract/engagements.ts';
import { isActive, proposalStatus } from '#domain/engagement-status.ts';
import { findOverdue } from '../charges/overdue.ts';
import { returnRedemptions } from '../coupons/redemption-store.ts';
import type { Transaction } from '../database/connection.ts';
import { type Caller, holds, profileIds } from '../http/access.ts';
import { ApiError, invalid, notFound } from '../http/errors.ts';
import { hasPartIn, isOpen, ownsOrStaff } from '../parties/parties.ts';
import { requirePaymentMethod, requireUnblocked } from '../payment-methods/service.ts';
import { lockPlansAndEngagements, selectWorkersBefore } from '../plans/schedules-store.ts';
import { isApproved, requireApproved } from '../workers/approval.ts';
import type { World } from '../world.ts';
import { applyEdit } from './apply-edit.ts';
import { alreadyClaimed } from './claims.ts';
import { type Edit, editOf, isClaim, isEnd, leavesPlan, type UpdateForm } from './edit.ts';
import { collectWithNewCard } from './paying.ts';
import { type EngagementView, selectEngagementViews } from './view-store.ts';
import { hasGivenBack, toEngagement } from './views.ts';

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
      await applyEdit(world, transaction, caller, edit).catch(within(index));
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
  if (isVisible) {
    const edit = editOf(world, caller, view, form);
    // Who asks for what it has already has to hear that it cannot be charged.
    if (!edit && form.stripePaymentMethodId && ownsOrStaff(view, caller)) {
      await requireUnblocked(world, view.customer.userId, form.stripePaymentMethodId);
    }
    return edit;
  }
  // The answer to who gave it back may have been lost: it is as they wish.
  if (form.status === proposalStatus && (await hasGivenBack(world, caller, id))) return undefined;
  if (!view || !isPoolWorker) throw notFound('Engagement');
  throw isActive(view.engagement) && form.status === 'ENGAGEMENT_STATUS_ACCEPTED'
    ? alreadyClaimed()
    : notFound('Engagement');
}

/** Asks Stripe once for each card, however many engagements it is chosen for, and keeps the newest saving of it. */
async function requireCards(world: World, updates: readonly Update[]): Promise<void> {
  const kept = new Map<string, string>();
  for (const { edit, index } of updates) {
    const { userId } = edit.view.customer;
    const card = edit.fields.stripePaymentMethodId;
    if (!card) continue;
    const key = `${userId} ${card}`;
    const id = kept.get(key) ?? (await requirePaymentMethod(world, userId, card).catch(within(index)));
    kept.set(key, id);
    edit.fields.stripePaymentMethodId = id;
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
