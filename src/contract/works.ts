import * as z from 'zod/mini';
import { workStatuses } from '#domain/enums.ts';
import { Id } from './fields.ts';

/** One visit's progress. */
export const Work = z.object({ id: Id, status: z.enum(workStatuses) });
export type Work = z.infer<typeof Work>;
