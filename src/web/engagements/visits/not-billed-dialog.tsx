import { schemaResolver, useForm } from '@mantine/form';
import { acts } from '#contract/acts.ts';
import type { Visit } from '#contract/visits.ts';
import { longDayLabel } from '#domain/calendar.ts';
import { moneyLabel } from '#domain/labels.ts';
import { ActDialog } from '#web/acts/act-dialog.tsx';
import { api } from '#web/api/api.ts';
import { successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { TextField } from '#web/ui/text-field.tsx';

type NotBilledDialogProps = { visit: Pick<Visit, 'work' | 'date'>; amount: number; onClose: () => void };

/** Asks why a visit is not to be billed, shows what that does to each, and does it. */
export function NotBilledDialog({ visit: { work, date }, amount, onClose }: NotBilledDialogProps) {
  const dispatch = useAppDispatch();
  const [doNotBill] = api.useDoNotBillMutation();
  const day = longDayLabel(date);
  const form = useForm({
    initialValues: { reason: '' },
    validate: (values) =>
      schemaResolver(acts.doNotBill.body, { sync: true })({
        ...values,
        requestId: crypto.randomUUID(),
        isPreview: true,
      }),
  });
  return (
    <ActDialog
      title="Do not bill this visit"
      form={form}
      isDanger
      send={({ reason }, request) => doNotBill({ params: { workId: work.id }, body: { ...request, reason } })}
      words={() => ({
        effects: ['The customer owes less', 'The worker will not get', 'The business will not get'],
        notes: [
          `Reason: ${form.values.reason}`,
          'Customer and worker are told, and nothing charges this visit again. It cannot be undone.',
        ],
        action: `Do not bill ${moneyLabel(amount)}`,
      })}
      onDone={() => dispatch(successAlert(`The visit of ${day} is not billed. Customer and worker are told.`))}
      onClose={onClose}
    >
      <p>
        The {moneyLabel(amount)} for {day} comes on no bill.
      </p>
      <TextField
        label="Reason"
        description="The customer and the worker read it."
        name="reason"
        isRequired
        {...form.getInputProps('reason')}
      />
    </ActDialog>
  );
}
