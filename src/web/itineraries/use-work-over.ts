import { useEffect, useReducer } from 'react';
import { type CalendarDay, plainDate } from '#domain/calendar.ts';
import { endOfWork } from '#domain/visit-class.ts';
import { serverNow } from '#web/offline/server-clock.ts';

/** @returns whether nobody comes any more on a day, by the server's clock, also once that becomes so while it is shown */
export function useIsWorkOver(date: CalendarDay): boolean {
  const end = endOfWork(plainDate(date)).epochMilliseconds;
  const [, lookAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const left = end - serverNow();
    if (left <= 0) return;
    const timer = setTimeout(lookAgain, left);
    return () => clearTimeout(timer);
  }, [end]);
  return serverNow() >= end;
}
