import { useForm } from '@mantine/form';
import { moneyLabel } from '#domain/labels.ts';
import { ActDialog } from '#web/acts/act-dialog.tsx';
import { api } from '#web/api/api.ts';
import { successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { creditEffects, usesOfCredit } from './bill-words.ts';

/** Shows what it does to each when a refund that the bank returned is given as credit, and gives it. */
export function OwedBackDialog({ billId, owed, onClose }: { billId: string; owed: number; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [creditOwedBack] = api.useCreditOwedBackMutation();
  const form = useForm({ initialValues: {} });
  const money = moneyLabel(owed);
  return (
    <ActDialog
      title="Give as credit"
      form={form}
      send={(_, request) => creditOwedBack({ params: { billId }, body: { ...request, amount: owed } })}
      words={(answer) => ({
        effects: creditEffects,
        notes: [
          ...usesOfCredit(answer),
          'The bank has returned this refund, so we owe it. As credit it is settled, and the customer is told.',
        ],
        action: `Give ${money} as credit`,
      })}
      onDone={() => dispatch(successAlert(`${money} is given as credit. The customer is told.`))}
      onClose={onClose}
    />
  );
}
