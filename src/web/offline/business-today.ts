import { businessDay } from '#domain/calendar.ts';
import { serverNow } from './server-clock.ts';

/** @returns the business's day by the server's clock */
export const businessToday = (): Temporal.PlainDate => businessDay(Temporal.Instant.fromEpochMilliseconds(serverNow()));
