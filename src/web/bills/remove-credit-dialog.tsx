import { schemaResolver, useForm } from '@mantine/form';
import { credits } from '#contract/credits.ts';
import type { CreditRemoval } from '#domain/acts.ts';
import { centsOf } from '#domain/dollars.ts';
import { moneyLabel } from '#domain/labels.ts';
import { ActDialog } from '#web/acts/act-dialog.tsx';
import { api } from '#web/api/api.ts';
import { successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Select } from '#web/ui/select.tsx';
import { AmountAndReason } from './amount-and-reason.tsx';
import { amountError } from './amount-error.ts';
import { removalLabels } from './bill-words.ts';

type RemoveCreditDialogProps = { customerProfileId: string; credit: number; version: number; onClose: () => void };

const options = Object.entries(removalLabels).map(([value, label]) => ({ value, label }));

/** Asks how much credit goes, how and why, and removes it. */
export function RemoveCreditDialog({ customerProfileId, credit, version, onClose }: RemoveCreditDialogProps) {
  const dispatch = useAppDispatch();
  const [removeCredit] = api.useRemoveCreditMutation();
  const form = useForm<{ how: CreditRemoval | ''; amount: string; reason: string }>({
    initialValues: { how: '', amount: moneyLabel(credit).replaceAll(/[$,]/g, ''), reason: '' },
    validate: ({ amount, ...values }) => {
      const request = { requestId: crypto.randomUUID(), isPreview: true, version };
      const cents = centsOf(amount);
      return {
        ...schemaResolver(credits.removeCredit.body, { sync: true })({ ...request, ...values, amount: cents ?? 1 }),
        ...(cents === undefined && { amount: amountError(amount) }),
      };
    },
  });
  const { how, amount, reason } = form.values;
  const cents = centsOf(amount) ?? 0;
  const money = moneyLabel(cents);
  const isPaid = how === 'paid-out';
  return (
    <ActDialog
      title="Remove credit"
      form={form}
      isDanger
      send={(values, request) =>
        removeCredit({
          params: { customerProfileId },
          // The form has made sure that one is chosen.
          body: { ...request, how: values.how || 'taken-back', amount: cents, reason: values.reason, version },
        })
      }
      words={() => ({
        effects: ['The customer loses', 'The worker gets', 'The business keeps'],
        notes: [
          isPaid
            ? `The customer got ${money} from you another way. We’ll take it off the credit.`
            : 'Nothing is paid to the customer.',
          `${isPaid ? 'How it was paid' : 'Reason'}: ${reason}`,
          'We’ll tell the customer. You can’t undo this.',
        ],
        action: `Remove ${money}`,
      })}
      onDone={() => dispatch(successAlert(`${money} of credit is removed. We’ll tell the customer.`))}
      onClose={onClose}
    >
      <Select
        label="What happens to it"
        isRequired
        placeholder="Select one"
        options={options}
        value={how || undefined}
        onChange={(value) => form.setFieldValue('how', value as CreditRemoval)}
        error={typeof form.errors.how === 'string' ? form.errors.how : undefined}
      />
      <AmountAndReason form={form} most={credit} readBy="The customer reads it." isPaid={isPaid} />
    </ActDialog>
  );
}
