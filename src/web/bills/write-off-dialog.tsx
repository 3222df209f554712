import { schemaResolver, useForm } from '@mantine/form';
import { acts } from '#contract/acts.ts';
import { moneyLabel } from '#domain/labels.ts';
import { ActDialog } from '#web/acts/act-dialog.tsx';
import { api } from '#web/api/api.ts';
import { successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { TextField } from '#web/ui/text-field.tsx';

/** What is done to a bill that is open; `version` tells how it stood when it was shown. */
export type OpenBillProps = { billId: string; amount: number; version: string; onClose: () => void };

/** Asks why an open bill is given up for good, shows what that does to each, and does it. */
export function WriteOffDialog({ billId, amount, version, onClose }: OpenBillProps) {
  const dispatch = useAppDispatch();
  const [writeOffBill] = api.useWriteOffBillMutation();
  const money = moneyLabel(amount);
  const form = useForm({
    initialValues: { reason: '' },
    validate: (values) =>
      schemaResolver(acts.writeOffBill.body, { sync: true })({
        ...values,
        requestId: crypto.randomUUID(),
        isPreview: true,
        version,
      }),
  });
  return (
    <ActDialog
      title="Write off"
      form={form}
      isDanger
      send={({ reason }, request) => writeOffBill({ params: { billId }, body: { ...request, version, reason } })}
      words={({ effect }) => ({
        effects: ['The customer owes less', 'The worker will not get', 'The business will not get'],
        notes: [
          ...(effect.customer > amount
            ? [`${moneyLabel(effect.customer - amount)} of that goes back to the credit.`]
            : []),
          `Reason: ${form.values.reason}`,
          'Customer and worker are told. Services that are paused for this bill go on, unless another one is unpaid.',
          'It cannot be undone.',
        ],
        action: `Write off ${money}`,
      })}
      onDone={() => dispatch(successAlert(`${money} is written off. Customer and worker are told.`))}
      onClose={onClose}
    >
      <p>Nobody will owe the {money} of this bill anymore, and nothing is charged for it.</p>
      <TextField
        label="Reason"
        description="Only staff read it."
        name="reason"
        isRequired
        {...form.getInputProps('reason')}
      />
    </ActDialog>
  );
}
