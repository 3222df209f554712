import { useForm } from '@mantine/form';
import type { Hold } from '#contract/holds.ts';
import { type CalendarDay, calendarDay, isSameDay, longDayLabel, plainDate } from '#domain/calendar.ts';
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
  /** Whether no visits follow the days away by themselves. */
  isPaused: boolean;
  today: CalendarDay;
  /** The days away that are lengthened; new ones without. */
  hold?: Hold | undefined;
  onClose: () => void;
};
type Values = { firstDay: CalendarDay | undefined; lastDay: CalendarDay | undefined };

/** Asks from when to when nobody is to come. */
export function AwayDialog({ engagementId, service, isCustomer, isPaused, today, hold, onClose }: AwayDialogProps) {
  const dispatch = useAppDispatch();
  const [createHold, { isLoading }] = api.useCreateHoldMutation();
  const earliest = isCustomer ? calendarDay(plainDate(today).add({ days: 1 })) : today;
  const form = useForm<Values>({
    initialValues: { firstDay: hold?.firstDay, lastDay: hold?.lastDay },
    validate: {
      firstDay: (day) => (day ? null : 'Please pick the first day.'),
      lastDay: (day) => {
        if (!day) return 'Please pick the last day.';
        return hold && isSameDay(day, hold.lastDay) ? 'Pick a later day.' : null;
      },
    },
  });
  const formProps = useFormSubmit(form, async ({ firstDay, lastDay }) => {
    if (!firstDay || !lastDay) return undefined;
    const { error } = await createHold({
      params: { engagementId },
      body: { firstDay, lastDay, ...(hold && { lengthens: hold.id }) },
    });
    if (error) return error;
    dispatch(successAlert(`We won’t come from ${longDayLabel(firstDay)} to ${longDayLabel(lastDay)}.`));
    onClose();
    return undefined;
  });
  return (
    <Dialog isOpen holdsForm title={titleOf(isCustomer, hold)} onClose={onClose}>
      <form {...formProps} className="grid gap-5">
        <p>
          <strong className="block wrap-anywhere">{service}</strong>
          We won’t come or charge on these days.{' '}
          {isPaused ? 'The service stays paused afterwards.' : 'Visits resume automatically afterwards.'}{' '}
          {isCustomer ? !isPaused && 'We’ll remind you the day before.' : 'We’ll tell the customer and the worker.'}
        </p>
        {hold ? (
          <p>{`The first day without a visit is ${longDayLabel(hold.firstDay)}.`}</p>
        ) : (
          <DateField label="First day without a visit" isRequired minDay={earliest} {...fieldOf(form)('firstDay')} />
        )}
        <DateField
          label="Last day without a visit"
          isRequired
          minDay={hold?.lastDay ?? form.values.firstDay ?? earliest}
          {...fieldOf(form)('lastDay')}
        />
        <div className="flex flex-wrap justify-end gap-3 *:max-sm:flex-auto">
          <Button variant="quiet" onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" isPending={isLoading} pendingLabel="Saving…">
            {hold ? 'Save' : 'No visits'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function titleOf(isCustomer: boolean, hold: Hold | undefined): string {
  if (hold) return 'Change last day away';
  return isCustomer ? 'Going away?' : 'No visits for some days';
}
