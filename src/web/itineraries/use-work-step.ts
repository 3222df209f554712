import { useEffect, useState } from 'react';
import type { Job } from '#contract/itineraries.ts';
import type { OwnWork } from '#contract/works.ts';
import type { WorkStatus } from '#domain/enums.ts';
import { enumLabel } from '#domain/labels.ts';
import { nextWorkStep, workStatusBefore } from '#domain/work-status.ts';
import { api } from '#web/api/api.ts';
import { type ApiFailure, isFailure } from '#web/api/failure.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import type { ItineraryPlace } from './use-itinerary.ts';

/** What a tap asks for. Each may be sent again: the server answers what is done already as it is. */
type WorkStep =
  | { kind: 'start'; engagementId: string }
  | { kind: 'move'; workId: string; status: WorkStatus }
  /** `status` is what the step led to that is undone. */
  | { kind: 'undo'; workId: string; status: WorkStatus };

/** The second tap of a double tap, which would land on the step after, comes within this time. */
const doubleTapMs = 800;

/**
 * Sends steps; the one place that does.
 * @returns a function that answers the visit after the step, null when there is none any more
 */
function useSendStep(workerProfileId: string) {
  const [createWork] = api.useCreateWorkMutation();
  const [updateWork] = api.useUpdateWorkMutation();
  const [undoWork] = api.useUndoWorkMutation();
  return async (step: WorkStep): Promise<{ work: OwnWork | null } | { failure: ApiFailure }> => {
    try {
      if (step.kind === 'start') {
        return await createWork({ params: { workerProfileId }, body: { engagementId: step.engagementId } }).unwrap();
      }
      const { kind, workId, status } = step;
      const call = { params: { workerProfileId, workId }, body: { status } };
      return kind === 'undo' ? await undoWork(call).unwrap() : await updateWork(call).unwrap();
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      // An undone start whose answer was lost: there is no visit any more, which is what was asked for.
      const isGone = step.kind === 'undo' && step.status === 'WORK_STATUS_PENDING' && failure.status === 404;
      return isGone ? { work: null } : { failure };
    }
  };
}

/**
 * The steps of today's visit.
 * @returns `action`, the words on the button of the next step, undefined when the visit is done; `take` takes it, and does
 *   nothing while `isResting`; `undo` takes the last step back; `said`, what has just happened, for screen readers
 */
export function useWorkStep(place: ItineraryPlace, job: Job) {
  const { engagement, work } = job;
  const dispatch = useAppDispatch();
  const send = useSendStep(place.workerId);
  const [isResting, rest] = useRest(doubleTapMs);
  const [pending, setPending] = useState<'step' | 'undo'>();
  const [said, setSaid] = useState('');
  const next = nextWorkStep(work?.status ?? 'WORK_STATUS_NOT_STARTED');

  const tap = async (what: 'step' | 'undo', step: WorkStep, words: string) => {
    if (pending || isResting) return;
    setPending(what);
    const answer = await send(step);
    setPending(undefined);
    rest();
    if ('failure' in answer) {
      dispatch(failureAlert(answer.failure));
      // The answer may have been lost after the step was taken.
      dispatch(api.util.invalidateTags(['itinerary']));
      return;
    }
    setSaid(words);
    // Shown at once: with poor signal, reading the week again may take its time.
    dispatch(
      api.util.updateQueryData('getItinerary', place.query, ({ jobs }) => {
        const visit = jobs.find((one) => isSameVisit(one, job));
        if (visit) visit.work = answer.work;
      }),
    );
  };

  return {
    action: next?.action,
    pending,
    isResting,
    said,
    take: () => {
      if (!next) return;
      const words = next.next === 'WORK_STATUS_PENDING' ? 'Started' : enumLabel(next.next);
      const step: WorkStep = work
        ? { kind: 'move', workId: work.id, status: next.next }
        : { kind: 'start', engagementId: engagement.id };
      void tap('step', step, `${words}. You can undo this for a minute.`);
    },
    undo: () => {
      if (!work) return;
      void tap(
        'undo',
        { kind: 'undo', workId: work.id, status: work.status },
        `Undone. Next: ${stepWords(work.status)}.`,
      );
    },
  };
}

/** @returns a status in words, such as 'travel started' */
export function statusWords(status: WorkStatus): string {
  return enumLabel(status).toLowerCase();
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
  return Math.min(left, 60);
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
  a.engagement.id === b.engagement.id && a.scheduleInstance.dayOfWeek === b.scheduleInstance.dayOfWeek;
