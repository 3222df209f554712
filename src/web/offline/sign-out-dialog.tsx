import { useEffect, useState } from 'react';
import { dialogClosed } from '#web/app/dialogs.ts';
import { useEndSession } from '#web/app/sign-out.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { LostChanges } from './lost-changes.tsx';
import { discard, sendWithin } from './outbox.ts';
import { changeCount, sendable } from './outbox-entry.ts';
import { useOutbox } from './use-outbox.ts';

/** Somebody who signs out is not kept longer than this. */
const patienceMs = 5_000;

/** Signs a worker out once nothing waits to be sent, and asks first what becomes of what cannot be sent. */
export default function SignOutDialog() {
  const dispatch = useAppDispatch();
  const endSession = useEndSession();
  const { entries } = useOutbox();
  const [isSending, setSending] = useState(true);
  const [choice, setChoice] = useState<'keep' | 'discard'>('keep');
  const close = () => dispatch(dialogClosed());
  const signOut = () => {
    close();
    void endSession();
  };
  const confirm = async () => {
    if (choice === 'discard' && !(await discard(entries))) return;
    signOut();
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
  const isDiscarding = choice === 'discard' && entries.length > 0;
  return (
    <ConfirmDialog
      title="Sign out now?"
      action={isDiscarding ? 'Discard and sign out' : 'Sign out'}
      isDanger={isDiscarding}
      pendingAction="Sending…"
      cancel="Stay signed in"
      isPending={isSending}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      {waiting > 0 && (
        <p>{waiting === 1 ? '1 change has not been sent yet.' : `${waiting} changes have not been sent yet.`}</p>
      )}
      {stopped > 0 && (
        <p>
          {stopped === 1
            ? '1 change was not accepted.'
            : `${stopped} changes were not accepted, or wait for one that was not.`}
        </p>
      )}
      {!isSending && entries.length > 0 && (
        <RadioCards
          label={`What becomes of ${entries.length === 1 ? 'it' : 'them'}?`}
          name="unsent"
          value={choice}
          onChange={setChoice}
          options={[
            {
              value: 'keep',
              label: 'Keep on this phone',
              description: 'For you only. What waits is sent when you sign in again here.',
            },
            { value: 'discard', label: `Discard ${changeCount(entries.length)}`, description: 'Lost for good.' },
          ]}
        />
      )}
      {isDiscarding && <LostChanges entries={entries} />}
      {!isSending && entries.length === 0 && <p>Everything is sent by now.</p>}
    </ConfirmDialog>
  );
}
