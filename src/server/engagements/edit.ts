import type * as z from 'zod/mini';
import type { EngagementUpdate } from '#contract/engagements.ts';
import { type EngagementActor, isLive, nextStatuses, staysPaused, targetStatus } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import { enumLabel } from '#domain/labels.ts';
import { type Caller, holds } from '../http/access.ts';
import { ApiError, invalid, notNow } from '../http/errors.ts';
import { actorsOf, isCustomerOf, isOpen, isWorkerOf, ownsOrStaff } from '../parties/parties.ts';
import type { TemplateFields } from '../plans/schedules-store.ts';
import { priceNow } from '../products/service.ts';
import type { World } from '../world.ts';
import { priceChanged, tooExpensive } from './price.ts';
import type { EngagementFields } from './store.ts';
import type { EngagementView } from './view-store.ts';
import { standingOf } from './views.ts';

export type UpdateForm = z.output<typeof EngagementUpdate>;

/** What a form changes in an engagement. Its addresses and its card are still to be checked. */
export type Edit = {
  view: EngagementView;
  /** Whether the form names the version that it was made on. */
  isVersioned: boolean;
  fields: EngagementFields;
  template: TemplateFields;
  transition: { to: EngagementStatus; actor: EngagementActor } | undefined;
  /** Why it is canceled, with a transition to that. */
  why: Pick<EngagementFields, 'cancelReason' | 'cancelNote'>;
};

/** Whether a worker takes an open proposal. */
export const isClaim = ({ view, transition }: Edit): boolean =>
  isOpen(view) && transition?.to === 'ENGAGEMENT_STATUS_ACCEPTED';

export const isEnd = ({ transition }: Edit): boolean => transition !== undefined && !isLive({ status: transition.to });

/** Whether a paused service loses its worker, and stays paused. */
export const isReleasedPaused = ({ view, transition }: Edit): boolean =>
  transition !== undefined && staysPaused(standingOf(view), transition.to);

/** Whether a service leaves the plan of its worker. */
export const leavesPlan = (edit: Edit): boolean => edit.transition?.to === 'ENGAGEMENT_STATUS_PROPOSED' || isEnd(edit);

export function changedMeanwhile(): ApiError {
  const message = 'This engagement was changed by somebody else in the meantime. What you typed is still here.';
  return new ApiError('CONFLICT', message, [{ path: 'body.version', message }]);
}

/**
 * Holds a form to what the caller may change of an engagement and when.
 * @returns what is to be changed, or undefined when all is as the form says already
 * @throws ApiError CONFLICT when it is not the version that the form was made on, INVALID_INPUT for what was agreed,
 * FORBIDDEN for what only the customer changes, NOT_ALLOWED_NOW for a transition that is not open
 */
export function editOf(world: World, caller: Caller, view: EngagementView, form: UpdateForm): Edit | undefined {
  const { engagement, scheduleTemplate } = view;
  const differs = <Key extends keyof UpdateForm & keyof typeof engagement>(field: Key) =>
    form[field] !== undefined && form[field] !== engagement[field] ? form[field] : undefined;
  const agreed = (['customerProfileId', 'productId', 'baseCost'] as const).find((key) => differs(key) !== undefined);
  const fields = {
    serviceAddressId: differs('serviceAddressId'),
    billingAddressId: differs('billingAddressId'),
    stripePaymentMethodId: differs('stripePaymentMethodId'),
    yardSize: differs('yardSize'),
  };
  const differsIn = <Key extends keyof TemplateFields>(key: Key) =>
    form.scheduleTemplate?.[key] === scheduleTemplate[key] ? undefined : form.scheduleTemplate?.[key];
  const template = { isPinned: differsIn('isPinned'), weekOffset: differsIn('weekOffset') };
  const status = isAcceptedAgain(view, caller, form.status) ? undefined : differs('status');
  const isChange = isAny(fields) || template.isPinned !== undefined;
  const why = { cancelReason: form.cancelReason, cancelNote: form.cancelNote || undefined };
  if (isAny(why) && form.status !== 'ENGAGEMENT_STATUS_CANCELLED') throw onlyWhenCancelled(why);
  if (!agreed && !isChange && !status && !isAny(template)) return undefined;

  if (form.version !== undefined && form.version !== engagement.version) throw changedMeanwhile();
  if (agreed) throw invalid(`body.${agreed}`, 'This was agreed and cannot be changed.');
  if (isChange) requireChangeable(view, caller, fields);
  if (template.weekOffset !== undefined) requireWeekIsOpen(view, caller);
  return {
    view,
    isVersioned: form.version !== undefined,
    fields: {
      ...fields,
      ...(fields.yardSize && priceOfYard(world, caller, view, fields.yardSize, form.quotedBaseCost)),
    },
    template,
    transition: status && transitionOf(view, caller, status),
    why,
  };
}

