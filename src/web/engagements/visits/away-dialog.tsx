import { useForm } from '@mantine/form';
import { type CalendarDay, calendarDay, plainDate } from '#domain/calendar.ts';
import { api } from '#web/api/api.ts';
import { successAlert } from '#web/app/alerts.ts';
import { fieldOf } from '#web/app/field-of.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type AwayDialogProps = {
  engagementId: string;
  /** What the service is called. */
  service: string;
  isCustomer: boolean;
  today: CalendarDay;
  onClose: () => void;
};
type Values = { firstDay: CalendarDay | undefined; lastDay: CalendarDay | undefined };

/** Asks from when to when nobody is to come. */
export function AwayDialog({ engagementId, service, isCustomer, today, onClose }: AwayDialogProps) {
  const dispatch = useAppDispatch();
  const [createHold, { isLoading }] = api.useCreateHoldMutation();
  const earliest = isCustomer ? calendarDay(plainDate(today).add({ days: 1 })) : today;
  const form = useForm<Values>({
    initialValues: { firstDay: undefined, lastDay: undefined },
    validate: {
      firstDay: (day) => (day ? null : 'Please pick the first day.'),
      lastDay: (day) => (day ? null : 'Please pick the last day.'),
    },
  });
  const formProps = useFormSubmit(form, async ({ firstDay, lastDay }) => {
    if (!firstDay || !lastDay) return undefined;
    const { error } = await createHold({ params: { engagementId }, body: { firstDay, lastDay } });
    if (error) return error;
    dispatch(successAlert('Nobody comes on these days. Visits go on by themselves afterwards.'));
    onClose();
    return undefined;
  });
  return (
    <Dialog isOpen holdsForm title={isCustomer ? 'Going away?' : 'No visits for some days'} onClose={onClose}>
      <form {...formProps} className="grid gap-5">
        <p>
          <strong className="block wrap-anywhere">{service}</strong>
          Nobody comes on these days, and nothing is charged for them. Visits go on by themselves afterwards
          {isCustomer ? '; we remind you the day before you are back.' : '. Customer and worker are told.'}
        </p>
        <DateField label="First day without a visit" isRequired minDay={earliest} {...fieldOf(form)('firstDay')} />
        <DateField
          label="Last day without a visit"
          isRequired
          minDay={form.values.firstDay ?? earliest}
          {...fieldOf(form)('lastDay')}
        />
        <div className="flex flex-wrap justify-end gap-3 *:max-sm:flex-1">
          <Button variant="quiet" onPress={onClose}>
            Leave it
          </Button>
          <Button type="submit" isPending={isLoading} pendingLabel="Saving…">
            No visits
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
