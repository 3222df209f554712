import { schemaResolver, useForm } from '@mantine/form';
import { credits } from '#contract/credits.ts';
import { largestCredit } from '#domain/credit.ts';
import { centsOf } from '#domain/dollars.ts';
import { moneyLabel } from '#domain/labels.ts';
import { ActDialog } from '#web/acts/act-dialog.tsx';
import { api } from '#web/api/api.ts';
import { successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { AmountAndReason } from './amount-and-reason.tsx';
import { amountError } from './amount-error.ts';
import { creditEffects, usesOfCredit } from './bill-words.ts';

type CreditDialogProps = { customerProfileId: string; version: number; onClose: () => void };

/** Asks how much credit a customer gets and why, shows what that does to each, and gives it. */
export function CreditDialog({ customerProfileId, version, onClose }: CreditDialogProps) {
  const dispatch = useAppDispatch();
  const [giveCredit] = api.useGiveCreditMutation();
  const form = useForm({
    initialValues: { amount: '', reason: '' },
    validate: ({ amount, reason }) => {
      const request = { requestId: crypto.randomUUID(), isPreview: true, version };
      const cents = centsOf(amount);
      return {
        ...schemaResolver(credits.giveCredit.body, { sync: true })({ ...request, reason, amount: cents ?? 1 }),
        ...(cents === undefined && { amount: amountError(amount) }),
      };
    },
  });
  const cents = centsOf(form.values.amount) ?? 0;
  const money = moneyLabel(cents);
  return (
    <ActDialog
      title="Give credit"
      form={form}
      send={({ reason }, request) =>
        giveCredit({ params: { customerProfileId }, body: { ...request, amount: cents, reason, version } })
      }
      words={(answer) => ({
        effects: creditEffects,
        notes: [
          ...usesOfCredit(answer),
          `Reason: ${form.values.reason}`,
          'Workers are paid as always: the business pays their part of what credit pays. The customer is told.',
          'What is not used can be removed later.',
        ],
        action: `Give ${money}`,
      })}
      onDone={() => dispatch(successAlert(`${money} of credit is given. The customer is told.`))}
      onClose={onClose}
    >
      <AmountAndReason form={form} most={largestCredit} readBy="The customer reads it." />
    </ActDialog>
  );
}
