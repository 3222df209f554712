import { useCallback } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

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
    <ConfirmDialog
      title="Leave without saving?"
      action="Leave"
      cancel="Stay"
      isDanger
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    >
      <p>Your changes to the plan are not saved yet.</p>
    </ConfirmDialog>
  );
}
