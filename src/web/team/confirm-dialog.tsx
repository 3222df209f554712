import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type ConfirmDialogProps = {
  /** The question. */
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** What is done, as the button says it. */
  action: string;
  pendingAction: string;
  isDanger?: boolean;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something is done that others will feel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, pendingAction, isDanger = false, isPending, onConfirm, onClose } = props;
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onPress={onClose}>
            Cancel
          </Button>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            isPending={isPending}
            pendingLabel={pendingAction}
            onPress={onConfirm}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="wrap-anywhere grid gap-3">{children}</div>
    </Dialog>
  );
}
