import { schemaResolver, useForm } from '@mantine/form';
import { acts } from '#contract/acts.ts';
import type { DisputeDecision } from '#domain/acts.ts';
import { centsOf } from '#domain/dollars.ts';
import { moneyLabel } from '#domain/labels.ts';
import { ActDialog } from '#web/acts/act-dialog.tsx';
import { api } from '#web/api/api.ts';
import { successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Select } from '#web/ui/select.tsx';
import { AmountAndReason } from './amount-and-reason.tsx';
import { amountError } from './amount-error.ts';
import { decisionLabels } from './bill-words.ts';

type DecideDisputeDialogProps = { billId: string; amount: number; onClose: () => void };

const options = Object.entries(decisionLabels).map(([value, label]) => ({ value, label }));

/** What each decision does, as the preview says it. */
const consequences: Record<DisputeDecision, string> = {
  'written-off': 'No money moves. We’ll email the customer that there is nothing left to pay.',
  paid: 'We’ll record the payment and email the customer that we received it.',
  ended: 'The service ends now, and the bill is written off. We’ll email the customer and the worker.',
};

/** Asks what becomes of a bill that the bank has taken back for good, and does it. */
export function DecideDisputeDialog({ billId, amount: taken, onClose }: DecideDisputeDialogProps) {
  const dispatch = useAppDispatch();
  const [decide] = api.useDecideDisputeMutation();
  const form = useForm<{ decision: DisputeDecision | ''; amount: string; reason: string }>({
    initialValues: { decision: '', amount: moneyLabel(taken).replaceAll(/[$,]/g, ''), reason: '' },
    validate: ({ amount, ...values }) => {
      const request = { requestId: crypto.randomUUID(), isPreview: true };
      const cents = centsOf(amount);
      const isWrong = values.decision === 'paid' && (cents === undefined || cents > taken);
      return {
        ...schemaResolver(acts.decideDispute.body, { sync: true })({
          ...values,
          ...request,
          ...(values.decision === 'paid' && { amount: cents ?? 1 }),
        }),
        ...(isWrong && { amount: amountError(amount) ?? `Please enter at most ${moneyLabel(taken)}.` }),
      };
    },
  });
  const { decision, amount, reason } = form.values;
  const cents = centsOf(amount) ?? 0;
  const isPaid = decision === 'paid';
  return (
    <ActDialog
      title="Decide about the dispute"
      form={form}
      isDanger={decision === 'ended'}
      send={(values, request) =>
        decide({
          params: { billId },
          body: {
            ...request,
            // The form has made sure that one is chosen.
            decision: values.decision || 'written-off',
            reason: values.reason,
            ...(isPaid && { amount: cents }),
          },
        })
      }
      words={() => ({
        effects: ['The customer has paid', 'The worker gets', 'The business gets back'],
        notes: [
          ...(decision === '' ? [] : [`Decision: ${decisionLabels[decision]}.`, consequences[decision]]),
          ...(isPaid && cents < taken
            ? [`We’ll write off the other ${moneyLabel(taken - cents)}. The business bears it.`]
            : []),
          `${isPaid ? 'How it was paid' : 'Reason'}: ${reason}`,
          'The bill leaves the list of disputed payments. You can’t undo this.',
        ],
        action: decision === 'ended' ? 'End service' : 'Save decision',
      })}
      onDone={() => dispatch(successAlert('Your decision is saved.'))}
      onClose={onClose}
    >
      <p>
        The bank took {moneyLabel(taken)} back for good. The worker keeps the pay, so the business bears the loss.
        Paused services need another payment method before they resume.
      </p>
      <Select
        label="Decision"
        isRequired
        placeholder="Select a decision"
        options={options}
        value={decision || undefined}
        onChange={(value) => form.setFieldValue('decision', value as DisputeDecision)}
        error={typeof form.errors.decision === 'string' ? form.errors.decision : undefined}
      />
      <AmountAndReason form={form} most={isPaid ? taken : undefined} readBy="Only staff read it." isPaid={isPaid} />
    </ActDialog>
  );
}
