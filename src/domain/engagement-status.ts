import type { EngagementStatus } from './enums.ts';

/** Who changes an engagement's status: its customer, its worker, staff, or our own code. */
export type EngagementActor = 'customer' | 'worker' | 'employee' | 'system';

type Transition = {
  readonly to: EngagementStatus;
  readonly by: readonly EngagementActor[];
  /** Who may besides, when staff have given it to its worker, who has not begun. */
  readonly ifGiven?: readonly EngagementActor[];
};

/**
 * The life of an engagement. The first day that a worker plans claims it (PROPOSED to ACCEPTED), and the first visit
 * that starts makes it RUNNING. A release, by the worker or staff, gives it back to all workers; what is
 * paused stays so, without a worker, until it is resumed. A worker who declines what is paused gives it back to who had it before.
 */
const transitions: Record<EngagementStatus, readonly Transition[]> = {
  ENGAGEMENT_STATUS_UNKNOWN: [],
  ENGAGEMENT_STATUS_PROPOSED: [
    // Only workers claim: nobody claims for somebody else.
    { to: 'ENGAGEMENT_STATUS_ACCEPTED', by: ['worker'] },
    { to: 'ENGAGEMENT_STATUS_CANCELLED', by: ['customer', 'employee'] },
  ],
  ENGAGEMENT_STATUS_ACCEPTED: [
    { to: 'ENGAGEMENT_STATUS_RUNNING', by: ['system', 'employee'] },
    { to: 'ENGAGEMENT_STATUS_PROPOSED', by: ['worker', 'employee'] },
    { to: 'ENGAGEMENT_STATUS_PAUSED', by: ['customer', 'employee', 'system'] },
    { to: 'ENGAGEMENT_STATUS_CANCELLED', by: ['customer', 'employee'] },
  ],
  ENGAGEMENT_STATUS_RUNNING: [
    { to: 'ENGAGEMENT_STATUS_COMPLETED', by: ['employee', 'system'] },
    { to: 'ENGAGEMENT_STATUS_PROPOSED', by: ['worker', 'employee'] },
    { to: 'ENGAGEMENT_STATUS_PAUSED', by: ['customer', 'employee', 'system'] },
    { to: 'ENGAGEMENT_STATUS_CANCELLED', by: ['customer', 'employee'] },
  ],
  ENGAGEMENT_STATUS_PAUSED: [
    { to: 'ENGAGEMENT_STATUS_ACCEPTED', by: ['customer', 'employee'] },
    { to: 'ENGAGEMENT_STATUS_RUNNING', by: ['customer', 'employee'] },
    { to: 'ENGAGEMENT_STATUS_PROPOSED', by: ['employee'], ifGiven: ['worker'] },
    { to: 'ENGAGEMENT_STATUS_CANCELLED', by: ['customer', 'employee'] },
  ],
  ENGAGEMENT_STATUS_COMPLETED: [],
  ENGAGEMENT_STATUS_CANCELLED: [],
};

export const proposalStatus = 'ENGAGEMENT_STATUS_PROPOSED' satisfies EngagementStatus;

/** @returns whether an engagement waits for a worker */
export function isProposal({ status }: { status: EngagementStatus }): boolean {
  return status === proposalStatus;
}

/** The states in which visits are due. */
export const activeEngagementStatuses = [
  'ENGAGEMENT_STATUS_ACCEPTED',
  'ENGAGEMENT_STATUS_RUNNING',
] as const satisfies readonly EngagementStatus[];

export function isActive({ status }: { status: EngagementStatus }): boolean {
  return activeEngagementStatuses.some((active) => active === status);
}

/** The states in which an engagement needs its address and its card. */
export const liveEngagementStatuses = [
  'ENGAGEMENT_STATUS_PROPOSED',
  'ENGAGEMENT_STATUS_ACCEPTED',
  'ENGAGEMENT_STATUS_RUNNING',
  'ENGAGEMENT_STATUS_PAUSED',
] as const satisfies readonly EngagementStatus[];

export function isLive({ status }: { status: EngagementStatus }): boolean {
  return liveEngagementStatuses.some((live) => live === status);
}

/** What decides about an engagement's next status. */
export type EngagementStanding = {
  status: EngagementStatus;
  hasWorker: boolean;
  /** Whether a visit was ever started. */
  hasStarted: boolean;
  /** Whether staff have given it to its worker, who has not begun; of a paused one. */
  isGiven: boolean;
};

/** @returns the states that somebody may move an engagement to; of the two that resume it, the one that applies */
export function nextStatuses(standing: EngagementStanding, actor: EngagementActor): EngagementStatus[] {
  const isAllowed = ({ by, ifGiven = [] }: Transition) =>
    by.includes(actor) || (standing.isGiven && ifGiven.includes(actor));
  const allowed = transitions[standing.status].filter(isAllowed).map(({ to }) => to);
  return [...new Set(allowed.map((to) => (isResume(standing.status, to) ? resumedTo(standing) : to)))];
}

/**
 * @returns the status that a request for `to` leads to: whichever of the two was asked for, the server picks a resume's
 */
export function targetStatus(standing: EngagementStanding, to: EngagementStatus): EngagementStatus {
  return isResume(standing.status, to) ? resumedTo(standing) : to;
}

/** @returns whether the transition makes visits due again */
export function isResume(from: EngagementStatus, to: EngagementStatus): boolean {
  return from === 'ENGAGEMENT_STATUS_PAUSED' && isActive({ status: to });
}

/** @returns whether a release takes the worker of a paused one away, which stays paused */
export function staysPaused(
  { status, hasWorker }: Pick<EngagementStanding, 'status' | 'hasWorker'>,
  to: EngagementStatus,
) {
  return status === 'ENGAGEMENT_STATUS_PAUSED' && hasWorker && isProposal({ status: to });
}

/** A paused engagement that has lost its worker is open to all workers again. */
function resumedTo({ hasWorker, hasStarted }: EngagementStanding): EngagementStatus {
  if (!hasWorker) return 'ENGAGEMENT_STATUS_PROPOSED';
  return hasStarted ? 'ENGAGEMENT_STATUS_RUNNING' : 'ENGAGEMENT_STATUS_ACCEPTED';
}
