import { isActive, isLive, isProposal } from '#domain/engagement-status.ts';
import { type PlanDay, spotOf } from '#domain/plan-order.ts';
import type { Transaction } from '../database/connection.ts';
import { alreadyClaimed, type Claim, claimEngagement, tellOfClaim } from '../engagements/claims.ts';
import { type Caller, profileIds } from '../http/access.ts';
import { ApiError, invalid, notFound, notNow } from '../http/errors.ts';
import { lockPlan, numbered, type Plan, writePlan } from '../plans/places.ts';
import { notePlan } from '../plans/plans.ts';
import { settleMissed } from '../visits/states.ts';
import { requireApproved } from '../workers/approval.ts';
import type { World } from '../world.ts';
import { lockTemplates, selectTakenIds, selectTemplates, type TemplateRow } from './store.ts';

const path = 'body.scheduleTemplateDays';

/**
 * Puts engagements on weekdays, all or none. The first day of an open proposal claims it for the caller, who must be
 * onboarded and approved then. A day that is there already as it is asked for is left as it is, so that a call can be repeated.
 * @returns the places that were asked for, as they are now numbered
 * @throws ApiError NOT_FOUND for what is neither the caller's nor open, ALREADY_CLAIMED when another worker was
 * first, NOT_ONBOARDED, NOT_APPROVED, ALREADY_EXISTS for a weekday that is taken, INVALID_INPUT for more days than asked for
 */
export async function createScheduleTemplateDays(world: World, caller: Caller, forms: PlanDay[]): Promise<PlanDay[]> {
  const workerProfileId = workerOf(caller);
  requireDistinct(forms);
  const templateIds = [...new Set(forms.map((form) => form.scheduleTemplateId))];
  const seen = await selectTemplates(world.database, templateIds);
  const ownsAll = templateIds.every(
    (id) => seen.find((template) => template.id === id)?.workerProfileId === workerProfileId,
  );
  if (!ownsAll) await requireApproved(world, caller.userId);

  return await world.database.transaction(async (transaction) => {
    const before = await lockPlan(transaction, workerProfileId);
    const templates = await lockTemplates(transaction, templateIds);
    if (templates.length < templateIds.length) throw notFound('Engagement');
    const claims: Claim[] = [];
    for (const template of templates) {
      const standing = standingOf(template, workerProfileId);
      if (standing === 'own') continue;
      // It was the caller's own a moment ago, when nobody asked whether a claim is allowed.
      if (ownsAll) throw new ApiError('CONFLICT', 'This engagement was just released. Please reload and try again.');
      if (standing === 'taken') throw alreadyClaimed();
      claims.push(await claimEngagement(world, transaction, workerProfileId, template.engagementId));
    }
    const created = await newPlaces(transaction, before, forms);
    // Of places with the same number the new ones come first.
    const after = numbered([...created, ...before]);
    for (const template of templates) requireWithinFrequency(template, after);
    const grown = templates.filter(({ id }) => created.some(({ scheduleTemplateId }) => scheduleTemplateId === id));
    const plan = await writePlan(world, transaction, before, after);
    const changed = grown.map(({ engagementId }) => engagementId);
    if (changed.length > 0) await notePlan(world, transaction, changed, { by: workerProfileId });
    for (const claim of claims) await tellOfClaim(world, transaction, claim);
    return asked(plan, forms);
  });
}

/**
 * Moves places of the caller's plan to other positions or weekdays, all or none.
 * @throws ApiError NOT_FOUND for a place that is not in the caller's plan, ALREADY_EXISTS for a weekday that is taken
 */
export async function updateScheduleTemplateDays(world: World, caller: Caller, forms: PlanDay[]): Promise<PlanDay[]> {
  requireDistinct(forms);
  return await changePlan(world, workerOf(caller), forms, (before) => {
    for (const form of forms) {
      const place = before.find((candidate) => candidate.id === form.id);
      if (!place) throw notFound('Scheduled day');
      if (place.scheduleTemplateId !== form.scheduleTemplateId) {
        throw invalid(path, 'A scheduled day stays with its engagement.');
      }
    }
    // Of places with the same number the moved ones come last.
    const moved = new Set(forms.map(({ id }) => id));
    const after = [...before.filter(({ id }) => !moved.has(id)), ...forms];
    if (new Set(after.map(spotOf)).size < after.length) throw dayTaken();
    return numbered(after);
  });
}

