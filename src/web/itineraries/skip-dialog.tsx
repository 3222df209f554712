import { type FormEvent, useState } from 'react';
import type { Job } from '#contract/itineraries.ts';
import { enqueue } from '#web/offline/outbox.ts';
import { visitOf } from '#web/offline/outbox-entry.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** What it mostly is, to be tapped instead of typed. */
const usualReasons = ['The gate is locked', 'A dog is in the yard', 'The weather is too bad'];

type SkipDialogProps = { job: Job; workerId: string; name: string; onSkipped: () => void; onClose: () => void };

/** Takes today's visit off, with the reason that the customer is told. */
export function SkipDialog({ job, workerId, name, onSkipped, onClose }: SkipDialogProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const [isPending, setPending] = useState(false);
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
    await enqueue({ visit: visitOf(job, workerId), change: { kind: 'skip', reason: reason.trim() } });
    onSkipped();
  };
  return (
    <Dialog isOpen holdsForm title="Skip this visit?" onClose={onClose}>
      <form onSubmit={(event) => void skip(event)} noValidate className="grid gap-5">
        <p className="wrap-anywhere">
          {name} is told that nobody comes today, and why. Nothing is charged. You can take it back for the rest of the
          day.
        </p>
        <div className="flex flex-wrap gap-2">
          {usualReasons.map((usual) => (
            <Button key={usual} variant="secondary" onPress={() => change(usual)}>
              {usual}
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
        <div className="flex flex-wrap justify-end gap-3 *:max-sm:flex-1">
          <Button variant="quiet" onPress={onClose}>
            Keep it
          </Button>
          <Button type="submit" isPending={isPending} pendingLabel="Skipping…">
            Skip visit
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
