import { useState } from 'react';
import { phoneLabel } from '#domain/labels.ts';
import { staffApi } from '#web/api/staff-api.ts';
import { failureAlert, successAlert } from '#web/app/alerts.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type EndTextsProps = {
  phone: string;
  /** The text that asked for it, or whose number it is. */
  by: { textId: string } | { profileId: string };
};

/** Ends texts to a number whose owner has asked for it in words that only a person understands, or by another way. */
export function EndTexts({ phone, by }: EndTextsProps) {
  const dispatch = useAppDispatch();
  const [isAsking, setAsking] = useState(false);
  const [endToSender, ofText] = staffApi.useEndTextsToSenderMutation();
  const [endToPerson, ofPerson] = staffApi.useEndTextsToPersonMutation();
  const end = async () => {
    const { error } =
      'textId' in by
        ? await endToSender({ params: { textId: by.textId } })
        : await endToPerson({ params: { profileId: by.profileId }, body: { phone } });
    dispatch(error ? failureAlert(error) : successAlert(`${phoneLabel(phone)} gets no more texts.`));
    setAsking(false);
  };
  return (
    <>
      <Button variant="quiet" aria-label={`No more texts to ${phoneLabel(phone)}`} onPress={() => setAsking(true)}>
        No more texts
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="No more texts to this number?"
          action="End texts"
          pendingAction="Ending…"
          cancel="Keep them"
          isDanger
          isPending={ofText.isLoading || ofPerson.isLoading}
          onConfirm={() => void end()}
          onClose={() => setAsking(false)}
        >
          <p>
            For when somebody who has {phoneLabel(phone)} has told you that they want none. What waits is not sent,
            whoever has the number is told by mail, and the phone gets one last text that says so.
          </p>
          <p>Nobody here can undo it: only START from that phone brings texts back.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
