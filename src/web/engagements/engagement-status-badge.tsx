import type { EngagementStatus } from '#domain/enums.ts';
import { enumLabel } from '#domain/labels.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';

const tones: Record<EngagementStatus, BadgeTone> = {
  ENGAGEMENT_STATUS_UNKNOWN: 'neutral',
  ENGAGEMENT_STATUS_PROPOSED: 'neutral',
  ENGAGEMENT_STATUS_ACCEPTED: 'accepted',
  ENGAGEMENT_STATUS_RUNNING: 'running',
  ENGAGEMENT_STATUS_COMPLETED: 'ended',
  ENGAGEMENT_STATUS_CANCELLED: 'ended',
  ENGAGEMENT_STATUS_PAUSED: 'warn',
};

type EngagementStatusBadgeProps = {
  status: EngagementStatus;
  /** Makes a proposal stand out, for workers who may claim it. Its customer needs no warning. */
  isToTake?: boolean;
};

/** The status of an engagement. */
export function EngagementStatusBadge({ status, isToTake = false }: EngagementStatusBadgeProps) {
  const isProposal = status === 'ENGAGEMENT_STATUS_PROPOSED';
  return <Badge tone={isToTake && isProposal ? 'proposed' : tones[status]}>{enumLabel(status)}</Badge>;
}
