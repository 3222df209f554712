import type { FormEvent } from 'react';
import type { Address } from '#contract/addresses.ts';
import { api } from '#web/api/api.ts';
import { useAddressNotes } from '#web/app/address-notes.ts';
import { successAlert } from '#web/app/alerts.ts';
import { useLoadFailure } from '#web/app/load-failure.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AddressNoteFields } from '../address-note-fields.tsx';

/** Edits the gate and dog notes of an engagement's service address. */
export function NotesDialog({ addressId, onClose }: { addressId: string; onClose: () => void }) {
  const { currentData, error, isFetching, refetch } = api.useGetAddressQuery(
    { params: { addressId } },
    { refetchOnMountOrArgChange: true },
  );
  useLoadFailure(error, { stay: true });
  return (
    <Dialog isOpen title="Gate and dog notes" size="medium" onClose={onClose}>
      {currentData && <NotesForm address={currentData.address} onClose={onClose} />}
      {!currentData && !error && (
        <div role="status" className="grid gap-4">
          <span className="sr-only">Loading the notes</span>
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
      )}
      {!currentData && error && (
        <div className="grid justify-items-start gap-4">
          <p>The notes could not be loaded.</p>
          <Button variant="secondary" isPending={isFetching} onPress={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function NotesForm({ address, onClose }: { address: Address; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const notes = useAddressNotes(address);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!(await notes.save({ isConfirmed: address.noAccessOn !== undefined }))) return;
    dispatch(successAlert('Notes saved.'));
    onClose();
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate className="grid gap-5">
      <AddressNoteFields notes={notes} />
      <div className="flex flex-wrap justify-end gap-3 *:max-sm:flex-auto">
        <Button variant="quiet" onPress={onClose}>
          Cancel
        </Button>
        <Button type="submit" isPending={notes.isSaving} pendingLabel="Saving…">
          Save
        </Button>
      </div>
    </form>
  );
}
