import { schemaResolver, useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { type Refund, type RefundEffect, refunds } from '#contract/refunds.ts';
import { moneyLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { infoAlert, successAlert } from '#web/app/alerts.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { centsOf, refundAmountError } from './refund-amount.ts';

type RefundDialogProps = {
  billId: string;
  /** What may go back, and what has gone back already; integer cents. */
  left: number;
  refundedBefore: number;
  onClose: () => void;
};

/** Asks what to refund, shows what that does to each, and does it. Pressed again after a lost answer, it does it once. */
export function RefundDialog({ billId, left, refundedBefore, onClose }: RefundDialogProps) {
  const dispatch = useAppDispatch();
  const [refundBill, { isLoading }] = api.useRefundBillMutation();
  /** What the request that was shown would do; none while it can be changed. */
  const [effect, setEffect] = useState<RefundEffect>();
  const [isUnknown, setIsUnknown] = useState(false);
  const requestId = useRef(crypto.randomUUID());
  const form = useForm({
    initialValues: { amount: (left / 100).toFixed(2), reason: '' },
    validate: (values) => {
      const request = { requestId: requestId.current, isPreview: true, refundedBefore };
      const amountError = refundAmountError(values.amount, left);
      return {
        ...schemaResolver(refunds.refundBill.body, { sync: true })({
          ...values,
          ...request,
          amount: centsOf(values.amount),
        }),
        ...(amountError === undefined ? {} : { amount: amountError }),
      };
    },
    clearInputErrorOnChange: true,
  });
  const cents = centsOf(form.values.amount) ?? 0;
  const formProps = useFormSubmit(form, async ({ reason }) => {
    const isPreview = effect === undefined;
    const body = { requestId: requestId.current, isPreview, amount: cents, reason, refundedBefore };
    const { data, error } = await refundBill({ params: { billId }, body });
    const isLost = !isPreview && error !== undefined && 'status' in error && typeof error.status !== 'number';
    setIsUnknown(isLost);
    // What was refused can be changed.
    if (error && !isLost) setEffect(undefined);
    if (error) return error;
    if (isPreview) {
      setEffect(data.effect);
      return undefined;
    }
    dispatch(wordOf(data.state, moneyLabel(cents)));
    onClose();
    return undefined;
  });
  const change = () => {
    // Another content is another request.
    requestId.current = crypto.randomUUID();
    setEffect(undefined);
    setIsUnknown(false);
  };
  return (
    <Dialog isOpen holdsForm title="Refund" onClose={onClose}>
      <form {...formProps} className="wrap-anywhere flex flex-col gap-5">
        {effect ? (
          <EffectFacts effect={effect} reason={form.values.reason} />
        ) : (
          <>
            <TextField
              label="Amount"
              description={`In dollars, up to ${moneyLabel(left)}.`}
              name="amount"
              inputMode="decimal"
              isRequired
              {...form.getInputProps('amount')}
            />
            <TextField
              label="Reason"
              description="The customer and the worker read it."
              name="reason"
              isRequired
              {...form.getInputProps('reason')}
            />
          </>
        )}
        {isUnknown && (
          <p role="alert">
            We do not know yet whether it was done. Please try again: it is refunded once, however often you press.
          </p>
        )}
        <Button type="submit" isPending={isLoading}>
          {effect ? `Refund ${moneyLabel(cents)}` : 'See what it does'}
        </Button>
        {effect && (
          <Button variant="quiet" onPress={change} isDisabled={isLoading || isUnknown}>
            Change it
          </Button>
        )}
      </form>
    </Dialog>
  );
}

/** @returns the word of a refund that was asked for: it goes back once Stripe has said so */
function wordOf(state: Refund['state'] | null, money: string) {
  if (state === 'done') return successAlert(`${money} goes back to the card. Customer and worker are told.`);
  return state === 'under-way'
    ? successAlert(`The refund of ${money} is under way. The bill says when it is done.`)
    : infoAlert(`The refund of ${money} did not go through. The bill says why.`);
}

function EffectFacts({ effect: { customer, worker, business }, reason }: { effect: RefundEffect; reason: string }) {
  const rows = [
    ['The customer gets back', customer],
    ['The worker gives back', -worker],
    ['The business gives back', -business],
  ] as const;
  return (
    <div>
      <dl className="grid gap-2">
        {rows.map(([label, cents]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt>{label}</dt>
            <dd className="font-semibold tabular-nums">{moneyLabel(cents)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-ink-soft">Reason: {reason}</p>
      <p className="text-ink-soft">Stripe keeps its own fee, and may round the fee’s last cent another way.</p>
    </div>
  );
}
