import { type FormEvent, useState } from 'react';
import type { Job } from '#contract/itineraries.ts';
import { api } from '#web/api/api.ts';
import { fieldErrors } from '#web/api/failure.ts';
import { failureAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** What it mostly is, to be tapped instead of typed. */
const usualReasons = ['The gate is locked', 'A dog is in the yard', 'The weather is too bad'];

type SkipDialogProps = { job: Job; name: string; onSkipped: () => void; onClose: () => void };

/** Takes today's visit off, with the reason that the customer is told. */
export function SkipDialog({ job, name, onSkipped, onClose }: SkipDialogProps) {
  const dispatch = useAppDispatch();
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const [createSkip, { isLoading }] = api.useCreateSkipMutation();
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
    const result = await createSkip({
      params: { engagementId: job.engagement.id },
      body: { date: job.scheduleInstance.date, reason },
    });
    if (result.error) {
      setError(fieldErrors(result.error).reason ?? '');
      dispatch(failureAlert(result.error));
      return;
    }
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
          <Button type="submit" isPending={isLoading} pendingLabel="Skipping…">
            Skip visit
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
