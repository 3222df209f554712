import { useState } from 'react';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import type { SavedPaymentMethod } from './saved-payment-methods.ts';

type RemoveDialogProps = {
  userId: string;
  method: SavedPaymentMethod;
  onClose: () => void;
};

/** Asks before a payment method is removed. If it is still needed, it stays and the dialog says what needs it. */
export function RemoveDialog({ userId, method, onClose }: RemoveDialogProps) {
  const dispatch = useAppDispatch();
  const profile = useCurrentProfile();
  const [refusal, setRefusal] = useState('');
  const [remove] = api.useDeletePaymentMethodMutation();
  const confirm = async () => {
    const { error } = await remove({ params: { userId, paymentMethodId: method.id } });
    if (isFailure(error) && error.errorCode === 'IN_USE') {
      setRefusal(error.message);
      return;
    }
    dispatch(error ? failureAlert(error) : successAlert(`${method.name} is removed.`));
    onClose();
  };
  if (refusal) {
    return (
      <Dialog
        isOpen
        role="alertdialog"
        title="Still needed"
        onClose={onClose}
        actions={
          <>
            <Button variant="quiet" onPress={onClose}>
              Close
            </Button>
            {profile.type === 'PROFILE_TYPE_CUSTOMER' && (
              <LinkButton to={`/customers/${profile.id}/engagements`}>My engagements</LinkButton>
            )}
          </>
        }
      >
        <p role="alert">
          <strong>{method.name}</strong> stays. {refusal}
        </p>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title="Remove payment method?"
      action="Remove"
      pendingAction="Removing…"
      cancel="Keep it"
      isDanger
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <strong>{method.name}</strong> will be forgotten. To use it again you would have to enter it anew.
      </p>
    </ConfirmDialog>
  );
}
