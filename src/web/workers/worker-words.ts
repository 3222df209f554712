import type { WorkerRow } from '#contract/workers.ts';
import type { WorkerFilter } from '#domain/approval.ts';
import type { Mark } from '#web/ui/marks.tsx';

export const filterLabels: Record<WorkerFilter, string> = {
  approved: 'Approved',
  waiting: 'Waiting for approval',
  refused: 'Refused',
  'not-onboarded': 'Not onboarded',
  closed: 'Closed',
};

type Standing = Pick<WorkerRow, 'approval' | 'isConfirmed' | 'isOnboarded' | 'closedAt'>;

/** @returns what is to be known of a worker first, in a few words each */
export function marksOf({ approval, isConfirmed, isOnboarded, closedAt }: Standing): Mark[] {
  const marks: (Mark | false)[] = [
    closedAt !== null && { label: 'Closed', tone: 'ended' },
    approval === 'waiting' && !isConfirmed && { label: 'Email not confirmed', tone: 'neutral' },
    approval === 'waiting' && isConfirmed && { label: 'Waits for approval', tone: 'warn' },
    approval === 'refused' && { label: 'Refused', tone: 'ended' },
    approval === 'approved' && { label: 'Approved', tone: 'accepted' },
    !isOnboarded && { label: 'Not onboarded', tone: 'neutral' },
  ];
  return marks.filter((mark) => mark !== false);
}
