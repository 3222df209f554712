import { useState } from 'react';
import type { Employee } from '#contract/employees.ts';
import { staffRoleLabels } from '#domain/rights.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Select } from '#web/ui/select.tsx';
import { roleOptions } from './team-words.ts';

/** Asks which role an employee gets, and says what follows. */
export function RoleDialog({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [changeRole] = api.useChangeRoleMutation();
  const [role, setRole] = useState(employee.role);
  const { name, profileId, version } = employee;
  const confirm = async () => {
    if (role === employee.role) return onClose();
    const { error } = await changeRole({ params: { profileId }, body: { role, version } });
    dispatch(error ? failureAlert(error) : successAlert(`The role of ${name} is ${staffRoleLabels[role]} now.`));
    onClose();
  };
  return (
    <ConfirmDialog
      title="Change role?"
      action="Change role"
      pendingAction="Changing…"
      onConfirm={confirm}
      onClose={onClose}
    >
      <Select label={`Role of ${name}`} value={role} options={roleOptions} onChange={setRole} />
      <p className="mt-4">
        It counts from their next press, and we email them. With a lesser role, open join codes that they issued are
        revoked.
      </p>
    </ConfirmDialog>
  );
}
