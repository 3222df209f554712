import type { Address } from '#contract/addresses.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type ArchiveDialogProps = {
  address: Address;
  onArchived: () => void;
  onClose: () => void;
};

/** Asks before an address is taken out of use, and does it. */
export function ArchiveDialog({ address, onArchived, onClose }: ArchiveDialogProps) {
  const dispatch = useAppDispatch();
  const [archive, { isLoading }] = api.useArchiveAddressMutation();
  const close = () => {
    if (!isLoading) onClose();
  };
  const confirm = async () => {
    const { error } = await archive({ params: { addressId: address.id } });
    onClose();
    if (error) {
      dispatch(failureAlert(error));
      return;
    }
    dispatch(successAlert('Address archived.'));
    onArchived();
  };
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title="Archive address?"
      onClose={close}
      actions={
        <>
          <Button variant="quiet" onPress={close}>
            Keep it
          </Button>
          <Button variant="danger" isPending={isLoading} pendingLabel="Archiving…" onPress={() => void confirm()}>
            Archive
          </Button>
        </>
      }
    >
      <p className="break-words">
        <strong>{address.label}</strong> will be gone from your addresses, and cannot be chosen any more. Engagements
        that have ended keep showing it.
      </p>
      {address.primaryAddress && (
        <p className="mt-3">It is your primary address. Your oldest other address takes its place.</p>
      )}
    </Dialog>
  );
}
