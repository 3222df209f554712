import { testMoment } from '#server/testing/moment.ts';

/** The time by the business's clock at which the journey began, unless it has moved it. */
export const now = (): Temporal.Instant => testMoment;
