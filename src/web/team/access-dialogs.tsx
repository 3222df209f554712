import type { Employee } from '#contract/employees.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { ClosingEffects } from '#web/app/closing-effects.tsx';
import { useAppDispatch } from '#web/app/store.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { otherProfilesLabel } from './team-words.ts';

type AccessDialogProps = {
  employee: Employee;
  onClose: () => void;
};

/** Asks before an employee's account is closed. */
export function DeactivateDialog({ employee, onClose }: AccessDialogProps) {
  const dispatch = useAppDispatch();
  const [deactivate] = api.useDeactivateEmployeeMutation();
  const others = otherProfilesLabel(employee);
  const confirm = async () => {
    const { error } = await deactivate({ params: { profileId: employee.profileId } });
    dispatch(error ? failureAlert(error) : successAlert(`${employee.name} was deactivated.`));
    onClose();
  };
  return (
    <ConfirmDialog
      title="Deactivate employee?"
      action="Deactivate"
      pendingAction="Deactivating…"
      isDanger
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        This closes the <strong>whole account</strong> of <strong>{employee.name}</strong>. They are signed out
        everywhere at once and cannot sign in anymore.
      </p>
      {others && (
        <p>
          They also use it as <strong>{others}</strong>, and that ends with it.
        </p>
      )}
      <ClosingEffects profileId={employee.profileId} />
      <p>Open join codes that they issued are revoked.</p>
    </ConfirmDialog>
  );
}

/** Asks before an employee's account is opened again. */
export function ReactivateDialog({ employee, onClose }: AccessDialogProps) {
  const dispatch = useAppDispatch();
  const [reactivate] = api.useReactivateEmployeeMutation();
  const others = otherProfilesLabel(employee);
  const confirm = async () => {
    const { error } = await reactivate({ params: { profileId: employee.profileId } });
    dispatch(error ? failureAlert(error) : successAlert(`${employee.name} was reactivated.`));
    onClose();
  };
  return (
    <ConfirmDialog
      title="Reactivate employee?"
      action="Reactivate"
      pendingAction="Reactivating…"
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <strong>{employee.name}</strong> can sign in again with the password they had, and do everything that an
        employee may do
        {others && `; also as ${others}`}.
      </p>
      <p>
        Their revoked join codes stay revoked. What was paused stays paused until somebody resumes it; what was canceled
        or went to other workers does not come back.
      </p>
    </ConfirmDialog>
  );
}
