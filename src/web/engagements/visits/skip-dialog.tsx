import { type FormEvent, useState } from 'react';
import type { Engagement } from '#contract/engagements.ts';
import { type CalendarDay, dayInWords, plainDate } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { fieldErrors } from '#web/api/failure.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useReader } from '../use-reader.ts';

type SkipDialogProps = {
  engagement: Engagement;
  date: CalendarDay;
  onClose: () => void;
};

/** Skips one visit, after saying which one and what that means. */
export function SkipDialog({ engagement, date, onClose }: SkipDialogProps) {
  const { isCustomer, type } = useReader(engagement);
  const dispatch = useAppDispatch();
  const needsReason = type === 'PROFILE_TYPE_WORKER' && !isCustomer;
  const [reason, setReason] = useState('');
  const [createSkip, { isLoading, error }] = api.useCreateSkipMutation();
  const day = dayInWords(plainDate(date));
  const skip = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const result = await createSkip({ params: { engagementId: engagement.id }, body: { date, reason } });
    if (result.error) {
      dispatch(failureAlert(result.error));
      if (!fieldErrors(result.error).reason) onClose();
      return;
    }
    const isMissed = result.data.skip.kind === 'missed';
    dispatch(successAlert(isMissed ? 'It was missed. It is off the desk now.' : `Skipped. Nobody comes on ${day}.`));
    onClose();
  };
  const told = engagement.worker && isCustomer ? ` ${engagement.worker.displayName} is told.` : '';
  return (
    <Dialog isOpen title="Skip this visit?" onClose={onClose}>
      <form onSubmit={(event) => void skip(event)} noValidate className="grid gap-5">
        <p>
          Nobody comes on <strong>{day}</strong>, and nothing is charged for it.{told}
          {isCustomer && ' You can take it back until the evening before.'}
        </p>
        <TextField
          label="Reason"
          name="reason"
          autoComplete="off"
          maxLength={300}
          isRequired={needsReason}
          {...(needsReason ? {} : { description: 'If you like to give one.' })}
          value={reason}
          onChange={setReason}
          error={fieldErrors(error).reason}
        />
        <div className="flex flex-wrap justify-end gap-3 *:max-sm:flex-auto">
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
