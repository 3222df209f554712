import { useEffect, useState } from 'react';
import type { Job } from '#contract/itineraries.ts';
import type { WorkStatus } from '#domain/enums.ts';
import { undoSeconds } from '#domain/visit-limits.ts';
import { nextWorkStep, visitStatusLabel, workStatusBefore } from '#domain/work-status.ts';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { doubleTapMs } from '#web/offline/early-tap.ts';
import { changeJobs } from '#web/offline/loaded-weeks.ts';
import { enqueue, undoChange } from '#web/offline/outbox.ts';
import {
  entriesOf,
  isAside,
  isSameVisit,
  keyOf,
  lastUnsent,
  sendable,
  type VisitOfEntry,
} from '#web/offline/outbox-entry.ts';
import { serverNow } from '#web/offline/server-clock.ts';
import { useOutbox } from '#web/offline/use-outbox.ts';

/**
 * The steps of today's visit. A step is kept on the phone and sent from there. It is undone here until it is sent, and
 * by a call afterwards.
 * @returns `action`, the words on the button of the next step, undefined when the visit is done; `take` takes it, and does
 *   nothing while `isResting`, which `rest` brings about; `undo` undoes the last step; `isUnsent`, whether that step is on
 *   the phone only; `isWaiting`, whether a step has no answer yet; `secondsLeft`, how long the server lets it be undone;
 *   `said`, what was done here last, for screen readers, for as long as it is so
 */
export function useWorkStep(visit: VisitOfEntry, { work }: Job) {
  const [isResting, rest] = useRest(doubleTapMs);
  const [pending, setPending] = useState<'step' | 'undo'>();
  const [done, setDone] = useState<{ what: 'step' | 'undo'; status: WorkStatus }>();
  const undoStep = useUndoStep(visit);
  const { entries, isStuck } = useOutbox();
  const unsent = lastUnsent(visit, entries);
  const isWaiting = entriesOf(visit, sendable(entries)).some((entry) => !isAside(entry));
  const secondsLeft = useSecondsLeft(work?.undoUntil ?? null);
  const status = work?.status ?? 'WORK_STATUS_NOT_STARTED';
  const next = nextWorkStep(status);

  /** @param act resolves to the status that it led to; undefined when nothing was done */
  const tap = async (what: 'step' | 'undo', act: () => Promise<WorkStatus | undefined>) => {
    if (pending || isResting) return;
    setPending(what);
    try {
      const status = await act();
      setDone(status && { what, status });
    } finally {
      setPending(undefined);
      rest();
    }
  };

  return {
    action: next?.action,
    isUnsent: unsent !== undefined,
    isWaiting,
    secondsLeft,
    pending,
    isResting,
    rest,
    said: done?.status === status ? saidOf(done, { isWaiting, isStuck, secondsLeft }) : '',
    take: () => {
      if (!next) return;
      void tap('step', async () => {
        const change = work ? ({ kind: 'step', status: next.next } as const) : ({ kind: 'start' } as const);
        await enqueue({ visit, change });
        return next.next;
      });
    },
    undo: () => {
      if (!work) return;
      void tap('undo', async () => {
        // A start that is being sent has its id only once its answer is on the screen.
        const undo = work.id ? () => undoStep(work.id, work.status) : undefined;
        const before = workStatusBefore(status) ?? 'WORK_STATUS_NOT_STARTED';
        return (await undoChange(visit, unsent, undo)) ? before : undefined;
      });
    },
  };
}

/** @returns a function that has the server undo a step, and answers whether it did; a failure has been told then */
function useUndoStep(visit: VisitOfEntry) {
  const dispatch = useAppDispatch();
  const [undoWork] = api.useUndoWorkMutation();
  return async (workId: string, status: WorkStatus): Promise<boolean> => {
    const { workerProfileId } = visit;
    const { data, error } = await undoWork({ params: { workerProfileId, workId }, body: { status } });
    // After the lost answer of an undone start there is no visit, as was asked for.
    const isGone = status === 'WORK_STATUS_PENDING' && isFailure(error) && error.status === 404;
    if (error && !isGone) {
      dispatch(failureAlert(error));
      // The answer may have been lost after the step was taken.
      dispatch(api.util.invalidateTags(['itinerary']));
      return false;
    }
    changeJobs((job) => (isSameVisit(keyOf(job), visit) ? { ...job, work: data?.work ?? null } : job));
    return true;
  };
}

function saidOf(
  { what, status }: { what: 'step' | 'undo'; status: WorkStatus },
  { isWaiting, isStuck, secondsLeft }: { isWaiting: boolean; isStuck: boolean; secondsLeft: number },
): string {
  if (what === 'undo') return `Undone. Now ${statusWords(status)}.`;
  if (isWaiting && (isStuck || !navigator.onLine)) {
    return `${visitStatusLabel(status)}. Waiting to be sent, and you can undo it until then.`;
  }
  return isWaiting || secondsLeft > 0 ? `${visitStatusLabel(status)}. You can undo this for a minute.` : '';
}

/** @returns a status in words, such as 'on the way' */
export function statusWords(status: WorkStatus): string {
  return visitStatusLabel(status).toLowerCase();
}

/** @returns the words on the button of the step that led to a status, such as 'Start Travel' */
export function stepWords(status: WorkStatus): string {
  return nextWorkStep(workStatusBefore(status) ?? 'WORK_STATUS_NOT_STARTED')?.action ?? '';
}

/** @returns how many seconds are left until a moment by the server's clock, 0 when it is over */
function useSecondsLeft(until: string | null): number {
  const [now, setNow] = useState(serverNow);
  const end = until === null ? 0 : Date.parse(until);
  const left = Math.max(0, Math.ceil((end - now) / 1000));
  useEffect(() => {
    // It may be from before the step, however late this one is answered.
    setNow((before) => (before < end ? serverNow() : before));
    if (end <= serverNow()) return;
    const timer = setInterval(() => {
      setNow(serverNow());
      if (end <= serverNow()) clearInterval(timer);
    }, 500);
    return () => clearInterval(timer);
  }, [end]);
  // `now` may be from before the step, and would make the minute longer.
  return Math.min(left, undoSeconds);
}

/** @returns whether the `ms` since the function was last called are not over yet, and the function */
function useRest(ms: number): [boolean, () => void] {
  const [isResting, setResting] = useState(false);
  useEffect(() => {
    if (!isResting) return;
    const timer = setTimeout(() => setResting(false), ms);
    return () => clearTimeout(timer);
  }, [isResting, ms]);
  return [isResting, () => setResting(true)];
}
