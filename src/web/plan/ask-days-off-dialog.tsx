import { useForm } from '@mantine/form';
import type { CalendarDay } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { successAlert } from '#web/app/alerts.ts';
import { fieldOf } from '#web/app/field-of.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';

type AskDaysOffDialogProps = { workerId: string; today: CalendarDay; onClose: () => void };
type Values = { day: CalendarDay | undefined; lastDay: CalendarDay | undefined; note: string };

/** Asks the office for days off. */
export default function AskDaysOffDialog({ workerId, today, onClose }: AskDaysOffDialogProps) {
  const dispatch = useAppDispatch();
  const [ask, { isLoading }] = api.useAskForDaysOffMutation();
  const form = useForm<Values>({
    initialValues: { day: undefined, lastDay: undefined, note: '' },
    validate: { day: (day) => (day ? null : 'Please pick a day.') },
  });
  const formProps = useFormSubmit(form, async ({ day, lastDay, note }) => {
    if (!day) return undefined;
    const { error } = await ask({
      params: { workerProfileId: workerId },
      body: { day, ...(lastDay && { lastDay }), ...(note.trim() && { note }) },
    });
    if (error) return error;
    dispatch(successAlert('Request sent. We’ll let you know what the office decides.'));
    onClose();
    return undefined;
  });
  return (
    <Dialog isOpen holdsForm title="Ask for days off" onClose={onClose}>
      <form {...formProps} className="grid gap-5">
        <DateField label="First day" isRequired minDay={today} {...fieldOf(form)('day')} />
        <DateField
          label="Last day"
          description="Leave it empty for one day. At most 31 days."
          minDay={form.values.day ?? today}
          {...fieldOf(form)('lastDay')}
        />
        <TextField
          label="Note"
          description="Optional. Only the office will see it."
          autoComplete="off"
          rows={3}
          maxLength={200}
          {...fieldOf(form)('note')}
        />
        <p className="text-ink-soft">Your visits stay as they are until the office decides.</p>
        <div className="flex flex-wrap justify-end gap-3 *:max-sm:flex-auto">
          <Button variant="quiet" onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" isPending={isLoading} pendingLabel="Sending…">
            Send request
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
