import type { UseFormReturnType } from '@mantine/form';
import { moneyLabel } from '#domain/labels.ts';
import { TextField } from '#web/ui/text-field.tsx';

type Fields = { amount: string; reason: string };
type AmountAndReasonProps = {
  form: { getInputProps(name: keyof Fields): ReturnType<UseFormReturnType<Fields>['getInputProps']> };
  /** Integer cents; undefined when no amount is asked for. */
  most: number | undefined;
  /** Who reads the reason. */
  readBy: string;
  /** Whether money changed hands another way, so that the reason is how. */
  isPaid?: boolean;
};

/** How much money an act moves, and why. */
export function AmountAndReason({ form, most, readBy, isPaid = false }: AmountAndReasonProps) {
  const reason = form.getInputProps('reason');
  return (
    <>
      {most !== undefined && (
        <TextField
          label="Amount"
          description={`In dollars, up to ${moneyLabel(most)}.`}
          name="amount"
          inputMode="decimal"
          isRequired
          {...form.getInputProps('amount')}
        />
      )}
      <TextField
        label={isPaid ? 'How it was paid' : 'Reason'}
        description={isPaid ? `Such as “Check 1042”. ${readBy}` : readBy}
        name="reason"
        isRequired
        {...reason}
        error={isPaid && reason.error === 'Please give a reason.' ? 'Please say how it was paid.' : reason.error}
      />
    </>
  );
}
