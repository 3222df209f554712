import { useEffect, useState } from 'react';
import type { Job } from '#contract/itineraries.ts';
import { undoSeconds } from '#contract/works.ts';
import { plainDate } from '#domain/calendar.ts';
import type { WorkStatus } from '#domain/enums.ts';
import { nextWorkStep, visitStatusLabel, workStatusBefore } from '#domain/work-status.ts';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { errorAlert, failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { cancelEntry, enqueue, isSent, notSentYet, outboxState } from '#web/offline/outbox.ts';
import { lastUnsent, visitOf } from '#web/offline/outbox-entry.ts';
import { useOutbox } from '#web/offline/use-outbox.ts';
import type { ItineraryWeek } from './use-itinerary.ts';

/** The second tap of a double tap, which would land on the step after, comes within this time. */
const doubleTapMs = 800;

/**
 * The steps of today's visit. A step is kept on the phone and sent from there. Until it is sent, it is taken back here;
 * from then on that needs a network, since it must be in time.
 * @returns `action`, the words on the button of the next step, undefined when the visit is done; `take` takes it, and does
 *   nothing while `isResting`; `undo` takes the last step back; `isUnsent`, whether that step is on the phone only; `said`,
 *   what has just happened, for screen readers
 */
export function useWorkStep(place: ItineraryWeek, job: Job) {
  const { work } = job;
  const [isResting, rest] = useRest(doubleTapMs);
  const [pending, setPending] = useState<'step' | 'undo'>();
  const [said, setSaid] = useState('');
  const undoStep = useUndoStep(place, job);
  const visit = visitOf(job, place.workerId);
  const unsent = lastUnsent(visit, useOutbox().entries);
  const next = nextWorkStep(work?.status ?? 'WORK_STATUS_NOT_STARTED');

  const tap = async (what: 'step' | 'undo', act: () => Promise<string>) => {
    if (pending || isResting) return;
    setPending(what);
    try {
      setSaid(await act());
    } finally {
      setPending(undefined);
      rest();
    }
  };

  return {
    action: next?.action,
    isUnsent: unsent !== undefined,
    pending,
    isResting,
    said,
    take: () => {
      if (!next) return;
      void tap('step', async () => {
        const change = work ? ({ kind: 'step', status: next.next } as const) : ({ kind: 'start' } as const);
        await enqueue({ visit, change });
        return `${visitStatusLabel(next.next)}. ${outboxState().isStuck || !navigator.onLine ? 'Waiting to be sent, and you can undo it until then.' : 'You can undo this for a minute.'}`;
      });
    },
    undo: () => {
      if (!work) return;
      void tap('undo', async () => {
        if (unsent && (await cancelEntry(unsent))) return undoneWords(work.status);
        return await undoStep(work.id, work.status);
      });
    },
  };
}

/** @returns a function that takes a step back and answers what to say of it */
function useUndoStep(place: ItineraryWeek, job: Job) {
  const dispatch = useAppDispatch();
  const [undoWork] = api.useUndoWorkMutation();
  return async (workId: string, status: WorkStatus): Promise<string> => {
    // A step whose answer was lost is sent again, and must not arrive after its undo; a start that was being sent when it
    // was to be taken back has an id only now, and can be undone with its answer on the screen.
    if (!(await isSent(visitOf(job, place.workerId))) || !workId) {
      dispatch(errorAlert(notSentYet));
      return '';
    }
    const { data, error } = await undoWork({ params: { workerProfileId: place.workerId, workId }, body: { status } });
    // An undone start whose answer was lost: there is no visit any more, which is what was asked for.
    const isGone = status === 'WORK_STATUS_PENDING' && isFailure(error) && error.status === 404;
    if (error && !isGone) {
      dispatch(failureAlert(error));
      // The answer may have been lost after the step was taken.
      dispatch(api.util.invalidateTags(['itinerary']));
      return '';
    }
    // Shown at once: with poor signal, reading the week again may take its time.
    dispatch(
      api.util.updateQueryData('getItinerary', place.query, ({ jobs, unfinished = [] }) => {
        for (const visit of [...jobs, ...unfinished]) {
          if (isSameVisit(visit, job)) visit.work = data?.work ?? null;
        }
      }),
    );
    return undoneWords(status);
  };
}

const undoneWords = (status: WorkStatus) =>
  `Undone. Now ${statusWords(workStatusBefore(status) ?? 'WORK_STATUS_NOT_STARTED')}.`;

/** @returns a status in words, such as 'on the way' */
export function statusWords(status: WorkStatus): string {
  return visitStatusLabel(status).toLowerCase();
}

/** @returns the words on the button of the step that led to a status, such as 'Start Travel' */
export function stepWords(status: WorkStatus): string {
  return nextWorkStep(workStatusBefore(status) ?? 'WORK_STATUS_NOT_STARTED')?.action ?? '';
}

/**
 * @param until a moment by the server's clock
 * @param clockAhead how far the server's clock is ahead of this device's, in milliseconds
 * @returns how many seconds are left until then, 0 when it is over
 */
export function useSecondsLeft(until: string | null, clockAhead: number): number {
  const [now, setNow] = useState(() => Date.now());
  const end = until === null ? 0 : Date.parse(until) - clockAhead;
  const left = Math.max(0, Math.ceil((end - now) / 1000));
  useEffect(() => {
    if (end <= Date.now()) return;
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (end <= Date.now()) clearInterval(timer);
    }, 500);
    return () => clearInterval(timer);
  }, [end]);
  // Shown from a moment that has gone by meanwhile, a minute would seem longer than it is.
  return Math.min(left, undoSeconds);
}

/** @returns whether a moment of `ms` that was begun with the function is still going on */
function useRest(ms: number): [boolean, () => void] {
  const [isResting, setResting] = useState(false);
  useEffect(() => {
    if (!isResting) return;
    const timer = setTimeout(() => setResting(false), ms);
    return () => clearTimeout(timer);
  }, [isResting, ms]);
  return [isResting, () => setResting(true)];
}

const isSameVisit = (a: Job, b: Job) =>
  a.engagement.id === b.engagement.id && plainDate(a.scheduleInstance.date).equals(plainDate(b.scheduleInstance.date));
