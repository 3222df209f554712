import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  /** The question. */
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** What is done, as the button says it. */
  action: string;
  pendingAction?: string;
  /** The other button's. */
  cancel?: string;
  isDanger?: boolean;
  isPending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something is done that cannot be taken back lightly; what is under way has to be waited for. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, pendingAction, cancel = 'Cancel', isDanger = false, isPending = false } = props;
  const { onConfirm, onClose } = props;
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={title}
      onClose={() => {
        if (!isPending) onClose();
      }}
      actions={
        <>
          <Button variant="quiet" onPress={onClose} isDisabled={isPending}>
            {cancel}
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
