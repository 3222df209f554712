import { phoneLabel } from '#domain/labels.ts';
import { api } from '#web/api/api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

export type EndTextsProps = {
  phone: string;
  /** The text that asked for it, or whose number it is. */
  by: { textId: string } | { profileId: string };
};

/** Asks before it ends texts to a number. */
export function EndTextsDialog({ phone, by, onClose }: EndTextsProps & { onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [endToSender] = api.useEndTextsToSenderMutation();
  const [endToPerson] = api.useEndTextsToPersonMutation();
  const end = async () => {
    const { error } =
      'textId' in by
        ? await endToSender({ params: { textId: by.textId } })
        : await endToPerson({ params: { profileId: by.profileId }, body: { phone } });
    dispatch(error ? failureAlert(error) : successAlert(`${phoneLabel(phone)} gets no more texts.`));
    onClose();
  };
  return (
    <ConfirmDialog
      title="No more texts to this number?"
      action="End texts"
      pendingAction="Ending…"
      cancel="Keep them"
      isDanger
      onConfirm={end}
      onClose={onClose}
    >
      <p>
        For when somebody who has {phoneLabel(phone)} has told you that they want none. What waits is not sent, whoever
        has the number is told by email, and the phone gets one last text that says so.
      </p>
      <p>Nobody here can undo it: only START from that phone brings texts back.</p>
    </ConfirmDialog>
  );
}
