import { type FormEvent, useState } from 'react';
import type { Job } from '#contract/itineraries.ts';
import { moneyLabel } from '#domain/labels.ts';
import { lastHour } from '#domain/visit-limits.ts';
import { VisitPhotos } from '#web/engagements/visits/visit-photos.tsx';
import { enqueue } from '#web/offline/outbox.ts';
import type { VisitOfEntry } from '#web/offline/outbox-entry.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { VisitPhotoSection } from './visit-photo-section.tsx';

/** The usual reasons, to be tapped instead of typed; for no access the customer may be charged the way. */
const usualReasons = [
  { text: 'The gate is locked', cause: 'no-access' },
  { text: 'A dog is in the yard', cause: 'no-access' },
  { text: 'The weather is too bad', cause: 'other' },
] as const;

type JobSkipDialogProps = { job: Job; visit: VisitOfEntry; name: string; onSkipped: () => void; onClose: () => void };

/** Takes a visit off, or gives up one that was begun, with the reason that the customer is told. */
export function JobSkipDialog({ job, visit, name, onSkipped, onClose }: JobSkipDialogProps) {
  const [reason, setReason] = useState('');
  const [cause, setCause] = useState<'no-access' | 'other'>('other');
  const [error, setError] = useState('');
  const [isPending, setPending] = useState(false);
  const { lockedGateFee } = job.engagement;
  const isBegun = job.work !== null;
  const hasArrived =
    job.work?.status === 'WORK_STATUS_TRAVEL_COMPLETED' || job.work?.status === 'WORK_STATUS_WORK_STARTED';
  const isCharged = hasArrived && cause === 'no-access' && lockedGateFee > 0;
  // What was only started is taken off as if it had not been.
  const isTakenOff = !isBegun || job.work?.status === 'WORK_STATUS_PENDING';
  const wayBackWords = isTakenOff
    ? `You can take it back until ${lastHour - 12} PM.`
    : 'You can take it back for the rest of the day.';
  const change = (text: string) => {
    setReason(text);
    setError('');
  };
  const skip = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    if (reason.trim() === '') {
      setError('Please give a reason.');
      event.currentTarget.querySelector('textarea')?.focus();
      return;
    }
    setPending(true);
    await enqueue({ visit, change: { kind: 'skip', reason: reason.trim(), cause, isGivingUp: isBegun } });
    onSkipped();
  };
  return (
    <Dialog isOpen holdsForm title={isBegun ? 'You could not do it?' : 'Skip this visit?'} onClose={onClose}>
      <form onSubmit={(event) => void skip(event)} noValidate className="grid gap-5">
        <p className="wrap-anywhere" role="status">
          {isBegun ? `${name} is told why, in your words. ` : `${name} is told that nobody comes today, and why. `}
          {isCharged ? `${moneyLabel(lockedGateFee)} is charged for the way. ` : 'Nothing is charged. '}
          {isCharged ? 'You can take it back for one minute.' : wayBackWords}
        </p>
        <div className="flex flex-wrap gap-2">
          {usualReasons.map((usual) => (
            <Button
              key={usual.text}
              variant="secondary"
              onPress={() => {
                change(usual.text);
                setCause(usual.cause);
              }}
            >
              {usual.text}
            </Button>
          ))}
        </div>
        <TextField
          label="Reason"
          name="reason"
          autoComplete="off"
          rows={2}
          maxLength={300}
          isRequired
          value={reason}
          onChange={change}
          error={error}
        />
        <VisitPhotos photos={job.photos} date={visit.date} />
        {isBegun && <VisitPhotoSection visit={visit} photos={job.photos} name={name} />}
        <div className="flex flex-wrap justify-end gap-3 *:max-sm:flex-auto">
          <Button variant="quiet" onPress={onClose}>
            {isBegun ? 'Go on with it' : 'Keep it'}
          </Button>
          <Button type="submit" isPending={isPending} pendingLabel={isBegun ? 'Sending…' : 'Skipping…'}>
            {isBegun ? 'Could not do it' : 'Skip visit'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
