import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  /** The question. */
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** The text of the button that confirms. */
  action: string;
  pendingAction?: string;
  /** The text of the other button. */
  cancel?: string;
  isDanger?: boolean;
  /** Whether it cannot be confirmed yet. */
  isDisabled?: boolean;
  isPending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that is hard to undo. It stays open while that is under way. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, pendingAction, cancel = 'Cancel', isDanger = false, isPending = false } = props;
  const { isDisabled = false, onConfirm, onClose } = props;
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
            isDisabled={isDisabled}
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
