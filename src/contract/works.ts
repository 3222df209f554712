import * as z from 'zod/mini';
import { workStatuses } from '#domain/enums.ts';
import { Id, Instant } from './fields.ts';

/** For how long a worker may undo a step; until then the customer is neither told of it nor charged. */
export const undoSeconds = 60;

/**
 * When the worker tapped, by the business's time; now when absent. A phone without signal sends it later, until the end
 * of the day after the visit (`domain/step-time.ts`).
 */
export const TappedAt = z.optional(Instant);

/** One visit's progress. */
export const Work = z.object({ id: Id, status: z.enum(workStatuses) });
export type Work = z.infer<typeof Work>;

/** The same as its worker sees it. */
export const OwnWork = z.extend(Work, {
  /** Until when the last step may be undone; null when that is over. */
  undoUntil: z.nullable(Instant),
});
export type OwnWork = z.infer<typeof OwnWork>;
