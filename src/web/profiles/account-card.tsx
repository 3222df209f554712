import { useState } from 'react';
import { api } from '#web/api/api.ts';
import { failureAlert, infoAlert } from '#web/app/alerts.ts';
import { useAppDispatch, useAppSelector } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Fact } from '#web/ui/fact.tsx';
import { useFocusBack } from '#web/ui/focus-back.ts';

/** The signed-in person's credentials, which all of their profiles share. */
export function AccountCard() {
  const dispatch = useAppDispatch();
  const username = useAppSelector((state) => state.session.user?.username);
  const [mode, setMode] = useState<'view' | 'edit'>('view');
  const change = useFocusBack(mode === 'edit');
  const [resetPassword, { isLoading }] = api.useResetPasswordMutation();
  if (!username) return null;
  const sendLink = async () => {
    const { error } = await resetPassword({ body: { username } });
    dispatch(error ? failureAlert(error) : infoAlert('A link for a new password is on its way to your e-mail.'));
    if (!error) setMode('view');
  };
  return (
    <Card title="Account" description={mode === 'edit' ? 'Update your credentials.' : 'Your credentials.'}>
      <dl className="mb-5">
        <Fact label="Username">{username}</Fact>
      </dl>
      {mode === 'view' ? (
        <Button ref={change} variant="secondary" onPress={() => setMode('edit')}>
          Change password
        </Button>
      ) : (
        <>
          <p className="mb-5">
            We send a link to your e-mail. It is good for an hour, and a new password signs you out everywhere.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onPress={() => setMode('view')}>
              Cancel
            </Button>
            <Button isPending={isLoading} pendingLabel="Sending…" onPress={() => void sendLink()}>
              Send the link
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}
