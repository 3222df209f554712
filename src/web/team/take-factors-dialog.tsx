import { useState } from 'react';
import type { Employee } from '#contract/employees.ts';
import { type FactorLossReason, factorLossLabels, factorLossReasons } from '#domain/second-factors.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Select } from '#web/ui/select.tsx';

const options = factorLossReasons.map((value) => ({ value, label: factorLossLabels[value] }));

type TakeFactorsDialogProps = { employee: Employee; onClose: () => void };

/** Asks why a colleague's second factors are taken away, and says what follows. */
export function TakeFactorsDialog({ employee: { name, profileId }, onClose }: TakeFactorsDialogProps) {
  const dispatch = useAppDispatch();
  const [take] = api.useTakeFactorsAwayMutation();
  const [reason, setReason] = useState<FactorLossReason>('lost');
  const confirm = async () => {
    const { error } = await take({ params: { profileId }, body: { reason } });
    dispatch(error ? failureAlert(error) : successAlert(`${name} can set up a new second factor now.`));
    onClose();
  };
  return (
    <ConfirmDialog
      title="Take second factors away?"
      action="Take them away"
      pendingAction="Taking away…"
      isDanger
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        Do this when <strong>{name}</strong> cannot get in anymore, and has told you so themselves: call them back on a
        number that you know. Their passkeys, code apps and recovery codes stop working, they are signed out everywhere,
        and we email them.
      </p>
      <Select label="Why" value={reason} options={options} onChange={setReason} />
    </ConfirmDialog>
  );
}
