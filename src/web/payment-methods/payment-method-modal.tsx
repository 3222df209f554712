import { useLocation } from 'react-router';
import { useCurrentProfile } from '#web/app/current-profile.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { later } from '#web/ui/later.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const PaymentMethodForm = later(
  async () => (await import('./payment-method-form.tsx')).PaymentMethodForm,
  <Skeleton className="h-64 w-full" />,
);

type PaymentMethodModalProps = {
  isOpen: boolean;
  onClose: () => void;
  /** Called with the id of the saved payment method, after `onClose`. */
  onCreated: (paymentMethodId: string) => void;
};

/** Saves a payment method of the signed-in person without leaving the page. */
export function PaymentMethodModal({ isOpen, onClose, onCreated }: PaymentMethodModalProps) {
  const { userId } = useCurrentProfile();
  const { pathname } = useLocation();
  return (
    <Dialog isOpen={isOpen} title="Payment Method" size="medium" holdsForm onClose={onClose}>
      <PaymentMethodForm
        userId={userId}
        returnPath={() => pathname}
        onCreated={(paymentMethodId) => {
          onClose();
          onCreated(paymentMethodId);
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
