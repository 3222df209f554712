import { Check } from 'lucide-react';
import type { Job } from '#contract/itineraries.ts';
import { countedLabel, fullName } from '#domain/labels.ts';
import { visitOf } from '#web/offline/outbox-entry.ts';
import { WaitingBadge } from '#web/offline/waiting-badge.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { useWorkStep } from './use-work-step.ts';
import { UndoBar } from './visit-steps.tsx';

/** A visit that was done just now, in short, for as long as that can be undone or is not known to have arrived. */
export function JustDone({ job, workerId }: { job: Job; workerId: string }) {
  const visit = visitOf(job, workerId);
  const { secondsLeft, isUnsent, isWaiting, pending, isResting, undo } = useWorkStep(visit, job);
  const name = fullName(job.customerProfile);
  if (!job.work || (secondsLeft === 0 && !isWaiting && !pending)) return null;
  return (
    <li
      data-just-done
      className="grid items-center gap-x-4 gap-y-1 rounded-card border border-line bg-surface p-3 sm:grid-cols-2 md:col-span-full"
    >
      <div className="wrap-anywhere flex min-w-0 flex-wrap items-center gap-x-2">
        <span className="inline-flex items-center gap-1 font-semibold text-success">
          <Check aria-hidden="true" className="size-5 stroke-3" />
          <span>Done</span>
        </span>
        <h3 className="text-base">{name}</h3>
        <span className="text-ink-soft">{visit.street}</span>
        <WaitingBadge visit={visit} />
      </div>
      <UndoBar
        work={job.work}
        name={name}
        isUnsent={isUnsent}
        seconds={secondsLeft}
        isPending={pending === 'undo'}
        isDisabled={isResting}
        onUndo={undo}
      />
    </li>
  );
}

/** What today came to, once no stop is left. */
export function DaySum({ jobs }: { jobs: readonly Job[] }) {
  const off = jobs.filter(({ skip }) => skip).length;
  return (
    <div data-sum className="mt-4 rounded-card bg-success-tint p-5">
      <h3 className="text-xl">No stop is left today</h3>
      <p className="mt-1 mb-4">
        {countedLabel(jobs.length - off, 'visit')} done{off > 0 && `, ${off} not made`}.
      </p>
      <LinkButton to="/dashboard" variant="secondary">
        Today’s pay, and tomorrow
      </LinkButton>
    </div>
  );
}
