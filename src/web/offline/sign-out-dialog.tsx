import { useEffect, useState } from 'react';
import { dialogClosed } from '#web/app/dialogs.ts';
import { useEndSession } from '#web/app/sign-out.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { sendWithin } from './outbox.ts';
import { sendable } from './outbox-entry.ts';
import { useOutbox } from './use-outbox.ts';

/** Somebody who signs out is not kept longer than this. */
const patienceMs = 5_000;

/** Signs a worker out as soon as nothing waits to be sent; what cannot be sent is told before that. */
export default function SignOutDialog() {
  const dispatch = useAppDispatch();
  const endSession = useEndSession();
  const { entries } = useOutbox();
  const [isSending, setSending] = useState(true);
  const close = () => dispatch(dialogClosed());
  const signOut = () => {
    close();
    void endSession();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is sent once, when the dialog opens
  useEffect(() => {
    let isOpen = true;
    void sendWithin(patienceMs).then((left) => {
      if (!isOpen) return;
      if (left.length === 0) signOut();
      else setSending(false);
    });
    return () => {
      isOpen = false;
    };
  }, []);
  if (isSending && entries.length === 0) return null;
  const waiting = sendable(entries).length;
  const stopped = entries.length - waiting;
  return (
    <ConfirmDialog
      title="Sign out now?"
      action="Sign out"
      pendingAction="Sending…"
      cancel="Stay signed in"
      isPending={isSending}
      onConfirm={signOut}
      onClose={close}
    >
      {waiting > 0 && (
        <p>
          {waiting === 1
            ? '1 change has not been sent yet. It stays on this phone and is sent when you sign in again.'
            : `${waiting} changes have not been sent yet. They stay on this phone and are sent when you sign in again.`}
        </p>
      )}
      {stopped > 0 && (
        <p>
          {stopped === 1
            ? '1 change was not accepted. It stays on this phone until you try it again or discard it in your itinerary.'
            : `${stopped} changes were not accepted, or wait for one that was not. They stay on this phone until you try them again or discard them in your itinerary.`}
        </p>
      )}
      {!isSending && entries.length === 0 && <p>Everything is sent by now.</p>}
    </ConfirmDialog>
  );
}
