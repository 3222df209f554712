import { Check, Undo2 } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Job } from '#contract/itineraries.ts';
import { type WorkStatus, workStatuses } from '#domain/enums.ts';
import type { VisitOfEntry } from '#web/offline/outbox-entry.ts';
import { Button } from '#web/ui/button.tsx';
import { stepWords, useWorkStep } from './use-work-step.ts';

type VisitStepsProps = {
  job: Job;
  visit: VisitOfEntry;
  name: string;
  /** Whether the day goes on with it: the step of any other visit that has not begun is quieter. */
  isNext: boolean;
  /** Whether nobody comes any more on its day: from then on one that nobody has begun is missed. */
  isWorkOver?: boolean;
  onSkip: () => void;
};

/** The next step of a visit as one large button, a way out until it is done, and a way back from the last step. */
export function VisitSteps({ job, visit, name, isNext, isWorkOver, onSkip }: VisitStepsProps) {
  const { action, pending, isResting, isUnsent, secondsLeft, said, take, undo, rest } = useWorkStep(visit, job);
  const box = useRef<HTMLFieldSetElement>(null);
  const wasResting = useRef(false);
  const wasNext = useRef(isNext);
  // It comes to stand where the last step of the visit before was tapped, perhaps twice.
  useLayoutEffect(() => {
    if (isNext && !wasNext.current) rest();
    wasNext.current = isNext;
  }, [isNext, rest]);
  // After a step the pressed button is shut for a moment or gone, which loses the focus.
  useEffect(() => {
    if (wasResting.current && !isResting && document.activeElement === document.body) {
      box.current?.querySelector('button')?.focus();
    }
    wasResting.current = isResting;
  }, [isResting]);
  return (
    <fieldset
      ref={box}
      aria-label={`Visit of ${name}`}
      className={`min-w-0 gap-3 ${job.work || isNext ? 'grid' : 'flex flex-wrap'}`}
    >
      {action ? (
        <Button
          size="large"
          variant={isNext || job.work ? 'primary' : 'secondary'}
          isPending={pending === 'step'}
          isDisabled={isResting || pending === 'undo'}
          onPress={take}
          aria-label={`${action}, ${name}`}
          className="min-h-16 grow-3 basis-32 text-xl!"
        >
          {action}
        </Button>
      ) : (
        <p className="flex min-h-16 items-center justify-center gap-3 rounded-control bg-success-tint font-semibold text-lg text-success">
          <Check aria-hidden="true" className="size-8 stroke-3" />
          Done
        </p>
      )}
      {action && (job.work || !isWorkOver) && (
        <Button
          variant="secondary"
          size="large"
          onPress={onSkip}
          aria-label={`${job.work ? 'Could not do it' : 'Skip'}, ${name}`}
          className="min-h-14 grow"
        >
          {job.work ? 'Could not do it' : 'Skip'}
        </Button>
      )}
      {job.work && <Progress status={job.work.status} />}
      {job.work && (
        <UndoBar
          work={job.work}
          name={name}
          isUnsent={isUnsent}
          seconds={secondsLeft}
          isPending={pending === 'undo'}
          isDisabled={isResting || pending === 'step'}
          onUndo={undo}
        />
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </fieldset>
  );
}

const visibleSteps = workStatuses.slice(workStatuses.indexOf('WORK_STATUS_PENDING'));

/** How far a visit is, in words and in boards of a fence that are put up one by one. */
function Progress({ status }: { status: WorkStatus }) {
  const done = visibleSteps.indexOf(status) + 1;
  return (
    <div>
      <p className="text-ink-soft text-sm">
        {done} of {visibleSteps.length} steps taken
      </p>
      <div aria-hidden="true" className="mt-1.5 grid h-4 grid-cols-5 items-end gap-1.5">
        {visibleSteps.map((step, index) => (
          <span
            key={step}
            className={`rounded-t-md ${index < done ? 'h-4 bg-primary' : 'h-1 rounded-t-none bg-line-strong'}`}
          />
        ))}
      </div>
    </div>
  );
}

type UndoBarProps = {
  work: NonNullable<Job['work']>;
  name: string;
  isUnsent: boolean;
  /** How long it can be undone after it was sent. */
  seconds: number;
  isPending: boolean;
  isDisabled: boolean;
  onUndo: () => void;
};

/** Takes the last step back, for as long as that is possible. */
export function UndoBar({ work, name, isUnsent, seconds, isPending, isDisabled, onUndo }: UndoBarProps) {
  if (seconds === 0 && !isUnsent && !isPending) return null;
  return (
    <div className="flex items-center gap-3">
      <Button
        variant="quiet"
        size="large"
        isPending={isPending}
        isDisabled={isDisabled}
        onPress={onUndo}
        aria-label={`Undo ${stepWords(work.status)}, ${name}`}
        className="min-h-14 flex-1 border-2 border-line-strong border-dashed"
      >
        <Undo2 aria-hidden="true" className="size-6 shrink-0" />
        Undo
      </Button>
      <p className="min-w-13 text-right text-ink-soft tabular-nums">{isUnsent ? 'not sent' : `${seconds} s`}</p>
    </div>
  );
}
