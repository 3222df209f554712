import { dayLabel } from '#domain/calendar.ts';
import type { SkipActor } from '#domain/schedule-rules.ts';

/** What the letters about a skip need; `url` is the page that the reader is sent to. */
export type About = {
  firstName: string;
  customerName: string;
  workerName: string;
  street: string;
  date: Temporal.PlainDate;
  by: SkipActor;
  reason: string | null;
  url: string;
};

export const factsOf = ({ street, date }: Pick<About, 'street' | 'date'>) =>
  [
    ['Where', street],
    ['When', dayLabel(date)],
  ] as const;
