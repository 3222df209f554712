import { schemaResolver, useForm } from '@mantine/form';
import type { RefundState } from '#contract/acts.ts';
import { refunds } from '#contract/refunds.ts';
import { centsOf } from '#domain/dollars.ts';
import { moneyLabel } from '#domain/labels.ts';
import { ActDialog } from '#web/acts/act-dialog.tsx';
import { api } from '#web/api/api.ts';
import { infoAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { AmountAndReason } from './amount-and-reason.tsx';
import { amountError } from './amount-error.ts';

type RefundDialogProps = {
  billId: string;
  /** What may go back, and what has gone back already; integer cents. */
  left: number;
  refundedBefore: number;
  /** What credit has paid of the bill; cents. */
  creditUsed?: number;
  /** Whether the customer's bank asks about the payment, and has taken nothing. */
  isAskedAbout?: boolean;
  onClose: () => void;
};

/** Asks what to refund, shows what that does to each, and does it. */
export function RefundDialog({
  billId,
  left,
  refundedBefore,
  creditUsed = 0,
  isAskedAbout = false,
  onClose,
}: RefundDialogProps) {
  const dispatch = useAppDispatch();
  const [refundBill] = api.useRefundBillMutation();
  const form = useForm({
    initialValues: { amount: (left / 100).toFixed(2), reason: '' },
    validate: (values) => {
      const request = { requestId: crypto.randomUUID(), isPreview: true, refundedBefore };
      const tooMuch = amountError(values.amount, left);
      return {
        ...schemaResolver(refunds.refundBill.body, { sync: true })({
          ...values,
          ...request,
          amount: centsOf(values.amount),
        }),
        ...(tooMuch !== undefined && { amount: tooMuch }),
      };
    },
  });
  const { amount, reason } = form.values;
  const cents = centsOf(amount) ?? 0;
  return (
    <ActDialog
      title="Refund"
      form={form}
      send={(values, request) =>
        refundBill({ params: { billId }, body: { ...request, amount: cents, reason: values.reason, refundedBefore } })
      }
      words={() => ({
        effects: ['The customer gets back', 'The worker gives back', 'The business gives back'],
        notes: [
          `Reason: ${reason}`,
          ...(creditUsed > 0
            ? [
                `It goes back the way it was paid. The ${moneyLabel(creditUsed)} that credit has paid can be given as credit again.`,
              ]
            : []),
          'Stripe keeps its own fee, and may round the fee’s last cent another way.',
        ],
        action: `Refund ${moneyLabel(cents)}`,
      })}
      onDone={({ state }) => dispatch(wordOf(state, moneyLabel(cents)))}
      onClose={onClose}
    >
      {isAskedAbout && (
        <p>The customer’s bank asks about this payment. Please see its question at Stripe before you refund.</p>
      )}
      <AmountAndReason form={form} most={left} readBy="The customer and the worker read it." />
    </ActDialog>
  );
}

/** @returns the word of a refund that was asked for: it goes back once Stripe has said so */
function wordOf(state: RefundState | null, money: string) {
  if (state === 'done') return successAlert(`${money} goes back the way it was paid. Customer and worker are told.`);
  return state === 'under-way'
    ? successAlert(`The refund of ${money} is under way. The bill says when it is done.`)
    : infoAlert(`The refund of ${money} did not go through. The bill says why.`);
}
