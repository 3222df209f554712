import type * as z from 'zod/mini';
import type { calendar } from '#contract/calendar.ts';
import { api } from '#web/api/api.ts';

type Answer = z.output<typeof calendar.getCalendar.response>;
export type Calendar = Omit<Answer, 'next'>;

/** The pages of the calendar that were loaded, as one; it is read anew every minute while somebody looks at it. */
export function useCalendar(query: { from: string; days: string }) {
  const loaded = api.useGetCalendarInfiniteQuery(
    { query },
    { refetchOnMountOrArgChange: true, pollingInterval: 60_000, skipPollingIfUnfocused: true },
  );
  const [first, ...more] = loaded.currentData?.pages ?? [];
  const shown: Calendar | undefined = first && {
    ...first,
    workers: [first, ...more].flatMap(({ workers }) => workers),
    cells: [first, ...more].flatMap(({ cells }) => cells),
  };
  return { ...loaded, shown };
}
