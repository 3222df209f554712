import type { Address } from '#contract/addresses.ts';
import { Dialog } from '#web/ui/dialog.tsx';

type AddressModalProps = {
  isOpen: boolean;
  onClose: () => void;
  profileId: string;
  /** Called with the address that was saved; the modal has closed itself by then. */
  onCreated: (address: Address) => void;
};

/** Adds an address to a profile without leaving the page. */
export function AddressModal({ isOpen, onClose }: AddressModalProps) {
  return (
    <Dialog isOpen={isOpen} title="New address" onClose={onClose}>
      <p>Address</p>
    </Dialog>
  );
}
