/** What the desk shows of a visit of today. */
export const visitStates = ['not-started', 'under-way', 'done', 'skipped'] as const;
export type VisitState = (typeof visitStates)[number];

/** The desk counts up to this number; one more stands for all larger numbers. */
export const countLimit = 1000;

/** How many proposals, and how many missed visits, the calendar names at most. */
export const mostInTray = 50;
