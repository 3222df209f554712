import { useForm } from '@mantine/form';
import { moneyLabel } from '#domain/labels.ts';
import { ActDialog } from '#web/acts/act-dialog.tsx';
import { api } from '#web/api/api.ts';
import { successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import type { OpenBillProps } from './write-off-dialog.tsx';

/** Says what it means to end an attempt that the customer has not confirmed, and ends it. */
export function StopWaitingDialog({ billId, amount, version, onClose }: OpenBillProps) {
  const dispatch = useAppDispatch();
  const [stopWaiting] = api.useStopWaitingMutation();
  const form = useForm({ initialValues: {} });
  return (
    <ActDialog
      title="Stop waiting for the bank"
      form={form}
      send={(_, request) => stopWaiting({ params: { billId }, body: { ...request, version } })}
      words={() => ({
        effects: ['', '', ''],
        notes: [
          `${moneyLabel(amount)} waits for the customer’s confirmation. It is not taken, unless the confirmation comes first.`,
          'The customer reads that it was not confirmed, and when it is tried again. Then you can try it again, move it or write it off.',
        ],
        action: 'Stop waiting',
      })}
      onDone={() => dispatch(successAlert('It is being ended at Stripe. In a moment you can act on this bill.'))}
      onClose={onClose}
    />
  );
}
