import { schemaResolver, useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { tips } from '#contract/tips.ts';
import { centsOf } from '#domain/dollars.ts';
import { moneyLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { infoAlert, successAlert } from '#web/app/alerts.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { useFormSubmit } from '#web/app/form-submit.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { paymentMethodOptions } from '#web/payment-methods/saved-payment-methods.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { tipSentence } from './tip-words.ts';

type TipDialogProps = {
  engagementId: string;
  visit: { workId: string; workerName: string };
  onClose: () => void;
};

const choices = ['3', '5', '10', 'other'] as const;
type Choice = (typeof choices)[number];
const options = choices.map((value) => ({ value, label: value === 'other' ? 'Other amount' : `$${value}` }));

/** Asks how much to tip, says what pays it, and charges it at once. Pressed again after a lost answer, it tips once. */
export function TipDialog({ engagementId, visit: { workId, workerName }, onClose }: TipDialogProps) {
  const dispatch = useAppDispatch();
  const card = useCardName(engagementId);
  const [leaveTip, { isLoading }] = api.useLeaveTipMutation();
  const [isUnknown, setIsUnknown] = useState(false);
  const requestId = useRef(crypto.randomUUID());
  const form = useForm<{ choice: Choice; amount: string }>({
    initialValues: { choice: '5', amount: '' },
    validate: (values) =>
      schemaResolver(tips.leaveTip.body, { sync: true })({ requestId: requestId.current, amount: amountOf(values) }),
  });
  const amount = amountOf(form.values);
  const formProps = useFormSubmit(form, async (values) => {
    const body = { requestId: requestId.current, amount: amountOf(values) ?? 0 };
    const { data, error } = await leaveTip({ params: { engagementId, workId }, body });
    const isLost = error !== undefined && 'status' in error && typeof error.status !== 'number';
    setIsUnknown(isLost);
    if (error) {
      // What was refused is over: the next press is another request. The page may show what is there by now.
      if (!isLost) {
        requestId.current = crypto.randomUUID();
        dispatch(api.util.invalidateTags(['engagements']));
      }
      return error;
    }
    const word = `${tipSentence(data.tip, true)}.`;
    dispatch(data.tip.state === 'paid' ? successAlert(`${word} Thank you!`) : infoAlert(word));
    onClose();
    return undefined;
  });
  const isOther = form.values.choice === 'other';
  return (
    <Dialog isOpen holdsForm title={`Leave a tip for ${workerName}`} onClose={onClose}>
      <form {...formProps} className="wrap-anywhere flex flex-col gap-5">
        <fieldset disabled={isUnknown} className="flex flex-col gap-5">
          <RadioCards
            label="How much"
            name="choice"
            columns={2}
            options={options}
            value={form.values.choice}
            onChange={(choice) => form.setFieldValue('choice', choice)}
            error={isOther ? undefined : form.errors.amount}
          />
          {isOther && (
            <TextField
              label="Amount"
              description="In dollars, from $1.00 to $500.00."
              name="amount"
              inputMode="decimal"
              isRequired
              {...form.getInputProps('amount')}
            />
          )}
        </fieldset>
        <p>
          All of it goes to {workerName.replace(/\.$/, '')}.{' '}
          {card ? `It is charged to your ${card} now.` : 'It is charged to the payment method of this service now.'}
        </p>
        {isUnknown && (
          <p role="alert">
            We do not know yet whether it was charged. Please try again: it is charged once, however often you press.
          </p>
        )}
        <Button type="submit" isPending={isLoading} pendingLabel="Asking your bank…">
          {amount === undefined ? 'Leave a tip' : `Leave ${moneyLabel(amount)}`}
        </Button>
      </form>
    </Dialog>
  );
}

/** @returns integer cents; undefined for what is no amount */
const amountOf = ({ choice, amount }: { choice: Choice; amount: string }) =>
  choice === 'other' ? centsOf(amount) : Number(choice) * 100;

/** @returns the name of the card that pays for a service, such as 'Visa (4242)'; undefined until it is known */
function useCardName(engagementId: string): string | undefined {
  const { userId } = useCurrentProfile();
  const { currentData: loaded } = api.useGetEngagementQuery({ params: { engagementId } });
  const { currentData: saved } = api.useListPaymentMethodsQuery({ params: { userId } });
  const cardId = loaded?.engagement.stripePaymentMethodId;
  return saved && paymentMethodOptions(saved).find(({ value }) => value === cardId)?.label;
}
