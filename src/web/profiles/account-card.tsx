import { useState } from 'react';
import { api } from '#web/api/api.ts';
import { failureAlert, infoAlert } from '#web/app/alerts.ts';
import { useAppDispatch, useAppSelector } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Fact } from '#web/ui/fact.tsx';

/** The signed-in person's credentials, which all of their profiles share. */
export function AccountCard() {
  const dispatch = useAppDispatch();
  const username = useAppSelector((state) => state.session.user?.username);
  const [isChanging, setChanging] = useState(false);
  const [resetPassword] = api.useResetPasswordMutation();
  if (!username) return null;
  const sendLink = async () => {
    const { error } = await resetPassword({ body: { username } });
    dispatch(error ? failureAlert(error) : infoAlert('A link for a new password is on its way to your email.'));
    setChanging(false);
  };
  return (
    <Card title="Account" description={isChanging ? 'Update your credentials.' : 'Your credentials.'}>
      <dl className="mb-5">
        <Fact label="Username">{username}</Fact>
      </dl>
      <Button variant="secondary" onPress={() => setChanging(true)}>
        Change password
      </Button>
      {isChanging && (
        <ConfirmDialog
          title="Change password?"
          action="Send link"
          pendingAction="Sending…"
          onConfirm={sendLink}
          onClose={() => setChanging(false)}
        >
          <p>We send a link to your email. It is good for an hour, and a new password signs you out everywhere.</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
