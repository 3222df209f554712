import { type RefObject, useEffect, useRef } from 'react';
import type { Job } from '#contract/itineraries.ts';
import { fullName } from '#domain/labels.ts';
import { announce } from '#web/ui/announce.ts';
import { idOf, isDone } from './itinerary-columns.ts';

/**
 * Once a stop of today is done it folds away, and the view and the focus go to the next one, or to the day's sum; when that
 * is undone, back to it.
 * @param next marked with `data-next` in the section; a sum with `data-sum`, what is done with `data-just-done`
 */
export function useGoOn(section: RefObject<HTMLElement | null>, jobs: readonly Job[], next: Job | undefined): void {
  const before = useRef({ next, done: new Set<string>() });
  useEffect(() => {
    const { next: last, done } = before.current;
    before.current = { next, done: new Set(jobs.filter(isDone).map(idOf)) };
    if (last?.engagement.id === next?.engagement.id) return;
    const isGoingOn = last && jobs.some((job) => idOf(job) === idOf(last) && isDone(job));
    const isUndone = next && done.has(idOf(next));
    if (!isGoingOn && !isUndone) return;
    const words = next
      ? `${isUndone ? 'Now' : 'Next stop'}: ${fullName(next.customerProfile)}.`
      : 'No stop is left today.';
    announce(`${isUndone ? 'Undone' : 'Done'}. ${words}`);
    const heading = section.current?.querySelector<HTMLElement>('[data-next] h3, [data-sum] h3');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    // The line that takes it back stands above the next one.
    const line = next && section.current?.querySelector('[data-just-done]');
    (line ?? heading.closest('[data-next], [data-sum]'))?.scrollIntoView({ block: 'start' });
  }, [jobs, next, section]);
}
