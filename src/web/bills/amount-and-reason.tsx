import type { UseFormReturnType } from '@mantine/form';
import { moneyLabel } from '#domain/labels.ts';
import { TextField } from '#web/ui/text-field.tsx';

type AmountAndReasonProps = {
  form: UseFormReturnType<{ amount: string; reason: string }>;
  /** Integer cents. */
  most: number;
  /** Who reads the reason. */
  readBy: string;
};

/** What is given or sent back, and why. */
export function AmountAndReason({ form, most, readBy }: AmountAndReasonProps) {
  return (
    <>
      <TextField
        label="Amount"
        description={`In dollars, up to ${moneyLabel(most)}.`}
        name="amount"
        inputMode="decimal"
        isRequired
        {...form.getInputProps('amount')}
      />
      <TextField label="Reason" description={readBy} name="reason" isRequired {...form.getInputProps('reason')} />
    </>
  );
}