const onlyWhenCancelled = ({ cancelReason }: Edit['why']) =>
  invalid(`body.${cancelReason ? 'cancelReason' : 'cancelNote'}`, 'A reason is given when a service is canceled.');

/** @returns whether anything is to be changed */
export const isAny = (fields: EngagementFields | TemplateFields): boolean =>
  Object.values(fields).some((value) => value !== undefined);

/** In which week the visits begin is the worker's to say, until the first of them. */
function requireWeekIsOpen(view: EngagementView, caller: Caller): void {
  if (!isWorkerOf(view, caller) && !holds(caller, 'PROFILE_TYPE_EMPLOYEE')) {
    throw new ApiError('FORBIDDEN', 'Only the worker can choose the week.');
  }
  const path = 'body.scheduleTemplate.weekOffset';
  if (view.scheduleTemplate.interval < 2) throw invalid(path, 'This service is every week.');
  if (view.engagement.status !== 'ENGAGEMENT_STATUS_ACCEPTED') {
    throw notNow('The week can be chosen once it is accepted and until the first visit.', path);
  }
}

/** The plan says ACCEPTED again when it is saved; by then the first visit may have begun. */
function isAcceptedAgain(view: EngagementView, caller: Caller, to: EngagementStatus | undefined): boolean {
  const isHeld = isWorkerOf(view, caller) && !ownsOrStaff(view, caller);
  return isHeld && to === 'ENGAGEMENT_STATUS_ACCEPTED' && view.engagement.status === 'ENGAGEMENT_STATUS_RUNNING';
}

function requireChangeable(view: EngagementView, caller: Caller, fields: EngagementFields): void {
  if (!ownsOrStaff(view, caller)) throw new ApiError('FORBIDDEN', 'Only the customer can change this.');
  // The card matters after the end too: visits may still have to be paid.
  const isCardAlone = Object.entries(fields).every(
    ([key, value]) => value === undefined || key === 'stripePaymentMethodId',
  );
  if (!isLive(view.engagement) && !(isCardAlone && fields.stripePaymentMethodId)) {
    throw notNow('This engagement has ended and cannot be changed.');
  }
  if (fields.yardSize && !isOpen(view)) {
    throw notNow('The yard size can be changed only until a worker has accepted.', 'body.yardSize');
  }
}

/** Who chooses a yard size for oneself agrees to its price; what staff choose waits for the customer. */
function priceOfYard(
  world: World,
  caller: Caller,
  view: EngagementView,
  yardSize: NonNullable<EngagementFields['yardSize']>,
  quotedBaseCost: number | undefined,
): Pick<EngagementFields, 'baseCost' | 'agreedBaseCost' | 'priceMultiplier'> {
  const baseCost = priceNow(world, view.product, yardSize);
  if (baseCost === undefined) throw invalid('body.yardSize', tooExpensive);
  if (quotedBaseCost !== undefined && quotedBaseCost !== baseCost) throw priceChanged(baseCost);
  const price = { baseCost, priceMultiplier: view.product.baseCostMultiplier };
  return isCustomerOf(view, caller) ? { ...price, agreedBaseCost: baseCost } : price;
}

function transitionOf(view: EngagementView, caller: Caller, asked: EngagementStatus): NonNullable<Edit['transition']> {
  const from = view.engagement.status;
  const standing = standingOf(view);
  const to = targetStatus(standing, asked);
  const actor = actorsOf(view, caller).find((one) => nextStatuses(standing, one).includes(to));
  if (actor) return { to, actor };
  const isClaim = isOpen(view) && to === 'ENGAGEMENT_STATUS_ACCEPTED' && !holds(caller, 'PROFILE_TYPE_WORKER');
  throw isClaim ? notNow('Only a worker can accept an engagement.', 'body.status') : notAllowed(from, to);
}

export const notAllowed = (from: EngagementStatus, to: EngagementStatus) =>
  notNow(`You cannot change this engagement from ${enumLabel(from)} to ${enumLabel(to)}.`, 'body.status');
