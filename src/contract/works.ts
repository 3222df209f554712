import * as z from 'zod/mini';
import { workStatuses } from '#domain/enums.ts';
import { Id, Instant } from './fields.ts';

/** For how long a worker may undo a step; until then the customer is neither told of it nor charged. */
export const undoSeconds = 60;

/** One visit's progress. */
export const Work = z.object({ id: Id, status: z.enum(workStatuses) });
export type Work = z.infer<typeof Work>;

/** The same as its worker sees it. */
export const OwnWork = z.extend(Work, {
  /** Until when the last step may be undone; null when that is over. */
  undoUntil: z.nullable(Instant),
});
export type OwnWork = z.infer<typeof OwnWork>;