/**
 * Takes places out of the caller's plan, all or none.
 * @throws ApiError NOT_FOUND for a place that is not in it
 */
export async function deleteScheduleTemplateDays(world: World, caller: Caller, ids: string[]): Promise<void> {
  await changePlan(world, workerOf(caller), [], (before) => {
    if (!ids.every((id) => before.some((place) => place.id === id))) throw notFound('Scheduled day');
    return numbered(before.filter((place) => !ids.includes(place.id)));
  });
}

async function changePlan(
  world: World,
  workerProfileId: string,
  forms: PlanDay[],
  change: (before: Plan) => PlanDay[],
): Promise<PlanDay[]> {
  return await world.database.transaction(async (transaction) => {
    const before = await lockPlan(transaction, workerProfileId);
    const after = change(before);
    const changed = await lockChanged(world, transaction, before, after);
    const plan = await writePlan(world, transaction, before, after);
    if (changed.length > 0) await notePlan(world, transaction, changed, { by: workerProfileId });
    return asked(plan, forms);
  });
}

const daysOf = (plan: Plan, templateId: string) =>
  plan.flatMap(({ scheduleTemplateId, dayOfWeek }) => (scheduleTemplateId === templateId ? [dayOfWeek] : []));

/** @returns the services whose weekdays change, which are locked */
async function lockChanged(world: World, transaction: Transaction, before: Plan, after: Plan): Promise<string[]> {
  const ids = [...new Set(before.map(({ scheduleTemplateId }) => scheduleTemplateId))].filter((id) => {
    const days = daysOf(after, id);
    return daysOf(before, id).some((day) => !days.includes(day));
  });
  if (ids.length === 0) return [];
  const engagementIds = (await lockTemplates(transaction, ids)).map(({ engagementId }) => engagementId);
  await settleMissed(world, transaction, engagementIds);
  return engagementIds;
}

function workerOf(caller: Caller): string {
  const [workerProfileId] = profileIds(caller, 'PROFILE_TYPE_WORKER');
  if (!workerProfileId) throw new ApiError('FORBIDDEN', 'You do not have permission for this.');
  return workerProfileId;
}

/** Whether an engagement is the worker's, another worker's or open to be claimed. */
function standingOf({ workerProfileId, status }: TemplateRow, worker: string): 'own' | 'taken' | 'open' {
  if (workerProfileId === worker) {
    if (!isLive({ status })) throw notNow('This engagement has ended.');
    return 'own';
  }
  if (isProposal({ status })) return 'open';
  if (isActive({ status })) return 'taken';
  throw notFound('Engagement');
}

async function newPlaces(transaction: Transaction, before: Plan, forms: PlanDay[]): Promise<PlanDay[]> {
  const own = new Map(before.map((place) => [place.id, spotOf(place)]));
  if (forms.some((form) => own.has(form.id) && own.get(form.id) !== spotOf(form))) throw dayTaken();
  const fresh = forms.filter(({ id }) => !own.has(id));
  const ids = fresh.map(({ id }) => id);
  const taken = await selectTakenIds(transaction, ids);
  if (taken.length > 0) throw notFound('Scheduled day');
  const occupied = new Set(own.values());
  if (fresh.some((form) => occupied.has(spotOf(form)))) throw dayTaken();
  return fresh;
}

/** Only a weekly frequency says on how many weekdays a visit may be; the others say how often within a day or month. */
function requireWithinFrequency({ id, period, frequency }: TemplateRow, plan: Plan): void {
  const days = plan.filter(({ scheduleTemplateId }) => scheduleTemplateId === id).length;
  if (period !== 'PERIOD_WEEKLY' || days <= frequency) return;
  const times = frequency === 1 ? 'one day' : `${frequency} days`;
  throw invalid(path, `The customer asked for ${times} a week.`);
}

function requireDistinct(forms: Plan): void {
  const isDistinct =
    new Set(forms.map((form) => form.id)).size === forms.length && new Set(forms.map(spotOf)).size === forms.length;
  if (!isDistinct) throw invalid(path, 'A day is given twice.');
}

const dayTaken = () => new ApiError('ALREADY_EXISTS', 'This engagement is already on that day.');

const asked = (plan: PlanDay[], forms: Plan): PlanDay[] => {
  const ids = new Set(forms.map((form) => form.id));
  return plan.filter((place) => ids.has(place.id));
};
