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
  /** Whether a proposal stands out, as it does for who may take it; for who has asked for it nothing is wrong. */
  isToTake?: boolean;
};

/** Where an engagement stands, in a word. */
export function EngagementStatusBadge({ status, isToTake = false }: EngagementStatusBadgeProps) {
  const isProposal = status === 'ENGAGEMENT_STATUS_PROPOSED';
  return <Badge tone={isToTake && isProposal ? 'proposed' : tones[status]}>{enumLabel(status)}</Badge>;
}
