import type { Address } from '#contract/addresses.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useWhose } from './whose.ts';

type ArchiveDialogProps = {
  address: Address;
  onArchived: () => void;
  onClose: () => void;
};

/** Asks before an address is taken out of use, and does it. */
export function ArchiveDialog({ address, onArchived, onClose }: ArchiveDialogProps) {
  const dispatch = useAppDispatch();
  const { isOwn } = useWhose(address.profileId);
  const [archive, { isLoading }] = api.useArchiveAddressMutation();
  const confirm = async () => {
    const { error } = await archive({ params: { addressId: address.id } });
    onClose();
    dispatch(error ? failureAlert(error) : successAlert('Address archived.'));
    if (!error) onArchived();
  };
  return (
    <ConfirmDialog
      title="Archive address?"
      action="Archive"
      pendingAction="Archiving…"
      cancel="Keep it"
      isDanger
      isPending={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        <strong>{address.label}</strong> will be gone from {isOwn ? 'your' : 'their'} addresses, and cannot be chosen
        any more. Engagements that have ended keep showing it.
      </p>
      {address.primaryAddress && (
        <p>
          It is {isOwn ? 'your' : 'the'} primary address. {isOwn ? 'Your' : 'Their'} oldest other address takes its
          place.
        </p>
      )}
    </ConfirmDialog>
  );
}
