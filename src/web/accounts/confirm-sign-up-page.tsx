import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#web/api/api.ts';
import { isFailure } from '#web/api/failure.ts';
import { errorAlert, failureAlert, infoAlert, successAlert } from '#web/app/alerts.ts';
import { dialogOpened } from '#web/app/dialogs.ts';
import { store, useAppDispatch } from '#web/app/store.ts';
import { ProgressDialog } from '#web/ui/dialog.tsx';
import { PawTrail } from '#web/ui/illustrations.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { forgetLinkToken, keepExpiredToken, linkExpiredMessage, takeLinkToken } from './link-token.ts';

const path = '/confirm-sign-up';

/** Where the mailed link leads: confirms the account, or its new e-mail, and goes home, whatever came of it. */
export default function ConfirmSignUpPage() {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [confirmSignUp] = api.useConfirmSignUpMutation();
  const isStarted = useRef(false);

  useEffect(() => {
    // The token works once, so a second run of this effect (React's strict mode) must not send it again.
    if (isStarted.current) return;
    isStarted.current = true;
    const confirm = async () => {
      const token = takeLinkToken();
      // Whoever signs in unconfirmed is sent a new link.
      if (!token) return { alert: errorAlert(linkExpiredMessage), dialog: 'sign-in' as const };
      const { data, error } = await confirmSignUp({ body: { token } });
      if (isFailure(error) && error.errorCode === 'LINK_EXPIRED') {
        keepExpiredToken(path, token);
        return { alert: failureAlert(error), dialog: 'new-link' as const };
      }
      if (!data) return { alert: failureAlert(error) };
      forgetLinkToken(path);
      if (data.confirmed === 'email')
        return { alert: successAlert('Your e-mail is confirmed. From now on we write to you there.') };
      if (!data.isRepeated) return { alert: successAlert('Account confirmed. You can now sign in.') };
      return { alert: infoAlert('Already confirmed. You can sign in.'), dialog: 'sign-in' as const };
    };
    void confirm().then(async ({ alert, dialog }) => {
      dispatch(alert);
      await navigate('/', { replace: true });
      const isSignedIn = store.getState().session.user !== undefined;
      if (dialog && !(dialog === 'sign-in' && isSignedIn)) dispatch(dialogOpened(dialog));
    });
  }, [confirmSignUp, dispatch, navigate]);

  return (
    <div className="content-width py-10">
      <PageHeading title="Confirm your account" description="One moment, we are opening the gate." />
      <PawTrail className="h-24 w-52 text-marigold" />
      <ProgressDialog isOpen title="Confirmation in progress..." />
    </div>
  );
}
