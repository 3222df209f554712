import { inject } from 'vitest';

/** The time by the business's clock, unless the journey has moved it. */
export const now = (): Temporal.Instant => Temporal.Now.instant().add({ milliseconds: inject('aheadMs') });
