import type { Address } from '#contract/addresses.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { NewAddressForm } from './new-address-form.tsx';

type AddressModalProps = {
  isOpen: boolean;
  onClose: () => void;
  profileId: string;
  /** Called with the address that was saved, after `onClose`. */
  onCreated: (address: Address) => void;
};

/** Adds an address to a profile without leaving the page. */
export function AddressModal({ isOpen, onClose, profileId, onCreated }: AddressModalProps) {
  return (
    <Dialog isOpen={isOpen} title="New Address" size="medium" holdsForm onClose={onClose}>
      <NewAddressForm
        profileId={profileId}
        onCreated={(address) => {
          onClose();
          onCreated(address);
        }}
        cancel={
          <Button variant="quiet" onPress={onClose}>
            Cancel
          </Button>
        }
      />
    </Dialog>
  );
}
