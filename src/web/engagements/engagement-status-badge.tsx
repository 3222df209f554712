import type { EngagementStatus } from '#domain/enums.ts';
import { enumLabel } from '#domain/labels.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';

const tones: Record<EngagementStatus, BadgeTone> = {
  ENGAGEMENT_STATUS_UNKNOWN: 'neutral',
  ENGAGEMENT_STATUS_PROPOSED: 'proposed',
  ENGAGEMENT_STATUS_ACCEPTED: 'accepted',
  ENGAGEMENT_STATUS_RUNNING: 'running',
  ENGAGEMENT_STATUS_COMPLETED: 'ended',
  ENGAGEMENT_STATUS_CANCELLED: 'ended',
  ENGAGEMENT_STATUS_PAUSED: 'warn',
};

/** Where an engagement stands, in a word. */
export function EngagementStatusBadge({ status }: { status: EngagementStatus }) {
  return <Badge tone={tones[status]}>{enumLabel(status)}</Badge>;
}
