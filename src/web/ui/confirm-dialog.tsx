import { type ReactNode, useState } from 'react';
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
  /** Whether something else is waited for. */
  isPending?: boolean;
  /** What it begins is under way until its promise is settled. */
  onConfirm: () => unknown;
  onClose: () => void;
};

/** Asks before something that is hard to undo. It stays open while that is under way. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, pendingAction, cancel = 'Cancel', isDanger = false } = props;
  const { isDisabled = false, onConfirm, onClose } = props;
  const [isUnderWay, setUnderWay] = useState(false);
  const isPending = isUnderWay || (props.isPending ?? false);
  const confirm = () => {
    const begun = onConfirm();
    if (!(begun instanceof Promise)) return;
    setUnderWay(true);
    void begun.finally(() => setUnderWay(false));
  };
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
            onPress={confirm}
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
