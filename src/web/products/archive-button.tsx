import { useState } from 'react';
import type { Product } from '#contract/products.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Withdraws a product after a question, or offers an archived one again at once. */
export function ArchiveButton({ product: { id, name, isArchived } }: { product: Product }) {
  const dispatch = useAppDispatch();
  const [isAsking, setAsking] = useState(false);
  const [archive] = api.useArchiveProductMutation();
  const [restore, restoring] = api.useRestoreProductMutation();
  const call = { params: { productId: id } };
  const change = async (run: typeof archive | typeof restore, done: string) => {
    const { data, error } = await run(call);
    setAsking(false);
    if (data) dispatch(api.util.updateQueryData('getProduct', call, () => data));
    dispatch(error ? failureAlert(error) : successAlert(done));
  };
  if (isArchived) {
    return (
      <Button
        variant="secondary"
        isPending={restoring.isLoading}
        pendingLabel="Saving…"
        onPress={() => void change(restore, `${name} is offered again.`)}
      >
        Offer it again
      </Button>
    );
  }
  return (
    <>
      <Button variant="secondary" onPress={() => setAsking(true)}>
        Archive
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Archive this product?"
          action="Archive"
          pendingAction="Archiving…"
          cancel="Keep it"
          isDanger
          onConfirm={() => change(archive, `${name} is archived.`)}
          onClose={() => setAsking(false)}
        >
          <p>
            Nobody can ask for <strong>{name}</strong> from now on. Customers who have it keep it as agreed.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
