import { useCallback } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** Asks before edits are lost by leaving the page. */
export function LeaveDialog({ hasEdits }: { hasEdits: boolean }) {
  const blocker = useBlocker(hasEdits);
  const keepPage = useCallback(
    (event: BeforeUnloadEvent) => {
      if (hasEdits) event.preventDefault();
    },
    [hasEdits],
  );
  useBeforeUnload(keepPage);
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      isOpen
      onClose={blocker.reset}
      title="Leave without saving?"
      role="alertdialog"
      actions={
        <>
          <Button variant="secondary" onPress={blocker.reset}>
            Stay
          </Button>
          <Button variant="danger" onPress={blocker.proceed}>
            Leave
          </Button>
        </>
      }
    >
      <p>Your changes to the plan are not saved yet.</p>
    </Dialog>
  );
}
