/** How a worker stands with the office: only who is approved sees proposals and takes them. */
export const approvals = ['waiting', 'approved', 'refused'] as const;
export type Approval = (typeof approvals)[number];

/** In characters. */
export const longestApprovalReason = 500;

/** What staff narrow the list of workers to. `not-onboarded`: we cannot pay them yet. */
export const workerFilters = ['approved', 'waiting', 'refused', 'not-onboarded', 'closed'] as const;
export type WorkerFilter = (typeof workerFilters)[number];
