import type { WorkStatus } from './enums.ts';

type Step = { readonly next: WorkStatus; readonly action: string };

/** The steps of a visit: from each status, the next one and the words on the worker's button. */
const steps: Partial<Record<WorkStatus, Step>> = {
  WORK_STATUS_NOT_STARTED: { next: 'WORK_STATUS_PENDING', action: 'Start' },
  WORK_STATUS_PENDING: { next: 'WORK_STATUS_TRAVEL_STARTED', action: 'Start Travel' },
  WORK_STATUS_TRAVEL_STARTED: { next: 'WORK_STATUS_TRAVEL_COMPLETED', action: 'Complete Travel' },
  WORK_STATUS_TRAVEL_COMPLETED: { next: 'WORK_STATUS_WORK_STARTED', action: 'Start Work' },
  WORK_STATUS_WORK_STARTED: { next: 'WORK_STATUS_WORK_COMPLETED', action: 'Complete Work' },
};

const labels: Partial<Record<WorkStatus, string>> = {
  WORK_STATUS_NOT_STARTED: 'Not started',
  WORK_STATUS_PENDING: 'Getting ready',
  WORK_STATUS_TRAVEL_STARTED: 'On the way',
  WORK_STATUS_TRAVEL_COMPLETED: 'Arrived',
  WORK_STATUS_WORK_STARTED: 'Working in the yard',
  WORK_STATUS_WORK_COMPLETED: 'Done',
};

/** @returns how far a visit is, in the same words for customer and worker */
export function visitStatusLabel(status: WorkStatus): string {
  return labels[status] ?? 'Not started';
}

/** @returns the step that a worker may take from this status; undefined when the visit is done */
export function nextWorkStep(status: WorkStatus): Step | undefined {
  return steps[status];
}

/** @returns the status from which a step leads to `status`; undefined when none does */
export function workStatusBefore(status: WorkStatus): WorkStatus | undefined {
  return (Object.keys(steps) as WorkStatus[]).find((from) => steps[from]?.next === status);
}

type Progress = { work: { status: WorkStatus; undoUntil: string | null } | null; skip: object | null };

/** @returns whether a visit was begun and can be gone on with; one that was just finished, while it can be undone */
export const isUnfinished = ({ work, skip }: Progress): boolean =>
  work !== null && !skip && (work.status !== 'WORK_STATUS_WORK_COMPLETED' || work.undoUntil !== null);
