import { type EngagementActor, isLive, isProposal } from '#domain/engagement-status.ts';
import type { EngagementStatus } from '#domain/enums.ts';
import type { Transaction } from '../database/connection.ts';
import { type Caller, holds, holdsProfile } from '../http/access.ts';
import { notFound } from '../http/errors.ts';
import type { World } from '../world.ts';
import { selectParties } from './store.ts';

/** What of an engagement says who has a part in it. */
type Parts = {
  engagement: { customerProfileId: string; workerProfileId: string | null; status: EngagementStatus };
};

/** What makes a worker see an engagement that is another's, or nobody's. */
type Ways = Record<'seesProposals' | 'makesVisit' | 'isUnderWay' | 'gaveBack', boolean>;

/** @returns whether the engagement waits for a worker */
export const isOpen = ({ engagement }: Parts): boolean => isProposal(engagement);

/** @returns whether the caller is the engagement's customer */
export const isCustomerOf = ({ engagement }: Parts, caller: Caller): boolean =>
  holdsProfile(caller, 'PROFILE_TYPE_CUSTOMER', engagement.customerProfileId);

/** @returns whether the caller is the worker who claimed the engagement */
export const isWorkerOf = ({ engagement }: Parts, caller: Caller): boolean =>
  holdsProfile(caller, 'PROFILE_TYPE_WORKER', engagement.workerProfileId);

/** @returns whether the customer's own affairs, such as the card, are the caller's to see */
export const ownsOrStaff = (view: Parts, caller: Caller): boolean =>
  isCustomerOf(view, caller) || holds(caller, 'PROFILE_TYPE_EMPLOYEE');

/** @returns whether the caller is the engagement's customer or worker, or staff */
export const hasPartIn = (view: Parts, caller: Caller): boolean =>
  ownsOrStaff(view, caller) || isWorkerOf(view, caller);

/** @returns what the caller is to the engagement; any worker is one to an open proposal */
export function actorsOf(view: Parts, caller: Caller): Exclude<EngagementActor, 'system'>[] {
  const isWorker = isWorkerOf(view, caller) || (isOpen(view) && holds(caller, 'PROFILE_TYPE_WORKER'));
  return [
    ...(isCustomerOf(view, caller) ? (['customer'] as const) : []),
    ...(isWorker ? (['worker'] as const) : []),
    ...(holds(caller, 'PROFILE_TYPE_EMPLOYEE') ? (['employee'] as const) : []),
  ];
}

/**
 * @param view of an engagement that was looked for
 * @returns the same, if the caller may see it as `requireVisible` says
 * @throws ApiError NOT_FOUND
 */
export function requireSeen<View extends Parts & Ways>(view: View | undefined, caller: Caller): View {
  if (view && hasPartIn(view, caller)) return view;
  if ((view?.gaveBack || view?.isUnderWay) && holds(caller, 'PROFILE_TYPE_WORKER')) return view;
  if (view?.makesVisit && isLive(view.engagement) && holds(caller, 'PROFILE_TYPE_WORKER')) return view;
  if (view && isOpen(view) && holds(caller, 'PROFILE_TYPE_WORKER') && view.seesProposals) return view;
  throw notFound('Engagement');
}

/**
 * Whom a letter about an engagement goes to, and what it speaks of.
 * @param workerProfileId whom it speaks of, when that may be another than the engagement's worker
 * @throws ApiError NOT_FOUND
 */
export async function engagementParties(
  world: World,
  transaction: Transaction,
  engagementId: string,
  workerProfileId?: string,
) {
  const parties = await selectParties(transaction, engagementId, workerProfileId);
  if (!parties) throw notFound('Engagement');
  return {
    ...parties,
    workerName: parties.workerName ?? 'Your keeper',
    /** The customer's page of the engagement. */
    url: `${world.publicUrl}/customers/${parties.customer.profileId}/engagements/${engagementId}`,
    /** Where the worker's plan is; none without a worker. */
    planUrl: parties.worker && `${world.publicUrl}/worker/${parties.worker.profileId}/plan`,
  };
}
