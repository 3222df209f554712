import * as z from 'zod/mini';
import { workStatuses } from '#domain/enums.ts';
import { Id, Instant } from './fields.ts';

/**
 * When the worker tapped, by the business's time; absent for now. A phone without signal may send it until the end of
 * the day after the visit (`domain/step-time.ts`).
 */
export const TappedAt = z.optional(Instant);

/** One visit's progress. */
export const Work = z.object({ id: Id, status: z.enum(workStatuses) });
export type Work = z.infer<typeof Work>;

/** One visit's progress, for its worker. */
export const OwnWork = z.extend(Work, {
  /** Until when the worker may undo the last step; null when that time is over. */
  undoUntil: z.nullable(Instant),
});
export type OwnWork = z.infer<typeof OwnWork>;
