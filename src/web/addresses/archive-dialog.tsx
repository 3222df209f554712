import { Link } from 'react-router';
import type { Address } from '#contract/addresses.ts';
import type { Engagement } from '#contract/engagements.ts';
import { isLive } from '#domain/engagement-status.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/button-class.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useWhose } from './whose.ts';

type ArchiveDialogProps = {
  address: Address;
  onArchived: () => void;
  onClose: () => void;
};

/** Asks before an address is taken out of use, and does it; one that a service needs stays, and the dialog says which. */
export function ArchiveDialog({ address, onArchived, onClose }: ArchiveDialogProps) {
  const dispatch = useAppDispatch();
  const { isOwn, hasYard } = useWhose(address.profileId);
  // Where this fails, the server's own refusal says it after the press.
  const { currentData, isFetching } = api.useListCustomerEngagementsInfiniteQuery(
    { params: { customerProfileId: address.profileId } },
    { skip: !hasYard, refetchOnMountOrArgChange: true },
  );
  const [archive] = api.useArchiveAddressMutation();
  const confirm = async () => {
    const { error } = await archive({ params: { addressId: address.id } });
    onClose();
    dispatch(error ? failureAlert(error) : successAlert('Address archived.'));
    if (!error) onArchived();
  };
  if (isFetching) return null;
  const needed = (currentData?.pages ?? [])
    .flatMap(({ engagements }) => engagements)
    .filter((one) => isLive(one) && [one.serviceAddress.id, one.billingAddress?.id].includes(address.id));
  if (needed.length > 0) return <InUse address={address} engagements={needed} onClose={onClose} />;
  return (
    <ConfirmDialog
      title="Archive address?"
      action="Archive"
      pendingAction="Archiving…"
      cancel="Keep it"
      isDanger
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <strong>{address.label}</strong> will be gone from {isOwn ? 'your' : 'their'} addresses, and cannot be chosen
        anymore. Engagements that have ended keep showing it.
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

type InUseProps = { address: Address; engagements: readonly Engagement[]; onClose: () => void };

function InUse({ address, engagements, onClose }: InUseProps) {
  return (
    <Dialog
      isOpen
      size="small"
      title="This address is in use"
      onClose={onClose}
      actions={
        <Button variant="secondary" onPress={onClose}>
          Close
        </Button>
      }
    >
      <p>
        <strong>{address.label}</strong> cannot be archived while an engagement that is not over yet uses it. Choose
        another address for it, or cancel it, first:
      </p>
      <ul>
        {engagements.map(({ id, product, serviceAddress }) => (
          <li key={id}>
            <Link
              to={`/customers/${address.profileId}/engagements/${id}`}
              className={`${textLinkClass} wrap-anywhere inline-flex min-h-11 items-center`}
            >
              {product.name}, {serviceAddress.id === address.id ? 'served here' : 'billed to it'}
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
