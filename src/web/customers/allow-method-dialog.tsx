import { schemaResolver, useForm } from '@mantine/form';
import { acts } from '#contract/acts.ts';
import { ActDialog } from '#web/acts/act-dialog.tsx';
import { api } from '#web/api/api.ts';
import { successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { TextField } from '#web/ui/text-field.tsx';

type AllowMethodDialogProps = {
  customerProfileId: string;
  paymentMethodId: string;
  /** Such as 'Visa (4242)'. */
  name: string;
  onClose: () => void;
};

/** Asks why a payment method may be used again, and lifts what blocks it. */
export function AllowMethodDialog({ customerProfileId, paymentMethodId, name, onClose }: AllowMethodDialogProps) {
  const dispatch = useAppDispatch();
  const [allow] = api.useAllowMethodMutation();
  const form = useForm({
    initialValues: { reason: '' },
    validate: (values) =>
      schemaResolver(acts.allowMethod.body, { sync: true })({
        ...values,
        requestId: crypto.randomUUID(),
        isPreview: true,
      }),
  });
  return (
    <ActDialog
      title={`Allow ${name} again`}
      form={form}
      send={({ reason }, request) =>
        allow({ params: { customerProfileId, paymentMethodId }, body: { ...request, reason } })
      }
      words={() => ({
        effects: ['The customer pays', 'The worker gets', 'The business gets'],
        notes: [
          `We’ll charge ${name} again for the next visits. Paused services resume unless a bill is still unpaid.`,
          `Reason: ${form.values.reason}`,
        ],
        action: 'Allow again',
      })}
      onDone={() => dispatch(successAlert(`${name} can be used again.`))}
      onClose={onClose}
    >
      <p>A payment with it failed or was taken back, so we stopped charging it.</p>
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
