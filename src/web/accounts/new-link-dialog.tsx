import { useState } from 'react';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { errorAlert, failureAlert, infoAlert } from '#web/app/alerts.ts';
import { dialogClosed, dialogOpened } from '#web/app/dialogs.ts';
import { forgetExpiredToken, keptExpiredToken } from '#web/app/link-token.ts';
import { useAppDispatch } from '#web/app/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** Offers a new link in place of one that has expired. */
export default function NewLinkDialog() {
  const dispatch = useAppDispatch();
  const [{ path, token }] = useState(keptExpiredToken);
  const [renewLink, { isLoading }] = api.useRenewLinkMutation();
  const close = () => {
    forgetExpiredToken();
    dispatch(dialogClosed());
  };
  const send = async () => {
    const { error } = await renewLink({ body: { token } });
    if (isFailure(error) && error.errorCode === 'LINK_EXPIRED') {
      // The link was cut short, or is not ours. Then only a sign-in can lead to a new one.
      forgetExpiredToken();
      dispatch(errorAlert('This link is not complete. Please sign in, or ask for a new password there.'));
      dispatch(dialogOpened('sign-in'));
      return;
    }
    if (error) {
      dispatch(failureAlert(error));
      return;
    }
    dispatch(infoAlert('A new link is on its way to your email. Please use the newest one.'));
    close();
  };
  return (
    <Dialog
      isOpen
      title="This link cannot be used anymore"
      onClose={close}
      actions={
        <>
          <Button variant="quiet" onPress={close} isDisabled={isLoading}>
            Not now
          </Button>
          <Button isPending={isLoading} pendingLabel="Sending…" onPress={() => void send()}>
            Email me a new link
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p>A link works once and for a short time. We can email you a new one.</p>
        <p className="text-ink-soft">
          {path === '/set-new-password'
            ? 'Have you set a password with it? Then please sign in with that one.'
            : 'Were you about to change your email? Then please sign in and enter it again in your profile.'}
        </p>
      </div>
    </Dialog>
  );
}
