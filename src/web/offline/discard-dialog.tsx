import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { LostChanges } from './lost-changes.tsx';
import { discard } from './outbox.ts';
import { changeCount, type OutboxEntry } from './outbox-entry.ts';

/** Asks before changes are given up that the server has not taken, and names them. */
export function DiscardDialog({ entries, onClose }: { entries: readonly OutboxEntry[]; onClose: () => void }) {
  const confirm = async () => {
    if (await discard(entries)) onClose();
  };
  return (
    <ConfirmDialog
      title={`Discard ${changeCount(entries.length)}?`}
      action="Discard for good"
      cancel="Keep"
      isDanger
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>The office will not hear of this, and it cannot be brought back:</p>
      <LostChanges entries={entries} />
    </ConfirmDialog>
  );
}
