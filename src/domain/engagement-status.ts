import type { EngagementStatus } from './enums.ts';

/** Who moves an engagement: the customer who owns it, the worker who claimed it, staff, or the business itself. */
export type EngagementActor = 'customer' | 'worker' | 'employee' | 'system';

type Move = { readonly to: EngagementStatus; readonly by: readonly EngagementActor[] };

/**
 * The life of an engagement. A claim (PROPOSED to ACCEPTED) is made by the worker's first day in the plan, and
 * ACCEPTED to RUNNING by the first visit that starts. A release, by the worker or staff, puts it back to the pool.
 */
const moves: Record<EngagementStatus, readonly Move[]> = {
  ENGAGEMENT_STATUS_UNKNOWN: [],
  ENGAGEMENT_STATUS_PROPOSED: [
    // Nobody claims for somebody else: a claim needs who will do the work.
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
    { to: 'ENGAGEMENT_STATUS_PROPOSED', by: ['employee'] },
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

/** @returns whether visits are due */
export function isActive({ status }: { status: EngagementStatus }): boolean {
  return activeEngagementStatuses.some((active) => active === status);
}

/** The states in which an engagement still needs its address and its card. */
export const liveEngagementStatuses = [
  'ENGAGEMENT_STATUS_PROPOSED',
  'ENGAGEMENT_STATUS_ACCEPTED',
  'ENGAGEMENT_STATUS_RUNNING',
  'ENGAGEMENT_STATUS_PAUSED',
] as const satisfies readonly EngagementStatus[];

/** @returns whether an engagement still needs its address and its card */
export function isLive({ status }: { status: EngagementStatus }): boolean {
  return liveEngagementStatuses.some((live) => live === status);
}

/** What decides where an engagement can go. */
export type EngagementStanding = {
  status: EngagementStatus;
  hasWorker: boolean;
  /** Whether a visit was ever started. */
  hasStarted: boolean;
};

/**
 * @returns the states that somebody may ask to move an engagement to; of the two that resume one, that which it is
 * resumed to
 */
export function engagementMoves(standing: EngagementStanding, actor: EngagementActor): EngagementStatus[] {
  const allowed = moves[standing.status].filter((move) => move.by.includes(actor)).map((move) => move.to);
  return [...new Set(allowed.map((to) => (isResume(standing.status, to) ? resumedTo(standing) : to)))];
}

/** @returns where a move leads that somebody asks for: whichever way a resume was asked for, the server decides */
export function moveTarget(standing: EngagementStanding, to: EngagementStatus): EngagementStatus {
  return isResume(standing.status, to) ? resumedTo(standing) : to;
}

/** @returns whether the move makes visits due again */
export function isResume(from: EngagementStatus, to: EngagementStatus): boolean {
  return from === 'ENGAGEMENT_STATUS_PAUSED' && isActive({ status: to });
}

/** One that has lost its worker while it was paused is open to all again. */
function resumedTo({ hasWorker, hasStarted }: EngagementStanding): EngagementStatus {
  if (!hasWorker) return 'ENGAGEMENT_STATUS_PROPOSED';
  return hasStarted ? 'ENGAGEMENT_STATUS_RUNNING' : 'ENGAGEMENT_STATUS_ACCEPTED';
}
